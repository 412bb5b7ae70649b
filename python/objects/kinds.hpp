// Shapes of one kind, from arrays: the arguments of add_KIND and set_KIND of a ShapeSet. They have the names of the
// shapes' members. (kinds2.hpp has those of the plane.) If float32 does not hold the positions, a kind is placed: shape
// i is relative to its double position.
#pragma once

#include <type_traits>
#include <vector>

#include <lockstep/shapes.hpp>

#include "arrays/floats.hpp"
#include "arrays/lists.hpp"
#include "objects/around_doubles.hpp"

namespace lockstep::python {

/// The positions of objects.
struct Places {
  Floats at;
  Places(py::handle positions, const char* name) : at(Floats::positions(positions, name)) {}
  [[nodiscard]] bool is_placed() const { return !at.is_exact(); }
  [[nodiscard]] bool is_double() const { return at.is_double(); }
  [[nodiscard]] Vec3d position(std::size_t i) const { return at.exact3(i); }
  void round_literals() { at.round_literals(); }
  /// Relative to the position if objects are placed.
  [[nodiscard]] Vec3 local(std::size_t i) const { return is_placed() ? Vec3{} : at.vec3(i); }
};

struct Points : Places {
  explicit Points(py::handle positions) : Places(positions, "position") {}
  [[nodiscard]] std::size_t count() const { return common_count({&at}); }
  Point operator()(std::size_t i) const { return {local(i)}; }
};

/// The vertices of a hull or a mesh, an array (N, 3).
inline std::vector<Vec3> vertices_of(py::handle value, const char* name) {
  const Floats vertices = Floats::vectors(value, name, 3);
  std::vector<Vec3> points;
  points.reserve(vertices.count());
  while (points.size() < vertices.count()) points.push_back(vertices.vec3(points.size()));
  return points;
}

struct Spheres : Places {
  Floats radius;
  Spheres(py::handle centers, py::handle radii) : Places(centers, "center"), radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &radius}); }
  Sphere operator()(std::size_t i) const { return {local(i), radius.number(i)}; }
  [[nodiscard]] SphereView view() const { return {at.stream(0), at.stream(1), at.stream(2), radius.stream(), count()}; }
};

struct Aabbs {
  Floats min, max;  // or the centres and half extents of a view
  AabbForm form = AabbForm::corners;
  Aabbs(py::handle mins, py::handle maxs) : min(Floats::positions(mins, "min")), max(Floats::positions(maxs, "max")) {}
  Aabbs(py::handle centers, py::handle half_extents, AabbForm how)
      : min(Floats::positions(centers, "centers")), max(Floats::extents(half_extents, "half_extents")), form(how) {}
  [[nodiscard]] std::size_t count() const { return common_count({&min, &max}); }
  [[nodiscard]] bool is_placed() const { return !min.is_exact() || (form == AabbForm::corners && !max.is_exact()); }
  [[nodiscard]] bool is_double() const { return min.is_double() || (form == AabbForm::corners && max.is_double()); }
  [[nodiscard]] Vec3d position(std::size_t i) const { return min.exact3(i); }
  void round_literals() { min.round_literals(), max.round_literals(); }
  Aabb operator()(std::size_t i) const {
    if (form == AabbForm::centered) return box_around(is_placed() ? Vec3{} : min.vec3(i), max.vec3(i));
    if (!is_placed()) return {min.vec3(i), max.vec3(i)};
    const auto side = [&](py::ssize_t k) { return size_around(min.exact(i, k), max.exact(i, k)); };
    return {{}, {side(0), side(1), side(2)}};
  }
  [[nodiscard]] AabbView view() const {
    return {min.stream(0), min.stream(1), min.stream(2), max.stream(0), max.stream(1), max.stream(2), count(), form};
  }
};

struct Boxes : Places {
  Floats rotation, half_extents;
  Boxes(py::handle centers, py::handle rotations, py::handle halves)
      : Places(centers, "center"),
        rotation(Floats::rotations(rotations, "rotation")),
        half_extents(Floats::extents(halves, "half_extents")) {
    if (!rotation.is_exact())
      half_extents = half_extents.changed(count(), [](const Vec3& half) { return box_around_turned(half); });
  }
  [[nodiscard]] std::size_t count() const { return common_count({&at, &rotation, &half_extents}); }
  Box operator()(std::size_t i) const { return {local(i), rotation.quat(i), half_extents.vec3(i)}; }
  [[nodiscard]] BoxView view() const {
    return {at.stream(0),
            at.stream(1),
            at.stream(2),
            rotation.stream(0),
            rotation.stream(1),
            rotation.stream(2),
            rotation.stream(3),
            half_extents.stream(0),
            half_extents.stream(1),
            half_extents.stream(2),
            count()};
  }
};

struct Ellipsoids : Places {
  Floats rotation, radii;
  Ellipsoids(py::handle centers, py::handle rotations, py::handle all_radii)
      : Places(centers, "center"),
        rotation(Floats::rotations(rotations, "rotation")),
        radii(Floats::extents(all_radii, "radii")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &rotation, &radii}); }
  Ellipsoid operator()(std::size_t i) const {
    const Vec3 all = radii.vec3(i);
    return {local(i), rotation.quat(i), rotation.is_exact() ? all : ellipsoid_around_turned(all)};
  }
};

/// Capsules, cylinders and cones: from a point to another, with a radius.
template <class Shape>
struct Rods {
  Floats from, to, radius;
  Rods(py::handle starts, py::handle ends, py::handle radii)
      : from(Floats::positions(starts, is_cone ? "base" : "p0")),
        to(Floats::positions(ends, is_cone ? "apex" : "p1")),
        radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&from, &to, &radius}); }
  [[nodiscard]] bool is_placed() const { return !from.is_exact() || !to.is_exact(); }
  [[nodiscard]] bool is_double() const { return from.is_double() || to.is_double(); }
  [[nodiscard]] Vec3d position(std::size_t i) const { return from.exact3(i); }
  void round_literals() { from.round_literals(), to.round_literals(); }
  Shape operator()(std::size_t i) const {
    if (is_placed()) return around(Way(from.exact3(i), to.exact3(i)), radius.number(i), Shape{});
    return {from.vec3(i), to.vec3(i), radius.number(i)};
  }
  [[nodiscard]] CapsuleView view() const {
    return {from.stream(0), from.stream(1), from.stream(2),  to.stream(0),
            to.stream(1),   to.stream(2),   radius.stream(), count()};
  }

 private:
  static constexpr bool is_cone = std::is_same_v<Shape, Cone>;
};
using Capsules = Rods<Capsule>;
using Cylinders = Rods<Cylinder>;
using Cones = Rods<Cone>;

/// The poses of bodies and instances. Rotations of bodies that float32 does not hold are refused: their parts have no
/// room for what rounding would take.
struct Poses : Places {
  Floats rotation;
  Poses(py::handle positions, py::handle rotations, Rounding rounding = Rounding::refused)
      : Places(positions, "position"), rotation(Floats::rotations(rotations, "rotation", rounding)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &rotation}); }
  Pose operator()(std::size_t i) const { return {local(i), rotation.quat(i)}; }
};

/// Instances of one mesh per call. `reach` is that of the mesh: the largest distance of a vertex from the origin.
struct HullInstances : Poses {
  std::uint32_t mesh;
  Floats radius;
  mutable double reach = 0;  // noted when the set is known
  HullInstances(std::uint32_t of, py::handle positions, py::handle rotations, py::handle radii)
      : Poses(positions, rotations, Rounding::nearest), mesh(of), radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &rotation, &radius}); }
  HullInstance operator()(std::size_t i) const {
    const float r = radius.number(i);
    return {mesh, Poses::operator()(i), rotation.is_exact() ? r : grown(r, 0x1p-22 * reach)};
  }
};

/// For views alone.
struct TransformedBoxes {
  Floats matrix, min, max;
  TransformedBoxes(py::handle matrices, py::handle mins, py::handle maxs)
      : matrix(Floats::matrices(matrices, "matrix")),
        min(Floats::vectors(mins, "min", 3)),
        max(Floats::vectors(maxs, "max", 3)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&matrix, &min, &max}); }
  [[nodiscard]] TransformedBoxView view() const {
    return {matrix.matrix_streams(), min.stream(0), min.stream(1), min.stream(2),
            max.stream(0),           max.stream(1), max.stream(2), count()};
  }
};

}  // namespace lockstep::python
