// From vertices to the records of hulls (records.hpp). Whatever has to be rounded here is computed in double first.
#include <algorithm>
#include <cmath>
#include <string>

#include "float_environment.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "lockstep/shape_set.hpp"
#include "shape_checks.hpp"
#include "shape_store.hpp"
#include "validate.hpp"

namespace lockstep {

using detail::Extents;
using detail::Mesh;
using detail::most_vertices;
using detail::Placement;
using detail::placement_floats;
using detail::Record;
using detail::RecordKind;
using detail::ShapeStore;

namespace {

using Point3 = reference::Vector<double>;
using Axes = std::array<Point3, 3>;

/// More than double rounding takes from a length.
constexpr double rounded_up = 1 + 0x1p-20;

Point3 to_double(const Vec3& v) { return {v.x, v.y, v.z}; }
double norm_1(const Point3& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
Point3 abs(const Point3& v) { return {std::abs(v.x), std::abs(v.y), std::abs(v.z)}; }
double norm_max(const Point3& v) { return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)}); }

void check_vertices(std::span<const Vec3> vertices, const char* what) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    if (!detail::is_valid_vec3(vertices[i])) detail::check_vec3(vertices[i], what + ("[" + std::to_string(i) + "]"));
}

/// One coordinate of all vertices, in two parts; its extents.
template <class Coordinate>
Extents store_axis(float* high_part, float* low_part, std::size_t count, const Coordinate& coordinate) {
  Extents e{coordinate(0), coordinate(0), 0};
  for (std::size_t i = 0; i < detail::padded(static_cast<std::uint32_t>(count)); ++i) {
    const double x = coordinate(i < count ? i : 0);
    high_part[i] = static_cast<float>(x);
    low_part[i] = static_cast<float>(x - high_part[i]);
    if (i >= count) continue;
    e.low = std::min(e.low, x), e.high = std::max(e.high, x), e.mean += x;
  }
  e.mean /= static_cast<double>(count);
  return e;
}

/// Stores vertices where the store has made room for them. relative(i) is a vertex relative to the origin.
template <class Relative>
Mesh store_vertices(ShapeStore& store, const Vec3& origin, std::size_t vertices, const Relative& relative) {
  const auto count = static_cast<std::uint32_t>(vertices);
  const std::size_t stride = detail::padded(count);
  const std::uint32_t at = store.take_hull(count);
  Mesh mesh{origin, at, count, {}, 0};
  for (unsigned axis = 0; axis < 3; ++axis) {
    const std::size_t first = std::size_t{at} * detail::vertex_padding + axis * stride;
    mesh.extents[axis] = store_axis(store.vertices.data() + first, store.low_parts.data() + first, count,
                                    [&](std::size_t i) { return relative(i)[axis]; });
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto& [x, y, z] = relative(i);
    mesh.reach = std::max(mesh.reach, std::abs(x) + std::abs(y) + std::abs(z));
  }
  return mesh;
}

/// The same of vertices that lie in an array, relative to the first of them.
Mesh store_vertices(ShapeStore& store, std::span<const Vec3> vertices) {
  const Vec3 origin = vertices[0];
  const auto relative = [&](std::size_t i) {
    const Vec3& v = vertices[i];
    return std::array<double, 3>{double{v.x} - origin.x, double{v.y} - origin.y, double{v.z} - origin.z};
  };
  return store_vertices(store, origin, vertices.size(), relative);
}

/// Throws `InvalidInput` where vertices cannot be those of a hull.
void check_hull(std::span<const Vec3> vertices, const char* what, Check checking) {
  if (vertices.empty()) throw InvalidInput(std::string(what) + ": empty, a hull has at least one vertex");
  if (vertices.size() > most_vertices) detail::throw_too_many_vertices();  // before all of them are looked at
  if (checking == Check::inputs) check_vertices(vertices, what);
}

/// A vertex that is no number makes the whole record NaN, so that kernels see it without looking at vertices.
Record poisoned_if_bad(Record record) {
  const float* mean = record.row[3];
  if (!std::isfinite(mean[0]) || !std::isfinite(mean[1]) || !std::isfinite(mean[2]))
    for (int row = 1; row < 4; ++row) std::fill_n(record.row[row], 3, std::numeric_limits<float>::quiet_NaN());
  return record;
}

/// How far the stored points may lie from the true ones, in each coordinate: the high parts, the sums of both parts.
struct Slack {
  float high, both;
};

Record hull_record(const Mesh& mesh, const Slack& slack) {
  const Vec3& anchor = mesh.origin;
  Record record{{{anchor.x, anchor.y, anchor.z, slack.high},
                 {0, 0, 0, std::bit_cast<float>(mesh.at)},
                 {0, 0, 0, std::bit_cast<float>(mesh.count)},
                 {0, 0, 0, slack.both}}};
  for (unsigned axis = 0; axis < 3; ++axis) {
    const Extents& e = mesh.extents[axis];
    const auto middle = static_cast<float>(0.5 * (e.low + e.high));
    record.row[1][axis] = middle;
    // Rounded up, so that the bounding box holds every vertex.
    record.row[2][axis] = static_cast<float>(std::max(e.high - middle, middle - e.low) * rounded_up);
    record.row[3][axis] = static_cast<float>(e.mean);
  }
  return poisoned_if_bad(record);
}

/// A placed hull: where it stands, in double.
struct Stand {
  const Mesh& mesh;
  const Pose& pose;
  float radius;
  Axes axes;
  Point3 anchor;  // of the mesh' origin

  Stand(const Mesh& of, const Pose& where, float grown) : mesh(of), pose(where), radius(grown) {
    const Quat& q = pose.rotation;
    axes = reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w});
    anchor = to_double(pose.position) + reference::to_world(axes, to_double(mesh.origin));
  }
  [[nodiscard]] bool turned() const { return pose.rotation.x != 0 || pose.rotation.y != 0 || pose.rotation.z != 0; }
};

/// How far the mesh' origin lies from where the record has it, in each coordinate.
double anchor_error(const Stand& stand, const Record& record) {
  const float(&at)[4] = record.row[0];
  return norm_max(stand.anchor - Point3{at[0], at[1], at[2]});
}

/// The lengths of a Placement.
double lengths_of(const Stand& stand) {
  return norm_1(to_double(stand.mesh.origin)) + (stand.turned() ? stand.mesh.reach : 0);
}

/// Of the float lanes; docs/numerics.md, sections 2 and 6, have the constants. (Of tiny shapes it would underflow, but those
/// are left to the double lanes.)
double slack_of(const Stand& stand, const Record& record) {
  const double of_turn = stand.turned() ? 20 * 0x1p-24 * stand.mesh.reach : 0;
  const double of_sum = 0x1p-52 * norm_max(stand.anchor);  // the anchor is rounded to double before it is to float
  return anchor_error(stand, record) + of_sum + of_turn + 0x1p-47 * lengths_of(stand);
}

void write_row(float (&row)[4], const Point3& v) {
  row[0] = static_cast<float>(v.x), row[1] = static_cast<float>(v.y), row[2] = static_cast<float>(v.z);
}

/// The box around a turned box, and around the rounded `middle` of that, grown by a radius.
Point3 half_of(const Stand& stand, const Point3& local_half, const Point3& middle, const float (&rounded)[4]) {
  Point3 half = abs(middle - Point3{rounded[0], rounded[1], rounded[2]}) + Point3{1, 1, 1} * double{stand.radius};
  const double along[3] = {local_half.x, local_half.y, local_half.z};
  for (unsigned k = 0; k < 3; ++k) half = half + abs(stand.axes[k]) * along[k];
  return half * rounded_up;
}

Record placed_record(const Stand& stand, std::uint32_t placement_at) {
  const Extents(&e)[3] = stand.mesh.extents;
  const Point3 low{e[0].low, e[1].low, e[2].low}, high{e[0].high, e[1].high, e[2].high};
  const Point3 middle = reference::to_world(stand.axes, (low + high) * 0.5);
  Record record{};
  write_row(record.row[0], stand.anchor);
  write_row(record.row[1], middle);
  write_row(record.row[2], half_of(stand, (high - low) * 0.5, middle, record.row[1]));
  write_row(record.row[3], reference::to_world(stand.axes, {e[0].mean, e[1].mean, e[2].mean}));
  record.row[0][3] = static_cast<float>(slack_of(stand, record) * rounded_up);
  record.row[1][3] = std::bit_cast<float>(placement_at);
  record.row[2][3] = std::bit_cast<float>(stand.mesh.count);
  record.row[3][3] = -0.0F;  // it is placed
  return detail::valid_if(stand.radius >= 0, poisoned_if_bad(record));
}

Placement placement_of(const Stand& stand) {
  Placement p{};
  for (unsigned k = 0; k < 3; ++k) write_row(p.row[k], stand.axes[k]);
  p.row[0][3] = stand.radius;
  p.row[1][3] = std::bit_cast<float>(stand.mesh.at);
  p.row[2][3] = static_cast<float>(lengths_of(stand) * rounded_up);
  const Vec3 &t = stand.pose.position, &o = stand.mesh.origin;
  const float last[2][4] = {{t.x, t.y, t.z, 0}, {o.x, o.y, o.z, 0}};
  std::copy_n(&last[0][0], 8, p.row[3]);
  return p;
}

void write_placement(ShapeStore& store, std::uint32_t at, const Stand& stand) {
  const Placement placement = placement_of(stand);
  std::copy_n(&placement.row[0][0], sizeof placement / sizeof(float),
              store.vertices.data() + std::size_t{at} * detail::vertex_padding);
}

/// Stores a placement where the store has made room for it.
std::uint32_t store_placement(ShapeStore& store, const Stand& stand) {
  const std::uint32_t at = store.take_vertices(placement_floats);
  write_placement(store, at, stand);
  return at;
}

/// Floats of the vertices that are to be stored.
std::size_t floats_of(std::span<const Vec3> vertices) {
  return detail::hull_floats(static_cast<std::uint32_t>(vertices.size()));
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

std::uint32_t ShapeSet::add(const ConvexHull& shape, Check checking) {
  const detail::FloatEnvironment standard;
  check_hull(shape.vertices, "hull.vertices", checking);
  store_->make_room({floats_of(shape.vertices)});
  const Mesh mesh = store_vertices(*store_, shape.vertices);
  return store_->append(hull_record(mesh, {}), {}, RecordKind::hull, ShapeKind::hull);
}

std::uint32_t ShapeSet::add(const RoundedHull& shape, Check checking) {
  const detail::FloatEnvironment standard;
  check_hull(shape.vertices, "rounded_hull.vertices", checking);
  if (checking == Check::inputs) detail::check_length(shape.radius, "rounded_hull.radius");
  store_->make_room({floats_of(shape.vertices), placement_floats});
  Mesh mesh = store_vertices(*store_, shape.vertices);
  const Pose at_first_vertex{mesh.origin, {}};
  mesh.origin = {};
  const Stand stand(mesh, at_first_vertex, shape.radius);
  const Record record = placed_record(stand, store_placement(*store_, stand));
  return store_->append(record, {}, RecordKind::hull, ShapeKind::rounded_hull);
}

std::uint32_t ShapeSet::add_mesh(const ConvexHull& mesh, Check checking) {
  const detail::FloatEnvironment standard;
  check_hull(mesh.vertices, "mesh.vertices", checking);
  auto& meshes = store_->meshes;
  if (meshes.size() == meshes.capacity()) meshes.reserve(2 * meshes.size() + 1);
  store_->make_room({floats_of(mesh.vertices)});
  meshes.push_back(store_vertices(*store_, mesh.vertices));
  return static_cast<std::uint32_t>(store_->meshes.size() - 1);
}

std::uint32_t ShapeSet::add(const HullInstance& shape, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) detail::check(shape);
  const Stand stand(mesh_of(*store_, shape), shape.pose, shape.radius);
  store_->make_room({placement_floats});
  const Record record = placed_record(stand, store_placement(*store_, stand));
  return store_->append(record, shape.pose.rotation, RecordKind::hull, ShapeKind::hull_instance);
}

void ShapeSet::set(std::uint32_t index, const HullInstance& shape, Check checking) {
  const detail::FloatEnvironment standard;
  if (checking == Check::inputs) detail::check(shape);
  const Stand stand(mesh_of(*store_, shape), shape.pose, shape.radius);
  store_->require(index);
  std::uint32_t at = 0;
  if (store_->kinds[index] == ShapeKind::hull_instance) {
    at = std::bit_cast<std::uint32_t>(store_->records[index].row[1][3]);
    write_placement(*store_, at, stand);
  } else {
    store_->make_room({placement_floats});
    at = store_placement(*store_, stand);
  }
  store_->replace(index, placed_record(stand, at), shape.pose.rotation, RecordKind::hull, ShapeKind::hull_instance);
}

std::uint32_t ShapeSet::add(const ConvexVolume& shape, Check) {
  const detail::FloatEnvironment standard;
  if (shape.infinite_far())
    throw InvalidInput("volume: its far side is at infinity, which pair lists do not take; cut it, or cull with it");
  const detail::VolumeData& data = shape.data();
  const detail::VolumeCorners<double>& corners = data.corners<double>();
  const auto relative = [&](std::size_t i) {
    const double(&n)[3] = corners.near[i % 4], (&e)[3] = corners.edge[i % 4];
    const double steps = i < 4 ? 0 : 1;
    return std::array<double, 3>{n[0] + steps * e[0], n[1] + steps * e[1], n[2] + steps * e[2]};
  };
  store_->make_room({detail::hull_floats(8)});
  const Mesh mesh = store_vertices(*store_, data.anchor, 8, relative);
  // Two floats hold 48 bits.
  const Slack slack{data.corners<float>().slack,
                    static_cast<float>(corners.slack * (1 + 0x1p-20)) + 0x1p-46F * data.size};
  return store_->append(hull_record(mesh, slack), {}, RecordKind::hull, ShapeKind::volume);
}

}  // namespace lockstep
