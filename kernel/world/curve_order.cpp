#include "world/curve_order.hpp"

#include <array>
#include <bit>
#include <functional>

#include "base/buffer.hpp"
#include "base/parallel.hpp"
#include "base/radix_sort.hpp"

namespace lockstep::detail {

namespace {

constexpr int bits_of_axis = 10;
constexpr std::size_t part = 4096;
/// So few are sorted by comparing.
constexpr std::size_t too_few_for_digits = 8192;

/// Two zeros between each two of ten bits.
constexpr std::uint64_t spread_bits(std::uint64_t x) {
  x = (x | x << 16) & 0x030000ff;
  x = (x | x << 8) & 0x0300f00f;
  x = (x | x << 4) & 0x030c30c3;
  return (x | x << 2) & 0x09249249;
}

/// One level of the curve: how it runs through eight cells is said by the corner that it enters by and the axis that it
/// leaves along, which make a state; an entry is the state in the cell times 8, and the cell's place on the curve.
struct HilbertTable {
  static constexpr unsigned states = 24;
  std::array<std::uint8_t, states * 8> entry{};

  constexpr HilbertTable() {
    for (unsigned corner = 0; corner < 8; ++corner)
      for (unsigned axis = 0; axis < 3; ++axis)
        for (unsigned cell = 0; cell < 8; ++cell) entry[state(corner, axis) * 8 + cell] = step(corner, axis, cell);
  }

 private:
  static constexpr unsigned state(unsigned corner, unsigned axis) { return corner * 3 + axis; }
  static constexpr unsigned gray(unsigned x) { return x ^ x >> 1; }
  static constexpr unsigned rotated_left(unsigned x, unsigned by) { return (x << by | x >> (3 - by)) & 7; }
  static constexpr std::uint8_t step(unsigned corner, unsigned axis, unsigned cell) {
    const unsigned turn = (axis + 1) % 3, turned = rotated_left(cell ^ corner, (3 - turn) % 3);
    const unsigned place = turned ^ turned >> 1 ^ turned >> 2;  // of this Gray code
    const unsigned enters_by = place == 0 ? 0 : gray((place - 1) / 2 * 2);
    const auto ones = static_cast<unsigned>(std::countr_one(place % 2 == 0 && place != 0 ? place - 1 : place));
    const unsigned leaves_along = place == 0 ? 0 : ones % 3;
    const unsigned next = state(corner ^ rotated_left(enters_by, turn), (axis + leaves_along + 1) % 3);
    return static_cast<std::uint8_t>(next * 8 + place);
  }
};
constexpr HilbertTable hilbert;

/// From the interleaved bits of a cell's coordinates to its place on the curve.
std::uint32_t place_on_curve(std::uint64_t interleaved) {
  unsigned entry = 0;
  std::uint32_t place = 0;
  for (int shift = 3 * (bits_of_axis - 1); shift >= 0; shift -= 3) {
    entry = hilbert.entry[(entry & ~7U) | static_cast<unsigned>(interleaved >> shift & 7)];
    place = place << 3 | (entry & 7);
  }
  return place;
}

using Box = CurveBox;

/// A key of a cell in the high half, an index in the low one.
using Element = std::uint64_t;
constexpr auto key_of = [](Element e) { return e >> 32; };
constexpr auto index_of(Element e) { return static_cast<std::uint32_t>(e); }

class CurveSort {
 public:
  CurveSort(std::span<const Vec3> positions, std::size_t count) : positions_(positions) {
    elements_ = memory_[0].room_for(count), other_ = memory_[1].room_for(count);
    for (std::size_t i = 0; i < count; ++i) elements_[i] = i;
  }
  [[nodiscard]] const Element* elements() const { return elements_; }

  /// Sorts elements from `first` on; those of one cell stay in the order that they are in, unless they are many.
  void sort(std::size_t first, std::size_t count) {
    const Box box = bounds(first, count);
    if (!(box.extent() > 0)) return;
    put_keys(first, count, box);
    sort_keys(first, count);
    for (std::size_t begin = first, end = first; begin < first + count; begin = end) {
      while (end < first + count && key_of(elements_[end]) == key_of(elements_[begin])) ++end;
      if (end - begin > enough_for_a_grid) sort(begin, end - begin);
    }
  }

 private:
  [[nodiscard]] Box bounds(std::size_t first, std::size_t count) const {
    const auto of_tile = [&](std::size_t begin, std::size_t size) {
      Box box;
      for (std::size_t i = begin; i < begin + size; ++i) {
        const Vec3& p = positions_[index_of(elements_[first + i])];
        box.add(p, p);
      }
      return box;
    };
    const auto together = [](Box a, const Box& b) {
      a.add(b.low, b.high);
      return a;
    };
    return reduce_tiles(count, part, Box{}, of_tile, together);
  }

  void put_keys(std::size_t first, std::size_t count, const Box& box) {
    for_each_range(count, part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = first + begin; i < first + end; ++i) {
        const std::uint32_t index = index_of(elements_[i]);
        elements_[i] = std::uint64_t{curve_key(positions_[index], box)} << 32 | index;
      }
    });
  }

  void sort_keys(std::size_t first, std::size_t count) {
    Element* const from = elements_ + first;
    if (count < too_few_for_digits) {
      std::stable_sort(from, from + count, [](Element a, Element b) { return key_of(a) < key_of(b); });
      return;
    }
    const Element* const sorted = radix_sort(from, other_ + first, count, 3 * bits_of_axis, key_of, sort_memory_);
    if (sorted == from) return;
    if (count == positions_.size())
      std::swap(elements_, other_);
    else
      std::copy_n(sorted, count, from);
  }

  std::span<const Vec3> positions_;
  Buffer<Element> memory_[2];
  Buffer<std::size_t> sort_memory_;
  Element *elements_, *other_;
};

}  // namespace

std::uint32_t curve_key(const Vec3& position, const CurveBox& box) {
  constexpr double cells = 1 << bits_of_axis;
  const double scale = cells / box.extent();
  const auto cell = [&](double x, double low) {
    return spread_bits(static_cast<std::uint64_t>(std::min((x - low) * scale, cells - 1)));
  };
  return place_on_curve(cell(position.x, box.low.x) | cell(position.y, box.low.y) << 1 |
                        cell(position.z, box.low.z) << 2);
}

void sort_along_curve(std::span<const Vec3> positions, std::span<std::uint32_t> order) {
  CurveSort curve(positions, order.size());
  curve.sort(0, order.size());
  const Element* const sorted = curve.elements();
  for_each_range(order.size(), part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) order[i] = index_of(sorted[i]);
  });
}

}  // namespace lockstep::detail
