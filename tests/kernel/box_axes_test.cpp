// Two boxes go to double lanes with the axis that float lanes have chosen, or without one. A tolerance that floats
// cannot reach sends all of them the second way, where double lanes try every axis: both intervals contain the truth.
// The choice of the floats is the same bits on every instruction set and in either order.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "distance_list.hpp"
#include "every_isa.hpp"
#include "generate.hpp"
#include "long_tests.hpp"
#include "pair_list.hpp"

namespace lockstep::test {
namespace {

using oracle::Rng;

constexpr double out_of_reach = 1e-300;

class BoxAxes : public EveryIsa {
 protected:
  static int count() { return long_tests() ? 1'000'000 : 20'000; }

  static float uniform(Rng& rng, float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(rng);
  }
  static Vec3 point(Rng& rng, float reach) {
    return {uniform(rng, -reach, reach), uniform(rng, -reach, reach), uniform(rng, -reach, reach)};
  }
  static Quat unit(Quat q) {
    const float length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return length > 0.1F ? Quat{q.x / length, q.y / length, q.z / length, q.w / length} : Quat{0, 0, 0, 1};
  }
  static Quat rotation(Rng& rng) {
    const Vec3 p = point(rng, 1);
    return unit({p.x, p.y, p.z, uniform(rng, -1, 1)});
  }
  static Box box(Rng& rng, float reach) {
    return {point(rng, reach), rotation(rng), {uniform(rng, 0.2F, 1), uniform(rng, 0.2F, 1), uniform(rng, 0.2F, 1)}};
  }

  /// The largest width of an interval, as a share of the sum of all half extents and the distance between the centres.
  static constexpr double widest = 0x1p-30;
  static double size(const Box& a, const Box& b) {
    double sum =
        length({double{a.center.x} - b.center.x, double{a.center.y} - b.center.y, double{a.center.z} - b.center.z});
    for (const Box* const box : {&a, &b})
      sum += double{box->half_extents.x} + box->half_extents.y + box->half_extents.z;
    return sum;
  }

  /// Pairs 2 i and 2 i + 1, in both orders and in both forms of output.
  void expect_agreement(const std::vector<Box>& boxes) const {
    ShapeSet set;
    for (const Box& b : boxes) set.add(b);
    std::vector<Pair> pairs, back;
    for (std::uint32_t i = 0; i + 1 < boxes.size(); i += 2) pairs.push_back({i, i + 1}), back.push_back({i + 1, i});
    const auto told = measure(set, set, pairs, {.isa = GetParam()});
    const auto told_back = measure(set, set, back, {.isa = GetParam()});
    const auto by_scalars = measure(set, set, pairs, {.isa = Isa::scalar});
    const auto truth = measure(set, set, pairs, {.tolerance = out_of_reach, .isa = GetParam()});
    std::vector<Interval> alone(pairs.size());
    distance(set, set, pairs, {alone}, {.isa = GetParam()});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Box &a = boxes[2 * i], &b = boxes[2 * i + 1];
      const Interval &found = told[i].distance, &true_one = truth[i].distance;
      const double most = true_one.upper - true_one.lower + size(a, b) * widest;
      ASSERT_TRUE(found.lower <= true_one.upper && true_one.lower <= found.upper && found.upper - found.lower <= most)
          << line(a) << line(b) << text(told[i]) << "\nby all axes\n"
          << text(truth[i]);
      ASSERT_TRUE(same_bits(told_back[i], mirrored(told[i]))) << line(a) << line(b) << text(told[i]) << "\n"
                                                              << text(told_back[i]);
      ASSERT_TRUE(same_bits(by_scalars[i], told[i])) << line(a) << line(b) << text(told[i]) << "\n"
                                                     << text(by_scalars[i]);
      ASSERT_TRUE(alone[i] == found) << line(a) << line(b);
    }
  }
  static std::string line(const Box& b) {
    char text[300];
    std::snprintf(text, sizeof text, "box %.9g %.9g %.9g  %.9g %.9g %.9g %.9g  %.9g %.9g %.9g\n", double{b.center.x},
                  double{b.center.y}, double{b.center.z}, double{b.rotation.x}, double{b.rotation.y},
                  double{b.rotation.z}, double{b.rotation.w}, double{b.half_extents.x}, double{b.half_extents.y},
                  double{b.half_extents.z});
    return text;
  }

  /// Pairs that `change` makes of two random boxes.
  template <class Change>
  void expect_agreement(std::uint32_t seed, const Change& change) const {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Rng rng(seed);
    std::vector<Box> boxes;
    for (int i = 0; i < count(); ++i) {
      Box a = box(rng, 1.2F), b = box(rng, 1.2F);
      change(rng, a, b);
      boxes.push_back(a), boxes.push_back(b);
    }
    expect_agreement(boxes);
  }
};

TEST_P(BoxAxes, Random) {
  expect_agreement(1, [](Rng&, Box&, Box&) {});
}

/// Cubes that nearly coincide: many axes are equally good up to a float's rounding.
TEST_P(BoxAxes, AsGood) {
  expect_agreement(2, [](Rng& rng, Box& a, Box& b) {
    const float tilt = std::ldexp(1.0F, -static_cast<int>(rng() % 24));
    a.half_extents = {1, 1, 1};
    b = a;
    const Vec3 turn = point(rng, tilt), shift = point(rng, tilt);
    b.rotation = unit({a.rotation.x + turn.x, a.rotation.y + turn.y, a.rotation.z + turn.z, a.rotation.w});
    b.center = {a.center.x + shift.x, a.center.y + shift.y, a.center.z + shift.z};
  });
}

/// Edges that are parallel, or nearly.
TEST_P(BoxAxes, Parallel) {
  expect_agreement(3, [](Rng& rng, Box& a, Box& b) {
    const float tilt = std::ldexp(1.0F, -static_cast<int>(rng() % 30));
    a.rotation = unit({0, 0, uniform(rng, -1, 1), 1});
    b.rotation = unit({rng() % 2 == 0 ? tilt : 0, 0, uniform(rng, -1, 1), 1});
  });
}

TEST_P(BoxAxes, FlatThinAndPoints) {
  expect_agreement(4, [](Rng& rng, Box& a, Box& b) {
    for (float* const h : {&a.half_extents.x, &a.half_extents.y, &b.half_extents.y, &b.half_extents.z})
      *h = rng() % 3 == 0 ? 0 : std::ldexp(*h, -static_cast<int>(rng() % 40));
  });
}

/// Far from the origin, of all sizes, and one much larger than the other.
TEST_P(BoxAxes, OfAllScales) {
  expect_agreement(5, [](Rng& rng, Box& a, Box& b) {
    const int size = static_cast<int>(rng() % 100) - 50;
    for (Box* const box : {&a, &b}) {
      const int part = rng() % 4 == 0 ? -static_cast<int>(rng() % 20) : 0;
      for (float* const x : {&box->half_extents.x, &box->half_extents.y, &box->half_extents.z})
        *x = std::ldexp(*x, size + part);
      for (float* const x : {&box->center.x, &box->center.y, &box->center.z}) *x = std::ldexp(*x, size);
    }
    if (rng() % 4 != 0) return;
    const float far = std::ldexp(100.0F, size);
    a.center.x += far, b.center.x += far;
  });
}

/// A wide range near contact, by moving one box along the normal until it is in it.
TEST_P(BoxAxes, NearContact) {
  SCOPED_TRACE("seed 6");
  Rng rng(6);
  ShapeSet set;
  std::vector<Box> boxes;
  std::vector<Pair> pairs;
  for (int i = 0; i < count(); ++i) {
    boxes.push_back(box(rng, 1.2F)), boxes.push_back(box(rng, 1.2F));
    set.add(boxes[boxes.size() - 2]), set.add(boxes.back());
    pairs.push_back({static_cast<std::uint32_t>(2 * i), static_cast<std::uint32_t>(2 * i + 1)});
  }
  const auto measured = measure(set, set, pairs, {.isa = GetParam()});
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Vec3d& n = measured[i].normal;
    const double by = -measured[i].distance.lower + std::ldexp(1.0, -static_cast<int>(rng() % 40));
    Vec3& c = boxes[2 * i].center;
    c = {static_cast<float>(c.x + n.x * by), static_cast<float>(c.y + n.y * by), static_cast<float>(c.z + n.z * by)};
  }
  expect_agreement(boxes);
}

INSTANTIATE_TEST_SUITE_P(, BoxAxes, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
