#include "shapes.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "pair_list.hpp"
#include "poison.hpp"
#include "variations.hpp"

namespace lockstep::test {

namespace {

Vec3 vector(Input& in) {
  const float x = in.number(), y = in.number();
  return {x, y, in.number()};
}

/// Negative or NaN now and then.
float length(Input& in) {
  const float x = in.number();
  return in.once_in(16) ? x : std::abs(x);
}

/// The identity, exact rotations by small integers, unit length, or any four numbers.
Quat rotation(Input& in) {
  const unsigned choice = in.below(4);
  if (choice == 0) return {};
  if (choice == 1) {
    const unsigned bits = in.below(256);
    const auto digit = [bits](unsigned k) { return static_cast<float>(bits >> (2 * k) & 3U) - 1; };
    return {digit(0), digit(1), digit(2), digit(3)};
  }
  const Vec3 v = vector(in);
  const float w = in.number();
  if (choice == 3) return {v.x, v.y, v.z, w};
  const double norm = std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z + double{w} * w);
  const auto unit = [norm](float x) { return static_cast<float>(x / norm); };
  return {unit(v.x), unit(v.y), unit(v.z), unit(w)};
}

Aabb aabb(Input& in) {
  const Vec3 a = vector(in), b = vector(in);
  if (in.once_in(16)) return {a, b};
  return {{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
          {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
}

AnyShape hull(Input& in) {
  if (in.once_in(3)) {
    Rng rng = in.rng();
    const int vertices = 1 + in.take<std::uint8_t>();
    return many_vertices(rng, vertices, vector(in));
  }
  oracle::HullShape hull;
  for (unsigned left = 1 + in.below(20); left > 0; --left) hull.vertices.push_back(vector(in));
  return hull;
}

AnyShape placed(Input& in) {
  const Vec3 position = vector(in);
  const Quat turn = rotation(in);
  const float radius = length(in);
  return oracle::PlacedHull{std::get<oracle::HullShape>(hull(in)).vertices, {position, turn}, radius};
}

AnyShape corners(Input& in) {
  oracle::Corners8 volume;
  if (in.below(2) == 0) {
    for (Vec3& corner : volume.corners) corner = vector(in);
    return volume;
  }
  const auto [low, high] = aabb(in);
  const float x[] = {low.x, high.x, high.x, low.x}, y[] = {low.y, low.y, high.y, high.y};
  for (std::size_t k = 0; k < 8; ++k) volume.corners[k] = {x[k % 4], y[k % 4], k < 4 ? low.z : high.z};
  return volume;
}

/// Sixteen random numbers are hardly ever a volume; a camera with some changed numbers often is.
AnyShape matrix(Input& in) {
  Rng rng = in.rng();
  AnyShape shape = oracle::random_pair(rng, Kind::matrix, Kind::point).first;
  auto& volume = std::get<oracle::MatrixVolume>(shape);
  for (unsigned changes = in.below(17); changes > 0; --changes) volume.row_major[in.below(16)] = in.number();
  return shape;
}

/// One in four is a placed hull or smooth. (Those were added later; the meaning of other bytes has stayed, for the
/// corpus.)
Kind kind(Input& in) {
  constexpr unsigned older = 8, later = oracle::all_kinds.size() - older;
  const unsigned byte = in.below(256);
  return oracle::all_kinds[byte < 192 ? byte % older : older + byte % later];
}

ShapePair generated_pair(Input& in, unsigned how) {
  Rng rng = in.rng();
  const Kind a = kind(in), b = kind(in);
  if (how == 0) return oracle::random_pair(rng, a, b);
  if (how == 1) {
    const int digits = in.take<std::int8_t>();
    return oracle::near_contact_pair(rng, a, b, std::ldexp(digits, -static_cast<int>(in.below(40))));
  }
  return oracle::hard_pair(rng, a, b, oracle::all_hardnesses[in.below(oracle::all_hardnesses.size())]);
}

ShapePair unchanged_pair(Input& in) {
  const unsigned choice = in.below(6);
  if (choice < 3) return generated_pair(in, choice);
  const AnyShape first = make_shape(in);
  if (choice == 3) return {first, make_shape(in)};
  if (choice == 4) return {first, first};
  const Vec3 by = vector(in);
  return {first, oracle::moved(first, by.x, by.y, by.z)};
}

template <class Predicate>
bool all_numbers(AnyShape shape, const Predicate& predicate) {
  const std::vector<float*> numbers = numbers_of(shape);
  return std::all_of(numbers.begin(), numbers.end(), [&](const float* number) { return predicate(*number); });
}

}  // namespace

AnyShape make_shape(Input& in) {
  switch (kind(in)) {
    case Kind::point: return Point{vector(in)};
    case Kind::sphere: return Sphere{.center = vector(in), .radius = length(in)};
    case Kind::aabb: return aabb(in);
    case Kind::box: {
      const Vec3 center = vector(in);
      const Quat turn = rotation(in);
      const float x = length(in), y = length(in);
      return Box{center, turn, {x, y, length(in)}};
    }
    case Kind::capsule: return Capsule{.p0 = vector(in), .p1 = vector(in), .radius = length(in)};
    case Kind::ellipsoid: {
      const Vec3 center = vector(in);
      const Quat turn = rotation(in);
      const float x = length(in), y = length(in);
      return Ellipsoid{center, turn, {x, y, length(in)}};
    }
    case Kind::cylinder: return Cylinder{.p0 = vector(in), .p1 = vector(in), .radius = length(in)};
    case Kind::cone: return Cone{.base = vector(in), .apex = vector(in), .radius = length(in)};
    case Kind::hull: return hull(in);
    case Kind::corners: return corners(in);
    case Kind::matrix: return matrix(in);
    case Kind::placed: return placed(in);
    case Kind::transformed_box: break;  // not one of all_kinds
  }
  return Point{};
}

AnyShape make_volume(Input& in) { return in.below(2) == 0 ? corners(in) : matrix(in); }

ShapePair make_pair(Input& in) {
  ShapePair pair = unchanged_pair(in);
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

bool is_finite(const AnyShape& shape) {
  return all_numbers(shape, [](float x) { return std::isfinite(x); });
}

bool is_in_range(const AnyShape& shape) {
  return all_numbers(shape, [](float x) { return std::abs(x) <= max_coordinate; });
}

std::optional<oracle::Truth> truth_of(const AnyShape& a, const AnyShape& b) {
  try {
    return oracle::decide(a, b);
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

}  // namespace lockstep::test
