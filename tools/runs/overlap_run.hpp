// Overlap passes over frames, with times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/overlap.hpp>

#include "frames/frames.hpp"
#include "runs/frame_events.hpp"
#include "runs/static_objects.hpp"
#include "runs/stopwatch.hpp"

namespace lockstep::tools {

struct OverlapRunOptions {
  Isa isa = Isa::scalar;
  int threads = 1;
  float margin = 0, skin = 0;  ///< in the unit of computed frames
  bool list_pairs = false;
  bool separations = false, contacts = false, events = false;  ///< of the listed pairs
  bool density = false;                                        ///< takes one more pass per frame, which is not timed
};

/// The result for one frame.
struct OverlapFrame {
  double number = 0;
  std::size_t objects = 0;
  std::uint64_t pairs = 0, contacts = 0, began = 0, ended = 0;  ///< points; 0 if not requested
  std::size_t overlapping = 0;                                  ///< objects that overlap another object, or a static
                                                                ///< one
  TimeTaken time;                                               ///< of the pass over all objects; see run_overlap
  std::size_t sorts = 0;  ///< 1 if the pass sorted them, 0 if its skin made that unnecessary
  double density = 0;     ///< see around_distance; 0 if not requested
};

struct OverlapRun {
  OverlapRunOptions options;
  std::vector<OverlapFrame> frames;
  std::size_t memory_bytes = 0;  ///< working memory of the pass, without the objects and the pairs
  const StaticObjects* still = nullptr;
};

/// The lists of a frame; empty if not requested.
struct OverlapLists {
  std::span<const std::uint64_t> any;  ///< one bit each: objects that overlap another object, or a static one
  std::span<const Pair> pairs;
  std::span<const Separation> separations;  ///< of those pairs
  std::span<const Manifold> contacts;       ///< likewise
  const FrameEvents& events;
  const Placement& placement;            ///< of separations and contacts
  const StaticObjects* still = nullptr;  ///< the objects of the second index of each pair, if they never move

  [[nodiscard]] std::int64_t second_id(const Frame& frame, const Pair& pair) const {
    return still != nullptr ? still->id(pair.b) : frame.id(pair.b);
  }
  /// The id of the second object of a pair of `events`.
  [[nodiscard]] std::int64_t second_event_id(const Pair& pair) const {
    return still != nullptr ? still->id(pair.b) : events.id(pair.b);
  }
};

/// Gets the lists of each frame.
using OnOverlapFrame = std::function<void(const Frame&, const OverlapFrame&, const OverlapLists&)>;

/// The timed part is one pass over each frame: checks of the numbers, their copy, the search, and the pairs in order,
/// with separations and contacts if they are listed. A pass over the first frame comes before and does not count.
/// Throws `ReadError` if a frame has more pairs than can be listed, or shapes without separations or contacts when
/// these are requested. With static objects (`still` is not null) pairs are of an object of the frame and a static one,
/// not of two objects of the frame. Both sets are of the plane, or both of space.
[[nodiscard]] OverlapRun run_overlap(const Frames& frames, StaticObjects* still, const OverlapRunOptions& options,
                                     const OnOverlapFrame& on_frame);

/// Sums over all frames; its frame number means nothing and its density is the mean over objects.
[[nodiscard]] OverlapFrame total(const OverlapRun& run);

/// The index of the first frame with most pairs.
[[nodiscard]] std::size_t fullest_frame(const OverlapRun& run);

/// Density is the crowding around an object: the number of other centres within this distance of its own, per area (or
/// volume) of that circle (or sphere), as the mean over all objects. The distance is five median radii, 1 m for people
/// of 20 cm, but at most 2e18, twice the largest legal radius. It is 0, and there is no density, if radii are 0. In the
/// unit of computed frames.
[[nodiscard]] float around_distance(const Frames& frames);

}  // namespace lockstep::tools
