// The answers for pairs of bodies, and the expected answers from a list of all their parts.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "body_scene.hpp"
#include "cast_list.hpp"
#include "contact_list.hpp"
#include "distance_list.hpp"
#include "lockstep/cast.hpp"

namespace lockstep::test {

/// The shapes of an object, by the numbers of the parts.
inline std::vector<std::uint32_t> shapes_of(const ShapeSet&, std::uint32_t shape) { return {shape}; }
inline std::vector<std::uint32_t> shapes_of(const BodySet& bodies, std::uint32_t body) {
  std::vector<std::uint32_t> shapes(bodies.part_count(body));
  for (std::uint32_t i = 0; i < bodies.parts().size(); ++i) {
    if (!bodies.parts().contains(i)) continue;
    const PartName name = bodies.owner(i);
    if (name.body == body) shapes[name.part] = i;
  }
  return shapes;
}
inline const ShapeSet& parts_in(const ShapeSet& shapes) { return shapes; }
inline const ShapeSet& parts_in(const BodySet& bodies) { return bodies.parts(); }

/// Every two parts of a pair of objects, and as shapes.
struct AllParts {
  std::vector<Pair> numbers, shapes;

  template <class First, class Second>
  AllParts(const First& first, const Second& second, const Pair& pair) {
    const auto of_a = shapes_of(first, pair.a), of_b = shapes_of(second, pair.b);
    for (std::uint32_t a = 0; a < of_a.size(); ++a)
      for (std::uint32_t b = 0; b < of_b.size(); ++b) numbers.push_back({a, b}), shapes.push_back({of_a[a], of_b[b]});
  }
};

/// The answers for one pair of bodies.
struct MeasuredBodies {
  Measured measured;
  Pair parts;
};
struct MetBodies {
  Met met;
  Pair parts;
};

template <class First, class Second>
std::vector<MeasuredBodies> measure_bodies(const First& first, const Second& second, const std::vector<Pair>& pairs,
                                           const DistanceOptions& options = {}) {
  std::vector<Interval> distances(pairs.size());
  std::vector<WitnessPoints> points(pairs.size());
  std::vector<Vec3d> normals(pairs.size());
  std::vector<Pair> parts(pairs.size());
  distance(first, second, pairs, BodyDistanceOutput{distances, points, normals, parts}, options);
  std::vector<MeasuredBodies> all(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) all[i] = {{distances[i], points[i], normals[i]}, parts[i]};
  return all;
}

template <class First, class Second>
std::vector<MetBodies> meet_bodies(const First& first, const Second& second, const std::vector<Pair>& pairs,
                                   const std::vector<Vec3>& motions, const CastOptions& options = {}) {
  std::vector<Interval> fractions(pairs.size());
  std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
  std::vector<Pair> parts(pairs.size());
  cast(first, second, pairs, motions, BodyCastOutput{fractions, points, normals, parts}, options);
  std::vector<MetBodies> all(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) all[i] = {{fractions[i], points[i], normals[i]}, parts[i]};
  return all;
}

template <class First, class Second>
std::vector<BodyManifold> touch_bodies(const First& first, const Second& second, const std::vector<Pair>& pairs,
                                       const ContactOptions& options = {}) {
  std::vector<BodyManifold> out(1);
  BodyContactResult result = contacts(first, second, pairs, out, options);
  EXPECT_EQ(result.complete, result.manifolds <= 1);
  out.resize(result.manifolds);
  result = contacts(first, second, pairs, out, options);
  EXPECT_TRUE(result.complete);
  EXPECT_EQ(result.manifolds, out.size());
  return out;
}

/// Whether p may be the reported pair of parts if q is as near.
inline bool may_be_named(const Pair& p, const Pair& q) {
  const auto high = [](const Pair& x) { return std::max(x.a, x.b); };
  const auto low = [](const Pair& x) { return std::min(x.a, x.b); };
  return high(p) != high(q) ? high(p) < high(q) : low(p) <= low(q);
}

inline Interval& interval(Measured& m) { return m.distance; }
inline Interval& interval(Met& m) { return m.fractions; }

/// The expected answer for bodies from the answers for all parts; `named` is the reported pair. A missing answer has
/// infinite ends.
template <class One>
void expect_least(std::vector<One> of_parts, const std::vector<Pair>& numbers, One got, const Pair& named,
                  const std::string& what) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Interval least{infinity, infinity};
  for (One& one : of_parts) {
    least.lower = std::min(least.lower, interval(one).lower);
    least.upper = std::min(least.upper, interval(one).upper);
  }
  const auto at = std::find(numbers.begin(), numbers.end(), named);
  if (least.lower == infinity) {
    ASSERT_EQ(named, (Pair{no_part, no_part})) << what;
    ASSERT_EQ(interval(got), least) << what;
    return;
  }
  ASSERT_NE(at, numbers.end()) << what;
  One expected = of_parts[static_cast<std::size_t>(at - numbers.begin())];
  ASSERT_EQ(interval(expected).lower, least.lower) << what << ", parts " << named.a << " and " << named.b;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (interval(of_parts[i]).lower == least.lower) {
      ASSERT_TRUE(may_be_named(named, numbers[i])) << what;
    }
  interval(expected).upper = least.upper;
  ASSERT_TRUE(same_bits(got, expected)) << what << ":\n" << text(got) << "\nexpected\n" << text(expected);
}

inline std::string name_of(const Pair& pair) {
  return "bodies " + std::to_string(pair.a) + " and " + std::to_string(pair.b);
}

template <class First, class Second>
void expect_least_distances(const First& first, const Second& second, const std::vector<Pair>& pairs,
                            const DistanceOptions& options = {}) {
  const std::vector<MeasuredBodies> got = measure_bodies(first, second, pairs, options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const AllParts all(first, second, pairs[i]);
    expect_least(measure(parts_in(first), parts_in(second), all.shapes, options), all.numbers, got[i].measured,
                 got[i].parts, name_of(pairs[i]));
  }
}

template <class First, class Second>
void expect_first_contacts(const First& first, const Second& second, const std::vector<Pair>& pairs,
                           const std::vector<Vec3>& motions, const CastOptions& options = {}) {
  const std::vector<MetBodies> got = meet_bodies(first, second, pairs, motions, options);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const AllParts all(first, second, pairs[i]);
    const std::vector<Vec3> same(all.shapes.size(), motions[i]);
    expect_least(meet(parts_in(first), parts_in(second), all.shapes, same, options), all.numbers, got[i].met,
                 got[i].parts, name_of(pairs[i]));
  }
}

inline bool same_bits(const BodyManifold& m, const BodyManifold& n) {
  return m.pair == n.pair && m.part_a == n.part_a && m.part_b == n.part_b && same_bits(m.manifold, n.manifold);
}

template <class First, class Second>
void expect_all_manifolds(const First& first, const Second& second, const std::vector<Pair>& pairs,
                          const ContactOptions& options = {}) {
  std::vector<BodyManifold> expected;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const AllParts all(first, second, pairs[i]);
    const std::vector<Manifold> manifolds = touch(parts_in(first), parts_in(second), all.shapes, options);
    for (std::size_t k = 0; k < manifolds.size(); ++k)
      if (manifolds[k].count != 0)
        expected.push_back({static_cast<std::uint32_t>(i), all.numbers[k].a, all.numbers[k].b, manifolds[k]});
  }
  const std::vector<BodyManifold> got = touch_bodies(first, second, pairs, options);
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) ASSERT_TRUE(same_bits(got[i], expected[i])) << i;
}

}  // namespace lockstep::test
