// What a world keeps: its objects in the order of a curve, in blocks, and boxes around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/line_vector.hpp"
#include "base/parallel.hpp"
#include "lockstep/world.hpp"
#include "table/world_tables.hpp"

namespace lockstep::detail {

/// Boxes side by side, as streams; copies of the last one follow, so that whole sixteens can be read from anywhere.
struct BoxLevel {
  std::size_t count = 0, pitch = 0;
  LineVector<float> numbers;

  void resize(std::size_t boxes) {
    count = boxes;
    pitch = (boxes + 2 * world_fanout - 1) / world_fanout * world_fanout;
    numbers.assign(6 * pitch, 0.0F);
  }
  void pad() {
    for (std::size_t s = 0; s < 6; ++s)
      for (std::size_t i = count; i < pitch; ++i) numbers[s * pitch + i] = numbers[s * pitch + count - 1];
  }
  [[nodiscard]] OuterBoxes from(std::size_t first) const {
    OuterBoxes streams;
    for (std::size_t s = 0; s < 6; ++s) streams.stream[s] = numbers.data() + s * pitch + first;
    return streams;
  }
  /// The sides of a box, added up.
  [[nodiscard]] float girth(std::size_t i) const {
    const auto side = [&](std::size_t s) { return numbers[(s + 3) * pitch + i] - numbers[s * pitch + i]; };
    return side(0) + side(1) + side(2);
  }
};

}  // namespace lockstep::detail

namespace lockstep {

struct World::Store {
  detail::ViewKind kind = detail::ViewKind::spheres;
  std::size_t count = 0, pitch = 0;            // objects; floats of a stream
  detail::LineVector<float> numbers;           // by position; where there is no object, those of one in its block
  std::vector<std::uint32_t> order, position;  // the index at each position, the position of each index
  std::vector<detail::BoxLevel> levels;        // around blocks, around sixteen of these, ... until they are sixteen
  std::vector<float> sorted_girth;             // of each block when the objects were sorted
  std::vector<std::uint64_t> living;           // of each block, the positions that hold an object

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

  /// Room for so many objects and their boxes.
  void resize(std::size_t objects);
  /// The boxes around all objects.
  void refit(const detail::WorldKernels& kernels);
  /// The boxes around some blocks, which rise.
  void refit(std::vector<std::uint32_t> blocks, const detail::WorldKernels& kernels);
};

}  // namespace lockstep
