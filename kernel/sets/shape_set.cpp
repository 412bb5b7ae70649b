// Converts shapes to records (records.hpp), except hulls (hull_records.cpp, placed_hulls.cpp). Everything that is
// rounded here is first computed in double.
#include "lockstep/sets.hpp"

#include "base/float_environment.hpp"
#include "base/rounded_up.hpp"
#include "base/validate.hpp"
#include "sets/quadric_records.hpp"
#include "sets/shape_checks.hpp"
#include "sets/shape_records.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::Record;
using detail::RecordKind;
using detail::ShapeStore;
using detail::valid_if;

namespace {

using detail::check;
using detail::make_record;
using detail::rotation_of;

Record make_record(const Point& p) { return make_record(Sphere{p.position, 0}); }

const Quat& rotation_of(const Box& box) { return box.rotation; }
template <class Shape>
Quat rotation_of(const Shape&) {
  return {};
}

}  // namespace

Record detail::make_record(const Capsule& c) {
  return valid_if(c.radius >= 0, {{{c.p0.x, c.p0.y, c.p0.z, c.radius}, {c.p1.x, c.p1.y, c.p1.z, 0}, {}, {}}});
}

Record detail::make_record(const Box& box) {
  const double x = box.rotation.x, y = box.rotation.y, z = box.rotation.z, w = box.rotation.w;
  const double k = 2 / (x * x + y * y + z * z + w * w);
  const auto row = [](double a, double b, double c, float half, float(&out)[4]) {
    out[0] = static_cast<float>(a), out[1] = static_cast<float>(b), out[2] = static_cast<float>(c), out[3] = half;
  };
  const Vec3& h = box.half_extents;
  const double diagonal = std::sqrt(double{h.x} * h.x + double{h.y} * h.y + double{h.z} * h.z);
  Record r{{{box.center.x, box.center.y, box.center.z, detail::rounded_up(diagonal)}, {}, {}, {}}};
  row(1 - k * (y * y + z * z), k * (x * y + w * z), k * (x * z - w * y), box.half_extents.x, r.row[1]);
  row(k * (x * y - w * z), 1 - k * (x * x + z * z), k * (y * z + w * x), box.half_extents.y, r.row[2]);
  row(k * (x * z + w * y), k * (y * z - w * x), 1 - k * (x * x + y * y), box.half_extents.z, r.row[3]);
  return valid_if(h.x >= 0 && h.y >= 0 && h.z >= 0, r);
}

void detail::check(const Point& p) { check_vec3(p.position, "point.position"); }

void detail::check(const Sphere& s) {
  check_vec3(s.center, "sphere.center");
  check_length(s.radius, "sphere.radius");
}

void detail::check(const Aabb& box) {
  check_vec3(box.min, "aabb.min");
  check_vec3(box.max, "aabb.max");
  check_order(box.min, box.max, "aabb");
}

void detail::check(const Box& box) {
  check_vec3(box.center, "box.center");
  check_rotation(box.rotation, "box.rotation");
  check_length(box.half_extents.x, "box.half_extents.x");
  check_length(box.half_extents.y, "box.half_extents.y");
  check_length(box.half_extents.z, "box.half_extents.z");
}

void detail::check(const Capsule& c) {
  check_vec3(c.p0, "capsule.p0");
  check_vec3(c.p1, "capsule.p1");
  check_length(c.radius, "capsule.radius");
}

std::string_view name(ShapeKind kind) noexcept {
  switch (kind) {
    case ShapeKind::point: return "point";
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::aabb: return "aabb";
    case ShapeKind::box: return "box";
    case ShapeKind::capsule: return "capsule";
    case ShapeKind::hull: return "hull";
    case ShapeKind::volume: return "volume";
    case ShapeKind::rounded_hull: return "rounded hull";
    case ShapeKind::hull_instance: return "hull instance";
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

#define LOCKSTEP_SIMPLE_KIND(Type, record_kind, shape_kind)                                                         \
  std::uint32_t ShapeSet::add(const Type& shape, Check checking) {                                                  \
    const detail::FloatEnvironment standard;                                                                        \
    if (checking == Check::inputs) check(shape);                                                                    \
    return store_->append(make_record(shape), rotation_of(shape), RecordKind::record_kind, ShapeKind::shape_kind);  \
  }                                                                                                                 \
  void ShapeSet::set(std::uint32_t index, const Type& shape, Check checking) {                                      \
    const detail::FloatEnvironment standard;                                                                        \
    if (checking == Check::inputs) check(shape);                                                                    \
    store_->replace(index, make_record(shape), rotation_of(shape), RecordKind::record_kind, ShapeKind::shape_kind); \
  }
LOCKSTEP_SIMPLE_KIND(Point, sphere, point)
LOCKSTEP_SIMPLE_KIND(Sphere, sphere, sphere)
LOCKSTEP_SIMPLE_KIND(Aabb, aabb, aabb)
LOCKSTEP_SIMPLE_KIND(Box, box, box)
LOCKSTEP_SIMPLE_KIND(Capsule, capsule, capsule)
LOCKSTEP_SIMPLE_KIND(Ellipsoid, quadric, ellipsoid)
LOCKSTEP_SIMPLE_KIND(Cylinder, quadric, cylinder)
LOCKSTEP_SIMPLE_KIND(Cone, quadric, cone)
#undef LOCKSTEP_SIMPLE_KIND

void ShapeSet::reserve(std::size_t shapes, std::size_t hull_vertices) {
  if (shapes > detail::most_shapes) throw InvalidInput("shape set: more than 2^32 - 1 shapes");
  if (hull_vertices > detail::most_vertices) detail::throw_too_many_vertices();
  store_->records.reserve(shapes);
  store_->rotations.reserve(shapes);
  store_->kinds_of_records.reserve(shapes);
  store_->balls.reserve(shapes);
  store_->kinds.reserve(shapes);
  store_->vertices.reserve(3 * hull_vertices);
  store_->low_parts.reserve(3 * hull_vertices);
}

void ShapeSet::clear() noexcept {
  store_->records.clear();
  store_->rotations.clear();
  store_->kinds_of_records.clear();
  store_->balls.clear();
  store_->kinds.clear();
  store_->positions.clear();
  store_->vertices.clear();
  store_->low_parts.clear();
  store_->meshes.clear();
  store_->count_of_kind = {};
  store_->free_vertices.clear();
  store_->free_list.clear();
  store_->log.note_all();
}

void ShapeSet::place(std::uint32_t index, const Vec3d& position, Check checking) {
  if (checking == Check::inputs) detail::check_position(position, "position");
  store_->place(index, position);
}

void ShapeSet::remove(std::uint32_t index) { store_->remove(index); }

std::size_t ShapeSet::size() const noexcept { return store_->records.size(); }

std::size_t ShapeSet::free_slots() const noexcept { return store_->free_slots(); }

bool ShapeSet::contains(std::uint32_t index) const noexcept {
  return index < store_->records.size() && store_->kinds_of_records[index] != RecordKind::free_slot;
}

ShapeKind ShapeSet::kind(std::uint32_t index) const {
  store_->require(index);
  return store_->kinds[index];
}

}  // namespace lockstep
