// The 2D reference against the exact oracle: a polygon becomes a prism and a round shape a ball or a capsule in the
// plane between its ends, which meet exactly if the shapes of the plane do. Rounding is judged as in gjk_test.cpp.
#include <lockstep/reference/gjk2.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include <lockstep/reference/shapes2.hpp>

#include "cases.hpp"
#include "exact.hpp"
#include "generate.hpp"
#include "oracle.hpp"
#include "pair_line.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::oracle;

/// A shape of the plane: the hull of its points (one, two, or any number) grown by a radius.
struct Shape2 {
  std::vector<reference::Vector2<float>> points;
  float radius = 0;
};

template <class T>
struct Hull2 {
  using Scalar = T;
  std::vector<reference::Vector2<T>> points;

  reference::Vector2<T> support(const reference::Vector2<T>& direction) const noexcept {
    return reference::Polygon2<T>{points}.support(direction);
  }
};

template <class T>
using AnyReference2 = std::variant<reference::Point2<T>, reference::Circle2<T>, reference::Capsule2<T>, Hull2<T>>;

template <class T>
Hull2<T> hull2(const Shape2& shape) {
  Hull2<T> hull;
  for (const reference::Vector2<float>& p : shape.points) hull.points.push_back({T(p.x), T(p.y)});
  return hull;
}

template <class T>
AnyReference2<T> to_reference(const Shape2& shape) {
  const std::vector<reference::Vector2<T>> points = hull2<T>(shape).points;
  if (shape.radius == 0 && points.size() == 1) return reference::Point2<T>{points[0]};
  if (shape.radius == 0) return Hull2<T>{points};
  if (points.size() == 1) return reference::Circle2<T>{points[0], T(shape.radius)};
  return reference::Capsule2<T>{{points[0], points[1]}, T(shape.radius)};
}

template <class T>
bool meet(const Shape2& a, const Shape2& b) {
  const auto meet_both = [](const auto& x, const auto& y) {
    using Difference = reference::MinkowskiDifference2<std::decay_t<decltype(x)>, std::decay_t<decltype(y)>>;
    return reference::contains_origin(Difference{x, y}, 1000);
  };
  return std::visit(meet_both, to_reference<T>(a), to_reference<T>(b));
}

AnyShape in_space(const Shape2& shape) {
  const auto at = [&](std::size_t i, float z) { return Vec3{shape.points[i].x, shape.points[i].y, z}; };
  if (shape.radius > 0) return Capsule{at(0, 0), at(shape.points.size() - 1, 0), shape.radius};
  HullShape prism;
  for (std::size_t i = 0; i < shape.points.size(); ++i) {
    prism.vertices.push_back(at(i, -1));
    prism.vertices.push_back(at(i, 1));
  }
  return prism;
}

float coordinate(Rng& rng, bool lattice) {
  return lattice ? static_cast<float>(below(rng, 7) - 3) : static_cast<float>(uniform(rng, -3, 3));
}

/// A point, circle, capsule, or polygon; flat and with duplicate vertices now and then.
Shape2 random_shape(Rng& rng, bool lattice) {
  Shape2 shape;
  const reference::Vector2<float> center{coordinate(rng, lattice), coordinate(rng, lattice)};
  const int kind = below(rng, 4);
  const int count = kind < 2 ? 1 : kind == 2 ? 2 : 2 + below(rng, 8);
  for (int i = 0; i < count; ++i) {
    const float x = coordinate(rng, lattice), y = coordinate(rng, lattice);
    shape.points.push_back({center.x + x / 2, center.y + y / 2});
  }
  if (kind == 1 || kind == 2) shape.radius = std::abs(coordinate(rng, lattice)) / 2;
  return shape;
}

template <class T>
testing::AssertionResult right_within_rounding(const Shape2& a, const Shape2& b) {
  const AnyShape x = in_space(a), y = in_space(b);
  const bool yes = meet<T>(a, b), truth = decide(x, y) != Truth::separated;
  if (yes == truth) return testing::AssertionSuccess();
  const double unit = double(std::numeric_limits<T>::epsilon()) / 2 * 16;  // no coordinate is larger than 8
  const bool excused = yes ? decide_grown(x, y, 256 * unit) != Truth::separated : !deeper_than(x, y, 4 * unit);
  if (excused) return testing::AssertionSuccess();
  return testing::AssertionFailure() << (yes ? "yes, but they are apart\n" : "no, but they meet\n")
                                     << to_pair_line("in-space", x, y);
}

TEST(ReferenceGjk2, IsRightOnRandomAndLatticePairs) {
  constexpr std::uint64_t seed = 41;
  Rng rng(seed);
  int meeting = 0;
  constexpr int count = 20000;
  for (int i = 0; i < count; ++i) {
    const Shape2 a = random_shape(rng, i % 2 == 0), b = random_shape(rng, i % 2 == 0);
    ASSERT_TRUE(right_within_rounding<float>(a, b)) << "seed " << seed;
    ASSERT_TRUE(right_within_rounding<double>(a, b)) << "seed " << seed;
    meeting += meet<double>(a, b);
  }
  EXPECT_GT(meeting, count / 8);
  EXPECT_LT(meeting, count * 7 / 8);
}

TEST(ReferenceGjk2, IsRightInExactArithmetic) {
  constexpr std::uint64_t seed = 42;
  Rng rng(seed);
  for (int i = 0; i < 5000; ++i) {
    Shape2 a = random_shape(rng, true), b = random_shape(rng, true);
    a.radius = b.radius = 0;
    // Half integers: doubled they are integers.
    Hull2<Integer> x, y;
    for (const auto& p : a.points) x.points.push_back({Integer(int(2 * p.x)), Integer(int(2 * p.y))});
    for (const auto& p : b.points) y.points.push_back({Integer(int(2 * p.x)), Integer(int(2 * p.y))});
    ASSERT_EQ(reference::intersect(x, y), decide(in_space(a), in_space(b)) != Truth::separated)
        << to_pair_line("in-space", in_space(a), in_space(b)) << "\nseed " << seed;
  }
}

/// polygon2d N x y ... | circle2d cx cy r
Shape2 parse_shape2(const std::string& text) {
  std::istringstream in(text);
  std::string kind;
  in >> kind;
  std::size_t count = 1;
  if (kind == "polygon2d") in >> count;
  Shape2 shape{std::vector<reference::Vector2<float>>(count), 0};
  for (reference::Vector2<float>& p : shape.points) in >> p.x >> p.y;
  if (kind == "circle2d") in >> shape.radius;
  if (!in) throw std::invalid_argument(text);
  return shape;
}

TEST(ReferenceGjk2, IsRightOnPublishedReproducers) {
  int count = 0;
  for (const Case& item : load_cases()) {
    const std::size_t first = item.line.find("| ") + 2, bar = item.line.find(" | ", first);
    if (item.line.find("polygon2d") == std::string::npos) continue;
    const Shape2 a = parse_shape2(item.line.substr(first, bar - first)), b = parse_shape2(item.line.substr(bar + 3));
    EXPECT_EQ(decide(in_space(a), in_space(b)), item.truth) << item.line;
    EXPECT_EQ(meet<float>(a, b), item.truth != Truth::separated) << item.line;
    EXPECT_EQ(meet<double>(a, b), item.truth != Truth::separated) << item.line;
    ++count;
  }
  EXPECT_EQ(count, 8);
}

TEST(ReferenceGjk2, KnowsSimpleTruths) {
  using reference::Capsule2, reference::Circle2, reference::intersect, reference::Point2, reference::Polygon2;
  using reference::Transformed2, reference::Vector2;
  const std::vector<Vector2<double>> square = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  const Polygon2<double> polygon{square};
  EXPECT_TRUE(intersect(polygon, Circle2<double>{{2, 0.5}, 1}));
  EXPECT_FALSE(intersect(polygon, Circle2<double>{{2, 0.5}, 0.999}));
  EXPECT_TRUE(intersect(polygon, Point2<double>{{1, 1}}));
  EXPECT_FALSE(intersect(polygon, Point2<double>{{1, 1.001}}));
  EXPECT_TRUE(intersect(Capsule2<double>{{{-1, 2}, {3, 2}}, 1}, polygon));
  // Turned by a quarter the square lies to the left of its corner.
  const Transformed2<Polygon2<double>> turned{polygon, {5, 5}, {0, 1}};
  EXPECT_TRUE(intersect(turned, Point2<double>{{4.5, 5.5}}));
  EXPECT_FALSE(intersect(turned, Point2<double>{{5.5, 5.5}}));
}

TEST(ReferenceGjk2, NanIsYes) {
  using reference::Capsule2, reference::Circle2, reference::intersect, reference::Point2;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(intersect(Circle2<float>{{nan, 0}, 1}, Point2<float>{{100, 100}}));
  EXPECT_TRUE(intersect(Capsule2<float>{{{nan, nan}, {nan, nan}}, 1}, Point2<float>{{100, 100}}));
  EXPECT_TRUE(intersect(Point2<float>{{100, 100}}, Circle2<float>{{0, 0}, nan}));
}

}  // namespace
