#include "world/curve_order.hpp"

#include <algorithm>
#include <numeric>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "table/bounds3.hpp"

namespace lockstep::detail {

namespace {

/// Up to this count, a comparison sort is used.
constexpr std::size_t too_few_for_digits = 8192;
/// Cells with twice as many positions are sorted again; fewer positions fill one or two blocks in any case.
constexpr std::size_t enough_for_a_grid = 64;
/// The bits of a cell coordinate along one axis.
constexpr int axis_bits = 10;

/// A cell's key in the high half, an index in the low half.
using Element = std::uint64_t;
constexpr auto key_of = [](Element e) { return e >> 32; };
constexpr auto by_key = [](Element a, Element b) { return key_of(a) < key_of(b); };
constexpr auto index_of(Element e) { return static_cast<std::uint32_t>(e); }

/// Inserts two zeros after each bit of a cell coordinate.
constexpr std::uint32_t spread(std::uint32_t x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

/// A grid of cells over a box of positive extent.
class Grid {
 public:
  explicit Grid(const Bounds3& box) : box_(box), scale_(cells / box.extent()) {}

  /// The place on the curve of the cell that holds a position inside the box.
  [[nodiscard]] Element key(const Vec3& p) const {
    return spread(cell(p.x, 0)) | spread(cell(p.y, 1)) << 1 | spread(cell(p.z, 2)) << 2;
  }

 private:
  static constexpr double cells = 1 << axis_bits;  // along an axis

  [[nodiscard]] std::uint32_t cell(double x, int axis) const {
    return static_cast<std::uint32_t>(std::min((x - box_.low[axis]) * scale_, cells - 1));
  }

  Bounds3 box_;
  double scale_;
};

class CurveSort {
 public:
  explicit CurveSort(std::span<const Vec3> positions)
      : positions_(positions), scratch_(scratch_memory_.room_for(positions.size())) {}

  /// Sorts elements by a grid over their positions. Those in the same cell keep their order unless there are many.
  void sort(std::span<Element> elements) {
    const Bounds3 box = bounds(elements);
    if (!(box.extent() > 0)) return;
    sort_keys(elements, Grid(box));
    for (std::size_t sorted = 0, i = enough_for_a_grid; i < elements.size(); i += enough_for_a_grid) {
      if (key_of(elements[i - enough_for_a_grid]) != key_of(elements[i])) continue;
      const std::span<Element> rest = elements.subspan(sorted);
      const auto [first, last] = std::equal_range(rest.begin(), rest.end(), elements[i], by_key);
      sort({first, last});
      i = sorted += static_cast<std::size_t>(last - rest.begin());
    }
  }

 private:
  [[nodiscard]] Bounds3 bounds(std::span<const Element> elements) const {
    const auto of_tile = [&](std::size_t begin, std::size_t size) {
      Bounds3 box = empty_bounds;
      for (const Element e : elements.subspan(begin, size)) {
        const Vec3& p = positions_[index_of(e)];
        const float position[3] = {p.x, p.y, p.z};
        box.add(position);
      }
      return box;
    };
    const auto together = [](Bounds3 a, const Bounds3& b) {
      a.add(b);
      return a;
    };
    return reduce_tiles(elements.size(), usual_part, empty_bounds, of_tile, together);
  }

  void sort_keys(std::span<Element> elements, const Grid& grid) {
    const bool by_digits = elements.size() >= too_few_for_digits;
    Element* const keyed = by_digits ? scratch_ : elements.data();
    for_each_range(elements.size(), usual_part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t index = index_of(elements[i]);
        keyed[i] = grid.key(positions_[index]) << 32 | index;
      }
    });
    if (by_digits)  // in three passes, whose last one fills `elements`
      radix_sort(keyed, elements.data(), elements.size(), 3 * axis_bits, key_of, sort_memory_);
    else
      std::sort(elements.begin(), elements.end());  // stable: until now each cell is in the order of indices
  }

  std::span<const Vec3> positions_;
  Buffer<Element> scratch_memory_{scratch_here()};
  Buffer<std::size_t> sort_memory_{scratch_here()};
  Element* scratch_;
};

}  // namespace

void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order) {
  Buffer<Element> memory(scratch_here());
  const std::span<Element> elements(memory.room_for(positions.size()), positions.size());
  std::iota(elements.begin(), elements.end(), Element{0});
  CurveSort(positions).sort(elements);
  for_each_range(order.size(), usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) order[i] = index_of(elements[i]);
  });
}

}  // namespace lockstep::detail
