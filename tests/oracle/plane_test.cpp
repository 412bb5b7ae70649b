// The oracle of the plane: hand-made truths, and formulas that share nothing with it.
#include "plane.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "exact.hpp"
#include "plane_generate.hpp"
#include "plane_pair_line.hpp"
#include "plane_support.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;
using Real2 = Vector2<PlaneReal>;

struct Known {
  const char* line;
  Truth truth;
};

TEST(PlaneOracle, KnowsSimpleTruths) {
  const Known cases[] = {
      {"apart | circle2d 0 0 1 | circle2d 1.0000001 0 0", Truth::separated},
      {"touching | circle2d 0 0 1 | circle2d 1 0 0", Truth::contact},
      {"pythagoras | circle2d 3 4 2 | circle2d 0 0 3", Truth::contact},
      {"in-a-circle | circle2d 0 0 1 | circle2d 0.5 0 0", Truth::overlapping},
      {"concentric | circle2d 2 3 1 | circle2d 2 3 0.5", Truth::overlapping},
      {"same-point | circle2d 2 3 0 | circle2d 2 3 0", Truth::contact},
      {"edges | box2d 0 0 0 1 1 | box2d 2 0 0 1 1", Truth::contact},
      {"corners | box2d 0 0 0 1 1 | box2d 2 2 0 1 1", Truth::contact},
      {"corners-apart | box2d 0 0 0 1 1 | box2d 2 2.0000002 0 1 1", Truth::separated},
      {"same-box | box2d 1 2 0.5 1 1 | box2d 1 2 0.5 1 1", Truth::overlapping},
      {"crossing-segments | capsule2d -1 0 1 0 0 | capsule2d 0 -1 0 1 0", Truth::overlapping},
      {"collinear-segments | capsule2d -1 0 1 0 0 | capsule2d 0 0 3 0 0", Truth::contact},
      {"collinear-and-apart | capsule2d -1 0 1 0 0 | capsule2d 1.5 0 3 0 0", Truth::separated},
      {"t-junction | capsule2d -1 0 1 0 0 | capsule2d 0 0 0 1 0", Truth::contact},
      {"on-an-edge | polygon2d 3 0 0 4 0 0 4 | circle2d 2 2 0", Truth::contact},
      {"inside | polygon2d 3 0 0 4 0 0 4 | circle2d 1 1 0", Truth::overlapping},
      // The float nearest to a quarter turn is a little more than one: the box leans by 4.4e-8.
      {"not-quite-a-quarter | box2d 0 0 1.57079637 2 1 | circle2d 0 3 1", Truth::overlapping},
      {"placed | polygon2d_at 1 1 0 3 0 0 4 0 0 4 | circle2d 3 3 0", Truth::contact},
      {"far-and-placed | polygon2d_at -1e6 0 0 2 1000001 0 1000002 0 | circle2d 1.5 0 0", Truth::contact},
      {"ellipse-end | ellipse2d 0 0 0 3 1 | circle2d 4 0 1", Truth::contact},
      {"ellipse-side | ellipse2d 0 0 0 3 1 | circle2d 0 1.5 0.5", Truth::contact},
      {"ellipses-end-to-end | ellipse2d 0 0 0 3 1 | ellipse2d 3.5 0 0 0.5 2", Truth::contact},
      {"ellipses-side-by-side | ellipse2d 0 0 0 3 1 | ellipse2d 0 2.0000002 0 3 1", Truth::separated},
      {"round-ellipse | ellipse2d 3 4 0.7 2 2 | circle2d 0 0 3", Truth::contact},
      {"flat-ellipse | ellipse2d 0 0 0 2 0 | ellipse2d 0 0 0 0 2", Truth::overlapping},
      {"slice-tip | slice2d 0 0 0 0.5 2 | circle2d -1 0 1", Truth::contact},
      {"slice-arc | slice2d 0 0 0 0.5 2 | circle2d 3 0 1", Truth::contact},
      {"behind-a-slice | slice2d 0 0 0 0.5 2 | circle2d -0.5 0 0.25", Truth::separated},
      {"beside-a-slice | slice2d 0 0 0 0.5 2 | circle2d 1 1 0.125", Truth::separated},
      {"half-a-disc | slice2d 0 0 0 1.57079637 2 | circle2d -1 1 1", Truth::contact},
      {"beyond-half-a-disc | slice2d 0 0 0 1.6 2 | circle2d -1 -1 1", Truth::contact},
      {"a-little-less | slice2d 0 0 0 1.57079625 2 | circle2d -1 1 1", Truth::separated},
      {"no-slice | slice2d 1 0 0 0 2 | capsule2d 2 -1 2 1 0", Truth::overlapping},
      {"no-slice-at-its-end | slice2d 1 0 0 0 2 | circle2d 4 0 1", Truth::contact},
      {"back-to-back | slice2d 0 0 0 0.5 2 | slice2d -2 0 0 0.5 2", Truth::contact},
      {"smallest | circle2d 1e-45 0 0 | circle2d 0 0 0", Truth::separated},
      {"huge-and-small | circle2d 1e18 0 1e18 | circle2d -1e-45 0 0", Truth::separated},
      {"needles | polygon2d 2 0 0 6e-20 1e18 | polygon2d 3 5e-20 1e18 7e-20 1e18 1 1", Truth::overlapping},
      {"needle-eye | polygon2d 2 0 0 6e-20 1e18 | polygon2d 3 6.00001e-20 1e18 7e-20 1e18 1 1", Truth::separated},
      {"huge-and-zero | circle2d 1e18 0 1e18 | circle2d 0 0 0", Truth::contact},
  };
  for (const Known& item : cases) {
    const PlanePairLine pair = parse_plane_pair_line(item.line);
    EXPECT_EQ(decide(pair.a, pair.b), item.truth) << item.line;
    EXPECT_EQ(decide(pair.b, pair.a), item.truth) << item.line;
    EXPECT_EQ(decide_exactly(pair.a, pair.b), item.truth) << item.line;
    EXPECT_EQ(decide_in_many_digits(pair.a, pair.b), item.truth) << item.line;
  }
}

/// Against a table, against the series about a whole turn, and against the double-angle formula.
TEST(PlaneOracle, AnglesMeanWhatTheirFloatsSay) {
  const Real2 one = unit_vector<PlaneReal>(1);
  EXPECT_LT(abs(one.x - PlaneReal("0.54030230586813971740093660744297660373231042061792222767")), 1e-54);
  EXPECT_LT(abs(one.y - PlaneReal("0.84147098480789650665250232163029899962256306079837106567")), 1e-54);
  const PlaneReal pi(
      "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798");
  const float nearest = std::numbers::pi_v<float>;
  const PlaneReal t = pi - PlaneReal(nearest);
  EXPECT_LT(abs(unit_vector<PlaneReal>(nearest).y - (t - t * t * t / 6 + t * t * t * t * t / 120)), 1e-50);
  for (const float angle : {0.1F, 3.0F, 1234.5F, 499999.5F}) {
    const Real2 once = unit_vector<PlaneReal>(angle), twice = unit_vector<PlaneReal>(2 * angle);
    EXPECT_LT(abs(once.x * once.x + once.y * once.y - 1), 1e-97) << angle;
    EXPECT_LT(abs(once.x * once.x - once.y * once.y - twice.x), 1e-97) << angle;
    EXPECT_LT(abs(2 * once.x * once.y - twice.y), 1e-97) << angle;
    EXPECT_NEAR(unit_vector<double>(angle).x, once.x.convert_to<double>(), 1e-15) << angle;
    EXPECT_NEAR(unit_vector<double>(angle).y, once.y.convert_to<double>(), 1e-15) << angle;
  }
  EXPECT_EQ(spread_of<double>(quarter_turn).x, 0);
  EXPECT_GT(spread_of<double>(std::nextafter(quarter_turn, 0.0F)).x, 0);
}

Truth compared(const PlaneReal& distance) {
  if (abs(distance) < PlaneReal("1e-60")) return Truth::contact;
  return distance > 0 ? Truth::separated : Truth::overlapping;
}

/// The separating axis theorem for two boxes.
Truth separating_axes(const Box2& a, const Box2& b) {
  const std::array<Real2, 2> turns = {unit_vector<PlaneReal>(a.angle), unit_vector<PlaneReal>(b.angle)};
  const Real2 between{PlaneReal(b.center.x) - a.center.x, PlaneReal(b.center.y) - a.center.y};
  PlaneReal most = -1e30;
  for (const Real2& turn : turns) {
    for (const Real2& n : {turn, left_of(turn)}) {
      const PlaneReal reach_a = abs(dot(turns[0], n)) * a.half_extents.x + abs(cross(turns[0], n)) * a.half_extents.y;
      const PlaneReal reach_b = abs(dot(turns[1], n)) * b.half_extents.x + abs(cross(turns[1], n)) * b.half_extents.y;
      most = std::max(most, PlaneReal(abs(dot(between, n)) - reach_a - reach_b));
    }
  }
  return compared(most);
}

TEST(PlaneOracle, AgreesWithSeparatingAxesOnBoxes) {
  constexpr std::uint64_t seed = 61;
  Rng rng(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 1500; ++i) {
    const Hardness hardness = i % 3 == 0 ? Hardness::lattice : all_hardnesses[rng() % all_hardnesses.size()];
    const auto [a, b] =
        i % 5 == 0 ? random_pair(rng, Kind2::box, Kind2::box) : hard_pair(rng, Kind2::box, Kind2::box, hardness);
    const Truth expected = separating_axes(std::get<Box2>(a), std::get<Box2>(b));
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(decide(a, b), expected) << "seed " << seed << "\n" << to_pair_line("box-" + std::to_string(i), a, b);
  }
  for (const int count : seen) EXPECT_GT(count, 30);
}

/// x^2 / a^2 + y^2 / b^2 against one, without division.
TEST(PlaneOracle, AgreesWithTheEquationOnPointsAndEllipses) {
  constexpr std::uint64_t seed = 62;
  Rng rng(seed);
  std::array<int, 3> seen{};
  for (int i = 0; i < 3000; ++i) {
    const auto number = [&] { return static_cast<float>(uniform(rng, 0.25, 2)); };
    const Ellipse2 ellipse{{0, 0}, 0, {number(), number()}};
    const double turn = uniform(rng, 0, 6.3);
    // A point of the rim, rounded: a unit in the last place decides.
    const Vec2 p{static_cast<float>(ellipse.radii.x * std::cos(turn)),
                 static_cast<float>(ellipse.radii.y * std::sin(turn))};
    const Rational x(p.x), y(p.y), a(ellipse.radii.x), b(ellipse.radii.y);
    const Rational outside = x * x * b * b + y * y * a * a - a * a * b * b;
    const Truth expected = outside > 0 ? Truth::separated : outside == 0 ? Truth::contact : Truth::overlapping;
    ++seen[static_cast<std::size_t>(expected)];
    ASSERT_EQ(decide(ellipse, Circle2{p, 0}), expected)
        << "seed " << seed << "\n"
        << to_pair_line("rim-" + std::to_string(i), ellipse, Circle2{p, 0});
  }
  EXPECT_GT(seen[0], 500);
  EXPECT_GT(seen[2], 500);
}

/// The matrix of an ellipse: x^T M x < 0 inside, in homogeneous coordinates.
using Matrix3 = std::array<std::array<PlaneReal, 3>, 3>;
Matrix3 matrix_of(const Ellipse2& e) {
  const Real2 u = unit_vector<PlaneReal>(e.angle), v = left_of(u);
  const PlaneReal a = 1 / (PlaneReal(e.radii.x) * e.radii.x), b = 1 / (PlaneReal(e.radii.y) * e.radii.y);
  const PlaneReal xx = a * u.x * u.x + b * v.x * v.x, xy = a * u.x * u.y + b * v.x * v.y;
  const PlaneReal yy = a * u.y * u.y + b * v.y * v.y, cx = e.center.x, cy = e.center.y;
  const PlaneReal x = -(xx * cx + xy * cy), y = -(xy * cx + yy * cy);
  const PlaneReal one = xx * cx * cx + 2 * xy * cx * cy + yy * cy * cy - 1;
  return {{{xx, xy, x}, {xy, yy, y}, {x, y, one}}};
}

PlaneReal determinant(const Matrix3& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

PlaneReal determinant_at(const Matrix3& a, const Matrix3& b, int at) {
  Matrix3 sum;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) sum[i][j] = at * a[i][j] + b[i][j];
  return determinant(sum);
}

/// Two ellipses are separated exactly if det(t A + B) has two different positive roots, and touch from outside if the
/// two are one (W. Wang, J. Wang, M.-S. Kim, "An algebraic condition for the separation of two ellipsoids", 2001).
/// Empty if the discriminant is nearly zero: near contact, but also for some that overlap.
std::optional<bool> are_separated(const Ellipse2& first, const Ellipse2& second) {
  const Matrix3 a = matrix_of(first), b = matrix_of(second);
  const PlaneReal c3 = determinant(a), c0 = determinant(b);
  const PlaneReal at_one = determinant_at(a, b, 1), at_minus_one = determinant_at(a, b, -1);
  const PlaneReal c2 = (at_one + at_minus_one) / 2 - c0, c1 = (at_one - at_minus_one) / 2 - c3;
  const PlaneReal discriminant = 18 * c3 * c2 * c1 * c0 - 4 * c2 * c2 * c2 * c0 + c2 * c2 * c1 * c1 -
                                 4 * c3 * c1 * c1 * c1 - 27 * c3 * c3 * c0 * c0;
  const PlaneReal size = abs(c3) + abs(c2) + abs(c1) + abs(c0);
  if (abs(discriminant) < size * size * size * size * PlaneReal("1e-50")) return std::nullopt;
  // Both ends of the cubic are negative for positive t, so two positive roots lie about a positive maximum.
  return discriminant > 0 && (c1 > 0 || c2 > 0);
}

TEST(PlaneOracle, AgreesWithTheAlgebraOfTwoEllipses) {
  constexpr std::uint64_t seed = 63;
  Rng rng(seed);
  std::array<int, 2> seen{};
  for (int i = 0; i < 1500; ++i) {
    const double gap = std::pow(10, uniform(rng, -7, -1)) * (below(rng, 2) == 0 ? 1 : -1);
    const auto [a, b] = i % 3 == 0   ? near_contact_pair(rng, Kind2::ellipse, Kind2::ellipse, gap)
                        : i % 3 == 1 ? random_pair(rng, Kind2::ellipse, Kind2::ellipse)
                                     : hard_pair(rng, Kind2::ellipse, Kind2::ellipse, Hardness::thin);
    const std::optional<bool> expected = are_separated(std::get<Ellipse2>(a), std::get<Ellipse2>(b));
    if (!expected) continue;
    ++seen[*expected ? 1 : 0];
    ASSERT_EQ(decide(a, b) == Truth::separated, *expected) << "seed " << seed << "\n"
                                                           << to_pair_line("ellipses-" + std::to_string(i), a, b);
  }
  for (const int count : seen) EXPECT_GT(count, 400);
}

/// Signed distance of a point of the slice's own space to a slice of less than half a disc, by its three sides.
long double distance_to_slice(long double x, long double y, long double half_angle, long double radius) {
  y = std::abs(y);
  const long double c = std::cos(half_angle), s = std::sin(half_angle);
  const long double along = std::clamp(x * c + y * s, 0.0L, radius);
  const long double to_side = std::hypot(x - along * c, y - along * s), to_arc = std::abs(std::hypot(x, y) - radius);
  const bool in_angle = std::atan2(y, x) <= half_angle, in_circle = std::hypot(x, y) <= radius;
  if (in_angle && in_circle) return -std::min(to_side, to_arc);
  return in_angle ? to_arc : to_side;
}

TEST(PlaneOracle, MeasuresPointsAgainstSlices) {
  constexpr std::uint64_t seed = 64;
  Rng rng(seed);
  std::array<int, 2> seen{};
  for (int i = 0; i < 1500; ++i) {
    const Slice2 slice{{static_cast<float>(uniform(rng, -2, 2)), static_cast<float>(uniform(rng, -2, 2))},
                       static_cast<float>(uniform(rng, -4, 4)),
                       static_cast<float>(uniform(rng, 0, 1.5)),
                       static_cast<float>(uniform(rng, 0.5, 2))};
    const auto radius = static_cast<float>(uniform(rng, 0, 1));
    const Circle2 circle{{static_cast<float>(uniform(rng, -3, 3)), static_cast<float>(uniform(rng, -3, 3))}, radius};
    const long double x = (long double)circle.center.x - slice.center.x,
                      y = (long double)circle.center.y - slice.center.y;
    const long double c = std::cos((long double)slice.angle), s = std::sin((long double)slice.angle);
    const long double expected =
        distance_to_slice(x * c + y * s, y * c - x * s, slice.half_angle, slice.radius) - radius;
    ++seen[expected > 0 ? 1 : 0];
    const std::optional<double> distance = signed_distance(slice, circle);
    ASSERT_TRUE(distance.has_value());
    ASSERT_NEAR(*distance, double(expected), 1e-11) << "seed " << seed << "\n" << to_pair_line("slice", slice, circle);
  }
  for (const int count : seen) EXPECT_GT(count, 100);
}

long double length(const Vector2<long double>& v) { return std::hypot(v.x, v.y); }

long double distance_to_segment(const Vector2<long double>& p, const Vector2<long double>& a,
                                const Vector2<long double>& b) {
  const Vector2<long double> along = b - a;
  const long double squared = dot(along, along);
  const long double t = squared == 0 ? 0 : std::clamp(dot(p - a, along) / squared, 0.0L, 1.0L);
  return length(p - (a + along * t));
}

long double distance_of_segments(const Vector2<long double>& a, const Vector2<long double>& b,
                                 const Vector2<long double>& c, const Vector2<long double>& d) {
  return std::min({distance_to_segment(a, c, d), distance_to_segment(b, c, d), distance_to_segment(c, a, b),
                   distance_to_segment(d, a, b)});
}

/// By all segments between vertices and all perpendicular directions.
long double distance_of_polygons(const std::vector<Vector2<long double>>& a,
                                 const std::vector<Vector2<long double>>& b) {
  using Long2 = Vector2<long double>;
  long double inside = -1e30L, outside = 1e30L;
  const auto push = [&](const Long2& n) {
    if (dot(n, n) == 0) return;
    long double most_a = -1e30L, least_b = 1e30L;
    for (const Long2& p : a) most_a = std::max(most_a, dot(p, n));
    for (const Long2& p : b) least_b = std::min(least_b, dot(p, n));
    inside = std::max(inside, (least_b - most_a) / length(n));
  };
  for (const auto* points : {&a, &b})
    for (const Long2& p : *points)
      for (const Long2& q : *points) push(left_of(q - p));
  for (const Long2& p : a)
    for (const Long2& q : a)
      for (const Long2& r : b)
        for (const Long2& s : b) outside = std::min(outside, distance_of_segments(p, q, r, s));
  const bool are_points = inside == -1e30L;
  return inside > 0 || are_points ? outside : inside;
}

std::vector<Vector2<long double>> world_points(const PolygonShape2& s) {
  std::vector<Vector2<long double>> points;
  const long double c = std::cos((long double)s.angle), sine = std::sin((long double)s.angle);
  for (const Vec2& v : s.vertices)
    points.push_back({s.position.x + (c * v.x - sine * v.y), s.position.y + (sine * v.x + c * v.y)});
  return points;
}

TEST(PlaneOracle, MeasuresPolygons) {
  constexpr std::uint64_t seed = 65;
  Rng rng(seed);
  std::array<int, 2> seen{};
  for (int i = 0; i < 400; ++i) {
    auto [a, b] = random_pair(rng, Kind2::polygon, Kind2::polygon);
    auto &first = std::get<PolygonShape2>(a), &second = std::get<PolygonShape2>(b);
    first.vertices.resize(3 + rng() % 4, first.vertices[0]), second.vertices.resize(3 + rng() % 4, second.vertices[0]);
    const long double expected = distance_of_polygons(world_points(first), world_points(second));
    const std::optional<double> distance = signed_distance(a, b);
    ASSERT_TRUE(distance.has_value());
    ++seen[expected > 0 ? 1 : 0];
    ASSERT_NEAR(*distance, double(expected), 1e-11) << "seed " << seed << "\n" << to_pair_line("polygons", a, b);
  }
  for (const int count : seen) EXPECT_GT(count, 50);
}

/// Points all along the boundary.
struct Boundary {
  static constexpr int steps = 720;

  std::vector<Vector2<double>> operator()(const Circle2& s) const {
    return (*this)(Ellipse2{s.center, 0, {s.radius, s.radius}});
  }
  std::vector<Vector2<double>> operator()(const Capsule2& s) const {
    std::vector<Vector2<double>> points = (*this)(Circle2{s.p0, s.radius});
    for (const Vector2<double>& p : (*this)(Circle2{s.p1, s.radius})) points.push_back(p);
    return points;
  }
  std::vector<Vector2<double>> operator()(const Box2& s) const {
    const Vec2 h = s.half_extents;
    return (*this)(PolygonShape2{{{h.x, h.y}, {-h.x, h.y}, {-h.x, -h.y}, {h.x, -h.y}}, s.center, s.angle});
  }
  std::vector<Vector2<double>> operator()(const Ellipse2& s) const {
    std::vector<Vector2<double>> points;
    const double c = std::cos(double(s.angle)), sine = std::sin(double(s.angle));
    for (int k = 0; k < steps; ++k) {
      const double t = 2 * std::numbers::pi * k / steps, x = s.radii.x * std::cos(t), y = s.radii.y * std::sin(t);
      points.push_back({s.center.x + c * x - sine * y, s.center.y + sine * x + c * y});
    }
    return points;
  }
  std::vector<Vector2<double>> operator()(const Slice2& s) const {
    std::vector<Vector2<double>> points = {{s.center.x, s.center.y}};
    for (int k = 0; k <= steps; ++k) {
      const double t = s.angle + s.half_angle * (2.0 * k / steps - 1);
      points.push_back({s.center.x + s.radius * std::cos(t), s.center.y + s.radius * std::sin(t)});
    }
    return points;
  }
  std::vector<Vector2<double>> operator()(const PolygonShape2& s) const {
    std::vector<Vector2<double>> points;
    for (const Vector2<long double>& p : world_points(s)) points.push_back({double(p.x), double(p.y)});
    return points;
  }
};

/// The signed distance is the largest separation in any direction: all of these, in steps of half a degree.
double sampled_distance(const AnyShape2& a, const AnyShape2& b) {
  const auto first = std::visit(Boundary{}, a), second = std::visit(Boundary{}, b);
  double most = -1e30;
  for (int k = 0; k < Boundary::steps; ++k) {
    const double t = 2 * std::numbers::pi * k / Boundary::steps;
    const Vector2<double> n{std::cos(t), std::sin(t)};
    double most_a = -1e30, least_b = 1e30;
    for (const Vector2<double>& p : first) most_a = std::max(most_a, dot(p, n));
    for (const Vector2<double>& p : second) least_b = std::min(least_b, dot(p, n));
    most = std::max(most, least_b - most_a);
  }
  return most;
}

class PlaneOracleOnPairs : public testing::TestWithParam<Kind2> {};

TEST_P(PlaneOracleOnPairs, MeasuresWhatDenseSamplesSay) {
  constexpr std::uint64_t seed = 66;
  Rng rng(seed);
  for (const Kind2 other : all_kinds2) {
    for (int i = 0; i < 12; ++i) {
      const auto [a, b] = random_pair(rng, GetParam(), other);
      const std::optional<double> distance = signed_distance(a, b);
      ASSERT_TRUE(distance.has_value()) << to_pair_line("sampled", a, b);
      ASSERT_NEAR(*distance, sampled_distance(a, b), 0.02) << "seed " << seed << "\n" << to_pair_line("sampled", a, b);
    }
  }
}

TEST_P(PlaneOracleOnPairs, QuickBoundsAgreeWithTheExactSearchAndBothOrders) {
  constexpr std::uint64_t seed = 67;
  Rng rng(seed);
  for (const Kind2 other : all_kinds2) {
    for (int i = 0; i < 60; ++i) {
      const Hardness hardness = all_hardnesses[rng() % all_hardnesses.size()];
      const auto [a, b] =
          i % 4 == 0 ? random_pair(rng, GetParam(), other) : hard_pair(rng, GetParam(), other, hardness);
      const Truth truth = decide(a, b);
      const std::string line = to_pair_line("pair-" + std::to_string(i), a, b);
      ASSERT_EQ(truth, decide_exactly(a, b)) << "seed " << seed << "\n" << line;
      ASSERT_EQ(truth, decide_in_many_digits(a, b)) << "seed " << seed << "\n" << line;
      ASSERT_EQ(truth, decide(b, a)) << "seed " << seed << "\n" << line;
    }
  }
}

/// The truth changes exactly at the signed distance.
TEST_P(PlaneOracleOnPairs, MarginsAgreeWithTheSignedDistance) {
  constexpr std::uint64_t seed = 68;
  Rng rng(seed);
  for (const Kind2 other : all_kinds2) {
    for (int i = 0; i < 12; ++i) {
      const auto [a, b] = random_pair(rng, GetParam(), other);
      const std::optional<double> distance = signed_distance(a, b);
      ASSERT_TRUE(distance.has_value()) << to_pair_line("margin", a, b);
      for (const double step : {1e-3, 1e-9}) {
        ASSERT_EQ(decide_at(a, b, *distance - step), Truth::separated) << to_pair_line("margin", a, b);
        ASSERT_EQ(decide_at(a, b, *distance + step), Truth::overlapping) << to_pair_line("margin", a, b);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlaneOracleOnPairs, testing::ValuesIn(all_kinds2),
                         [](const auto& kind) { return std::string(name(kind.param)); });

TEST(PlaneOracle, MeasuresGapsAndDepths) {
  const Box2 box{{0, 0}, 0, {1, 2}};
  EXPECT_EQ(signed_distance(box, Circle2{{4, 6}, 1}), 4.0);
  EXPECT_NEAR(signed_distance(box, Circle2{{0.5F, 0}, 0}).value(), -0.5, 1e-15);
  EXPECT_NEAR(signed_distance(box, Circle2{{0.5F, 0}, 3}).value(), -3.5, 1e-15);
  EXPECT_NEAR(signed_distance(box, box).value(), -2, 1e-15);
  EXPECT_EQ(signed_distance(Circle2{{0, 0}, 3}, Circle2{{3, 4}, 4}), -2.0);
  const double step = 1e-9;
  EXPECT_EQ(decide_at(box, Circle2{{4, 6}, 1}, 4 - step), Truth::separated);
  EXPECT_EQ(decide_at(box, Circle2{{4, 6}, 1}, 4), Truth::contact);
  EXPECT_EQ(decide_at(box, box, -2), Truth::contact);
  EXPECT_EQ(largest_coordinate(AnyShape2(Slice2{{1, 1}, 0, 0.25F, 3})), 4);
  EXPECT_EQ(largest_coordinate(AnyShape2(Capsule2{{1, 1}, {-5, 2}, 3})), 8);
}

/// Ends that are off by more than the digits of the distance, which is known to double precision, are distinguished
/// from correct ones.
TEST(PlaneOracle, KnowsFalseEnds) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr std::uint64_t seed = 70;
  Rng rng(seed);
  int judged = 0;
  for (const Kind2 a : all_kinds2)
    for (const Kind2 b : all_kinds2)
      for (int i = 0; i < 8; ++i) {
        const ShapePair2 pair = i % 2 == 0 ? random_pair(rng, a, b) : hard_pair(rng, a, b, Hardness::thin);
        const AnyShape2 &first = pair.first, &second = pair.second;  // clang 14 lets no lambda capture a binding
        const std::optional<double> distance = signed_distance(first, second);
        if (!distance) continue;
        const double d = *distance, off = 1e-14 * (1 + std::abs(d)), digits = 0x1p-51 * std::abs(d) + 1e-30;
        const auto says = [&](double lower, double upper) { return false_end(first, second, lower, upper); };
        SCOPED_TRACE(to_pair_line("seed " + std::to_string(seed), first, second));
        EXPECT_EQ(says(d - digits, d + digits), std::nullopt);
        EXPECT_EQ(says(-infinity, infinity), std::nullopt);
        EXPECT_EQ(says(d + off, infinity), End::lower);
        EXPECT_EQ(says(-infinity, d - off), End::upper);
        EXPECT_EQ(says(d + off, d + 2 * off), End::lower);
        ++judged;
      }
  EXPECT_GT(judged, 250);
  const Circle2 point{{0, 0}, 0};
  EXPECT_EQ(false_end(point, point, 0, 0), std::nullopt);
  EXPECT_EQ(false_end(point, point, std::numeric_limits<double>::quiet_NaN(), 1), End::lower);
  EXPECT_EQ(false_end(point, point, infinity, infinity), End::lower);
}

TEST(PlaneOracle, RefusesWhatIsNoShape) {
  const Circle2 origin{{0, 0}, 0};
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  EXPECT_THROW((void)decide(Circle2{{nan, 0}, 0}, origin), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Circle2{{0, 0}, infinity}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Capsule2{{0, 0}, {1, 0}, -1}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Box2{{0, 0}, nan, {1, 1}}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Ellipse2{{0, 0}, 0, {1, -1}}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, Slice2{{0, 0}, 0, -0.5F, 1}), std::invalid_argument);
  EXPECT_THROW((void)decide(origin, PolygonShape2{}), std::invalid_argument);
}

TEST(PlanePairLine, PrintsAndReadsEveryShape) {
  EXPECT_EQ(to_text(Circle2{{1, -2.5F}, 0.1F}), "circle2d 1 -2.5 0.100000001");
  EXPECT_EQ(to_text(PolygonShape2{{{1, 2}, {3, 4}}, {}, 0}), "polygon2d 2 1 2 3 4");
  EXPECT_EQ(to_text(PolygonShape2{{{1, 2}}, {5, 6}, 0.5F}), "polygon2d_at 5 6 0.5 1 1 2");
  EXPECT_EQ(to_pair_line("see", Slice2{{1, 2}, 3, 0.5F, 4}, Box2{{2, 0}, 0.5F, {1, 1}}),
            "see | slice2d 1 2 3 0.5 4 | box2d 2 0 0.5 1 1");
  constexpr std::uint64_t seed = 69;
  Rng rng(seed);
  for (const Kind2 a : all_kinds2) {
    for (const Kind2 b : all_kinds2) {
      const auto [first, second] = hard_pair(rng, a, b, Hardness::thin);
      const std::string line = to_pair_line("id", first, second);
      const PlanePairLine again = parse_plane_pair_line(line);
      EXPECT_EQ(kind_of(again.a), a);
      EXPECT_EQ(to_pair_line("id", again.a, again.b), line) << "seed " << seed;
    }
  }
  for (const char* line : {"id | circle2d 0 0 | circle2d 0 0 1", "id | circle2d 0 0 0 0 | circle2d 0 0 1",
                           "id | polygon2d 0 | circle2d 0 0 1", "id | polygon2d 2 0 0 | circle2d 0 0 1",
                           "id | sphere 0 0 0 1 | circle2d 0 0 1"})
    EXPECT_THROW((void)parse_plane_pair_line(line), std::invalid_argument) << line;
}

}  // namespace
