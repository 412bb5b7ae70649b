// Directed searches for numbers that break the rounding bounds of pairs (docs/numerics.md, sections 2 to 5): support
// points, determinants, gaps between boxes, closed forms. LOCKSTEP_LONG_TESTS=1 turns seconds into minutes.
#include <gtest/gtest.h>

#include <cmath>

#include <lockstep/reference/quaternion.hpp>

#include "bounds_truth.hpp"

namespace lockstep::test {
namespace {

using oracle::AnyShape;
using oracle::Kind;
using oracle::ShapePair;

double ratio(const Exact& error, const Exact& bound) { return static_cast<double>(Exact(error / bound)); }

std::string lanes(const BoundsProbe& probe) { return probe.is_double ? ", double lanes" : ", float lanes"; }

/// A direction with digits of its own in either lane type, as short as 2^-80.
Triple direction(const BoundsProbe& probe, const float* x) {
  const int exponent = -static_cast<int>(80 * std::min(1.0F, std::abs(x[4])));
  const auto at = [&](int i) {
    const double v = std::ldexp(double{x[i]} / double{x[3]}, exponent);
    return probe.is_double ? v : static_cast<float>(v);
  };
  return {at(0), at(1), at(2)};
}
constexpr std::size_t direction_numbers = 5;

/// The range of lengths of differences, cross products and cross products of these.
bool is_ordinary(const Triple& v) {
  const double size = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return size > 0x1p-90 && size < 0x1p30;
}

/// The Minkowski difference of the lanes is a - b or b - a, maybe in the frame of a box.
struct Placement {
  bool mirrored = false;
  const Box* frame = nullptr;

  explicit Placement(const ShapePair& pair) {
    const Kind a = kind_of(pair.first), b = kind_of(pair.second);
    const bool is_swept = b == Kind::box || b == Kind::capsule;
    mirrored = (a == Kind::aabb || a == Kind::box) && is_swept;
    if (a == Kind::box && is_swept) frame = &std::get<Box>(pair.first);
    if (a == Kind::sphere && b == Kind::box) frame = &std::get<Box>(pair.second);
  }
};

/// The true extent along v, at scale 1.
Exact extent_along(const ShapePair& pair, ExactVec v) {
  const Placement placement(pair);
  if (placement.frame != nullptr) v = reference::to_world(rotation_of(placement.frame->rotation), v);
  if (placement.mirrored) v = -v;
  return reach(pair.first, v) + reach(pair.second, -v);
}

class PairBounds : public testing::TestWithParam<PairOfKinds> {
 protected:
  const PairOfKinds kinds_ = GetParam();
  const std::size_t first_ = kinds_.count();  // the first of the numbers behind the shapes

  /// `ratio_of(pair, v, answer, numbers)` for support points along v.
  template <class RatioOf>
  void search(const std::string& what, const BoundsProbe& probe, std::size_t more, const RatioOf& ratio_of) const {
    const std::string name = what + ", " + kinds_.name() + lanes(probe);
    expect_bound_holds(name, 1000, kinds_.start(direction_numbers + more), [&](const Numbers& x) {
      const ShapePair pair = kinds_.shapes(x);
      const Triple v = direction(probe, &x[first_]);
      if (!is_turned_plainly(pair.first) || !is_turned_plainly(pair.second) || !is_ordinary(v)) return illegal;
      const PairOfRecords records(pair);
      const SupportAnswer answer = kinds_.of(probe.support)(records.a(), records.b(), v);
      return std::isfinite(answer.scale) ? ratio_of(pair, v, answer, x) : illegal;
    });
  }
};

/// h(v) - v.w, where h is the true extent and w the computed support point.
TEST_P(PairBounds, Support) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe})
    search("support", *probe, 0,
           [](const ShapePair& pair, const Triple& v, const SupportAnswer& answer, const Numbers&) {
             return ratio(extent_along(pair, exact(v)) * answer.scale - answer.along, answer.bound);
           });
}

/// The distance of w outside of the true shape, seen from any direction.
TEST_P(PairBounds, Vertex) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe})
    search("vertex", *probe, direction_numbers,
           [&](const ShapePair& pair, const Triple& v, const SupportAnswer& answer, const Numbers& x) {
             const Triple from = direction(*probe, &x[first_ + direction_numbers]);
             if (!is_ordinary(from)) return illegal;
             const auto outside = [&](const ExactVec& n) {
               const Exact beyond = dot(n, exact(answer.point)) - extent_along(pair, n) * answer.scale;
               return Exact(beyond / norm_2(n));
             };
             return ratio(std::max(outside(exact(v)), outside(exact(from))), answer.vertex_bound);
           });
}

std::vector<PairOfKinds> record_pairs() {
  std::vector<PairOfKinds> pairs;
  constexpr Kind kinds[] = {Kind::sphere,  Kind::aabb,   Kind::box,       Kind::capsule,  Kind::hull,
                            Kind::corners, Kind::placed, Kind::ellipsoid, Kind::cylinder, Kind::cone};
  for (const Kind a : kinds)
    for (const Kind b : kinds)
      if (record_kind(a) < record_kind(b) || (record_kind(a) == record_kind(b) && a <= b)) pairs.push_back({a, b});
  return pairs;
}

INSTANTIATE_TEST_SUITE_P(, PairBounds, testing::ValuesIn(record_pairs()),
                         [](const testing::TestParamInfo<PairOfKinds>& pair) { return pair.param.name(); });

/// N.p of a face p, q, r within [-2, 2].
TEST(FaceBounds, Determinant) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    const auto objective = [&](const Numbers& x) {
      const auto point = [&](std::size_t i) { return direction(*probe, &x[direction_numbers * i]); };
      const Triple p = point(0), q = point(1), r = point(2);
      for (const Triple& corner : {p, q, r})
        if (!is_ordinary(corner) || norm_max(exact(corner)) > 2) return illegal;
      const FaceAnswer answer = probe->face(p, q, r);
      if (answer.bound < 0x1p-100) return illegal;  // if products underflow, no verdict depends on them
      const Exact truth = dot(exact(p), cross(exact(q), exact(r)));
      return ratio(abs(answer.determinant - truth), answer.bound);
    };
    expect_bound_holds("determinant" + lanes(*probe), 20000, random_numbers(3 * direction_numbers), objective);
  }
}

/// The exact box, with axes.
struct TrueBox {
  ExactVec center;
  std::array<ExactVec, 3> axis;
  std::array<Exact, 3> half;

  explicit TrueBox(const Box& box)
      : center(exact(box.center)),
        axis(rotation_of(box.rotation)),
        half{box.half_extents.x, box.half_extents.y, box.half_extents.z} {}
  explicit TrueBox(const Aabb& box)
      : center((exact(box.min) + exact(box.max)) * Exact(0.5)),
        axis(rotation_of({})),
        half{(Exact(box.max.x) - box.min.x) / 2, (Exact(box.max.y) - box.min.y) / 2,
             (Exact(box.max.z) - box.min.z) / 2} {}

  [[nodiscard]] Exact reach(const ExactVec& v) const {
    return abs(dot(v, axis[0])) * half[0] + abs(dot(v, axis[1])) * half[1] + abs(dot(v, axis[2])) * half[2];
  }
};

TrueBox true_box(const AnyShape& shape) {
  const auto* const aabb = std::get_if<Aabb>(&shape);
  return aabb != nullptr ? TrueBox(*aabb) : TrueBox(std::get<Box>(shape));
}

/// The widest gap along the axes of both and their cross products, as long as these are.
Exact widest_gap(const TrueBox& a, const TrueBox& b) {
  const ExactVec c = b.center - a.center;
  const auto gap = [&](const ExactVec& v) { return Exact(abs(dot(v, c)) - a.reach(v) - b.reach(v)); };
  Exact widest = gap(a.axis[0]);
  for (const ExactVec& v : a.axis) {
    widest = std::max(widest, gap(v));
    for (const ExactVec& w : b.axis) widest = std::max({widest, gap(w), gap(cross(v, w))});
  }
  return widest;
}

TEST(BoxBounds, WidestGap) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) {
    for (const PairOfKinds& kinds : {PairOfKinds{Kind::aabb, Kind::box}, PairOfKinds{Kind::box, Kind::box}}) {
      const auto objective = [&](const Numbers& x) {
        const ShapePair pair = kinds.shapes(x);
        if (!is_turned_plainly(pair.first) || !is_turned_plainly(pair.second)) return illegal;
        const PairOfRecords records(pair);
        const GapAnswer answer = kinds.of(probe->widest_gap)(records.a(), records.b());
        return ratio(abs(answer.widest - widest_gap(true_box(pair.first), true_box(pair.second))), answer.bound);
      };
      expect_bound_holds("gap, " + kinds.name() + lanes(*probe), 3000, kinds.start(0), objective);
    }
  }
}

/// The same with axes that float lanes compute from quaternions (docs/numerics.md, section 12).
TEST(BoxBounds, WidestGapOfViews) {
  const PairOfKinds kinds{Kind::box, Kind::box};
  const auto objective = [&](const Numbers& x) {
    const ShapePair pair = kinds.shapes(x);
    if (!is_turned_plainly(pair.first) || !is_turned_plainly(pair.second)) return illegal;
    const auto numbers = [](const AnyShape& box) { return std::bit_cast<std::array<float, 10>>(std::get<Box>(box)); };
    const GapAnswer answer = probe_float::bounds_probe.view_gap(numbers(pair.first), numbers(pair.second));
    return ratio(abs(answer.widest - widest_gap(true_box(pair.first), true_box(pair.second))), answer.bound);
  };
  expect_bound_holds("gap of views", 3000, kinds.start(0), objective);
}

/// Cosine and sine in float lanes are off by 4 u at most.
TEST(TurnBounds, InFloatLanes) {
  double worst = 0;
  const auto ask = [&](float angle) {
    const auto [cos, sin] = probe_float::bounds_probe.turn(angle);
    const double error = std::max(std::abs(cos - std::cos(double{angle})), std::abs(sin - std::sin(double{angle})));
    ASSERT_LE(error, 4 * 0x1p-24) << angle;
    worst = std::max(worst, error);
  };
  oracle::Rng rng(1);
  for (int i = 0; i < 300000 && !testing::Test::HasFailure(); ++i) {
    const auto part = static_cast<float>(oracle::uniform(rng, -1, 1));
    for (const float most : {4.0F, 60.0F, 2048.0F}) ask(part * most);
  }
  for (int eighths = -2607; eighths <= 2607; ++eighths) {  // at changes of quarters, and where sums cancel
    const auto nearest = static_cast<float>(eighths * 0.78539816339744830962);
    for (const float angle : {std::nextafter(nearest, -1e9F), nearest, std::nextafter(nearest, 1e9F)}) ask(angle);
  }
  EXPECT_GT(worst, 1 * 0x1p-24);  // the bound is tight
  for (const float angle : {2048.1F, -2049.0F, HUGE_VALF, std::nanf("")})
    EXPECT_TRUE(std::isnan(probe_float::bounds_probe.turn(angle)[0])) << angle;
}

}  // namespace
}  // namespace lockstep::test
