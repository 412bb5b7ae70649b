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

  /// Of shapes that functions make in place. A copy reads the addresses of the vertices of all lanes, which were stored
  /// one by one just before, a register at a time, and so waits for them: a fifth of the time of two octagons.
  template <class MakeA, class MakeB>
    requires requires(const MakeA& first, const MakeB& second) { first(), second(); }
  Difference(const MakeA& first, const MakeB& second)
      : a(first()), b(second()), center(a.center - b.center), slack(a.slack + b.slack) {}

  Real size() const { return norm_max(center) + (a.extent + b.extent); }
  void scale_by(Real s) {
    a.scale_by(s), b.scale_by(s);
    center = center * s;
    slack = slack * s;
  }
  V support(const V& v, Mask active) const { return a.support(v, active) - b.support(-v, active); }
};

}  // namespace lockstep::LOCKSTEP_ISA
