#include "world/curve_order.hpp"

#include <functional>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "world/curve_grid.hpp"

namespace lockstep::detail {

namespace {

constexpr std::size_t part = 4096;
/// Up to this count, a comparison sort is used.
constexpr std::size_t too_few_for_digits = 8192;

/// A cell's key in the high half, an index in the low half.
using Element = std::uint64_t;
constexpr auto key_of = [](Element e) { return e >> 32; };
constexpr auto index_of(Element e) { return static_cast<std::uint32_t>(e); }

class CurveSort {
 public:
  explicit CurveSort(std::span<const Vec3> positions)
      : positions_(positions), elements_(memory_[0].room_for(count())), other_(memory_[1].room_for(count())) {}
  [[nodiscard]] const Element* elements() const { return elements_; }

  /// Sorts all positions. Positions in the same cell keep their order unless there are many of them.
  void sort() {
    const auto itself = [](std::size_t i) { return static_cast<std::uint32_t>(i); };
    const Bounds3 box = bounds(0, count(), itself);
    if (!(box.extent() > 0)) return put_elements(0, count(), itself, [](std::uint32_t) { return 0U; });
    sort_by_grid(0, count(), box, itself);
  }

 private:
  [[nodiscard]] std::size_t count() const { return positions_.size(); }

  /// Sorts `count` elements from `first` on by a grid over their box. Element i represents position index_at(i).
  template <class IndexAt>
  void sort_by_grid(std::size_t first, std::size_t count, const Bounds3& box, const IndexAt& index_at) {
    const CurveGrid grid(box);
    put_elements(first, count, index_at, [&](std::uint32_t index) { return grid.place_of(positions_[index]); });
    sort_keys(first, count);
    sort_full_cells(first, count);
  }

  template <class IndexAt>
  [[nodiscard]] Bounds3 bounds(std::size_t first, std::size_t count, const IndexAt& index_at) const {
    const auto of_tile = [&](std::size_t begin, std::size_t size) {
      Bounds3 box = empty_bounds;
      for (std::size_t i = begin; i < begin + size; ++i) {
        const Vec3& p = positions_[index_at(first + i)];
        const float position[3] = {p.x, p.y, p.z};
        box.add(position);
      }
      return box;
    };
    const auto together = [](Bounds3 a, const Bounds3& b) {
      a.add(b);
      return a;
    };
    return reduce_tiles(count, part, empty_bounds, of_tile, together);
  }

  template <class IndexAt, class NewKeyOf>
  void put_elements(std::size_t first, std::size_t count, const IndexAt& index_at, const NewKeyOf& new_key_of) {
    for_each_range(count, part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = first + begin; i < first + end; ++i) {
        const std::uint32_t index = index_at(i);
        elements_[i] = Element{new_key_of(index)} << 32 | index;
      }
    });
  }

  void sort_keys(std::size_t first, std::size_t count) {
    Element* const from = elements_ + first;
    if (count < too_few_for_digits) {
      std::stable_sort(from, from + count, [](Element a, Element b) { return key_of(a) < key_of(b); });
      return;
    }
    const Element* const sorted = radix_sort(from, other_ + first, count, place_bits, key_of, sort_memory_);
    if (sorted == from) return;
    if (count == positions_.size())
      std::swap(elements_, other_);
    else
      std::copy_n(sorted, count, from);
  }

  /// Sorts crowded cells again. A cell with enough positions for that contains two samples that are `step` apart.
  void sort_full_cells(std::size_t first, std::size_t count) {
    constexpr std::size_t step = enough_for_a_grid / 2;
    const std::size_t last = first + count;
    for (std::size_t sorted = first, i = first + step; i < last; i += step) {
      const auto is_in_cell = [&, key = key_of(elements_[i])](std::size_t k) { return key_of(elements_[k]) == key; };
      std::size_t begin = i - step, end = i + 1;
      if (!is_in_cell(begin)) continue;
      while (begin > sorted && is_in_cell(begin - 1)) --begin;
      while (end < last && is_in_cell(end)) ++end;
      if (end - begin > enough_for_a_grid) sort_again(begin, end - begin);
      sorted = end, i = first + parts_of(end - first, step) * step;
    }
  }
  void sort_again(std::size_t first, std::size_t count) {
    const auto index_at = [&](std::size_t i) { return index_of(elements_[i]); };
    const Bounds3 box = bounds(first, count, index_at);
    if (box.extent() > 0) sort_by_grid(first, count, box, index_at);
  }

  std::span<const Vec3> positions_;
  Buffer<Element> memory_[2];
  Buffer<std::size_t> sort_memory_;
  Element *elements_, *other_;
};

}  // namespace

void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order) {
  CurveSort curve(positions);
  curve.sort();
  const Element* const sorted = curve.elements();
  for_each_range(order.size(), part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) order[i] = index_of(sorted[i]);
  });
}

}  // namespace lockstep::detail
