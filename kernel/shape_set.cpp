// From shapes to records (records.hpp). Whatever has to be rounded here is computed in double first.
#include "lockstep/shape_set.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "float_environment.hpp"
#include "shape_store.hpp"
#include "smooth_records.hpp"
#include "validate.hpp"

namespace lockstep {

using detail::Record;
using detail::RecordKind;
using detail::ShapeStore;

namespace {

/// What is no shape (a negative length, added unchecked) becomes NaN, and so `touching` with everything.
Record valid_if(bool is_shape, Record record) {
  if (!is_shape) record.row[0][0] = std::numeric_limits<float>::quiet_NaN();
  return record;
}

Record make_record(const Sphere& s) {
  return valid_if(s.radius >= 0, {{{s.center.x, s.center.y, s.center.z, s.radius}, {}, {}, {}}});
}

Record make_record(const Point& p) { return make_record(Sphere{p.position, 0}); }

Record make_record(const Aabb& box) {
  return valid_if(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z,
                  {{{box.min.x, box.min.y, box.min.z, 0}, {box.max.x, box.max.y, box.max.z, 0}, {}, {}}});
}

Record make_record(const Capsule& c) {
  return valid_if(c.radius >= 0, {{{c.p0.x, c.p0.y, c.p0.z, c.radius}, {c.p1.x, c.p1.y, c.p1.z, 0}, {}, {}}});
}

Record make_record(const Box& box) {
  const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
  const double k = 2 / (x * x + y * y + z * z + w * w);
  const auto row = [](double a, double b, double c, float half, float(&out)[4]) {
    out[0] = static_cast<float>(a), out[1] = static_cast<float>(b), out[2] = static_cast<float>(c), out[3] = half;
  };
  const Vec3& h = box.half_extents;
  const double diagonal = std::sqrt(double{h.x} * h.x + double{h.y} * h.y + double{h.z} * h.z);
  Record r{{{box.center.x, box.center.y, box.center.z, static_cast<float>(diagonal * (1 + 0x1p-20))}, {}, {}, {}}};
  row(1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y), box.half_extents.x, r.row[1]);
  row(k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x), box.half_extents.y, r.row[2]);
  row(k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y), box.half_extents.z, r.row[3]);
  return valid_if(h.x >= 0 && h.y >= 0 && h.z >= 0, r);
}

void check(const Point& p) { detail::check_vec3(p.position, "point.position"); }

void check(const Sphere& s) {
  detail::check_vec3(s.center, "sphere.center");
  detail::check_length(s.radius, "sphere.radius");
}

void check(const Aabb& box) {
  detail::check_vec3(box.min, "aabb.min");
  detail::check_vec3(box.max, "aabb.max");
  detail::check_order(box.min, box.max, "aabb");
}

void check(const Box& box) {
  detail::check_vec3(box.center, "box.center");
  detail::check_rotation(box.rotation, "box.rotation");
  detail::check_length(box.half_extents.x, "box.half_extents.x");
  detail::check_length(box.half_extents.y, "box.half_extents.y");
  detail::check_length(box.half_extents.z, "box.half_extents.z");
}

void check(const Capsule& c) {
  detail::check_vec3(c.p0, "capsule.p0");
  detail::check_vec3(c.p1, "capsule.p1");
  detail::check_length(c.radius, "capsule.radius");
}

void check(const ConvexHull& hull) {
  for (std::size_t i = 0; i < hull.vertices.size(); ++i)
    if (!detail::is_valid_vec3(hull.vertices[i]))
      detail::check_vec3(hull.vertices[i], "hull.vertices[" + std::to_string(i) + "]");
}

constexpr std::size_t most_shapes = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t most_vertices = most_shapes - detail::vertex_padding;

[[noreturn]] void throw_too_many_shapes() { throw InvalidInput("shape set: more than 2^32 - 1 shapes"); }
[[noreturn]] void throw_too_many_vertices() {
  throw InvalidInput("hull.vertices: too many, a set holds at most 2^32 - 17 vertices");
}

/// Room for one more shape in every array, so that appending cannot fail half way.
void make_room(ShapeStore& store, std::size_t floats = 0) {
  const auto grow = [](auto& array, std::size_t more) {
    const std::size_t needed = array.size() + more;
    if (needed > array.capacity()) array.reserve(std::max(needed, 2 * array.capacity()));
  };
  if (store.records.size() >= most_shapes) throw_too_many_shapes();
  grow(store.records, 1);
  grow(store.rotations, 1);
  grow(store.kinds_of_records, 1);
  grow(store.kinds, 1);
  grow(store.vertices, floats);
}

using detail::check;
using detail::make_record;
using detail::rotation_of;

const Quat& rotation_of(const Box& box) { return box.rotation; }
template <class Shape>
Quat rotation_of(const Shape&) {
  return {};
}

std::uint32_t append(ShapeStore& store, const Record& record, const Quat& rotation, RecordKind record_kind,
                     ShapeKind kind) {
  make_room(store);
  store.records.push_back(record);
  store.rotations.push_back(rotation);
  store.kinds_of_records.push_back(record_kind);
  store.kinds.push_back(kind);
  ++store.count_of_kind[static_cast<std::size_t>(record_kind)];
  return static_cast<std::uint32_t>(store.records.size() - 1);
}

void replace(ShapeStore& store, std::uint32_t index, const Record& record, const Quat& rotation, RecordKind record_kind,
             ShapeKind kind) {
  if (index >= store.records.size())
    throw InvalidInput("shape set: index " + std::to_string(index) + " is out of range, the set has " +
                       std::to_string(store.records.size()) + " shapes");
  --store.count_of_kind[static_cast<std::size_t>(store.kinds_of_records[index])];
  ++store.count_of_kind[static_cast<std::size_t>(record_kind)];
  store.records[index] = record;
  store.rotations[index] = rotation;
  store.kinds_of_records[index] = record_kind;
  store.kinds[index] = kind;
}

/// One coordinate of all vertices relative to the anchor; its middle, half extent and mean go to column `axis` of the
/// record. `high_part` and `low_part` have room for the padded number of vertices.
template <class Coordinate>
void store_axis(float* high_part, float* low_part, Record& record, int axis, std::size_t count,
                const Coordinate& relative) {
  double low = relative(0), high = low, sum = 0;
  for (std::size_t i = 0; i < detail::padded(static_cast<std::uint32_t>(count)); ++i) {
    const double x = relative(i < count ? i : 0);
    high_part[i] = static_cast<float>(x);
    low_part[i] = static_cast<float>(x - high_part[i]);
    if (i >= count) continue;
    low = std::min(low, x), high = std::max(high, x), sum += x;
  }
  const auto middle = static_cast<float>(0.5 * (low + high));
  record.row[1][axis] = middle;
  // Rounded up, so that the bounding box holds every vertex.
  record.row[2][axis] = static_cast<float>(std::max(high - middle, middle - low) * (1 + 0x1p-20));
  record.row[3][axis] = static_cast<float>(sum / static_cast<double>(count));
}

/// How far the stored points may lie from the true ones, in each coordinate: the high parts, the sums of both parts.
struct Slack {
  float high, both;
};

/// Appends `count` points, relative to `anchor`, as one hull.
template <class Relative>
std::uint32_t append_hull(ShapeStore& store, const Vec3& anchor, const Slack& slack, std::size_t count,
                          const Relative& relative, ShapeKind kind) {
  const std::size_t at = store.vertices.size() / detail::vertex_padding;
  if (count > most_vertices || at > most_vertices) throw_too_many_vertices();
  const std::size_t stride = detail::padded(static_cast<std::uint32_t>(count)), first = store.vertices.size();
  make_room(store, 6 * stride);
  store.vertices.resize(first + 6 * stride);
  Record record{{{anchor.x, anchor.y, anchor.z, slack.high}, {}, {}, {0, 0, 0, slack.both}}};
  for (unsigned axis = 0; axis < 3; ++axis) {
    float* const high = store.vertices.data() + first + axis * stride;
    store_axis(high, high + 3 * stride, record, static_cast<int>(axis), count,
               [&](std::size_t i) { return relative(i)[axis]; });
  }
  // A vertex that is no number makes the whole record NaN, so that kernels see it without looking at vertices.
  const float* mean = record.row[3];
  if (!std::isfinite(mean[0]) || !std::isfinite(mean[1]) || !std::isfinite(mean[2]))
    for (int row = 1; row < 4; ++row) std::fill_n(record.row[row], 3, std::numeric_limits<float>::quiet_NaN());
  record.row[1][3] = std::bit_cast<float>(static_cast<std::uint32_t>(at));
  record.row[2][3] = std::bit_cast<float>(static_cast<std::uint32_t>(count));
  return append(store, record, {}, RecordKind::hull, kind);
}

}  // namespace

std::string_view name(ShapeKind kind) noexcept {
  switch (kind) {
    case ShapeKind::point: return "point";
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::aabb: return "aabb";
    case ShapeKind::box: return "box";
    case ShapeKind::capsule: return "capsule";
    case ShapeKind::hull: return "hull";
    case ShapeKind::volume: return "volume";
    case ShapeKind::ellipsoid: return "ellipsoid";
    case ShapeKind::cylinder: return "cylinder";
    case ShapeKind::cone: return "cone";
  }
  return "unknown";
}

ShapeSet::ShapeSet() : store_(std::make_unique<ShapeStore>()) {}
ShapeSet::~ShapeSet() = default;
ShapeSet::ShapeSet(const ShapeSet& other) : store_(std::make_unique<ShapeStore>(*other.store_)) {}
ShapeSet::ShapeSet(ShapeSet&&) noexcept = default;
ShapeSet& ShapeSet::operator=(const ShapeSet& other) {
  if (this != &other) store_ = std::make_unique<ShapeStore>(*other.store_);
  return *this;
}
ShapeSet& ShapeSet::operator=(ShapeSet&&) noexcept = default;

#define LOCKSTEP_SIMPLE_KIND(Type, record_kind, shape_kind)                                                          \
  std::uint32_t ShapeSet::add(const Type& shape, Check checking) {                                                   \
    const detail::FloatEnvironment standard;                                                                         \
    if (checking == Check::inputs) check(shape);                                                                     \
    return append(*store_, make_record(shape), rotation_of(shape), RecordKind::record_kind, ShapeKind::shape_kind);  \
  }                                                                                                                  \
  void ShapeSet::set(std::uint32_t index, const Type& shape, Check checking) {                                       \
    const detail::FloatEnvironment standard;                                                                         \
    if (checking == Check::inputs) check(shape);                                                                     \
    replace(*store_, index, make_record(shape), rotation_of(shape), RecordKind::record_kind, ShapeKind::shape_kind); \
  }
LOCKSTEP_SIMPLE_KIND(Point, ball, point)
LOCKSTEP_SIMPLE_KIND(Sphere, ball, sphere)
LOCKSTEP_SIMPLE_KIND(Aabb, aabb, aabb)
LOCKSTEP_SIMPLE_KIND(Box, box, box)
LOCKSTEP_SIMPLE_KIND(Capsule, capsule, capsule)
LOCKSTEP_SIMPLE_KIND(Ellipsoid, smooth, ellipsoid)
LOCKSTEP_SIMPLE_KIND(Cylinder, smooth, cylinder)
LOCKSTEP_SIMPLE_KIND(Cone, smooth, cone)
#undef LOCKSTEP_SIMPLE_KIND

std::uint32_t ShapeSet::add(const ConvexHull& shape, Check checking) {
  const detail::FloatEnvironment standard;
  if (shape.vertices.empty()) throw InvalidInput("hull.vertices: empty, a hull has at least one vertex");
  if (shape.vertices.size() > most_vertices) throw_too_many_vertices();  // before all of them are looked at
  if (checking == Check::inputs) check(shape);
  const Vec3 anchor = shape.vertices[0];
  const auto relative = [&](std::size_t i) {
    const Vec3& v = shape.vertices[i];
    return std::array<double, 3>{double{v.x} - anchor.x, double{v.y} - anchor.y, double{v.z} - anchor.z};
  };
  return append_hull(*store_, anchor, {}, shape.vertices.size(), relative, ShapeKind::hull);
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
  // Two floats hold 48 bits.
  const Slack slack{data.corners<float>().slack,
                    static_cast<float>(corners.slack * (1 + 0x1p-20)) + 0x1p-46F * data.size};
  return append_hull(*store_, data.anchor, slack, 8, relative, ShapeKind::volume);
}

void ShapeSet::reserve(std::size_t shapes, std::size_t hull_vertices) {
  if (shapes > most_shapes) throw_too_many_shapes();
  if (hull_vertices > most_vertices) throw_too_many_vertices();
  store_->records.reserve(shapes);
  store_->rotations.reserve(shapes);
  store_->kinds_of_records.reserve(shapes);
  store_->kinds.reserve(shapes);
  store_->vertices.reserve(6 * hull_vertices);
}

void ShapeSet::clear() noexcept {
  store_->records.clear();
  store_->rotations.clear();
  store_->kinds_of_records.clear();
  store_->kinds.clear();
  store_->vertices.clear();
  store_->count_of_kind = {};
}

std::size_t ShapeSet::size() const noexcept { return store_->records.size(); }

ShapeKind ShapeSet::kind(std::uint32_t index) const {
  if (index >= size())
    throw InvalidInput("shape set: index " + std::to_string(index) + " is out of range, the set has " +
                       std::to_string(size()) + " shapes");
  return store_->kinds[index];
}

}  // namespace lockstep
