// The memory that an OverlapPass keeps from frame to frame.
#pragma once

#include <optional>
#include <vector>

#include "broad_phase/broad_phase.hpp"
#include "lockstep/world.hpp"
#include "overlap/body_separation.hpp"
#include "overlap/overlap_output.hpp"

namespace lockstep::detail {

/// The live shapes of a set with free slots: their indices in the set, and their filters.
struct RowMemory {
  Buffer<std::uint32_t> index, group, mask;
  [[nodiscard]] std::size_t bytes() const noexcept { return index.bytes() + group.bytes() + mask.bytes(); }
};

/// The live spheres of a world and their indices; `index` is null if there are no free slots.
struct LivingBalls {
  const std::uint32_t* index = nullptr;
  ProxySet<BallProxy> balls;
};

/// The leaves of a set of bodies, of a few parts each, body after body.
struct BodyMemory {
  Buffer<std::uint32_t> part;         // in the order of the leaves
  Buffer<Bounds3> part_boxes;         // of these parts
  Buffer<std::uint32_t> start, body;  // of each leaf
  Buffer<std::uint32_t> group, mask;  // of each leaf, those of its body
  [[nodiscard]] std::size_t bytes() const noexcept {
    return part.bytes() + part_boxes.bytes() + start.bytes() + body.bytes() + group.bytes() + mask.bytes();
  }
};

/// A pass serves one kind of set at a time; each kind uses some of these members.
struct OverlapMemory {
  float skin = 0;
  bool chooses_skin = false;
  BroadPhase broad_phase;
  OverlapWriterMemory writer;
  Buffer<BallProxy> balls[2];   // of the first set and of the second
  Buffer<BallProxy> living[2];  // of worlds with free slots
  Buffer<Bounds3> boxes[2];
  RowMemory rows[2];
  BodyMemory bodies[2];
  std::vector<std::uint64_t> body_pairs;  // may contain duplicates
  BodySeparationMemory body_separations;
  std::optional<ShapeSet> world_boxes[2];  // the boxes of worlds, if the outputs need more than pairs

  [[nodiscard]] std::size_t bytes() const noexcept {
    return sizeof(*this) + broad_phase.memory_bytes() + writer.bytes() + balls[0].bytes() + balls[1].bytes() +
           living[0].bytes() + living[1].bytes() + boxes[0].bytes() + boxes[1].bytes() + rows[0].bytes() +
           rows[1].bytes() + bodies[0].bytes() + bodies[1].bytes() + body_pairs.capacity() * sizeof(std::uint64_t) +
           body_separations.bytes();
  }
};

/// A pass over one or two worlds of spheres.
OverlapResult run_ball_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                              const OverlapOutput& out, const OverlapOptions& options);
/// A pass over worlds of boxes, without a margin, separations or contacts.
OverlapResult run_box_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                             const OverlapOutput& out, const OverlapOptions& options);

/// Throws `InvalidInput` if a margin, the filters (of sets with `first` and `second` objects) or the number of objects
/// are invalid.
void check_overlap_options(const OverlapOptions& options, std::size_t first, std::size_t second, bool of_one_set);
/// Throws `InvalidInput` if a filter shares memory with the output.
void check_filter_memory(const OverlapOptions& options, const OverlapOutput& out);

}  // namespace lockstep::detail
