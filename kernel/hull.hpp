// A convex hull in each lane. Its vertices stay in memory and are scanned W at a time for one lane after the other:
// gathering the lanes' vertices is slower at every size.
#pragma once

#include "records.hpp"
#include "zonotope.hpp"

namespace lockstep::LOCKSTEP_ISA {

struct Hull {
  const float* vertices[Real::width];  // all x, then y, then z, each padded to `count`
  std::uint32_t count[Real::width];    // a multiple of detail::vertex_padding
  Vec offset;                          // where the first vertex lies
  Vec center;                          // of the bounding box
  Real extent;                         // the largest half extent of the bounding box
  Real slack;                          // how far a vertex may lie from the true one, in each coordinate
  Real scale = 1;

  void scale_by(Real s) {
    center = center * s;
    extent = extent * s;
    slack = slack * s;
    scale = s;
  }

  Vec support(const Vec& v, Mask active) const {
    float vx[Real::width], vy[Real::width], vz[Real::width];
    float px[Real::width] = {}, py[Real::width] = {}, pz[Real::width] = {};
    v.x.store(vx), v.y.store(vy), v.z.store(vz);
    for (unsigned left = bits(active); left != 0; left &= left - 1) {
      const int lane = __builtin_ctz(left);
      const float* x = vertices[lane];
      const std::uint32_t n = count[lane];
      const std::uint32_t best = farthest(x, n, {Real(vx[lane]), Real(vy[lane]), Real(vz[lane])});
      px[lane] = x[best], py[lane] = x[n + best], pz[lane] = x[2 * n + best];
    }
    return (offset + Vec{Real::load(px), Real::load(py), Real::load(pz)}) * scale;
  }

 private:
  /// The vertex with the largest v . vertex, the first of several.
  static std::uint32_t farthest(const float* x, std::uint32_t n, const Vec& v) {
    const auto along = [&](std::uint32_t i) {
      return dot(v, Vec{Real::load(x + i), Real::load(x + n + i), Real::load(x + 2 * n + i)});
    };
    Real best = along(0);
    Index at = Index::count_from(0);
    for (std::uint32_t i = Real::width; i < n; i += Real::width) {
      const Real next = along(i);
      const Mask better = next > best;
      best = select(better, next, best);
      at = select(better, Index::count_from(i), at);
    }
    return index_of_max(best, at);
  }
};

/// a - b, as the set of all differences, where at least one is no zonotope.
template <class A, class B>
struct Difference {
  A a;
  B b;
  Vec center;
  Real slack;

  Difference(const A& first, const B& second)
      : a(first), b(second), center(first.center - second.center), slack(first.slack + second.slack) {}

  Real size() const { return norm_max(center) + (a.extent + b.extent); }
  void scale_by(Real s) {
    a.scale_by(s), b.scale_by(s);
    center = center * s;
    slack = slack * s;
  }
  Vec support(const Vec& v, Mask active) const { return a.support(v, active) - b.support(-v, active); }
};

template <class A>
auto difference(const A& a, const Hull& b) {
  if constexpr (requires { zonotope(a); }) return Difference(zonotope(a), b);
  else return Difference(a, b);
}

}  // namespace lockstep::LOCKSTEP_ISA
