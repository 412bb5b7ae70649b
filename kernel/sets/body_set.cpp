// Bodies: places their parts in the world.
#include "lockstep/sets.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "base/float_environment.hpp"
#include "base/quaternion.hpp"
#include "base/validate.hpp"
#include "sets/body_store.hpp"
#include "sets/hull_records.hpp"
#include "sets/quadric_records.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_checks.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using Body = BodySet::Store::Body;

namespace {

using Point3 = math::Vector<double>;
using Rotation = math::Quaternion<double>;

Rotation widen(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

/// The transform from the space of a body to the world. All in double, rounded once.
class Frame {
 public:
  explicit Frame(const Pose& pose)
      : turn_(widen(pose.rotation)),
        axes_(math::rotation_axes(turn_)),
        position_{pose.position.x, pose.position.y, pose.position.z} {}

  [[nodiscard]] Sphere operator()(const Sphere& s) const { return {point(s.center), s.radius}; }
  [[nodiscard]] Box operator()(const Box& b) const { return {point(b.center), rotation(b.rotation), b.half_extents}; }
  [[nodiscard]] Capsule operator()(const Capsule& c) const { return {point(c.p0), point(c.p1), c.radius}; }
  [[nodiscard]] Ellipsoid operator()(const Ellipsoid& e) const {
    return {point(e.center), rotation(e.rotation), e.radii};
  }
  [[nodiscard]] Cylinder operator()(const Cylinder& c) const { return {point(c.p0), point(c.p1), c.radius}; }
  [[nodiscard]] Cone operator()(const Cone& c) const { return {point(c.base), point(c.apex), c.radius}; }
  [[nodiscard]] HullInstance operator()(const HullInstance& h) const {
    return {h.mesh, {point(h.pose.position), rotation(h.pose.rotation)}, h.radius};
  }

 private:
  [[nodiscard]] Vec3 point(const Vec3& p) const {
    const Point3 w = position_ + math::to_world(axes_, Point3{p.x, p.y, p.z});
    return {static_cast<float>(w.x), static_cast<float>(w.y), static_cast<float>(w.z)};
  }
  /// The body's rotation after q, normalised: two rotations that are slightly off unit length would be off by more
  /// together.
  [[nodiscard]] Quat rotation(const Quat& of_part) const {
    const Rotation &a = turn_, q = widen(of_part);
    const Rotation r{
        ((a.w * q.x + a.x * q.w) + a.y * q.z) - a.z * q.y, ((a.w * q.y + a.y * q.w) + a.z * q.x) - a.x * q.z,
        ((a.w * q.z + a.z * q.w) + a.x * q.y) - a.y * q.x, ((a.w * q.w - a.x * q.x) - a.y * q.y) - a.z * q.z};
    const double k = 1 / std::sqrt(math::length_squared(r));
    return {static_cast<float>(r.x * k), static_cast<float>(r.y * k), static_cast<float>(r.z * k),
            static_cast<float>(r.w * k)};
  }

  Rotation turn_;
  std::array<Point3, 3> axes_;
  Point3 position_;
};

void check_pose(const Pose& pose) {
  detail::check_vec3(pose.position, "pose.position");
  detail::check_rotation(pose.rotation, "pose.rotation");
}

/// Adds the number of a part to the error that check() throws.
template <class Check>
void named(std::size_t number, const char* where, const Check& check) {
  try {
    check();
  } catch (const InvalidInput& error) {
    throw InvalidInput("parts[" + std::to_string(number) + "]" + where + ": " + error.what());
  }
}

/// Throws if a part is invalid where the body stands. `number` names it.
void check_placed(const KeptPart& part, const Frame& frame, std::size_t number) {
  std::visit([&](const auto& s) { named(number, ", where the body stands", [&] { detail::check(frame(s)); }); }, part);
}

/// The same for a part that the set already keeps.
void check_kept(const KeptPart& part, const Frame& frame, std::size_t number) {
  std::visit([&](const auto& shape) { named(number, "", [&] { detail::check(shape); }); }, part);
  check_placed(part, frame, number);
}

/// Checks that even unchecked calls need: a hull must have vertices.
template <class Shape>
void check_vertices(const Shape&, Check) {}
void check_vertices(const ConvexHull& hull, Check checking) {
  detail::check_hull(hull.vertices, "hull.vertices", checking);
}
void check_vertices(const RoundedHull& hull, Check checking) {
  detail::check_hull(hull.vertices, "rounded_hull.vertices", checking);
}
template <class Shape>
void check_numbers(const Shape& shape) {
  detail::check(shape);
}
void check_numbers(const ConvexHull&) {}
void check_numbers(const RoundedHull& hull) { detail::check_length(hull.radius, "rounded_hull.radius"); }

/// Throws if a part is invalid in its body.
void check_part(const BodyPart& part, std::size_t number, Check checking) {
  const auto check_shape = [&](const auto& shape) {
    check_vertices(shape, checking);
    if (checking == Check::inputs) check_numbers(shape);
  };
  std::visit([&](const auto& shape) { named(number, "", [&] { check_shape(shape); }); }, part);
}

/// Converts a part to its stored form. Its vertices, if any, become mesh number `mesh`.
struct Keep {
  std::uint32_t mesh;

  template <class Shape>
  KeptPart operator()(const Shape& shape) const {
    return shape;
  }
  KeptPart operator()(const ConvexHull&) const { return HullInstance{mesh, {}, 0}; }
  KeptPart operator()(const RoundedHull& hull) const { return HullInstance{mesh, {}, hull.radius}; }
  KeptPart operator()(const Aabb& box) const {
    const Vec3 &low = box.min, &high = box.max;
    const Vec3 c{middle(low.x, high.x), middle(low.y, high.y), middle(low.z, high.z)};
    return Box{c, {}, {half(low.x, high.x, c.x), half(low.y, high.y, c.y), half(low.z, high.z, c.z)}};
  }

 private:
  static float middle(float low, float high) { return static_cast<float>(0.5 * (double{low} + high)); }
  /// Rounded up to the next float, so that the box contains the aligned one.
  static float half(float low, float high, float about) {
    const double exact = std::max(double{high} - about, double{about} - low);
    const auto rounded = static_cast<float>(exact);
    return rounded < exact ? std::nextafter(rounded, std::numeric_limits<float>::infinity()) : rounded;
  }
};

/// The vertices of a part that has its own.
std::optional<ConvexHull> hull_of(const BodyPart& part) {
  if (const auto* const hull = std::get_if<ConvexHull>(&part)) return *hull;
  if (const auto* const hull = std::get_if<RoundedHull>(&part)) return ConvexHull{hull->vertices};
  return {};
}

void check_mesh(const BodyPart& part, std::size_t meshes, std::size_t number) {
  const auto* const instance = std::get_if<HullInstance>(&part);
  if (instance != nullptr && instance->mesh >= meshes)
    throw InvalidInput("parts[" + std::to_string(number) + "]: instance.mesh = " + std::to_string(instance->mesh) +
                       ": is out of range, the set has " + std::to_string(meshes) + " meshes");
}

template <class T>
void reserve_more(std::vector<T>& array, std::size_t size) {
  if (size > array.capacity()) array.reserve(std::max(size, 2 * array.capacity()));
}

/// Adds a part to the shapes of the world.
std::uint32_t add_shape(ShapeSet& shapes, const KeptPart& part, const Frame& frame) {
  return std::visit([&](const auto& shape) { return shapes.add(frame(shape), Check::none); }, part);
}

/// A part during insertion: its number, its shape in the world and the shape's centre.
struct Placed {
  std::uint32_t number, index;
  float middle[3];
};

/// Adds all parts, or none if memory runs out.
std::vector<Placed> add_shapes(ShapeSet& shapes, std::span<const KeptPart> parts, const Frame& frame) {
  std::vector<Placed> placed;
  placed.reserve(parts.size());
  try {
    for (const KeptPart& part : parts) {
      const std::uint32_t index = add_shape(shapes, part, frame);
      const detail::Bounds3 box = detail::bounds_of(shapes.store(), index, 0);
      Placed p{static_cast<std::uint32_t>(placed.size()), index, {}};
      for (int k = 0; k < 3; ++k) {
        const float middle = 0.5F * box.low[k] + 0.5F * box.high[k];
        p.middle[k] = std::isfinite(middle) ? middle : 0;
      }
      placed.push_back(p);
    }
  } catch (...) {
    for (; !placed.empty(); placed.pop_back()) shapes.remove(placed.back().index);
    throw;
  }
  return placed;
}

/// Orders parts by recursive median splits along the widest axis, so that each leaf holds neighbours.
void sort_into_leaves(std::span<Placed> parts) {
  constexpr std::size_t leaf = BodySet::Store::leaf_parts;
  if (parts.size() <= leaf) return;
  int widest = 0;
  float width = -1;
  for (int k = 0; k < 3; ++k) {
    const auto [low, high] = std::minmax_element(
        parts.begin(), parts.end(), [k](const Placed& p, const Placed& q) { return p.middle[k] < q.middle[k]; });
    if (high->middle[k] - low->middle[k] > width) widest = k, width = high->middle[k] - low->middle[k];
  }
  std::sort(parts.begin(), parts.end(), [widest](const Placed& p, const Placed& q) {
    return p.middle[widest] != q.middle[widest] ? p.middle[widest] < q.middle[widest] : p.number < q.number;
  });
  const std::size_t leaves = (parts.size() + leaf - 1) / leaf, half = leaves / 2 * leaf;
  sort_into_leaves(parts.first(half)), sort_into_leaves(parts.subspan(half));
}

}  // namespace

const Body& BodySet::Store::require(std::uint32_t body) const {
  if (body >= bodies.size())
    throw InvalidInput("body set: index " + std::to_string(body) + " is out of range, the set has " +
                       std::to_string(bodies.size()) + " bodies");
  if (bodies[body].count == 0) throw InvalidInput("body set: body " + std::to_string(body) + " was removed");
  return bodies[body];
}

BodySet::BodySet() : store_(std::make_unique<Store>()) {}
BodySet::~BodySet() = default;
BodySet::BodySet(const BodySet& other) : store_(std::make_unique<Store>(*other.store_)) {}
BodySet::BodySet(BodySet&&) noexcept = default;
BodySet& BodySet::operator=(const BodySet& other) {
  if (this != &other) store_ = std::make_unique<Store>(*other.store_);
  return *this;
}
BodySet& BodySet::operator=(BodySet&&) noexcept = default;

std::uint32_t BodySet::add_mesh(const ConvexHull& mesh, Check checking) {
  return store_->shapes.add_mesh(mesh, checking);
}

std::uint32_t BodySet::add_mesh(const ShapeSet& other, std::uint32_t mesh) {
  return store_->shapes.add_mesh(other, mesh);
}

std::uint32_t BodySet::add(std::span<const BodyPart> given, const Pose& pose, Check checking) {
  const detail::FloatEnvironment standard;
  Store& store = *store_;
  if (given.empty()) throw InvalidInput("parts: empty, a body has at least one part");
  const Frame frame(pose);
  if (checking == Check::inputs) check_pose(pose);
  std::vector<KeptPart> parts;
  parts.reserve(given.size());
  auto meshes = static_cast<std::uint32_t>(store.shapes.store().meshes.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    check_mesh(given[i], store.shapes.store().meshes.size(), i);
    check_part(given[i], i, checking);
    parts.push_back(std::visit(Keep{meshes}, given[i]));
    if (hull_of(given[i])) ++meshes;
    if (checking == Check::inputs) check_placed(parts[i], frame, i);
  }
  for (const BodyPart& part : given)
    if (const auto hull = hull_of(part)) store.shapes.add_mesh(*hull, Check::none);

  reserve_more(store.bodies, store.bodies.size() + 1);
  const std::size_t most_parts = store.shapes.size() + parts.size();
  reserve_more(store.parts, most_parts), reserve_more(store.body_of_part, most_parts);
  const bool reuses_slot = store.first_free != Store::none;
  const auto body = reuses_slot ? store.first_free : static_cast<std::uint32_t>(store.bodies.size());
  Body made{pose, Store::none, static_cast<std::uint32_t>(parts.size())};
  std::vector<Placed> placed = add_shapes(store.shapes, parts, frame);
  sort_into_leaves(placed);
  store.parts.resize(store.shapes.size()), store.body_of_part.resize(store.shapes.size());
  std::uint32_t* link = &made.first;
  for (const Placed& p : placed) {
    store.parts[p.index] = {parts[p.number], p.number, Store::none};
    store.body_of_part[p.index] = body;
    *link = p.index;
    link = &store.parts[p.index].next;
  }
  if (reuses_slot)
    store.first_free = store.bodies[body].first, store.bodies[body] = made, --store.free_slots;
  else
    store.bodies.push_back(made);
  return body;
}

void BodySet::move(std::uint32_t body, const Pose& pose, Check checking) {
  const detail::FloatEnvironment standard;
  Store& store = *store_;
  const Body& moving = store.require(body);
  const Frame frame(pose);
  const auto for_each_part = [&](const auto& f) {
    for (std::uint32_t i = moving.first; i != Store::none; i = store.parts[i].next) f(i, store.parts[i]);
  };
  if (checking == Check::inputs) {
    check_pose(pose);
    for_each_part([&](std::uint32_t, const Store::Part& part) { check_kept(part.local, frame, part.number); });
  }
  for_each_part([&](std::uint32_t i, const Store::Part& part) {
    std::visit([&](const auto& shape) { store.shapes.set(i, frame(shape), Check::none); }, part.local);
  });
  store.bodies[body].pose = pose;
}

void BodySet::place(std::uint32_t body, const Vec3d& position, Check checking) {
  Store& store = *store_;
  const Body& placed = store.require(body);
  if (checking == Check::inputs) detail::check_position(position, "position");
  for (std::uint32_t i = placed.first; i != Store::none; i = store.parts[i].next)
    store.shapes.place(i, position, Check::none);
}

void BodySet::remove(std::uint32_t body) {
  Store& store = *store_;
  (void)store.require(body);
  store.log.note_removed(body);
  Body& removed = store.bodies[body];
  for (std::uint32_t i = removed.first; i != Store::none; i = store.parts[i].next) store.shapes.remove(i);
  removed = {{}, store.first_free, 0};
  store.first_free = body, ++store.free_slots;
}

void BodySet::clear() noexcept {
  store_->shapes.clear();
  store_->parts.clear();
  store_->body_of_part.clear();
  store_->bodies.clear();
  store_->first_free = Store::none, store_->free_slots = 0;
}

std::size_t BodySet::size() const noexcept { return store_->bodies.size(); }
bool BodySet::contains(std::uint32_t body) const noexcept {
  return body < store_->bodies.size() && store_->bodies[body].count != 0;
}
std::size_t BodySet::part_count(std::uint32_t body) const { return store_->require(body).count; }
const Pose& BodySet::pose(std::uint32_t body) const { return store_->require(body).pose; }
const ShapeSet& BodySet::parts() const noexcept { return store_->shapes; }

PartName BodySet::owner(std::uint32_t index) const {
  (void)store_->shapes.kind(index);  // throws if the part does not exist
  return {store_->body_of_part[index], store_->parts[index].number};
}

}  // namespace lockstep
