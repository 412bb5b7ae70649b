// Pairs whose features are known, on their way to be clipped: those of one class together, until there are enough of
// them for a register.
#pragma once

#include "lanes/registers/vec.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::LOCKSTEP_ISA {

using LaneFrame = detail::ContactFrame<Real>;
using LaneSlab = detail::FacingSlab<Real>;

/// each(x, ...) of every coordinate of one or more vectors.
template <class Each, class... V>
void each_coordinate(const Each& each, V&... v) {
  each(v.x...), each(v.y...), each(v.z...);
}
/// The same of every number of one or more slabs.
template <class Each, class... Slab>
void each_number(const Each& each, Slab&... slab) {
  each_coordinate(each, slab.middle...);
  each_coordinate(each, slab.sides.side[0]...), each_coordinate(each, slab.sides.side[1]...);
  each(slab.sides.weight[0]...), each(slab.sides.weight[1]...);
  each(slab.spanned...), each(slab.number...), each(slab.whole...);
}

/// W pairs: what faces each other of them, in the coordinates of the normal.
struct FacingPairs {
  LaneSlab p, q;
  Vec normal, origin;
  Real up;      // 1: p lies on the side that the normal points to; -1: below
  Real q_is_a;  // 1: q is of the caller's a; 0: p is
  Real lower;   // no contact lies deeper
  Real number;  // of the pair in its batch

  static constexpr int numbers = 38;
  template <class Each>
  void each(const Each& each) {
    each_number(each, p), each_number(each, q);
    each_coordinate(each, normal), each_coordinate(each, origin);
    each(up), each(q_is_a), each(lower), each(number);
  }
};

/// No more than one register of them, and what a register adds.
class PendingContacts {
 public:
  /// Some lanes of a block. There is no room for more before take() where is_full().
  void add(FacingPairs& pairs, Mask lanes) {
    if (none(lanes)) return;
    double* to = column_[0] + count_;
    int added = 0;
    pairs.each([&](const Real& x) { added = compress(to, x, lanes), to += room; });
    count_ += added;
  }
  [[nodiscard]] bool is_full() const { return count_ >= Real::width; }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

  /// W of them, or what is left, and how many: copies of the last one fill up the register.
  int take(FacingPairs& pairs) {
    const int taken = is_full() ? Real::width : count_;
    count_ -= taken;
    double* from = column_[0] + count_;
    pairs.each([&](Real& x) {
      for (int i = taken; i < Real::width; ++i) from[i] = from[taken - 1];
      x = Real::load(from), from += room;
    });
    return taken;
  }

 private:
  static constexpr int room = 2 * Real::width;
  double column_[FacingPairs::numbers][room];
  int count_ = 0;
};

}  // namespace lockstep::LOCKSTEP_ISA
