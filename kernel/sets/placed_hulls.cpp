// Hulls with a pose or a radius, which share their vertices (Placement in records.hpp). Everything that is rounded here
// is first computed in double.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "base/float_environment.hpp"
#include "base/quaternion.hpp"
#include "base/rounded_up.hpp"
#include "base/validate.hpp"
#include "lockstep/sets.hpp"
#include "sets/hull_records.hpp"
#include "sets/shape_checks.hpp"

namespace lockstep {

using detail::Extents;
using detail::Mesh;
using detail::Placement;
using detail::placement_floats;
using detail::Record;
using detail::RecordKind;
using detail::rounded_up;
using detail::ShapeStore;

namespace {

using Point3 = math::Vector<double>;
using Axes = std::array<Point3, 3>;

Point3 to_double(const Vec3& v) { return {v.x, v.y, v.z}; }
double norm_1(const Point3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
Point3 abs(const Point3& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
double norm_max(const Point3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

/// A placed hull, with its placement in double.
struct PlacedMesh {
  const Mesh& mesh;
  const Pose& pose;
  float radius;
  Axes axes;
  Point3 anchor;  // the mesh's origin in the world

  PlacedMesh(const Mesh& of, const Pose& where, float grown) : mesh(of), pose(where), radius(grown) {
    const Quat& q = pose.rotation;
    axes = math::rotation_axes(math::Quaternion<double>{q.x, q.y, q.z, q.w});
    anchor = to_double(pose.position) + math::to_world(axes, to_double(mesh.origin));
  }
  [[nodiscard]] bool turned() const { return pose.rotation.x != 0 || pose.rotation.y != 0 || pose.rotation.z != 0; }
};

/// The distance, in each coordinate, of the mesh's origin from its place in the record.
double anchor_error(const PlacedMesh& placed, const Record& record) {
  const float(&at)[4] = record.row[0];
  return norm_max(placed.anchor - Point3{at[0], at[1], at[2]});
}

/// The lengths of a Placement.
double lengths_of(const PlacedMesh& placed) {
  return norm_1(to_double(placed.mesh.origin)) + (placed.turned() ? placed.mesh.reach : 0);
}

/// The error in float lanes; docs/numerics.md, sections 2 and 6, has the constants. (It would underflow for tiny
/// shapes, but those are left to the double lanes.)
double slack_of(const PlacedMesh& placed, const Record& record) {
  const double of_turn = placed.turned() ? 20 * 0x1p-24 * placed.mesh.reach : 0;
  const double of_sum = 0x1p-52 * norm_max(placed.anchor);  // the anchor is rounded to double before float
  return anchor_error(placed, record) + of_sum + of_turn + 0x1p-47 * lengths_of(placed);
}

void write_row(float (&row)[4], const Point3& v) {
  row[0] = static_cast<float>(v.x), row[1] = static_cast<float>(v.y), row[2] = static_cast<float>(v.z);
}

/// The half extents of the box around a rotated box, relative to its rounded `middle`, and grown by the radius.
Point3 half_of(const PlacedMesh& placed, const Point3& local_half, const Point3& middle, const float (&rounded)[4]) {
  Point3 half = abs(middle - Point3{rounded[0], rounded[1], rounded[2]}) + Point3{1, 1, 1} * double{placed.radius};
  const double along[3] = {local_half.x, local_half.y, local_half.z};
  for (unsigned k = 0; k < 3; ++k) half = half + abs(placed.axes[k]) * along[k];
  return {rounded_up(half.x), rounded_up(half.y), rounded_up(half.z)};
}

Record placed_record(const PlacedMesh& placed, std::uint32_t placement_at) {
  const Extents(&e)[3] = placed.mesh.extents;
  const Point3 low{e[0].low, e[1].low, e[2].low}, high{e[0].high, e[1].high, e[2].high};
  const Point3 middle = math::to_world(placed.axes, (low + high) * 0.5);
  Record record{};
  write_row(record.row[0], placed.anchor);
  write_row(record.row[1], middle);
  write_row(record.row[2], half_of(placed, (high - low) * 0.5, middle, record.row[1]));
  write_row(record.row[3], math::to_world(placed.axes, {e[0].mean, e[1].mean, e[2].mean}));
  record.row[0][3] = rounded_up(slack_of(placed, record));
  record.row[1][3] = std::bit_cast<float>(placement_at);
  record.row[2][3] = std::bit_cast<float>(placed.mesh.count);
  record.row[3][3] = -0.0F;  // the sign marks a placed hull
  return detail::valid_if(placed.radius >= 0, detail::poisoned_if_bad(record));
}

/// The radius of its bounding ball.
float ball_of(const PlacedMesh& placed, const Record& record) {
  const Extents(&e)[3] = placed.mesh.extents;
  const Point3 middle =
      math::to_world(placed.axes, {detail::middle_of(e[0]), detail::middle_of(e[1]), detail::middle_of(e[2])});
  const double more = double{placed.radius} + 2 * double{record.row[0][3]};
  return detail::ball_around(placed.mesh, {middle.x, middle.y, middle.z}, record, more);
}

Placement placement_of(const PlacedMesh& placed) {
  Placement p{};
  for (unsigned k = 0; k < 3; ++k) write_row(p.row[k], placed.axes[k]);
  p.row[0][3] = placed.radius;
  p.row[1][3] = std::bit_cast<float>(placed.mesh.at);
  p.row[2][3] = rounded_up(lengths_of(placed));
  const Vec3 &t = placed.pose.position, &o = placed.mesh.origin;
  // Double lanes read the position here and not in the record, so an invalid shape (valid_if) has none.
  const float x = placed.radius >= 0 ? t.x : std::numeric_limits<float>::quiet_NaN();
  const float last[2][4] = {{x, t.y, t.z, 0}, {o.x, o.y, o.z, 0}};
  std::copy_n(&last[0][0], 8, p.row[3]);
  return p;
}

void write_placement(ShapeStore& store, std::uint32_t at, const PlacedMesh& placed) {
  const Placement placement = placement_of(placed);
  std::copy_n(&placement.row[0][0], sizeof placement / sizeof(float),
              store.vertices.data() + std::size_t{at} * detail::vertex_padding);
}

/// Stores a placement in room that the store has reserved.
std::uint32_t store_placement(ShapeStore& store, const PlacedMesh& placed) {
  const std::uint32_t at = store.take_vertices(placement_floats);
  write_placement(store, at, placed);
  return at;
}

const Mesh& mesh_of(const ShapeStore& store, const HullInstance& instance) {
  if (instance.mesh >= store.meshes.size())
    throw InvalidInput("instance.mesh = " + std::to_string(instance.mesh) + ": is out of range, the set has " +
                       std::to_string(store.meshes.size()) + " meshes");
  return store.meshes[instance.mesh];
}

}  // namespace

void detail::check(const HullInstance& instance) {
  check_vec3(instance.pose.position, "instance.pose.position");
  check_rotation(instance.pose.rotation, "instance.pose.rotation");
  check_length(instance.radius, "instance.radius");
}

std::uint32_t ShapeSet::add(const RoundedHull& shape, Check checking) {
  const detail::FloatEnvironment standard;
  detail::check_hull(shape.vertices, "rounded_hull.vertices", checking);
  if (checking == Check::inputs) detail::check_length(shape.radius, "rounded_hull.radius");
  store_->make_room({detail::floats_of(shape.vertices), placement_floats});
  Mesh mesh = detail::store_vertices(*store_, shape.vertices);
  const Pose at_first_vertex{mesh.origin, {}};
  mesh.origin = {};
  const PlacedMesh placed(mesh, at_first_vertex, shape.radius);
  const Record record = placed_record(placed, store_placement(*store_, placed));
  return store_->append(record, {}, RecordKind::hull, ShapeKind::rounded_hull, ball_of(placed, record));
}

std::uint32_t ShapeSet::add_mesh(const ConvexHull& mesh, Check checking) {
  const detail::FloatEnvironment standard;
  detail::check_hull(mesh.vertices, "mesh.vertices", checking);
  auto& meshes = store_->meshes;
  if (meshes.size() == meshes.capacity()) meshes.reserve(2 * meshes.size() + 1);
  store_->make_room({detail::floats_of(mesh.vertices)});
  meshes.push_back(detail::store_vertices(*store_, mesh.vertices));
  return static_cast<std::uint32_t>(store_->meshes.size() - 1);
}

std::uint32_t ShapeSet::add_mesh(const ShapeSet& other, std::uint32_t mesh) {
  const ShapeStore& from = *other.store_;  // may be this set
  if (mesh >= from.meshes.size())
    throw InvalidInput("mesh = " + std::to_string(mesh) + ": is out of range, the other set has " +
                       std::to_string(from.meshes.size()) + " meshes");
  auto& meshes = store_->meshes;
  if (meshes.size() == meshes.capacity()) meshes.reserve(2 * meshes.size() + 1);
  Mesh copy = from.meshes[mesh];
  const std::size_t begin = std::size_t{copy.at} * detail::vertex_padding, floats = detail::hull_floats(copy.count);
  store_->make_room({floats});
  copy.at = store_->take_hull(copy.count);
  const std::size_t to = std::size_t{copy.at} * detail::vertex_padding;
  std::copy_n(from.vertices.data() + begin, floats, store_->vertices.data() + to);
  std::copy_n(from.low_parts.data() + begin, floats, store_->low_parts.data() + to);
  meshes.push_back(copy);
  return static_cast<std::uint32_t>(meshes.size() - 1);
}

std::uint32_t ShapeSet::add(const HullInstance& shape, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) detail::check(shape);
  const PlacedMesh placed(mesh_of(*store_, shape), shape.pose, shape.radius);
  store_->make_room({placement_floats});
  const Record record = placed_record(placed, store_placement(*store_, placed));
  return store_->append(record, shape.pose.rotation, RecordKind::hull, ShapeKind::hull_instance,
                        ball_of(placed, record));
}

void ShapeSet::set(std::uint32_t index, const HullInstance& shape, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) detail::check(shape);
  const PlacedMesh placed(mesh_of(*store_, shape), shape.pose, shape.radius);
  store_->require(index);
  store_->log.note_changed(index);
  std::uint32_t at = 0;
  if (store_->kinds[index] == ShapeKind::hull_instance) {
    at = std::bit_cast<std::uint32_t>(store_->records[index].row[1][3]);
    write_placement(*store_, at, placed);
  } else {
    store_->make_room({placement_floats});
    at = store_placement(*store_, placed);
  }
  const Record record = placed_record(placed, at);
  store_->replace(index, record, shape.pose.rotation, RecordKind::hull, ShapeKind::hull_instance,
                  ball_of(placed, record));
}

}  // namespace lockstep
