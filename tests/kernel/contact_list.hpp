// All answers of `contacts` for a pair list, and comparisons to the bit.
#pragma once

#include <iterator>
#include <string>
#include <vector>

#include "distance_list.hpp"
#include "lockstep/distance.hpp"

namespace lockstep::test {

template <class AnyManifold, class Set>
std::vector<AnyManifold> touch_all(const Set& first, const Set& second, const std::vector<Pair>& pairs,
                                   const ContactOptions& options) {
  std::vector<AnyManifold> out(pairs.size());
  contacts(first, second, pairs, std::span(out), options);
  return out;
}

inline std::vector<Manifold> touch(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                                   const ContactOptions& options = {}) {
  return touch_all<Manifold>(first, second, pairs, options);
}
inline std::vector<Manifold2> touch(const ShapeSet2& first, const ShapeSet2& second, const std::vector<Pair>& pairs,
                                    const ContactOptions& options = {}) {
  return touch_all<Manifold2>(first, second, pairs, options);
}

/// Of a list of pairs of space or of the plane.
template <class List>
auto touch(const List& list, const ContactOptions& options = {}) {
  return touch(list.first, list.second, list.pairs, options);
}

template <class AnyManifold>
bool same_contacts(const AnyManifold& m, const AnyManifold& n) {
  bool same = same_bits(m.distance.lower, n.distance.lower) && same_bits(m.distance.upper, n.distance.upper) &&
              same_bits(m.normal, n.normal) && m.count == n.count;
  for (std::size_t k = 0; k < std::size(m.points); ++k) {
    const auto &p = m.points[k], &q = n.points[k];
    same = same && same_bits(p.a, q.a) && same_bits(p.b, q.b) && same_bits(p.separation, q.separation) &&
           p.feature_a == q.feature_a && p.feature_b == q.feature_b;
  }
  return same;
}
inline bool same_bits(const Manifold& m, const Manifold& n) { return same_contacts(m, n); }
inline bool same_bits(const Manifold2& m, const Manifold2& n) { return same_contacts(m, n); }

/// The expected answer for (b, a) from that for (a, b).
template <class AnyManifold>
AnyManifold mirrored_contacts(const AnyManifold& m) {
  if (m.count == 0) return m;
  AnyManifold n{m.distance, -m.normal, m.count, {}};
  for (std::uint32_t k = 0; k < m.count; ++k)
    n.points[k] = {m.points[k].b, m.points[k].a, m.points[k].separation, m.points[k].feature_b, m.points[k].feature_a};
  return n;
}
inline Manifold mirrored(const Manifold& m) { return mirrored_contacts(m); }
inline Manifold2 mirrored(const Manifold2& m) { return mirrored_contacts(m); }

/// The answer of an overlap pass for shapes of the plane: z is 0.
inline Manifold in_space(const Manifold2& m) {
  Manifold n{m.distance, {m.normal.x, m.normal.y, 0}, m.count, {}};
  for (std::uint32_t k = 0; k < m.count; ++k) {
    const ContactPoint2& p = m.points[k];
    n.points[k] = {{p.a.x, p.a.y, 0}, {p.b.x, p.b.y, 0}, p.separation, p.feature_a, p.feature_b};
  }
  return n;
}

inline double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline double dot(const Vec2d& a, const Vec2d& b) { return a.x * b.x + a.y * b.y; }

inline std::string text(const Manifold& m) {
  char line[400];
  std::snprintf(line, sizeof line, "[%.17g, %.17g] normal (%.17g %.17g %.17g), %u points", m.distance.lower,
                m.distance.upper, m.normal.x, m.normal.y, m.normal.z, m.count);
  std::string all = line;
  for (std::uint32_t k = 0; k < m.count && k < 4; ++k) {
    const ContactPoint& p = m.points[k];
    std::snprintf(line, sizeof line, "\n  %.17g: a (%.17g %.17g %.17g) %#x, b (%.17g %.17g %.17g) %#x", p.separation,
                  p.a.x, p.a.y, p.a.z, p.feature_a, p.b.x, p.b.y, p.b.z, p.feature_b);
    all += line;
  }
  return all;
}
inline std::string text(const Manifold2& m) { return text(in_space(m)); }

}  // namespace lockstep::test
