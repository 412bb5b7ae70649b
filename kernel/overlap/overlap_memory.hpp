// The memory that an OverlapPass keeps from frame to frame.
#pragma once

#include <optional>
#include <vector>

#include "base/parallel.hpp"
#include "broad_phase/broad_phase.hpp"
#include "lockstep/world.hpp"
#include "overlap/body_separation.hpp"
#include "overlap/images.hpp"
#include "overlap/overlap_output.hpp"
#include "table/tables.hpp"

namespace lockstep::detail {

/// Boxes of the objects of a set as rows for the broad phase, without free slots: row i is object index[i]. `index` is
/// null if there are no free slots.
struct BoxRows {
  ProxySet<Bounds3> boxes;
  const std::uint32_t* index = nullptr;

  [[nodiscard]] std::uint32_t object(std::uint32_t row) const { return index == nullptr ? row : index[row]; }
  /// Values of a filter by row.
  const std::uint32_t* gather(std::span<const std::uint32_t> values, Buffer<std::uint32_t>& room) const {
    if (values.empty() || index == nullptr) return values.empty() ? nullptr : values.data();
    std::uint32_t* const to = room.room_for(boxes.count);
    for (std::size_t i = 0; i < boxes.count; ++i) to[i] = values[index[i]];
    return to;
  }
};

/// The live objects of a set with free slots: their indices in the set, and their filters.
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
  BroadPhase of_images;  // in a periodic cell; keeps no list
  PeriodicMemory periodic;
  OverlapWriterMemory writer;
  Buffer<BallProxy> balls[2];   // of the first set and of the second
  Buffer<BallProxy> living[2];  // of worlds with free slots
  Buffer<Bounds3> boxes[2];
  RowMemory rows[2];
  BodyMemory bodies[2];
  std::vector<std::uint64_t> body_pairs;  // may contain duplicates
  BodySeparationMemory body_separations;
  std::optional<ShapeSet> world_boxes[2];  // the boxes or spheres of worlds, where a pass over these is not enough

  /// Runs the broad phase over one set (`second` is null) or two. Returns whether it sorted them.
  template <class Row>
  bool find(const ProxySet<Row>& first, const ProxySet<Row>* second, std::optional<Isa> isa, const PairSink& sink,
            float margin = 0, bool touching = true) {
    const BroadPhase::Options how{kernels_for(broad_phase_tables, isa), skin, margin, touching, chooses_skin};
    return second == nullptr ? broad_phase.find(first, how, sink) : broad_phase.find(first, *second, how, sink);
  }
  /// The rows of a set of `size` objects: those with is_there(i), if it has free slots. `filter` is that of the set.
  template <class IsThere, class BoxOf>
  BoxRows rows_of(int set, std::size_t size, bool has_free_slots, const OverlapFilter& filter, const IsThere& is_there,
                  const BoxOf& box_of) {
    if (!has_free_slots) return rows_at(set, nullptr, size, filter, box_of);
    std::uint32_t* const index = rows[set].index.room_for(size);
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < size; ++i)
      if (is_there(i)) index[count++] = i;
    return rows_at(set, index, count, filter, [&](std::uint32_t row) { return box_of(index[row]); });
  }
  /// `count` rows: box_of(row) is of the object index[row], or of object `row` if the index is null.
  template <class BoxOf>
  BoxRows rows_at(int set, const std::uint32_t* index, std::size_t count, const OverlapFilter& filter,
                  const BoxOf& box_of) {
    BoxRows result{{}, index};
    result.boxes.count = count;
    Bounds3* const to = boxes[set].room_for(count);
    for_each_range(count, 4096, [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row) to[row] = box_of(static_cast<std::uint32_t>(row));
    });
    result.boxes.rows = to;
    result.boxes.group = result.gather(filter.group, rows[set].group);
    result.boxes.mask = result.gather(filter.mask, rows[set].mask);
    return result;
  }

  [[nodiscard]] std::size_t bytes() const noexcept {
    return sizeof(*this) + broad_phase.memory_bytes() + of_images.memory_bytes() + periodic.bytes() + writer.bytes() +
           balls[0].bytes() + balls[1].bytes() + living[0].bytes() + living[1].bytes() + boxes[0].bytes() +
           boxes[1].bytes() + rows[0].bytes() + rows[1].bytes() + bodies[0].bytes() + bodies[1].bytes() +
           body_pairs.capacity() * sizeof(std::uint64_t) + body_separations.bytes();
  }
};

/// A pass over one or two worlds of spheres.
OverlapResult run_ball_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                              const OverlapOutput& out, const OverlapOptions& options);
/// A pass over worlds of boxes, without a margin, separations or contacts.
OverlapResult run_box_worlds(OverlapMemory& memory, const World::Store& first, const World::Store* second,
                             const OverlapOutput& out, const OverlapOptions& options);

/// A pass over a ShapeSet or ShapeSet2 in the cell of the options.
template <class Set>
OverlapResult run_periodic(OverlapMemory& memory, const Set& first, const Set* second, const OverlapOutput& out,
                           const OverlapOptions& options);

/// Throws `InvalidInput` if the cell of the options, if there is one, repeats above the plane.
void check_cell_of_plane(const OverlapOptions& options);
/// For checks, where a cell is allowed.
inline OverlapOptions without_cell(OverlapOptions options) {
  options.cell.reset();
  return options;
}
/// Throws `InvalidInput` if a margin, the filters (of sets with `first` and `second` objects) or the number of objects
/// are invalid.
void check_overlap_options(const OverlapOptions& options, std::size_t first, std::size_t second, bool of_one_set);
/// Throws `InvalidInput` if a filter shares memory with the output.
void check_filter_memory(const OverlapOptions& options, const OverlapOutput& out);

}  // namespace lockstep::detail
