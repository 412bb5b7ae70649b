// A method that answers all queries of a workload: lockstep, the scalar reference, or another library.
#pragma once

#include <cstddef>

namespace lockstep::bench {

class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  /// The timed part: answers every query once and stores the answers. The constructor has prepared the shapes.
  virtual void run() = 0;

  /// The answer of the last run.
  [[nodiscard]] virtual bool hit(std::size_t query) const = 0;

  /// The bytes that a run reads, for methods that only read.
  [[nodiscard]] virtual double bytes() const { return 0; }

  /// A hit only because the method could not decide (lockstep's `touching`).
  [[nodiscard]] virtual bool undecided(std::size_t) const { return false; }
};

}  // namespace lockstep::bench
