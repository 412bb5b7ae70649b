// One way to find all pairs of a scene that overlap: lockstep, a grid of a user's own, or somebody else's library.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/types.hpp>

namespace lockstep::bench {

class OverlapMethod {
 public:
  OverlapMethod() = default;
  OverlapMethod(const OverlapMethod&) = delete;
  OverlapMethod& operator=(const OverlapMethod&) = delete;
  virtual ~OverlapMethod() = default;

  /// What is timed: takes the objects where this frame of the scene has them, and lists all pairs. What may be kept of
  /// the frame before is the method's own affair.
  virtual void run(std::size_t frame) = 0;

  /// The memory that it works in, without the pairs, if the method knows.
  [[nodiscard]] virtual std::optional<std::size_t> memory_bytes() const { return {}; }

  /// Those of the last run, each once, in any order.
  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }

 protected:
  std::vector<Pair> pairs_;
};

}  // namespace lockstep::bench
