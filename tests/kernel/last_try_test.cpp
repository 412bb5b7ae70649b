// The ends of a search in double lanes that leaves the origin on a face (kernel/lanes/gjk): the proof by two simplices
// on both sides of the face, against whole numbers; and the last try, which ends as soon as some direction proves that
// it finds nothing. Here it also runs to its end each time: no proof may be lost, and none may be false.
#include <gtest/gtest.h>

#include <cmath>

#include "bounds_truth.hpp"
#include "generate.hpp"
#include "oracle.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::Kind;
using oracle::Rng;
using oracle::ShapePair;
using oracle::uniform;

/// Pairs near contact: at gaps around the depth at which the last try begins to find the origin inside, on lattices,
/// in line, far away, of very different sizes. Every other one is moved back by units in the last place.
ShapePair close_pair(Rng& rng, Kind a, Kind b) {
  if (below(rng, 2) == 0) return near_contact_pair(rng, a, b, -std::pow(10, uniform(rng, -8.5, -5.5)));
  ShapePair pair = hard_pair(rng, a, b, oracle::all_hardnesses[rng() % 6]);
  const auto by = [&] { return std::ldexp(below(rng, 3) - 1, -24 + below(rng, 3)); };
  if (below(rng, 2) == 0) pair.second = oracle::moved(pair.second, by(), by(), by());
  return pair;
}

struct Counts {
  int open = 0, shallow = 0, inside = 0;
};

Counts compare_last_tries(const PairOfKinds& kinds, Rng& rng, int count) {
  Counts counts;
  for (int i = 0; i < count; ++i) {
    const ShapePair pair = close_pair(rng, kinds.a, kinds.b);
    if (!is_turned_plainly(pair.first) || !is_turned_plainly(pair.second)) continue;
    const PairOfRecords records(pair);
    const LastTryAnswer answer = kinds.of(probe_double::bounds_probe.last_try)(records.a(), records.b());
    EXPECT_TRUE(answer.inside || !answer.inside_in_full) << kinds.name() << ", pair " << i;
    if (answer.inside) {
      EXPECT_NE(decide(pair.first, pair.second), oracle::Truth::separated) << kinds.name() << ", pair " << i;
    }
    EXPECT_FALSE(answer.is_shallow && answer.inside) << kinds.name() << ", pair " << i;
    counts.open += answer.is_open, counts.shallow += answer.is_shallow, counts.inside += answer.inside;
  }
  return counts;
}

TEST(LastTry, EndsEarlyOnlyWhereItFindsNothing) {
  constexpr Kind kinds[] = {Kind::aabb,   Kind::box,       Kind::hull,     Kind::corners, Kind::capsule,
                            Kind::placed, Kind::ellipsoid, Kind::cylinder, Kind::cone};
  Rng rng(21);
  Counts total;
  for (const Kind a : kinds)
    for (const Kind b : kinds) {
      if (record_kind(a) > record_kind(b)) continue;
      const Counts counts = compare_last_tries({a, b}, rng, 3000);
      total.open += counts.open, total.shallow += counts.shallow, total.inside += counts.inside;
    }
  RecordProperty("open", total.open), RecordProperty("shallow", total.shallow), RecordProperty("inside", total.inside);
  EXPECT_GT(total.open, 1000);
  EXPECT_GT(total.shallow, total.open / 8) << "the exit is hardly ever taken";
  EXPECT_GT(total.inside, 100) << "the pairs do not lie at the edge of what is found";
}

/// Whole numbers, with which all lanes compute exactly; the bounds are smaller than one.
Triple corner(Rng& rng) {
  const auto coordinate = [&] { return static_cast<double>(below(rng, 17) - 8); };
  return {coordinate(), coordinate(), coordinate()};
}

/// Six times the volume of a tetrahedron, positive if d lies on the side that p, q, r show clockwise.
double volume(const Triple& p, const Triple& q, const Triple& r, const Triple& d) {
  return dot(cross(q - p, r - p), p - d);
}

/// The origin has positive coordinates with respect to the corners p, q and r at least.
bool holds_origin(const Triple& p, const Triple& q, const Triple& r, const Triple& d) {
  const Triple origin{0, 0, 0};
  return volume(p, q, r, d) > 0 && volume(origin, q, r, d) > 0 && volume(p, origin, r, d) > 0 &&
         volume(p, q, origin, d) > 0;
}

TEST(TwoSimplices, HoldAnOriginOnTheirCommonFace) {
  Rng rng(22);
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    int inside = 0;
    for (int i = 0; i < 200000; ++i) {
      const Triple p = corner(rng), q = corner(rng), d = corner(rng), e = corner(rng);
      const Triple r =
          -(p * (0.5 * (1 + below(rng, 3))) + q * (0.5 * (1 + below(rng, 3))));  // mostly with the origin inside
      const Triple other = below(rng, 4) == 0 ? corner(rng) : r;
      const bool truth =
          dot(cross(q - p, other - p), p) == 0 && holds_origin(p, q, other, d) && holds_origin(p, other, q, e);
      if (dot(cross(q - p, other - p), p) != 0) continue;  // not on the face
      const bool proven = probe->two_tetrahedra(p, q, other, d, e);
      ASSERT_TRUE(truth || !proven) << "case " << i;
      if (probe->is_double) {
        ASSERT_EQ(proven, truth) << "case " << i;
      }
      inside += truth ? 1 : 0;
    }
    EXPECT_GT(inside, 1000);
  }
}

TEST(TwoSimplices, HoldAnOriginOnTheirCommonSide) {
  const auto turn = [](const Triple& p, const Triple& q, const Triple& d) {
    return (q.x - p.x) * (d.y - p.y) - (q.y - p.y) * (d.x - p.x);
  };
  Rng rng(23);
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    int inside = 0;
    for (int i = 0; i < 20000; ++i) {
      const Triple p = corner(rng), q = p * (0.5 * (below(rng, 5) - 3)), d = corner(rng), e = corner(rng);
      const Triple origin{0, 0, 0};
      const bool between = p.x * q.x + p.y * q.y < 0;
      const bool truth = between && turn(p, q, d) > 0 && turn(p, q, e) < 0 && turn(origin, q, d) > 0 &&
                         turn(p, origin, d) > 0 && turn(origin, q, e) < 0 && turn(p, origin, e) < 0;
      ASSERT_EQ(probe->two_triangles(p, q, d, e), truth) << "case " << i;
      inside += truth ? 1 : 0;
    }
    EXPECT_GT(inside, 1000);
  }
}

}  // namespace
}  // namespace lockstep::test
