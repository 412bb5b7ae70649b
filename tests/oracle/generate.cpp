#include "generate.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include <lockstep/reference/quaternion.hpp>

#include "filter.hpp"
#include "smooth.hpp"

namespace lockstep::oracle {

namespace {

using Vector3 = Vector<double>;
using Quaternion = reference::Quaternion<double>;

/// The frame of a shape: a box that the shape fills approximately.
struct Frame {
  Vector3 center{0, 0, 0};
  Quaternion turn{0, 0, 0, 1};
  Vector3 half{1, 1, 1};
  bool lattice = false;  ///< integers only
  bool repeat = false;   ///< hulls repeat vertices
};

Vec3 rounded(const Vector3& p) { return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)}; }

Quat rounded_turn(const Quaternion& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)};
}

/// The end of an axis, which must differ from its start.
Vec3 apart_from(const Vec3& start, Vec3 end) {
  if (end == start) end.z = std::nextafter(end.z, end.z + 1);
  return end;
}

Vector3 scaled(const Vector3& p, const Vector3& by) { return {p.x * by.x, p.y * by.y, p.z * by.z}; }

Vector3 in_cube(Rng& rng) {
  const double x = uniform(rng, -1, 1), y = uniform(rng, -1, 1);
  return {x, y, uniform(rng, -1, 1)};
}

// The length is an argument, not a factor: the operands of a product may be evaluated in any order, and with them the
// random numbers.
Vector3 random_offset(Rng& rng, double length) {
  for (;;) {
    const Vector3 p = in_cube(rng);
    const double squared = dot(p, p);
    if (squared > 0.01 && squared <= 1) return p * (length / std::sqrt(squared));
  }
}

Quaternion random_turn(Rng& rng) {
  for (;;) {
    const Vector3 p = in_cube(rng);
    const Quaternion q{p.x, p.y, p.z, uniform(rng, -1, 1)};
    const double squared = reference::length_squared(q);
    if (squared < 0.01 || squared > 1) continue;
    const double scale = 1 / std::sqrt(squared);
    return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
  }
}

/// A rotation that takes the axes to axes: a product of quarter turns, its length a power of sqrt(2).
Quaternion lattice_turn(Rng& rng) {
  constexpr std::array<Quaternion, 6> turns = {
      {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 1, 1}, {0, 0, 1, 0}}};
  return turns[static_cast<std::size_t>(below(rng, 6))];
}

Frame ordinary_frame(Rng& rng) {
  const Vector3 center = in_cube(rng);
  const Quaternion turn = random_turn(rng);
  const double x = uniform(rng, 0.2, 1), y = uniform(rng, 0.2, 1);
  return {center, turn, {x, y, uniform(rng, 0.2, 1)}};
}

Vector3 to_world(const Frame& frame, const Vector3& unit) {
  return frame.center + reference::to_world(reference::rotation_axes(frame.turn), scaled(unit, frame.half));
}

AnyShape make_hull(Rng& rng, const Frame& frame) {
  HullShape hull;
  const int count = 1 + below(rng, 16);
  for (int i = 0; i < count; ++i) {
    Vector3 p = in_cube(rng);
    if (frame.lattice) p = {std::round(p.x), std::round(p.y), std::round(p.z)};
    hull.vertices.push_back(rounded(to_world(frame, p)));
    if (frame.repeat && below(rng, 2) == 0) hull.vertices.push_back(hull.vertices[rng() % hull.vertices.size()]);
  }
  return hull;
}

/// A quarter of them with vertices in world space, the rest transformed; a third without a radius.
AnyShape make_placed(Rng& rng, const Frame& frame) {
  Frame local = frame;
  const bool is_turned = below(rng, 4) != 0;
  if (is_turned) local.center = {0, 0, 0}, local.turn = {0, 0, 0, 1};
  PlacedHull hull{std::get<HullShape>(make_hull(rng, local)).vertices, {}, 0};
  if (is_turned) {
    const auto& [x, y, z, w] = frame.turn;
    hull.pose = {rounded(frame.center),
                 {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), static_cast<float>(w)}};
  }
  if (below(rng, 3) != 0) hull.radius = static_cast<float>(frame.half.x * (frame.lattice ? 1 : uniform(rng, 0, 1)));
  return hull;
}

/// The near side is `taper` times as wide as the far side.
AnyShape make_corners(const Frame& frame, double taper) {
  constexpr std::array<std::array<double, 2>, 4> ring = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  Corners8 volume;
  for (std::size_t k = 0; k < 4; ++k) {
    volume.corners[k] = rounded(to_world(frame, {taper * ring[k][0], taper * ring[k][1], -1}));
    volume.corners[k + 4] = rounded(to_world(frame, {ring[k][0], ring[k][1], 1}));
  }
  return volume;
}

/// Clip coordinates of the local space of the frame, for a camera that looks along +z; a taper of one is orthographic.
std::array<Vector3, 4> local_clip_rows(const Frame& frame, double taper, double depth_scale, double depth_offset,
                                       std::array<double, 4>& constants) {
  const double slope = (1 - taper) / (2 * frame.half.z), middle = (1 + taper) / 2;  // w = middle + slope z
  constants = {0, 0, depth_offset, middle};
  return {Vector3{1 / frame.half.x, 0, 0}, Vector3{0, 1 / frame.half.y, 0}, Vector3{0, 0, depth_scale},
          Vector3{0, 0, slope}};
}

/// The same volume as make_corners, as a matrix. Flat volumes have no matrix, so the extents are kept away from zero.
AnyShape make_matrix(Rng& rng, Frame frame, double taper) {
  const double least = frame.lattice ? 1 : std::max({frame.half.x, frame.half.y, frame.half.z, 1e-6}) * 1e-3;
  frame.half = {std::max(frame.half.x, least), std::max(frame.half.y, least), std::max(frame.half.z, least)};
  MatrixVolume volume;
  volume.range = below(rng, 2) == 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one;
  double near = volume.range == DepthRange::zero_to_one ? 0 : -1, far = 1;
  if (below(rng, 2) == 0) std::swap(near, far);  // reversed Z
  // z_clip = near * w at z = -half.z and far * w at z = half.z, where w is `taper` and 1.
  std::array<double, 4> constants;
  const std::array<Vector3, 4> rows =
      local_clip_rows(frame, taper, (far - near * taper) / (2 * frame.half.z), (far + near * taper) / 2, constants);
  const std::array<Vector3, 3> axes = reference::rotation_axes(frame.turn);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vector3 row = reference::to_world(axes, rows[i]);
    const Vec3 linear = rounded(row);
    volume.row_major[4 * i] = linear.x;
    volume.row_major[4 * i + 1] = linear.y;
    volume.row_major[4 * i + 2] = linear.z;
    volume.row_major[4 * i + 3] = static_cast<float>(constants[i] - dot(row, frame.center));
  }
  return volume;
}

/// A sheared box about the origin of its space, or far from it, so that its place is a small difference of large
/// numbers.
AnyShape make_transformed_box(Rng& rng, const Frame& frame) {
  const double shear = frame.lattice ? 0 : uniform(rng, -1, 1);
  const double away = below(rng, 3) == 0 ? 0 : std::pow(10, uniform(rng, 0, 6));
  const Vector3 middle = in_cube(rng) * away, one{1, 1, 1};
  const Vec3 low = rounded(middle - one), high = rounded(middle + one);
  std::array<Vector3, 3> columns = reference::rotation_axes(frame.turn);
  columns = {columns[0] * frame.half.x, columns[1] * frame.half.y, columns[2] * frame.half.z};
  columns[2] = columns[2] + columns[0] * shear;
  const Vector3 translation = frame.center - (columns[0] * middle.x + columns[1] * middle.y + columns[2] * middle.z);
  TransformedBox box{{}, low, high};
  for (std::size_t j = 0; j < 4; ++j) {
    const Vec3 column = rounded(j < 3 ? columns[j] : translation);
    box.row_major[j] = column.x, box.row_major[4 + j] = column.y, box.row_major[8 + j] = column.z;
  }
  return box;
}

AnyShape make_shape(Rng& rng, Kind kind, const Frame& frame) {
  const Vec3 center = rounded(frame.center);
  const double taper = frame.lattice || below(rng, 4) == 0 ? 1 : uniform(rng, 0.1, 0.9);
  const Quaternion& q = frame.turn;
  switch (kind) {
    case Kind::point: return Point{center};
    case Kind::sphere: return Sphere{center, static_cast<float>(frame.half.x)};
    case Kind::aabb: return Aabb{rounded(frame.center - frame.half), rounded(frame.center + frame.half)};
    case Kind::box: return Box{center, rounded_turn(q), rounded(frame.half)};
    case Kind::capsule:
      return Capsule{rounded(to_world(frame, {0, 0, -1})), rounded(to_world(frame, {0, 0, 1})),
                     static_cast<float>(frame.half.x)};
    case Kind::hull: return make_hull(rng, frame);
    case Kind::corners: return make_corners(frame, taper);
    case Kind::matrix: return make_matrix(rng, frame, taper);
    case Kind::placed: return make_placed(rng, frame);
    case Kind::transformed_box: return make_transformed_box(rng, frame);
    case Kind::ellipsoid: return Ellipsoid{center, rounded_turn(q), rounded(frame.half)};
    case Kind::cylinder: {
      const Vec3 p0 = rounded(to_world(frame, {0, 0, -1}));
      return Cylinder{p0, apart_from(p0, rounded(to_world(frame, {0, 0, 1}))), static_cast<float>(frame.half.x)};
    }
    case Kind::cone: {
      const Vec3 base = rounded(to_world(frame, {0, 0, -1}));
      return Cone{base, apart_from(base, rounded(to_world(frame, {0, 0, 1}))), static_cast<float>(frame.half.x)};
    }
  }
  return Point{center};
}

Vec3 plus(const Vec3& p, const Vector3& offset) {
  return rounded({double(p.x) + offset.x, double(p.y) + offset.y, double(p.z) + offset.z});
}

MatrixVolume moved_matrix(MatrixVolume volume, const Vector3& offset) {
  for (std::size_t i = 0; i < 16; i += 4) {
    float* row = &volume.row_major[i];
    row[3] = static_cast<float>(row[3] - (row[0] * offset.x + row[1] * offset.y + row[2] * offset.z));
  }
  return volume;
}

double reach(const Frame& frame) { return std::sqrt(dot(frame.half, frame.half)); }

/// The mean extent of a shape in a random direction, as a share of the reach of its frame.
double typical_extent(Kind kind) {
  switch (kind) {
    case Kind::point: return 0;
    case Kind::hull: return 0.28;
    case Kind::sphere: return 0.6;
    case Kind::placed:
    case Kind::cone: return 0.5;
    case Kind::ellipsoid: return 0.6;
    default: return 0.72;
  }
}

/// Whether the shape is valid: rounding can push a corner of a nearly flat or remote matrix volume to infinity.
bool is_valid(const AnyShape& shape) {
  if (kind_of(shape) != Kind::matrix) return true;
  try {
    return !exact_core(shape).points.empty();
  } catch (const std::invalid_argument&) {
    return false;
  }
}

Frame hard_frame(Rng& rng, Hardness hardness) {
  Frame frame = ordinary_frame(rng);
  switch (hardness) {
    case Hardness::flat:
      if (below(rng, 2) == 0) frame.half.x = 0;
      if (below(rng, 2) == 0) frame.half.y = 0;
      if (below(rng, 2) == 0) frame.half.z = 0;
      frame.repeat = true;
      break;
    case Hardness::far: break;
    case Hardness::thin:
      frame.half.x *= std::pow(10, uniform(rng, -4, 0));
      frame.half.y *= std::pow(10, uniform(rng, -4, 0));
      break;
    case Hardness::unequal: frame.half = frame.half * std::pow(10, uniform(rng, -6, 0)); break;
    case Hardness::lattice:
      frame.lattice = true;
      frame.repeat = true;
      frame.center = {double(below(rng, 5)), double(below(rng, 5)), double(below(rng, 3))};
      frame.turn = lattice_turn(rng);
      frame.half = {double(below(rng, 3)), double(below(rng, 3)), double(below(rng, 3))};
      break;
    case Hardness::coincident:
      if (below(rng, 2) == 0) frame = hard_frame(rng, Hardness::thin);
      frame.center = {0.5, 0.25, -1};
      break;
  }
  return frame;
}

/// Empty if rounding spoiled a matrix.
std::optional<ShapePair> hard_candidate(Rng& rng, Kind a, Kind b, Hardness hardness) {
  const Frame first = hard_frame(rng, hardness);
  Frame second = hard_frame(rng, hardness);
  const bool anywhere = below(rng, 2) == 0 || hardness == Hardness::lattice || hardness == Hardness::coincident;
  const double apart = reach(first) + reach(second);
  if (hardness != Hardness::lattice && hardness != Hardness::coincident) {
    second.center = first.center + random_offset(rng, anywhere ? uniform(rng, 0, apart) : 2 * apart);
  }
  AnyShape shape_a = make_shape(rng, a, first), shape_b = make_shape(rng, b, second);
  if (hardness == Hardness::coincident && a == b && below(rng, 2) == 0) shape_b = shape_a;
  if (hardness == Hardness::far) {
    const Vector3 offset = random_offset(rng, std::pow(10, uniform(rng, 2, 6)));
    shape_a = moved(shape_a, offset.x, offset.y, offset.z);
    shape_b = moved(shape_b, offset.x, offset.y, offset.z);
  }
  if (!is_valid(shape_a) || !is_valid(shape_b)) return std::nullopt;
  if (anywhere) return ShapePair{shape_a, shape_b};
  const double sign = below(rng, 2) == 0 ? 1 : -1;
  ShapePair pair = brought_near(shape_a, shape_b, sign * apart * std::pow(10, uniform(rng, -7, -3)));
  if (!is_valid(pair.first) || !is_valid(pair.second)) return std::nullopt;
  return pair;
}

}  // namespace

namespace {

/// The second moved. Matrices are rounded more coarsely than points: the other shape moves in the opposite direction.
ShapePair second_moved(const AnyShape& a, const AnyShape& b, const Vector3& step) {
  if (kind_of(b) == Kind::matrix) return {moved(a, -step.x, -step.y, -step.z), b};
  return {a, moved(b, step.x, step.y, step.z)};
}

}  // namespace

ShapePair brought_near(const AnyShape& a, const AnyShape& b, double gap) {
  if (is_smooth(a) || is_smooth(b)) {
    const Vector3 connection = smooth_connection(a, b);
    const double length = std::sqrt(dot(connection, connection));
    if (!(length > 0)) return {a, b};
    return second_moved(a, b, connection * ((length - gap) / length));
  }
  const RoundedPair pair(a, b, 0);
  const Nearest<double> nearest = guess(pair, {0, 0, 0}).nearest;
  Vector3 connection{0, 0, 0};
  double total = 0;
  for (std::size_t k = 0; k < nearest.size; ++k) {
    const Corner<double>& corner = nearest.corner[k];
    connection = connection + corner_of(pair.cores, corner.i, corner.j).at * nearest.weight[k];
    total += nearest.weight[k];
  }
  const double length = std::sqrt(dot(connection, connection));
  if (!(length > 0)) return {a, b};
  return second_moved(a, b, connection * ((length / total - pair.radius - gap) / length));
}

AnyShape moved(const AnyShape& shape, double x, double y, double z) {
  const Vector3 offset{x, y, z};
  AnyShape result = shape;
  if (auto* point = std::get_if<Point>(&result)) point->position = plus(point->position, offset);
  if (auto* sphere = std::get_if<Sphere>(&result)) sphere->center = plus(sphere->center, offset);
  if (auto* aabb = std::get_if<Aabb>(&result)) *aabb = {plus(aabb->min, offset), plus(aabb->max, offset)};
  if (auto* box = std::get_if<Box>(&result)) box->center = plus(box->center, offset);
  if (auto* capsule = std::get_if<Capsule>(&result)) {
    *capsule = {plus(capsule->p0, offset), plus(capsule->p1, offset), capsule->radius};
  }
  if (auto* ellipsoid = std::get_if<Ellipsoid>(&result)) ellipsoid->center = plus(ellipsoid->center, offset);
  if (auto* cylinder = std::get_if<Cylinder>(&result)) {
    cylinder->p0 = plus(cylinder->p0, offset);
    cylinder->p1 = apart_from(cylinder->p0, plus(cylinder->p1, offset));
  }
  if (auto* cone = std::get_if<Cone>(&result)) {
    cone->base = plus(cone->base, offset);
    cone->apex = apart_from(cone->base, plus(cone->apex, offset));
  }
  if (auto* hull = std::get_if<HullShape>(&result)) {
    for (Vec3& p : hull->vertices) p = plus(p, offset);
  }
  if (auto* hull = std::get_if<PlacedHull>(&result)) {
    if (hull->is_unmoved())
      for (Vec3& p : hull->vertices) p = plus(p, offset);
    else
      hull->pose.position = plus(hull->pose.position, offset);
  }
  if (auto* volume = std::get_if<Corners8>(&result)) {
    for (Vec3& p : volume->corners) p = plus(p, offset);
  }
  if (auto* volume = std::get_if<MatrixVolume>(&result)) *volume = moved_matrix(*volume, offset);
  if (auto* box = std::get_if<TransformedBox>(&result)) {
    std::array<float, 12>& m = box->row_major;
    const Vec3 to = plus({m[3], m[7], m[11]}, offset);
    m[3] = to.x, m[7] = to.y, m[11] = to.z;
  }
  return result;
}

ShapePair random_pair(Rng& rng, Kind a, Kind b) {
  const Frame first = ordinary_frame(rng);
  Frame second = ordinary_frame(rng);
  const double contact = typical_extent(a) * reach(first) + typical_extent(b) * reach(second);
  second.center = first.center + random_offset(rng, uniform(rng, 0, 2 * contact));
  if (contact == 0 && below(rng, 2) == 0) second.center = second.center + in_cube(rng);
  AnyShape shape_a = make_shape(rng, a, first);
  return {std::move(shape_a), make_shape(rng, b, second)};
}

ShapePair near_contact_pair(Rng& rng, Kind a, Kind b, double gap) {
  const Frame first = ordinary_frame(rng);
  Frame second = ordinary_frame(rng);
  second.center = first.center + random_offset(rng, 6);
  const AnyShape shape_a = make_shape(rng, a, first);
  return brought_near(shape_a, make_shape(rng, b, second), gap);
}

ShapePair hard_pair(Rng& rng, Kind a, Kind b, Hardness hardness) {
  for (;;) {
    if (std::optional<ShapePair> pair = hard_candidate(rng, a, b, hardness)) return *std::move(pair);
  }
}

}  // namespace lockstep::oracle
