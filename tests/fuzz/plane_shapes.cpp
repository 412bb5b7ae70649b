#include "plane_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plane.hpp"
#include "plane_poison.hpp"
#include "plane_variations.hpp"

namespace lockstep::test {

namespace {

using oracle::AnyShape2;
using oracle::Kind2;
using oracle::Rng;
using oracle::ShapePair2;

Vec2 vector(Input& in) {
  const float x = in.number();
  return {x, in.number()};
}

/// Negative or NaN now and then.
float length(Input& in) {
  const float x = in.number();
  return in.once_in(16) ? x : std::abs(x);
}

Vec2 lengths(Input& in) {
  const float x = length(in);
  return {x, length(in)};
}

/// Zero, nearly a number of quarter turns, or any.
float angle(Input& in) {
  const unsigned choice = in.below(4);
  if (choice == 0) return 0;
  if (choice == 1) return static_cast<float>(in.take<std::int8_t>()) * oracle::quarter_turn;
  return in.number();
}

float half_angle(Input& in) {
  const unsigned choice = in.below(4);
  if (choice == 0) return oracle::quarter_turn;
  if (choice == 1) return static_cast<float>(in.take<std::uint8_t>()) / 255 * oracle::quarter_turn;
  return choice == 2 ? std::min(length(in), oracle::quarter_turn) : length(in);
}

AnyShape2 polygon(Input& in) {
  oracle::PolygonShape2 polygon;
  if (in.once_in(3)) {
    Rng rng = in.rng();
    const int vertices = 1 + in.take<std::uint8_t>();
    polygon = std::get<oracle::PolygonShape2>(oracle::polygon_of(rng, vertices, vector(in)));
  } else {
    for (unsigned left = 1 + in.below(20); left > 0; --left) polygon.vertices.push_back(vector(in));
  }
  if (in.below(2) == 0) return polygon;
  polygon.position = vector(in);
  polygon.angle = angle(in);
  return polygon;
}

Kind2 kind(Input& in) { return oracle::all_kinds2[in.below(oracle::all_kinds2.size())]; }

ShapePair2 generated_pair(Input& in, unsigned how) {
  Rng rng = in.rng();
  const Kind2 a = kind(in), b = kind(in);
  if (how == 0) return oracle::random_pair(rng, a, b);
  if (how == 1) {
    const int digits = in.take<std::int8_t>();
    return oracle::near_contact_pair(rng, a, b, std::ldexp(digits, -static_cast<int>(in.below(40))));
  }
  return oracle::hard_pair(rng, a, b, oracle::all_hardnesses[in.below(oracle::all_hardnesses.size())]);
}

ShapePair2 unchanged_pair(Input& in) {
  const unsigned choice = in.below(6);
  if (choice < 3) return generated_pair(in, choice);
  const AnyShape2 first = make_plane_shape(in);
  if (choice == 3) return {first, make_plane_shape(in)};
  if (choice == 4) return {first, first};
  const Vec2 by = vector(in);
  return {first, oracle::moved(first, by.x, by.y)};
}

}  // namespace

AnyShape2 make_plane_shape(Input& in) {
  switch (kind(in)) {
    case Kind2::circle: return Circle2{.center = vector(in), .radius = length(in)};
    case Kind2::capsule: return Capsule2{.p0 = vector(in), .p1 = vector(in), .radius = length(in)};
    case Kind2::box: return Box2{.center = vector(in), .angle = angle(in), .half_extents = lengths(in)};
    case Kind2::ellipse: return Ellipse2{.center = vector(in), .angle = angle(in), .radii = lengths(in)};
    case Kind2::slice:
      return Slice2{.center = vector(in), .angle = angle(in), .half_angle = half_angle(in), .radius = length(in)};
    case Kind2::polygon: return polygon(in);
  }
  return Circle2{};
}

ShapePair2 make_plane_pair(Input& in) {
  ShapePair2 pair = unchanged_pair(in);
  if (in.once_in(8)) {
    const int exponent = in.take<std::int8_t>();
    pair = {scaled(pair.first, exponent), scaled(pair.second, exponent)};
  }
  for (unsigned changes = in.below(4); changes > 0; --changes) {
    const std::vector<float*> numbers = numbers_of(in.below(2) == 0 ? pair.first : pair.second);
    for (const float* number : numbers) in.remember(*number);
    *numbers[in.take<std::uint8_t>() % numbers.size()] = in.number();
  }
  return pair;
}

bool is_in_range(const AnyShape2& shape) {
  AnyShape2 copy = shape;
  const NumbersOf numbers(copy);
  return std::all_of(numbers.lengths.begin(), numbers.lengths.end(),
                     [](const float* number) { return std::abs(*number) <= max_coordinate; });
}

std::optional<oracle::Truth> truth_of(const AnyShape2& a, const AnyShape2& b) {
  try {
    return oracle::decide(a, b);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::test
