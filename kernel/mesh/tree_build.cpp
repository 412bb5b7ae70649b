#include "mesh/tree_build.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace lockstep::detail {

namespace {

/// In double, which has the range for sums and products of lengths up to 2^63.
double half_surface(const Bounds3& box) {
  const double x = double{box.high[0]} - box.low[0], y = double{box.high[1]} - box.low[1],
               z = double{box.high[2]} - box.low[2];
  return x * y + y * z + z * x;
}

class LeafOrder {
 public:
  LeafOrder(std::span<const Bounds3> boxes, std::size_t fan, std::span<std::uint32_t> order)
      : boxes_(boxes), fan_(fan), order_(order), goes_left_(boxes.size()), room_(order.size()) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      lists_[axis].assign(order.begin(), order.end());
      const auto twice_middle = [&](std::uint32_t i) { return double{boxes[i].low[axis]} + boxes[i].high[axis]; };
      std::sort(lists_[axis].begin(), lists_[axis].end(), [&](std::uint32_t i, std::uint32_t j) {
        const double p = twice_middle(i), q = twice_middle(j);
        return p != q ? p < q : i < j;
      });
    }
  }

  /// Splits the boxes from begin to end. The nodes above consist of parts of `part` boxes; each node
  /// here holds fewer.
  void split(std::size_t begin, std::size_t end, std::size_t part) {
    while (part > 1 && end - begin <= part) part /= fan_;
    if (end - begin <= fan_) {
      std::copy_n(lists_[0].begin() + static_cast<std::ptrdiff_t>(begin), end - begin,
                  order_.begin() + static_cast<std::ptrdiff_t>(begin));
      return;
    }
    Split best;
    for (std::size_t axis = 0; axis < 3; ++axis) find_split_along(axis, begin, end, part, best);
    divide(best, begin, end);
    split(begin, best.at, part), split(best.at, end, part);
  }

 private:
  struct Split {
    double cost = std::numeric_limits<double>::infinity();
    std::size_t axis = 0, at = 0;
  };

  void find_split_along(std::size_t axis, std::size_t begin, std::size_t end, std::size_t part, Split& best) {
    const std::vector<std::uint32_t>& list = lists_[axis];
    const std::size_t parts = (end - begin + part - 1) / part;
    double behind[64];  // the half surface of all boxes from a part on
    Bounds3 box = empty_bounds;
    std::size_t i = end;
    for (std::size_t k = parts - 1; k > 0; --k) {
      while (i > begin + k * part) box.add(boxes_[list[--i]]);
      behind[k] = half_surface(box);
    }
    box = empty_bounds, i = begin;
    for (std::size_t k = 1; k < parts; ++k) {
      while (i < begin + k * part) box.add(boxes_[list[i++]]);
      const double cost = half_surface(box) * static_cast<double>(i - begin) + behind[k] * static_cast<double>(end - i);
      if (cost < best.cost || best.at == 0) best = {cost, axis, i};
    }
  }

  /// Keeps all lists sorted.
  void divide(const Split& split, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) goes_left_[lists_[split.axis][i]] = i < split.at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (axis == split.axis) continue;
      std::vector<std::uint32_t>& list = lists_[axis];
      std::size_t left = begin, right = 0;
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t index = list[i];
        const bool goes_left = goes_left_[index] != 0;
        list[left] = index, room_[right] = index;  // one of the two stays; a branch would be mispredicted
        left += goes_left, right += !goes_left;
      }
      std::copy_n(room_.begin(), right, list.begin() + static_cast<std::ptrdiff_t>(left));
    }
  }

  std::span<const Bounds3> boxes_;
  std::size_t fan_;
  std::span<std::uint32_t> order_;
  std::array<std::vector<std::uint32_t>, 3> lists_;  // along each axis
  std::vector<std::uint8_t> goes_left_;
  std::vector<std::uint32_t> room_;
};

}  // namespace

void order_leaves(std::span<const Bounds3> boxes, std::size_t fan, std::span<std::uint32_t> order) {
  std::size_t part = fan;
  while (part < order.size()) part *= fan;
  LeafOrder(boxes, fan, order).split(0, order.size(), part);
}

}  // namespace lockstep::detail
