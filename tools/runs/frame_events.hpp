// The pairs of objects that began and ended from frame to frame, while objects come and go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/overlap.hpp>

#include "frames/frames.hpp"

namespace lockstep::tools {

/// Pairs name objects by their index in the frame, which changes when an object comes or goes. This class identifies
/// objects by their ids. If the second objects never move, they keep their index.
class FrameEvents {
 public:
  explicit FrameEvents(bool with_static = false) : with_static_(with_static) {}

  /// `pairs` in order, of the frame after that of the last call. Before the first call there were no pairs.
  void update(const Frame& frame, std::span<const Pair> pairs);

  /// In rising order of ids. `id` gives the id of each index of an object that moves. Valid until the next update.
  [[nodiscard]] std::span<const Pair> began() const { return changes_.began; }
  [[nodiscard]] std::span<const Pair> ended() const { return changes_.ended; }
  [[nodiscard]] std::int64_t id(std::uint32_t object) const { return both_[object]; }

 private:
  /// The objects of a frame, and pairs of them.
  struct Listed {
    std::vector<std::int64_t> ids;  // rising
    std::vector<Pair> pairs;        // indices into ids
  };

  bool with_static_;
  PairEvents events_;
  PairChanges changes_;
  Listed before_, now_;
  std::vector<std::int64_t> both_;  // ids of this frame and the last, rising
};

}  // namespace lockstep::tools
