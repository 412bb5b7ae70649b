// All that `contacts` says of a pair list, and comparisons to the bit.
#pragma once

#include <string>
#include <vector>

#include "distance_list.hpp"
#include "lockstep/contacts.hpp"

namespace lockstep::test {

inline std::vector<Manifold> touch(const ShapeSet& first, const ShapeSet& second, const std::vector<Pair>& pairs,
                                   const ContactOptions& options = {}) {
  std::vector<Manifold> out(pairs.size());
  contacts(first, second, pairs, out, options);
  return out;
}

inline std::vector<Manifold> touch(const PairList& list, const ContactOptions& options = {}) {
  return touch(list.first, list.second, list.pairs, options);
}

inline bool same_bits(const ContactPoint& p, const ContactPoint& q) {
  return same_bits(p.a, q.a) && same_bits(p.b, q.b) && same_bits(p.separation, q.separation) &&
         p.feature_a == q.feature_a && p.feature_b == q.feature_b;
}
inline bool same_bits(const Manifold& m, const Manifold& n) {
  bool same = same_bits(m.distance.lower, n.distance.lower) && same_bits(m.distance.upper, n.distance.upper) &&
              same_bits(m.normal, n.normal) && m.count == n.count;
  for (int k = 0; k < 4; ++k) same = same && same_bits(m.points[k], n.points[k]);
  return same;
}

/// What (b, a) is to be told where (a, b) is told this.
inline Manifold mirrored(const Manifold& m) {
  if (m.count == 0) return m;
  Manifold n{m.distance, {-m.normal.x, -m.normal.y, -m.normal.z}, m.count, {}};
  for (std::uint32_t k = 0; k < m.count; ++k)
    n.points[k] = {m.points[k].b, m.points[k].a, m.points[k].separation, m.points[k].feature_b, m.points[k].feature_a};
  return n;
}

inline double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

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

}  // namespace lockstep::test
