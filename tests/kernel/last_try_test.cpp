// The ends of a search in double lanes that leaves the origin on a face (kernel/lanes/gjk): the proof by two simplices
// on both sides of the face, against whole numbers; and the last try, which ends as soon as some direction proves that
// it finds nothing. Here it also runs to its end each time: no proof may be lost, and none may be false.
#include <gtest/gtest.h>

#include <cmath>

#include "bounds_truth.hpp"
#include "generate.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"

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

/// Pairs that hold the second simplex and not the first: it is no reason to end that the first one did not fit, nor that
/// a direction shows hardly more depth than that of a simplex.
TEST(LastTry, GoesOnToTheNextSimplex) {
  const auto is_found = [](std::string_view line, const PairOfKinds& kinds) {
    const oracle::PairLine pair = oracle::parse_pair_line(line);
    const PairOfRecords records({pair.a, pair.b});
    const LastTryAnswer answer = kinds.of(probe_double::bounds_probe.last_try)(records.a(), records.b());
    return answer.inside_in_full && answer.inside;
  };
  EXPECT_TRUE(
      is_found("point-like | capsule 0.885631859 0.18194297 0.153520226 0.885631859 0.18194297 0.153520226 "
               "0.606750488 | hull 1 1.47892082 0.308634967 0.143349588",
               {Kind::capsule, Kind::hull}));
  EXPECT_TRUE(is_found(
      "edge | cylinder 0.50350225 0.950784326 -0.616241872 0.50350225 0.950784326 -0.616241813 0.546412885 | rhull 12 "
      "0 "
      "1.0207423 -0.0146984216 -0.336129487 0.823624432 -0.33449617 -0.685325146 0.823624432 -0.33449617 -0.685325146 "
      "1.01808393 0.767011762 -0.616241872 0.954532444 0.188195378 -0.562145591 1.01808393 0.767011762 -0.616241872 "
      "1.34783733 0.105044208 0.387298912 1.37409627 0.841428757 0.190733179 1.01646173 -0.286331922 -0.250972629 "
      "0.823624432 -0.33449617 -0.685325146 1.44393289 0.366356105 0.520600021 0.861543238 -0.668749511 -0.479483366",
      {Kind::cylinder, Kind::hull}));
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

/// The origin lies behind the faces at d.
bool is_behind(const Triple& p, const Triple& q, const Triple& r, const Triple& d) {
  const Triple origin{0, 0, 0};
  return volume(p, q, r, d) > 0 && volume(origin, q, r, d) > 0 && volume(p, origin, r, d) > 0 &&
         volume(p, q, origin, d) > 0;
}

/// The origin lies on the face pqr or beyond it, and in the tetrahedra with the corners d and e if they were larger.
bool is_across(const Triple& p, const Triple& q, const Triple& r, const Triple& d, const Triple& e) {
  return dot(cross(q - p, r - p), p) <= 0 && is_behind(p, q, r, d) && is_behind(p, r, q, e);
}

TEST(TwoSimplices, HoldAnOriginOnTheirCommonFaceOrBeyond) {
  Rng rng(22);
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    int on_face = 0, beyond = 0;
    for (int i = 0; i < 200000; ++i) {
      const Triple p = corner(rng), q = corner(rng), d = corner(rng), e = corner(rng);
      const Triple on_plane =
          -(p * (0.5 * (1 + below(rng, 3))) + q * (0.5 * (1 + below(rng, 3))));  // mostly with the origin inside
      const Triple r = below(rng, 4) == 0 ? corner(rng) : on_plane;
      const bool truth =
          is_across(p, q, r, d, e) || is_across(p, r, d, q, e) || is_across(p, d, q, r, e) || is_across(q, d, r, p, e);
      const bool proven = probe->two_tetrahedra(p, q, r, d, e);
      ASSERT_TRUE(truth || !proven) << "case " << i;
      if (probe->is_double) {
        ASSERT_EQ(proven, truth) << "case " << i;
      }
      (dot(cross(q - p, r - p), p) == 0 ? on_face : beyond) += truth ? 1 : 0;
    }
    EXPECT_GT(on_face, 1000);
    EXPECT_GT(beyond, 100);
  }
}

/// Twice the area of a triangle, positive if d lies to the left of pq.
double turn(const Triple& p, const Triple& q, const Triple& d) {
  return (q.x - p.x) * (d.y - p.y) - (q.y - p.y) * (d.x - p.x);
}

/// The same in the plane, with the side pq.
bool is_across(const Triple& p, const Triple& q, const Triple& d, const Triple& e) {
  const Triple origin{0, 0, 0};
  return turn(p, q, origin) <= 0 && turn(p, q, d) > 0 && turn(p, q, e) < 0 && turn(origin, q, d) > 0 &&
         turn(p, origin, d) > 0 && turn(origin, q, e) < 0 && turn(p, origin, e) < 0;
}

TEST(TwoSimplices, HoldAnOriginOnTheirCommonSideOrBeyond) {
  Rng rng(23);
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    int on_side = 0, beyond = 0;
    for (int i = 0; i < 40000; ++i) {
      const Triple p = corner(rng), d = corner(rng), e = corner(rng);
      const Triple q = below(rng, 2) == 0 ? corner(rng) : p * (0.5 * (below(rng, 5) - 3));
      const bool truth = is_across(p, q, d, e) || is_across(q, d, p, e) || is_across(d, p, q, e);
      ASSERT_EQ(probe->two_triangles(p, q, d, e), truth) << "case " << i;
      (turn(p, q, {0, 0, 0}) == 0 ? on_side : beyond) += truth ? 1 : 0;
    }
    EXPECT_GT(on_side, 1000);
    EXPECT_GT(beyond, 100);
  }
}

}  // namespace
}  // namespace lockstep::test
