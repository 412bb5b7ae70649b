// The Minkowski difference of two shapes, of space or of the plane, by the support mappings of both.
#pragma once

#include "lanes/registers/vec.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// a - b, the set of all differences, if at least one of the two is not a zonotope.
template <class A, class B>
struct Difference {
  using V = decltype(A::center);
  A a;
  B b;
  V center;
  Real slack;
  static constexpr bool is_symmetric = requires { requires B::is_symmetric; };

  Difference(const A& first, const B& second)
      : a(first), b(second), center(first.center - second.center), slack(first.slack + second.slack) {}

  Real size() const { return norm_max(center) + (a.extent + b.extent); }
  void scale_by(Real s) {
    a.scale_by(s), b.scale_by(s);
    center = center * s;
    slack = slack * s;
  }
  V support(const V& v, Mask active) const { return a.support(v, active) - b.support(-v, active); }
};

}  // namespace lockstep::LOCKSTEP_ISA
