// Pairs whose features are known and that wait for clipping. Pairs of one class are collected until they fill a
// register.
#pragma once

#include "lanes/registers/vec.hpp"
#include "polygons/slab_feature.hpp"

namespace lockstep::LOCKSTEP_ISA {

using LaneFrame = detail::ContactFrame<Real>;
using LaneSlab = detail::FacingSlab<Real>;

/// Calls each(x, ...) for every coordinate of one or more vectors.
template <class Each, class... V>
void each_coordinate(const Each& each, V&... v) {
  each(v.x...), each(v.y...), each(v.z...);
}
/// Does the same for every number of one or more slabs.
template <class Each, class... Slab>
void each_number(const Each& each, Slab&... slab) {
  each_coordinate(each, slab.middle...);
  each_coordinate(each, slab.sides.side[0]...), each_coordinate(each, slab.sides.side[1]...);
  each(slab.sides.weight[0]...), each(slab.sides.weight[1]...);
  each(slab.spanned...), each(slab.number...), each(slab.whole...);
}

/// The facing features of W pairs, in the coordinates of the normal.
struct FacingPairs {
  LaneSlab p, q;
  Vec normal, origin;
  Real up;      // 1: p lies on the side that the normal points to; -1: below
  Real q_is_a;  // 1: q is of the caller's a; 0: p is
  Real lower;   // bound: no contact lies deeper
  Real number;  // index of the pair in its batch

  static constexpr int numbers = 38;
  template <class Each>
  void each(const Each& each) {
    each_number(each, p), each_number(each, q);
    each_coordinate(each, normal), each_coordinate(each, origin);
    each(up), each(q_is_a), each(lower), each(number);
  }
};

/// Room for two registers of pairs: the one that fills up, and the lanes that one block adds.
class PendingContacts {
 public:
  /// Adds some lanes of a block. If is_full(), take() must come first.
  void add(FacingPairs& pairs, Mask lanes) {
    if (none(lanes)) return;
    double* to = column_[0] + count_;
    int added = 0;
    pairs.each([&](const Real& x) { added = compress(to, x, lanes), to += room; });
    count_ += added;
  }
  [[nodiscard]] bool is_full() const { return count_ >= Real::width; }
  [[nodiscard]] bool is_empty() const { return count_ == 0; }

  /// Takes W pairs, or the rest, and returns their number. Copies of the last one fill up the register.
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
