// The data of a world: its objects in k-d order, in blocks of 64 (four leaves), and the boxes of the BVH above them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/free_list.hpp"
#include "base/line_vector.hpp"
#include "base/parallel.hpp"
#include "base/scratch.hpp"
#include "lockstep/world.hpp"
#include "sets/body_store.hpp"
#include "table/bounds3.hpp"
#include "table/world_tables.hpp"
#include "world/incremental_sort.hpp"
#include "world/ray_tree.hpp"

namespace lockstep::detail {

/// Widens the distance between streams from `pitch` to `wider` floats.
template <class Numbers>
void change_pitch(Numbers& numbers, std::size_t& pitch, std::size_t wider, std::size_t streams) {
  Numbers moved(streams * wider, 0.0F);
  for (std::size_t s = 0; s < streams; ++s) std::copy_n(numbers.data() + s * pitch, pitch, moved.data() + s * wider);
  numbers = std::move(moved), pitch = wider;
}

/// The boxes of one level, as structure of arrays. Copies of the last box follow, so that sixteen boxes can be read
/// from any index.
struct BoxLevel {
  std::size_t count = 0, pitch = 0;
  LineVector<float> numbers;

  void resize(std::size_t boxes) {
    count = boxes;
    pitch = padded(boxes);
    numbers.assign(6 * pitch, 0.0F);
  }
  /// Appends empty boxes.
  void grow(std::size_t boxes) {
    if (padded(boxes) > pitch) change_pitch(numbers, pitch, padded(boxes + boxes / 4), 6);
    for (std::size_t i = count; i < boxes; ++i) set(i, empty_bounds);
    count = boxes;
  }
  void pad() {
    for (std::size_t s = 0; s < 6; ++s)
      for (std::size_t i = count; i < padded(count); ++i) numbers[s * pitch + i] = numbers[s * pitch + count - 1];
  }
  [[nodiscard]] Bounds3 box(std::size_t i) const {
    Bounds3 box;
    for (std::size_t s = 0; s < 3; ++s) box.low[s] = numbers[s * pitch + i], box.high[s] = numbers[(s + 3) * pitch + i];
    return box;
  }
  void set(std::size_t i, const Bounds3& box) {
    for (std::size_t s = 0; s < 3; ++s) numbers[s * pitch + i] = box.low[s], numbers[(s + 3) * pitch + i] = box.high[s];
  }
  [[nodiscard]] OuterBoxes from(std::size_t first) const {
    OuterBoxes streams;
    for (std::size_t s = 0; s < 6; ++s) streams.stream[s] = numbers.data() + s * pitch + first;
    return streams;
  }
  /// The half perimeter of a box.
  [[nodiscard]] float half_perimeter(std::size_t i) const { return box(i).half_perimeter(); }

 private:
  static std::size_t padded(std::size_t boxes) { return (boxes + 2 * world_fanout - 1) / world_fanout * world_fanout; }
};

/// The bodies of a world. Its objects are their parts.
struct BodiesOfWorld {
  BodySet set;
  RawLineVector<std::uint32_t> order;  // the body whose part is at each position, or `no_object`

  explicit BodiesOfWorld(BodySet bodies) : set(std::move(bodies)) {}
};

}  // namespace lockstep::detail

namespace lockstep {

struct World::Store {
  detail::ViewKind kind = detail::ViewKind::spheres;
  bool in_plane = false;                          // spheres are circles
  std::size_t count = 0, pitch = 0;               // objects; floats of a stream
  detail::RawLineVector<float> numbers;           // by position; a free position repeats an object of its block
  detail::RawLineVector<std::uint32_t> order;     // the index at each position, or `no_object`
  detail::RawLineVector<std::uint32_t> position;  // of each index; a free slot holds its link of the free list
  std::vector<std::uint32_t> generation;          // of each index that callers have; empty until the first removal
  detail::FreeList free_list;                     // the free list in `position`
  std::vector<detail::BoxLevel> levels;           // around blocks, around sixteen of these, ... until at most sixteen
                                                  // are left
  detail::RawLineVector<float> leaf_boxes;        // boxes around sixteen objects each, those of a block together
  mutable detail::RayTree for_rays;               // built when rays query it
  std::vector<float> sorted_half_perimeters;      // the half perimeter of each block at the last sort
  std::vector<std::uint64_t> living;              // of each block, the mask of positions that hold an object
  std::size_t first_empty = 0;                    // all blocks before this one hold objects
  Vec3d origin;                                   // of all boxes: 0, unless shapes stand at double positions
  std::optional<ShapeSet> shapes;                 // the objects are the boxes of these shapes,
  std::optional<detail::BodiesOfWorld> bodies;    // or of the parts of these bodies, by part index
  detail::IncrementalSort sorting;

  /// The kind of the objects, in words.
  [[nodiscard]] const char* objects_name() const {
    if (bodies) return "bodies";
    if (shapes) return "shapes";
    return kind != detail::ViewKind::spheres ? "aabbs" : in_plane ? "circles" : "spheres";
  }
  [[nodiscard]] std::size_t streams() const { return detail::stream_count(kind); }
  [[nodiscard]] std::size_t blocks() const { return living.size(); }
  /// The mask of positions of a block that hold objects. Queries test it for every find in a block.
  [[nodiscard]] std::uint64_t alive(std::size_t block) const { return living[block]; }
  [[nodiscard]] std::array<const float*, 6> from(std::size_t first) const {
    std::array<const float*, 6> stream{};
    for (std::size_t s = 0; s < streams(); ++s) stream[s] = numbers.data() + s * pitch + first;
    return stream;
  }
  [[nodiscard]] float number(std::size_t s, std::size_t at) const { return numbers[s * pitch + at]; }
  /// The set whose shapes (or parts of bodies) are the objects; null if they are spheres or boxes of a view.
  [[nodiscard]] const ShapeSet* shape_set() const {
    return bodies ? &bodies->set.parts() : shapes ? &*shapes : nullptr;
  }
  /// Maps each index to the body that callers know; null if callers know the indices themselves.
  [[nodiscard]] const std::uint32_t* owners() const {
    return bodies ? bodies->set.store().body_of_part.data() : nullptr;
  }
  /// The number of indices that callers have, and whether one has an object.
  [[nodiscard]] std::size_t size() const { return bodies ? bodies->set.size() : position.size(); }
  [[nodiscard]] bool has(std::uint32_t named) const { return bodies ? bodies->set.contains(named) : contains(named); }
  /// Whether the object exists.
  [[nodiscard]] bool contains(std::uint32_t index) const {
    return index < position.size() && position[index] < order.size() && order[position[index]] == index;
  }

  /// Grows `generation` to at least `indices` entries.
  void keep_generations(std::size_t indices) { generation.resize(std::max(indices, generation.size())); }
  /// Allocates room for `objects` objects and their boxes, at the first positions; all data is left to write.
  void resize(std::size_t objects);
  /// Clears the memory behind the blocks of new numbers. Called late, after threads have touched the pages.
  void clear_gaps();
  /// Grows to `blocks` blocks; the new ones at the end are empty.
  void grow(std::size_t blocks, const detail::WorldKernels& kernels);
  /// Pads `order` with free positions to the end of the last block.
  void fill_order();
  /// An empty block; appends one if necessary.
  [[nodiscard]] std::size_t empty_block(const detail::WorldKernels& kernels);
  /// Marks a position as occupied or free. The caller updates numbers and boxes.
  void put(std::uint32_t index, std::size_t at);
  void release(std::size_t at);
  /// Removes all objects, from any state: the set of shapes or of bodies is cleared.
  void clear() noexcept;
  /// Updates the order of bodies after the order of their parts has changed.
  void order_bodies();
  /// Removes empty blocks from the end.
  void trim();
  /// Copies an object's numbers, or one of them, to the free positions of its block.
  void fill_block(std::size_t block);
  void fill_block(std::size_t block, std::size_t s);
  /// Resets the boxes of empty blocks in a range.
  void empty_boxes(std::size_t begin, std::size_t end);
  /// Stores the half perimeters of the blocks, to detect degradation later.
  void note_half_perimeters();
  /// Refits all boxes. Unless `valid_levels` is 0, that many levels and the leaf boxes are already up to date.
  void refit(const detail::WorldKernels& kernels, std::size_t valid_levels = 0);
  /// Refits the ancestors of some blocks, in rising order.
  void refit(detail::ScratchVector<std::uint32_t> blocks, const detail::WorldKernels& kernels);
};

}  // namespace lockstep
