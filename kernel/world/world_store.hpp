// What a world keeps: its objects in the order of halves, in blocks, and boxes around them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "base/hole_list.hpp"
#include "base/line_vector.hpp"
#include "base/parallel.hpp"
#include "lockstep/world.hpp"
#include "sets/body_store.hpp"
#include "table/world_tables.hpp"
#include "world/gradual_sort.hpp"
#include "world/ray_tree.hpp"

namespace lockstep::detail {

/// Streams that lie `pitch` floats apart, `wider` ones from now on.
template <class Numbers>
void change_pitch(Numbers& numbers, std::size_t& pitch, std::size_t wider, std::size_t streams) {
  Numbers moved(streams * wider, 0.0F);
  for (std::size_t s = 0; s < streams; ++s) std::copy_n(numbers.data() + s * pitch, pitch, moved.data() + s * wider);
  numbers = std::move(moved), pitch = wider;
}

/// A box as the streams have it.
using BoxNumbers = std::array<float, 6>;
/// Around nothing.
inline constexpr BoxNumbers empty_box = {
    std::numeric_limits<float>::infinity(),  std::numeric_limits<float>::infinity(),
    std::numeric_limits<float>::infinity(),  -std::numeric_limits<float>::infinity(),
    -std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};

/// The sides of a box, added up.
inline float girth_of(const BoxNumbers& box) { return box[3] - box[0] + (box[4] - box[1]) + (box[5] - box[2]); }
/// Around both.
inline BoxNumbers together(BoxNumbers a, const BoxNumbers& b) {
  for (std::size_t s = 0; s < 3; ++s) a[s] = std::min(a[s], b[s]), a[s + 3] = std::max(a[s + 3], b[s + 3]);
  return a;
}

/// Boxes side by side, as streams; copies of the last one follow, so that whole sixteens can be read from anywhere.
struct BoxLevel {
  std::size_t count = 0, pitch = 0;
  LineVector<float> numbers;

  void resize(std::size_t boxes) {
    count = boxes;
    pitch = padded(boxes);
    numbers.assign(6 * pitch, 0.0F);
  }
  /// More boxes, around nothing.
  void grow(std::size_t boxes) {
    if (padded(boxes) > pitch) change_pitch(numbers, pitch, padded(boxes + boxes / 4), 6);
    for (std::size_t i = count; i < boxes; ++i) set(i, empty_box);
    count = boxes;
  }
  void pad() {
    for (std::size_t s = 0; s < 6; ++s)
      for (std::size_t i = count; i < padded(count); ++i) numbers[s * pitch + i] = numbers[s * pitch + count - 1];
  }
  [[nodiscard]] BoxNumbers box(std::size_t i) const {
    BoxNumbers box;
    for (std::size_t s = 0; s < 6; ++s) box[s] = numbers[s * pitch + i];
    return box;
  }
  void set(std::size_t i, const BoxNumbers& box) {
    for (std::size_t s = 0; s < 6; ++s) numbers[s * pitch + i] = box[s];
  }
  [[nodiscard]] OuterBoxes from(std::size_t first) const {
    OuterBoxes streams;
    for (std::size_t s = 0; s < 6; ++s) streams.stream[s] = numbers.data() + s * pitch + first;
    return streams;
  }
  /// The sides of a box, added up.
  [[nodiscard]] float girth(std::size_t i) const { return girth_of(box(i)); }

 private:
  static std::size_t padded(std::size_t boxes) { return (boxes + 2 * world_fanout - 1) / world_fanout * world_fanout; }
};

/// What a world of bodies keeps of them. Its objects are their parts.
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
  detail::RawLineVector<float> numbers;           // by position; where there is no object, those of one in its block
  detail::RawLineVector<std::uint32_t> order;     // the index at each position, or `no_object`
  detail::RawLineVector<std::uint32_t> position;  // of each index; of a hole, what the list of holes keeps there
  std::vector<std::uint32_t> generation;          // of each index that callers have; empty until one was removed
  detail::HoleList holes;                         // of `position`
  std::vector<detail::BoxLevel> levels;           // around blocks, around sixteen of these, ... until they are sixteen
  detail::RawLineVector<float> quarters;          // boxes around sixteen objects each, those of a block together
  mutable detail::RayTree for_rays;               // made when rays ask
  std::vector<float> sorted_girth;                // of each block when the objects were sorted
  std::vector<std::uint64_t> living;              // of each block, the positions that hold an object
  std::size_t first_empty = 0;                    // no block before this one is without objects
  std::optional<ShapeSet> shapes;                 // whose boxes the objects are
  std::optional<detail::BodiesOfWorld> bodies;    // or the boxes of whose parts, by the indices of these
  detail::GradualSort sorting;

  /// What the world is one of, in words.
  [[nodiscard]] const char* objects_name() const {
    if (bodies) return "bodies";
    if (shapes) return "shapes";
    return kind != detail::ViewKind::spheres ? "aabbs" : in_plane ? "circles" : "spheres";
  }
  [[nodiscard]] std::size_t streams() const { return detail::stream_count(kind); }
  [[nodiscard]] std::size_t blocks() const { return living.size(); }
  /// The bits of a block that stand for objects: whoever finds something in a block asks for them.
  [[nodiscard]] std::uint64_t alive(std::size_t block) const { return living[block]; }
  [[nodiscard]] std::array<const float*, 6> from(std::size_t first) const {
    std::array<const float*, 6> stream{};
    for (std::size_t s = 0; s < streams(); ++s) stream[s] = numbers.data() + s * pitch + first;
    return stream;
  }
  [[nodiscard]] float number(std::size_t s, std::size_t at) const { return numbers[s * pitch + at]; }
  /// The set whose shapes the objects are, those of bodies being parts; null if they are spheres or boxes of a view.
  [[nodiscard]] const ShapeSet* shape_set() const {
    return bodies ? &bodies->set.parts() : shapes ? &*shapes : nullptr;
  }
  /// Of each index, that of the body that callers know; null where indices are those that they know.
  [[nodiscard]] const std::uint32_t* owners() const {
    return bodies ? bodies->set.store().body_of_part.data() : nullptr;
  }
  /// How many indices callers have, and whether there is an object of such an index.
  [[nodiscard]] std::size_t size() const { return bodies ? bodies->set.size() : position.size(); }
  [[nodiscard]] bool has(std::uint32_t named) const { return bodies ? bodies->set.contains(named) : contains(named); }
  /// Whether there is such an object.
  [[nodiscard]] bool contains(std::uint32_t index) const {
    return index < position.size() && position[index] < order.size() && order[position[index]] == index;
  }

  /// Those of the first indices, at least so many.
  void keep_generations(std::size_t indices) { generation.resize(std::max(indices, generation.size())); }
  /// Room for so many objects and their boxes, at the first positions, where all is left to write.
  void resize(std::size_t objects);
  /// What is behind the blocks of new numbers: so late that threads that write these have asked for the pages.
  void clear_gaps();
  /// So many blocks, the new ones at the end, without objects.
  void grow(std::size_t blocks, const detail::WorldKernels& kernels);
  /// Positions without objects to the end of the last block.
  void fill_order();
  /// A block without objects, a new one if there is none.
  [[nodiscard]] std::size_t empty_block(const detail::WorldKernels& kernels);
  /// A position holds an object from now on, or none. Its numbers, and the boxes, are left to do.
  void put(std::uint32_t index, std::size_t at);
  void take(std::size_t at);
  /// As if all objects had been removed, from whatever state: the set of shapes or of bodies is cleared.
  void lose_objects() noexcept;
  /// Makes the order of bodies that of their parts, once that is another one.
  void order_bodies();
  /// Blocks at the end without objects are no more.
  void trim();
  /// Copies an object's numbers, or one of them, to where there is none in its block.
  void fill_block(std::size_t block);
  void fill_block(std::size_t block, std::size_t s);
  /// Gives those of some blocks that are without objects the boxes of such.
  void empty_boxes(std::size_t begin, std::size_t end);
  /// How large the blocks are, to tell later whether they have grown.
  void note_girths();
  /// The boxes around all objects; those of so many levels, and of quarters, are known.
  void refit(const detail::WorldKernels& kernels, std::size_t known = 0);
  /// The boxes around some blocks, which rise.
  void refit(std::vector<std::uint32_t> blocks, const detail::WorldKernels& kernels);
};

}  // namespace lockstep
