// What an OverlapPass keeps from frame to frame.
#pragma once

#include <optional>
#include <vector>

#include "broad_phase/broad_phase.hpp"
#include "lockstep/world.hpp"
#include "overlap/body_separation.hpp"
#include "overlap/overlap_output.hpp"

namespace lockstep::detail {

/// Of a set with holes, what is left of it: where its shapes stand in the set, and their filters.
struct RowMemory {
  Buffer<std::uint32_t> index, group, mask;
  [[nodiscard]] std::size_t bytes() const noexcept { return index.bytes() + group.bytes() + mask.bytes(); }
};

/// Of a world of spheres with holes, those that are there, and the index of each; no index, no holes.
struct LivingBalls {
  const std::uint32_t* index = nullptr;
  ProxySet<BallProxy> balls;
};

/// Of a set of bodies: leaves of a few parts each, body after body.
struct BodyMemory {
  Buffer<std::uint32_t> part;         // in the order of the leaves
  Buffer<BoxProxy> part_boxes;        // of those
  Buffer<std::uint32_t> start, body;  // of each leaf
  Buffer<std::uint32_t> group, mask;  // likewise, of its body
  [[nodiscard]] std::size_t bytes() const noexcept {
    return part.bytes() + part_boxes.bytes() + start.bytes() + body.bytes() + group.bytes() + mask.bytes();
  }
};

/// A pass serves one kind of set at a time; each kind takes what it needs of this.
struct OverlapMemory {
  float skin = 0;
  bool chooses_skin = false;
  BroadPhase broad_phase;
  OverlapWriterMemory writer;
  Buffer<BallProxy> balls[2];   // of the first set, of the second
  Buffer<BallProxy> living[2];  // of worlds with holes
  Buffer<BoxProxy> boxes[2];
  RowMemory rows[2];
  BodyMemory bodies[2];
  std::vector<std::uint64_t> body_pairs;  // that may come more than once
  BodySeparationMemory body_separations;
  std::optional<ShapeSet> world_boxes[2];  // those of worlds of boxes, of which more than pairs is asked

  [[nodiscard]] std::size_t bytes() const noexcept {
    return sizeof(*this) + broad_phase.memory_bytes() + writer.bytes() + balls[0].bytes() + balls[1].bytes() +
           living[0].bytes() + living[1].bytes() + boxes[0].bytes() + boxes[1].bytes() + rows[0].bytes() +
           rows[1].bytes() + bodies[0].bytes() + bodies[1].bytes() + body_pairs.capacity() * sizeof(std::uint64_t) +
           body_separations.bytes();
  }
};

/// A pass over worlds of spheres, one or two.
OverlapResult run_ball_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                              const OverlapOutput& out, const OverlapOptions& options);
/// The same of worlds of boxes, without a margin, separations or contacts.
OverlapResult run_box_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                             const OverlapOutput& out, const OverlapOptions& options);

/// Throws `InvalidInput` if a margin, filters (of sets of so many objects) or the number of objects are bad.
void check_overlap_options(const OverlapOptions& options, std::size_t first, std::size_t second, bool of_one_set);
/// Throws `InvalidInput` if a filter shares memory with what is written.
void check_filter_memory(const OverlapOptions& options, const OverlapOutput& out);

}  // namespace lockstep::detail
