#include "plane_questions.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <span>

#include "lockstep/reference/shapes2.hpp"
#include "plane_poison.hpp"
#include "poison.hpp"
#include "work/random.hpp"

namespace lockstep::digest {

namespace {

using bench::Random;
using Vector = reference::Vector2<double>;

Vector widen(const Vec2& p) { return {p.x, p.y}; }
Vec2 rounded(const Vector& p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }
double length(const Vector& p) { return std::sqrt(dot(p, p)); }

template <class T, std::size_t N>
T one_of(Random& random, const T (&values)[N]) {
  return values[random.index(N)];
}

/// Cosine and sine by their series for a small part of the angle, doubled again: the same bits with every C library,
/// whose own functions may differ. Precise enough to bring shapes near contact.
Vector turn_of(double angle) {
  constexpr int doublings = 6;
  const double t = angle / (1 << doublings), s = t * t;
  Vector turn{1 - s / 2 * (1 - s / 12 * (1 - s / 30 * (1 - s / 56))), t * (1 - s / 6 * (1 - s / 20 * (1 - s / 42)))};
  for (int i = 0; i < doublings; ++i) turn = reference::turned(turn, turn);
  return turn;
}

/// The frame of a shape: a box that the shape fills approximately.
struct PlaneFrame {
  Vector center{0, 0};
  float angle = 0;
  Vector half{1, 1};
  float half_angle = 0.5F;
  bool lattice = false;  // integers only

  [[nodiscard]] Vector to_world(const Vector& unit) const {
    return center + reference::turned(turn_of(angle), {unit.x * half.x, unit.y * half.y});
  }
};

Vec2 in_square(Random& random, float low, float high) {
  const float x = random.uniform(low, high);
  return {x, random.uniform(low, high)};
}

Vector direction(Random& random) {
  for (;;) {
    const Vector p = widen(in_square(random, -1, 1));
    const double squared = dot(p, p);
    if (squared > 0.01 && squared <= 1) return p * (1 / std::sqrt(squared));
  }
}

/// Placed, or with vertices in the world.
AnyShape2 make_polygon(Random& random, const PlaneFrame& frame) {
  constexpr std::uint32_t few = 16, most = 100;
  PlaneFrame local = frame;
  oracle::PolygonShape2 polygon;
  if (random.index(3) != 0) {
    polygon.position = rounded(frame.center), polygon.angle = frame.angle;
    local.center = {0, 0}, local.angle = 0;
  }
  const std::uint32_t count = random.index(8) == 0 ? few + 1 + random.index(most - few) : 1 + random.index(few);
  while (polygon.vertices.size() < count) {
    Vec2 p = in_square(random, -1, 1);
    if (frame.lattice) p = {p.x < 0 ? -1.0F : 1.0F, p.y < -0.5F ? -1.0F : p.y < 0.5F ? 0.0F : 1.0F};
    polygon.vertices.push_back(rounded(local.to_world(widen(p))));
  }
  return polygon;
}

AnyShape2 make_shape(Random& random, Kind2 kind, const PlaneFrame& frame) {
  const Vec2 center = rounded(frame.center);
  const auto radius = static_cast<float>(frame.half.x);
  switch (kind) {
    case Kind2::capsule: return Capsule2{rounded(frame.to_world({0, -1})), rounded(frame.to_world({0, 1})), radius};
    case Kind2::box: return Box2{center, frame.angle, rounded(frame.half)};
    case Kind2::ellipse: return Ellipse2{center, frame.angle, rounded(frame.half)};
    case Kind2::slice: return Slice2{center, frame.angle, frame.half_angle, radius};
    case Kind2::polygon: return make_polygon(random, frame);
    default: return Circle2{center, radius};
  }
}

/// A point of the shape that is farthest along a direction, approximately.
struct PlaneSupport {
  Vector along;

  Vector operator()(const Circle2& s) const {
    return reference::Circle2<double>{widen(s.center), s.radius}.support(along);
  }
  Vector operator()(const Capsule2& s) const {
    return reference::Capsule2<double>{{widen(s.p0), widen(s.p1)}, s.radius}.support(along);
  }
  Vector operator()(const Box2& s) const {
    return reference::Box2<double>{widen(s.center), turn_of(s.angle), widen(s.half_extents)}.support(along);
  }
  Vector operator()(const Ellipse2& s) const {
    return reference::Ellipse2<double>{widen(s.center), turn_of(s.angle), widen(s.radii)}.support(along);
  }
  Vector operator()(const Slice2& s) const {
    const Vector spread = s.half_angle < oracle::quarter_turn ? turn_of(s.half_angle) : Vector{0, 1};
    return reference::Slice2<double>{widen(s.center), turn_of(s.angle), spread, s.radius}.support(along);
  }
  Vector operator()(const oracle::PolygonShape2& s) const {
    const Vector turn = turn_of(s.angle), local = reference::turned_back(turn, along);
    Vector best = widen(s.vertices[0]);
    for (const Vec2& v : s.vertices)
      if (dot(widen(v), local) > dot(best, local)) best = widen(v);
    return widen(s.position) + reference::turned(turn, best);
  }
};

/// Both shapes, the second one moved so that lines across `along` touch them `gap` apart, at points that face each
/// other.
ShapePair2 in_contact(Random& random, Kind2 a, const PlaneFrame& first, Kind2 b, PlaneFrame second, const Vector& along,
                      double gap) {
  AnyShape2 shape_a = make_shape(random, a, first);
  Random again = random;
  const AnyShape2 shape_b = make_shape(random, b, second);
  const Vector from = std::visit(PlaneSupport{-along}, shape_b), to = std::visit(PlaneSupport{along}, shape_a);
  second.center = second.center + (to + along * gap - from);
  return {std::move(shape_a), make_shape(again, b, second)};
}

ShapePair2 near_contact(Random& random, Kind2 a, const PlaneFrame& first, Kind2 b, const PlaneFrame& second) {
  constexpr double gaps[] = {0, 1e-7, -1e-7, 1e-6, -1e-6, 1e-5, -1e-5, 1e-4, -1e-4, 1e-3, -1e-3};
  const Vector anywhere = direction(random);
  const double gap = one_of(random, gaps) * (length(first.half) + length(second.half));
  return in_contact(random, a, first, b, second, anywhere, gap);
}

ShapePair2 axis_contact(Random& random, Kind2 a, const PlaneFrame& first, Kind2 b, const PlaneFrame& second) {
  constexpr double gaps[] = {0, 1e-7, -1e-7, 1e-5, -1e-5};
  const PlaneFrame& owner = random.index(2) == 0 ? first : second;
  const Vector axis = turn_of(owner.angle);
  const Vector along = random.index(2) == 0 ? axis : left_of(axis);
  const double gap = one_of(random, gaps);
  return in_contact(random, a, first, b, second, along, gap);
}

ShapePair2 at_random(Random& random, Kind2 a, const PlaneFrame& first, Kind2 b, PlaneFrame second) {
  const double reach = 0.9 * (length(first.half) + length(second.half));
  const double distance = reach * random.uniform(0, 1);
  second.center = first.center + direction(random) * distance;
  AnyShape2 shape_a = make_shape(random, a, first);
  if (a == b && random.index(16) == 0) return {shape_a, shape_a};
  return {std::move(shape_a), make_shape(random, b, second)};
}

float random_angle(Random& random) {
  const std::uint32_t choice = random.index(8);
  if (choice == 0) return 0;
  return choice == 1 ? random.uniform(-max_angle, max_angle) : random.uniform(-3.2F, 3.2F);
}

PlaneFrame ordinary_frame(Random& random) {
  PlaneFrame frame;
  frame.center = widen(in_square(random, -1, 1));
  frame.angle = random_angle(random);
  frame.half = widen(in_square(random, 0.2F, 1));
  frame.half_angle = random.index(4) == 0 ? oracle::quarter_turn : random.uniform(0, oracle::quarter_turn);
  return frame;
}

PlaneFrame lattice_frame(Random& random) {
  constexpr float angles[] = {0, 0, oracle::quarter_turn, -oracle::quarter_turn, std::numbers::pi_v<float>};
  constexpr float half_angles[] = {0, oracle::quarter_turn};
  const auto integers = [&](std::uint32_t count) {
    const std::uint32_t x = random.index(count);
    return Vector{double(x), double(random.index(count))};
  };
  PlaneFrame frame;
  frame.center = integers(5);
  frame.angle = one_of(random, angles);
  frame.half = integers(3);
  frame.half_angle = one_of(random, half_angles);
  frame.lattice = true;
  return frame;
}

PlaneFrame far_frame(Random& random, PlaneFrame frame) {
  constexpr double distances[] = {1e2, 1e3, 1e4, 1e5, 1e6};
  const double distance = one_of(random, distances);
  frame.center = direction(random) * distance;
  return frame;
}

/// Half extents, and the half angle, times separate factors.
PlaneFrame squeezed(Random& random, PlaneFrame frame, std::span<const double> factors) {
  const auto factor = [&] { return factors[random.index(static_cast<std::uint32_t>(factors.size()))]; };
  frame.half.x *= factor();
  frame.half.y *= factor();
  frame.half_angle *= static_cast<float>(factor());
  return frame;
}

/// Huge and tiny pairs: those that underflow, those that overflow, and some that are only far from one.
ShapePair2 extreme(Random& random, ShapePair2 pair) {
  constexpr float factors[] = {0x1p-149F, 0x1p-140F, 0x1p-126F, 0x1p-110F, 0x1p-101F, 0x1p-60F,
                               0x1p20F,   0x1p55F,   0x1p99F,   0x1p110F,  0x1p126F};
  const float factor = one_of(random, factors);
  for (AnyShape2* const shape : {&pair.first, &pair.second})
    for (float* const number : test::NumbersOf(*shape).lengths) *number *= factor;
  return pair;
}

/// Replaces one number by an invalid one.
ShapePair2 spoiled(Random& random, ShapePair2 pair) {
  const std::vector<float*> numbers = test::numbers_of(random.index(2) == 0 ? pair.first : pair.second);
  const std::vector<test::Poison>& poisons = test::poisons();
  const auto which = random.index(static_cast<std::uint32_t>(numbers.size()));
  *numbers[which] = poisons[random.index(static_cast<std::uint32_t>(poisons.size()))].value;
  return pair;
}

ShapePair2 plane_question(Random& random, Kind2 a, Kind2 b, std::size_t situation) {
  constexpr double thin[] = {1, 0.1, 0.01, 1e-3, 1e-4}, flat[] = {1, 0}, tiny[] = {0.1, 0.01, 1e-3, 1e-4, 1e-5, 1e-6};
  PlaneFrame first = ordinary_frame(random), second = ordinary_frame(random);
  switch (situation) {
    case 0: return at_random(random, a, first, b, second);
    case 1: return near_contact(random, a, first, b, second);
    case 2: return axis_contact(random, a, first, b, second);
    case 3: first = lattice_frame(random), second = lattice_frame(random); break;
    case 4: first = far_frame(random, first); break;
    case 5: first = squeezed(random, first, flat), second = squeezed(random, second, flat); break;
    case 6: first = squeezed(random, first, thin), second = squeezed(random, second, thin); break;
    case 7: second.half = second.half * one_of(random, tiny); break;
    case 8: return extreme(random, at_random(random, a, first, b, second));
    default: return spoiled(random, at_random(random, a, first, b, second));
  }
  if (first.lattice) {
    AnyShape2 shape_a = make_shape(random, a, first);
    return {std::move(shape_a), make_shape(random, b, second)};
  }
  const bool touching = random.index(2) == 0;
  return touching ? near_contact(random, a, first, b, second) : at_random(random, a, first, b, second);
}

/// The sign of a NaN from a sum depends on the compiler's order of operands.
void give_nans_one_sign(oracle::AnyShape2& shape) {
  for (float* const number : test::numbers_of(shape))
    if (std::isnan(*number)) *number = std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

std::vector<ShapePair2> plane_questions(Kind2 a, Kind2 b, std::size_t count) {
  Random random(3000 + 100 * static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  std::vector<ShapePair2> questions;
  questions.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    questions.push_back(plane_question(random, a, b, i % 10));
    give_nans_one_sign(questions.back().first), give_nans_one_sign(questions.back().second);
  }
  return questions;
}

}  // namespace lockstep::digest
