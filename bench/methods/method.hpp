// One way to answer all queries of a workload: lockstep, the scalar reference, or somebody else's library.
#pragma once

#include <cstddef>

namespace lockstep::bench {

class Method {
 public:
  Method() = default;
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;
  virtual ~Method() = default;

  /// What is timed: answers every query once and stores the answers. Shapes are prepared before, in the constructor.
  virtual void run() = 0;

  /// The answer of the last run.
  [[nodiscard]] virtual bool hit(std::size_t query) const = 0;

  /// What a run reads, where a method does nothing else.
  [[nodiscard]] virtual double bytes() const { return 0; }

  /// A hit only because the method could not tell (lockstep's `touching`).
  [[nodiscard]] virtual bool undecided(std::size_t) const { return false; }
};

}  // namespace lockstep::bench
