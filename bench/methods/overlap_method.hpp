// A method that finds all overlapping pairs of a scene: lockstep, a user's grid, or another library.
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

  /// The timed part: reads the objects at this frame of the scene, and lists all pairs. Each method may keep any state
  /// from the frame before.
  virtual void run(std::size_t frame) = 0;

  /// Its working memory without the pairs, if the method knows it.
  [[nodiscard]] virtual std::optional<std::size_t> memory_bytes() const { return {}; }

  /// The pairs of the last run, each once, in any order.
  [[nodiscard]] const std::vector<Pair>& pairs() const { return pairs_; }

 protected:
  std::vector<Pair> pairs_;
};

}  // namespace lockstep::bench
