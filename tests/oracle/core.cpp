#include "core.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <type_traits>

#include <lockstep/reference/quaternion.hpp>

#include "smooth.hpp"

namespace lockstep::oracle {

namespace {

constexpr int no_exponent = std::numeric_limits<int>::max();

int common_exponent(std::initializer_list<Vec3> vectors) {
  int exponent = no_exponent;
  for (const Vec3& p : vectors) {
    exponent = std::min({exponent, lowest_exponent(p.x), lowest_exponent(p.y), lowest_exponent(p.z)});
  }
  return exponent == no_exponent ? 0 : exponent;
}

Vector<Integer> scaled(const Vec3& p, int exponent) {
  return {oracle::scaled(p.x, exponent), oracle::scaled(p.y, exponent), oracle::scaled(p.z, exponent)};
}

std::vector<Vec3> corners_of(const Vec3& min, const Vec3& max) {
  std::vector<Vec3> corners;
  for (int k = 0; k < 8; ++k) {
    corners.push_back({(k & 1) ? max.x : min.x, (k & 2) ? max.y : min.y, (k & 4) ? max.z : min.z});
  }
  return corners;
}

/// The points of the cores that consist of given points.
std::vector<Vec3> given_points(const AnyShape& shape) {
  if (const auto* point = std::get_if<Point>(&shape)) return {point->position};
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {sphere->center};
  if (const auto* box = std::get_if<Aabb>(&shape)) return corners_of(box->min, box->max);
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return {capsule->p0, capsule->p1};
  if (const auto* volume = std::get_if<Corners8>(&shape)) return {volume->corners.begin(), volume->corners.end()};
  const auto& hull = std::get<HullShape>(shape);
  if (hull.vertices.empty()) throw std::invalid_argument("a hull needs at least one vertex");
  return hull.vertices;
}

/// Every number of a shape, for checks of them all.
std::vector<float> numbers_of(const AnyShape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) {
    const auto& [c, q, h] = *box;
    return {c.x, c.y, c.z, q.x, q.y, q.z, q.w, h.x, h.y, h.z};
  }
  if (const auto* volume = std::get_if<MatrixVolume>(&shape)) {
    return {volume->row_major.begin(), volume->row_major.end()};
  }
  if (const auto* hull = std::get_if<PlacedHull>(&shape)) {
    const auto& [t, q] = hull->pose;
    std::vector<float> numbers = {hull->radius, t.x, t.y, t.z, q.x, q.y, q.z, q.w};
    for (const Vec3& p : hull->vertices) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    return numbers;
  }
  if (const auto* box = std::get_if<TransformedBox>(&shape)) {
    std::vector<float> numbers(box->row_major.begin(), box->row_major.end());
    for (const Vec3& p : {box->min, box->max}) numbers.insert(numbers.end(), {p.x, p.y, p.z});
    return numbers;
  }
  std::vector<float> numbers = {radius_of(shape)};
  for (const Vec3& p : given_points(shape)) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  return numbers;
}

void require_valid(const AnyShape& shape) {
  for (float number : numbers_of(shape)) {
    if (!std::isfinite(number)) throw std::invalid_argument("a number must be finite");
  }
  if (radius_of(shape) < 0) throw std::invalid_argument("a radius must not be negative");
}

ExactCore core_of_points(const std::vector<Vec3>& points) {
  ExactCore core;
  int exponent = no_exponent;
  for (const Vec3& p : points) exponent = std::min(exponent, common_exponent({p}));
  core.exponent = exponent;
  for (const Vec3& p : points) core.points.push_back(scaled(p, exponent));
  return core;
}

/// The 8 points center +- axes[0] +- axes[1] +- axes[2].
template <class T>
std::vector<Vector<T>> box_points(const Vector<T>& center, const std::array<Vector<T>, 3>& axes) {
  std::vector<Vector<T>> points;
  for (int k = 0; k < 8; ++k) {
    Vector<T> p = center;
    for (int i = 0; i < 3; ++i) {
      const Vector<T>& axis = axes[static_cast<std::size_t>(i)];
      p = ((k >> i) & 1) ? p + axis : p - axis;
    }
    points.push_back(p);
  }
  return points;
}

/// The quaternion times a power of two, which the rotation R = M(q) / (q.q) does not see.
reference::Quaternion<Integer> integer_turn(const Quat& q) {
  const int exponent = common_exponent({{q.x, q.y, q.z}, {q.w, q.w, q.w}});
  if (q.x == 0 && q.y == 0 && q.z == 0 && q.w == 0) throw std::invalid_argument("a quaternion must not be zero");
  return {oracle::scaled(q.x, exponent), oracle::scaled(q.y, exponent), oracle::scaled(q.z, exponent),
          oracle::scaled(q.w, exponent)};
}

ExactCore core_of(const PlacedHull& hull) {
  if (hull.vertices.empty()) throw std::invalid_argument("a hull needs at least one vertex");
  const reference::Quaternion<Integer> turn = integer_turn(hull.pose.rotation);
  const std::array<Vector<Integer>, 3> axes = reference::scaled_axes(turn);
  ExactCore core;
  core.denominator = reference::length_squared(turn);
  core.exponent = common_exponent({hull.pose.position});
  for (const Vec3& p : hull.vertices) core.exponent = std::min(core.exponent, common_exponent({p}));
  const Vector<Integer> position = scaled(hull.pose.position, core.exponent) * core.denominator;
  for (const Vec3& p : hull.vertices)
    core.points.push_back(position + reference::to_world(axes, scaled(p, core.exponent)));
  return core;
}

ExactCore core_of(const Box& box) {
  const reference::Quaternion<Integer> turn = integer_turn(box.rotation);
  ExactCore core;
  core.denominator = reference::length_squared(turn);
  core.exponent = common_exponent({box.center, box.half_extents});
  const Vector<Integer> half = scaled(box.half_extents, core.exponent);
  std::array<Vector<Integer>, 3> axes = reference::scaled_axes(turn);
  axes = {axes[0] * half.x, axes[1] * half.y, axes[2] * half.z};
  core.points = box_points(scaled(box.center, core.exponent) * core.denominator, axes);
  return core;
}

/// The cofactor of an entry. The three other rows and columns are taken in cyclic order, which for four of them is the
/// order of the matrix up to the sign (-1)^(row + column): exactly the sign of a cofactor, once more.
Integer cofactor(const std::array<Integer, 16>& m, std::size_t row, std::size_t column) {
  const auto other_row = [&](std::size_t i) {
    const auto at = [&](std::size_t j) { return m[(row + i) % 4 * 4 + (column + j) % 4]; };
    return Vector<Integer>{at(1), at(2), at(3)};
  };
  const Integer minor = dot(other_row(1), cross(other_row(2), other_row(3)));
  return (row + column) % 2 == 0 ? minor : Integer(-minor);
}

using IntegerPlane = std::array<Integer, 4>;  // x, y, z, 1

Vector<Integer> normal_of(const IntegerPlane& p) { return {p[0], p[1], p[2]}; }
bool is_zero(const Vector<Integer>& v) { return v.x == 0 && v.y == 0 && v.z == 0; }

/// Whether the intersection of the half-spaces is unbounded, if it is not empty.
bool have_a_ray(const std::vector<IntegerPlane>& planes) {
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Vector<Integer> ray = cross(normal_of(planes[i]), normal_of(planes[j]));
      if (is_zero(ray)) continue;
      bool forth = true, back = true;
      for (const IntegerPlane& p : planes) {
        const Integer rise = dot(normal_of(p), ray);
        forth = forth && rise >= 0, back = back && rise <= 0;
      }
      if (forth || back) return true;
    }
  return false;
}

/// All points where three planes meet inside of the others.
ExactCore core_of(const std::vector<IntegerPlane>& planes) {
  if (have_a_ray(planes)) throw std::invalid_argument("the volume of the matrix is not bounded");
  std::vector<Vector<Integer>> corners;
  std::vector<Integer> below;
  const auto take = [&](const IntegerPlane& a, const IntegerPlane& b, const IntegerPlane& c) {
    const Vector<Integer> bc = cross(normal_of(b), normal_of(c)), ca = cross(normal_of(c), normal_of(a)),
                          ab = cross(normal_of(a), normal_of(b));
    Integer w = dot(normal_of(a), bc);
    if (w == 0) return;
    Vector<Integer> p = bc * Integer(-a[3]) + ca * Integer(-b[3]) + ab * Integer(-c[3]);
    if (w < 0) w = -w, p = -p;
    for (const IntegerPlane& plane : planes)
      if (dot(normal_of(plane), p) + plane[3] * w < 0) return;
    corners.push_back(p), below.push_back(w);
  };
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) take(planes[i], planes[j], planes[k]);
  if (corners.empty()) throw std::invalid_argument("no point is in the volume of the matrix");
  ExactCore core;
  for (const Integer& w : below)
    if (core.denominator % w != 0) core.denominator = lcm(core.denominator, w);
  for (std::size_t i = 0; i < corners.size(); ++i)
    core.points.push_back(corners[i] * Integer(core.denominator / below[i]));
  return core;
}

/// The clip inequalities; trivial ones are left out.
std::vector<IntegerPlane> clip_planes(const std::array<Integer, 16>& m, DepthRange range) {
  std::vector<IntegerPlane> planes;
  for (std::size_t row = 0; row < 3; ++row)
    for (const int sign : {1, -1}) {
      const int side = row == 2 && sign == 1 && range == DepthRange::zero_to_one ? 0 : 1;
      IntegerPlane plane;
      for (std::size_t c = 0; c < 4; ++c) plane[c] = m[4 * row + c] * sign + m[12 + c] * side;
      if (!is_zero(normal_of(plane)) || plane[3] < 0) planes.push_back(plane);
    }
  return planes;
}

/// Corners of a view volume: the clip corners (+-1, +-1, near or far, 1) through the inverse matrix. For the inverse
/// adj(M) / det(M) only the sign of det(M) matters, since corners are homogeneous.
ExactCore core_of(const MatrixVolume& volume) {
  int exponent = no_exponent;
  for (float m : volume.row_major) exponent = std::min(exponent, lowest_exponent(m));
  std::array<Integer, 16> matrix;
  for (std::size_t i = 0; i < 16; ++i) matrix[i] = oracle::scaled(volume.row_major[i], exponent);
  std::array<Integer, 16> inverse;
  for (std::size_t i = 0; i < 16; ++i) inverse[i] = cofactor(matrix, i % 4, i / 4);
  Integer determinant = 0;
  for (std::size_t i = 0; i < 4; ++i) determinant += matrix[i] * inverse[4 * i];
  if (determinant == 0) throw std::invalid_argument("a singular matrix has no volume");

  ExactCore core;
  std::array<Integer, 8> w;
  const int near = volume.range == DepthRange::zero_to_one ? 0 : -1;
  constexpr std::array<std::array<int, 2>, 4> ring = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  for (std::size_t k = 0; k < 8; ++k) {
    const std::array<int, 4> clip = {ring[k % 4][0], ring[k % 4][1], k < 4 ? near : 1, 1};
    std::array<Integer, 4> corner;
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 4; ++j) corner[i] += inverse[4 * i + j] * clip[j];
      if (determinant < 0) corner[i] = -corner[i];
    }
    // At the eye, behind it or beyond infinity: the volume has other corners.
    if (corner[3] <= 0) return core_of(clip_planes(matrix, volume.range));
    core.points.push_back({corner[0], corner[1], corner[2]});
    w[k] = corner[3];
    if (core.denominator % w[k] != 0) core.denominator = lcm(core.denominator, w[k]);
  }
  for (std::size_t k = 0; k < 8; ++k) core.points[k] = core.points[k] * Integer(core.denominator / w[k]);
  return core;
}

/// The corners of the box through the matrix: sums of products of floats.
ExactCore core_of(const TransformedBox& box) {
  int matrix_exponent = no_exponent;
  for (const float m : box.row_major) matrix_exponent = std::min(matrix_exponent, lowest_exponent(m));
  if (matrix_exponent == no_exponent) matrix_exponent = 0;
  const int exponent = std::min(common_exponent({box.min, box.max}), 0);  // the exponent of 1 as well, for the last
                                                                          // column
  std::array<Integer, 12> m;
  for (std::size_t i = 0; i < 12; ++i) m[i] = oracle::scaled(box.row_major[i], matrix_exponent);
  const Integer one = oracle::scaled(1, exponent);
  ExactCore core;
  core.exponent = matrix_exponent + exponent;
  for (const Vec3& corner : corners_of(box.min, box.max)) {
    const Vector<Integer> p = scaled(corner, exponent);
    const auto row = [&](std::size_t i) {
      return Integer(m[i] * p.x + m[i + 1] * p.y + m[i + 2] * p.z + m[i + 3] * one);
    };
    core.points.push_back({row(0), row(4), row(8)});
  }
  return core;
}

/// p - anchor; the difference of two floats is rounded once in double, if at all.
Vector<double> relative(const Vec3& p, const Vec3& anchor) {
  return {double(p.x) - double(anchor.x), double(p.y) - double(anchor.y), double(p.z) - double(anchor.z)};
}

double one_norm(const Vector<double>& p) { return std::abs(p.x) + std::abs(p.y) + std::abs(p.z); }

// Products of two floats are exact in double. An entry of M(q) takes three sums of terms that add up to q.q in size,
// q.q three more, the quotient one, times h one, and the sum over the axes and the center three: under 12 roundings of
// 2^-53 of |center| + h.x + h.y + h.z. The factor 2^-49 allows for 16.
constexpr double rounding = 0x1p-49;

RoundedCore rounded_core_of(const Box& box, const Vec3& anchor) {
  const reference::Quaternion<double> turn{box.rotation.x, box.rotation.y, box.rotation.z, box.rotation.w};
  const double length_squared = reference::length_squared(turn);
  if (length_squared == 0) throw std::invalid_argument("a quaternion must not be zero");
  const std::array<double, 3> half = {box.half_extents.x, box.half_extents.y, box.half_extents.z};
  std::array<Vector<double>, 3> axes = reference::scaled_axes(turn);
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector<double>& axis = axes[i];
    axes[i] = Vector<double>{axis.x / length_squared, axis.y / length_squared, axis.z / length_squared} * half[i];
  }
  const Vector<double> center = relative(box.center, anchor);
  return {box_points(center, axes), rounding * (one_norm(center) + half[0] + half[1] + half[2])};
}

// As many roundings, of |position - anchor| + |vertex|.
RoundedCore rounded_core_of(const PlacedHull& hull, const Vec3& anchor) {
  const Quat& q = hull.pose.rotation;
  const std::array<Vector<double>, 3> axes =
      reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w});
  if (!std::isfinite(axes[0].x)) throw std::invalid_argument("a quaternion must not be zero");
  const Vector<double> position = relative(hull.pose.position, anchor);
  RoundedCore core;
  for (const Vec3& v : hull.vertices) {
    const Vector<double> p{v.x, v.y, v.z};
    core.points.push_back(position + reference::to_world(axes, p));
    core.error = std::max(core.error, rounding * (one_norm(position) + one_norm(p)));
  }
  return core;
}

/// numerator / denominator to within two units of the last place, without reducing a fraction.
double quotient(const Integer& numerator, const Integer& denominator) {
  if (numerator == 0) return 0;
  const Integer size = abs(numerator);
  const int shift = 64 + static_cast<int>(msb(denominator)) - static_cast<int>(msb(size));
  const Integer digits = shift >= 0 ? Integer((size << static_cast<unsigned>(shift)) / denominator)
                                    : Integer(size / (denominator << static_cast<unsigned>(-shift)));
  return std::ldexp(digits.convert_to<double>(), -shift) * numerator.sign();
}

RoundedCore rounded_core_of(const MatrixVolume& volume, const Vec3& anchor) {
  const ExactCore exact = core_of(volume);
  const int exponent = std::min(common_exponent({anchor}), 0);
  const Vector<Integer> origin = scaled(anchor, exponent) * exact.denominator;
  const Integer one = Integer(1) << static_cast<unsigned>(-exponent), denominator = exact.denominator * one;
  RoundedCore core;
  for (const Vector<Integer>& p : exact.points) {
    const Vector<Integer> offset = p * one - origin;
    core.points.push_back(
        {quotient(offset.x, denominator), quotient(offset.y, denominator), quotient(offset.z, denominator)});
    core.error = std::max(core.error, rounding * one_norm(core.points.back()));
  }
  return core;
}

/// Products of two floats are exact; three sums of them and one difference are not.
RoundedCore rounded_core_of(const TransformedBox& box, const Vec3& anchor) {
  RoundedCore core;
  const std::array<float, 12>& m = box.row_major;
  for (const Vec3& p : corners_of(box.min, box.max)) {
    double size = 0;
    const auto row = [&](std::size_t i, float origin) {
      const double x = double(m[i]) * p.x, y = double(m[i + 1]) * p.y, z = double(m[i + 2]) * p.z;
      const double offset = double(m[i + 3]) - double(origin);
      size += std::abs(x) + std::abs(y) + std::abs(z) + std::abs(offset);
      return x + y + z + offset;
    };
    const double x = row(0, anchor.x), y = row(4, anchor.y), z = row(8, anchor.z);
    core.points.push_back({x, y, z});
    core.error = std::max(core.error, rounding * size);
  }
  return core;
}

}  // namespace

int lowest_exponent(double number) {
  if (!std::isfinite(number)) throw std::invalid_argument("a number must be finite");
  if (number == 0) return no_exponent;
  int exponent = 0;
  const double fraction = std::frexp(number, &exponent);
  const auto digits = static_cast<long long>(std::ldexp(fraction, 53));
  return exponent - 53 + static_cast<int>(__builtin_ctzll(static_cast<unsigned long long>(digits)));
}

Integer scaled(double number, int exponent) {
  if (number == 0) return 0;
  const int lowest = lowest_exponent(number);
  const Integer digits = static_cast<long long>(std::ldexp(number, -lowest));
  return digits << static_cast<unsigned>(lowest - exponent);
}

ExactCore exact_core(const AnyShape& shape) {
  require_valid(shape);
  if (const auto* box = std::get_if<Box>(&shape)) return core_of(*box);
  if (const auto* volume = std::get_if<MatrixVolume>(&shape)) return core_of(*volume);
  if (const auto* hull = std::get_if<PlacedHull>(&shape)) return core_of(*hull);
  if (const auto* box = std::get_if<TransformedBox>(&shape)) return core_of(*box);
  return core_of_points(given_points(shape));
}

RoundedCore rounded_core(const AnyShape& shape, const Vec3& anchor) {
  require_valid(shape);
  if (const auto* box = std::get_if<Box>(&shape)) return rounded_core_of(*box, anchor);
  if (const auto* volume = std::get_if<MatrixVolume>(&shape)) return rounded_core_of(*volume, anchor);
  if (const auto* hull = std::get_if<PlacedHull>(&shape)) return rounded_core_of(*hull, anchor);
  if (const auto* box = std::get_if<TransformedBox>(&shape)) return rounded_core_of(*box, anchor);
  RoundedCore core;
  for (const Vec3& p : given_points(shape)) {
    core.points.push_back(relative(p, anchor));
    core.error = std::max(core.error, rounding * one_norm(core.points.back()));
  }
  return core;
}

float radius_of(const AnyShape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
  if (const auto* hull = std::get_if<PlacedHull>(&shape)) return hull->radius;
  return 0;
}

double largest_coordinate(const AnyShape& shape) {
  if (is_smooth(shape)) return largest_smooth_coordinate(shape);
  double largest = 0;
  for (const Vector<double>& p : rounded_core(shape, {0, 0, 0}).points)
    largest = std::max({largest, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
  return largest + double(radius_of(shape));
}

Vec3 anchor_of(const AnyShape& shape) {
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) return ellipsoid->center;
  if (const auto* cylinder = std::get_if<Cylinder>(&shape)) return cylinder->p0;
  if (const auto* cone = std::get_if<Cone>(&shape)) return cone->base;
  if (const auto* box = std::get_if<Box>(&shape)) return box->center;
  if (std::holds_alternative<MatrixVolume>(shape)) return {0, 0, 0};
  if (const auto* hull = std::get_if<PlacedHull>(&shape)) {
    const Vector<double> p = rounded_core_of(*hull, {0, 0, 0}).points.at(0);
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
  }
  if (const auto* box = std::get_if<TransformedBox>(&shape))
    return {box->row_major[3], box->row_major[7], box->row_major[11]};
  return given_points(shape).front();
}

}  // namespace lockstep::oracle
