// Overlap passes over frames, with times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/isa.hpp>
#include <lockstep/overlap.hpp>

#include "frames/frames.hpp"
#include "runs/frame_events.hpp"
#include "runs/static_objects.hpp"
#include "runs/stopwatch.hpp"

namespace lockstep::tools {

struct OverlapRunOptions {
  Isa isa = Isa::scalar;
  int threads = 1;
  float margin = 0, skin = 0;  ///< in the unit that frames are computed in
  bool list_pairs = false;
  bool separations = false, contacts = false, events = false;  ///< of pairs that are listed
  bool density = false;                                        ///< takes one more pass per frame, which is not timed
};

/// What came out for one frame.
struct OverlapFrame {
  double number = 0;
  std::size_t objects = 0;
  std::uint64_t pairs = 0, contacts = 0, began = 0, ended = 0;  ///< points; what was not asked for is 0
  std::size_t overlapping = 0;                                  ///< objects that overlap another, or a static, one
  TimeTaken time;                                               ///< of the pass over all objects; see run_overlap
  std::size_t sorts = 0;  ///< 1 if the pass sorted them anew, 0 if its skin spared that
  double density = 0;     ///< around_distance tells what that is; 0 if it was not asked for
};

struct OverlapRun {
  OverlapRunOptions options;
  std::vector<OverlapFrame> frames;
  std::size_t memory_bytes = 0;  ///< that the pass worked in, without the objects and the pairs
  const StaticObjects* still = nullptr;
};

/// What was found in a frame; what was not asked for is empty.
struct OverlapLists {
  std::span<const std::uint64_t> any;  ///< the objects that overlap another, or a static, one, as one bit each
  std::span<const Pair> pairs;
  std::span<const Separation> separations;  ///< of those
  std::span<const Manifold> contacts;       ///< likewise
  const FrameEvents& events;
  const Placement& placement;            ///< of separations and contacts
  const StaticObjects* still = nullptr;  ///< what the second of each pair is of, if it does not move

  [[nodiscard]] std::int64_t second_id(const Frame& frame, const Pair& pair) const {
    return still != nullptr ? still->id(pair.b) : frame.id(pair.b);
  }
  /// Of a pair of `events`.
  [[nodiscard]] std::int64_t second_event_id(const Pair& pair) const {
    return still != nullptr ? still->id(pair.b) : events.id(pair.b);
  }
};

/// Hears of each frame.
using OnOverlapFrame = std::function<void(const Frame&, const OverlapFrame&, const OverlapLists&)>;

/// What is timed is one pass over each frame: what is asked of the numbers, their copy, the search, and the pairs in
/// order, their separations and contacts if they are listed. A pass over the first frame comes before and does not
/// count. Throws `ReadError` if a frame has more pairs than can be listed, or shapes that have no separations or no
/// contacts where they are asked for. With objects that never move (`still` is not null) pairs are of those of a frame
/// and these, in place of pairs of the former among themselves; both are of the plane, or both of space.
[[nodiscard]] OverlapRun run_overlap(const Frames& frames, StaticObjects* still, const OverlapRunOptions& options,
                                     const OnOverlapFrame& on_frame);

/// Sums over all frames; its number means nothing and its density is the mean over objects.
[[nodiscard]] OverlapFrame total(const OverlapRun& run);

/// The index of the first frame with most pairs.
[[nodiscard]] std::size_t fullest_frame(const OverlapRun& run);

/// Density is how crowded it is around an object: of the other centres, how many lie within this distance of its own,
/// per area (or volume) of that circle (or sphere), as the mean over all objects. It is five median radii, 1 m for
/// people of 20 cm, but no more than 2e18, twice the largest radius that is legal; 0, and no density, if radii are 0. In
/// the unit that frames are computed in.
[[nodiscard]] float around_distance(const Frames& frames);

}  // namespace lockstep::tools
