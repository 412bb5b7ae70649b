// Which pairs of objects began and ended from frame to frame, where objects come and go.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <lockstep/pair_events.hpp>

#include "frames/frames.hpp"

namespace lockstep::tools {

/// Pairs name objects by their index in the frame, which is another one when somebody has come or gone. What is told
/// apart here are objects, by their ids. Of pairs with objects that never move the second keeps its index.
class FrameEvents {
 public:
  explicit FrameEvents(bool with_static = false) : with_static_(with_static) {}

  /// `pairs` in order, of the frame behind that of the last call. Before the first one there were none.
  void update(const Frame& frame, std::span<const Pair> pairs);

  /// In rising order of ids; to be looked up by `id`, where both move. Valid until the next update.
  [[nodiscard]] std::span<const Pair> began() const { return changes_.began; }
  [[nodiscard]] std::span<const Pair> ended() const { return changes_.ended; }
  [[nodiscard]] std::int64_t id(std::uint32_t object) const { return both_[object]; }

 private:
  /// The objects of a frame, and pairs of them.
  struct Listed {
    std::vector<std::int64_t> ids;  // rising
    std::vector<Pair> pairs;        // by where the ids are
  };

  bool with_static_;
  PairEvents events_;
  PairChanges changes_;
  Listed before_, now_;
  std::vector<std::int64_t> both_;  // ids of this frame and the last, rising
};

}  // namespace lockstep::tools
