// Shapes of one kind, from arrays: the arguments of add_KIND and set_KIND of a ShapeSet. They have the names of the
// shapes' members. (kinds2.hpp has those of the plane.)
#pragma once

#include <vector>

#include <lockstep/shapes.hpp>

#include "arrays/floats.hpp"
#include "arrays/lists.hpp"

namespace lockstep::python {

struct Points {
  Floats position;
  explicit Points(py::handle positions, const char* name = "position")
      : position(Floats::vectors(positions, name, 3)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&position}); }
  Point operator()(std::size_t i) const { return {position.vec3(i)}; }
  [[nodiscard]] std::vector<Vec3> all() const {
    std::vector<Vec3> points;
    points.reserve(count());
    while (points.size() < count()) points.push_back(position.vec3(points.size()));
    return points;
  }
};

struct Spheres {
  Floats center, radius;
  Spheres(py::handle centers, py::handle radii)
      : center(Floats::vectors(centers, "center", 3)), radius(Floats::numbers(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &radius}); }
  Sphere operator()(std::size_t i) const { return {center.vec3(i), radius.number(i)}; }
  [[nodiscard]] SphereView view() const {
    return {center.stream(0), center.stream(1), center.stream(2), radius.stream(), count()};
  }
};

struct Aabbs {
  Floats min, max;  // or the centres and half extents of a view
  AabbForm form = AabbForm::corners;
  Aabbs(py::handle mins, py::handle maxs)
      : min(Floats::vectors(mins, "min", 3)), max(Floats::vectors(maxs, "max", 3)) {}
  Aabbs(py::handle centers, py::handle half_extents, AabbForm how)
      : min(Floats::vectors(centers, "centers", 3)), max(Floats::vectors(half_extents, "half_extents", 3)), form(how) {}
  [[nodiscard]] std::size_t count() const { return common_count({&min, &max}); }
  Aabb operator()(std::size_t i) const { return {min.vec3(i), max.vec3(i)}; }
  [[nodiscard]] AabbView view() const {
    return {min.stream(0), min.stream(1), min.stream(2), max.stream(0), max.stream(1), max.stream(2), count(), form};
  }
};

struct Boxes {
  Floats center, rotation, half_extents;
  Boxes(py::handle centers, py::handle rotations, py::handle halves)
      : center(Floats::vectors(centers, "center", 3)),
        rotation(Floats::rotations(rotations, "rotation")),
        half_extents(Floats::vectors(halves, "half_extents", 3)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &rotation, &half_extents}); }
  Box operator()(std::size_t i) const { return {center.vec3(i), rotation.quat(i), half_extents.vec3(i)}; }
  [[nodiscard]] BoxView view() const {
    return {center.stream(0),
            center.stream(1),
            center.stream(2),
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

struct Ellipsoids {
  Floats center, rotation, radii;
  Ellipsoids(py::handle centers, py::handle rotations, py::handle all_radii)
      : center(Floats::vectors(centers, "center", 3)),
        rotation(Floats::rotations(rotations, "rotation")),
        radii(Floats::vectors(all_radii, "radii", 3)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &rotation, &radii}); }
  Ellipsoid operator()(std::size_t i) const { return {center.vec3(i), rotation.quat(i), radii.vec3(i)}; }
};

/// Capsules and cylinders.
template <class Shape>
struct Rods {
  Floats p0, p1, radius;
  Rods(py::handle p0s, py::handle p1s, py::handle radii)
      : p0(Floats::vectors(p0s, "p0", 3)),
        p1(Floats::vectors(p1s, "p1", 3)),
        radius(Floats::numbers(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&p0, &p1, &radius}); }
  Shape operator()(std::size_t i) const { return {p0.vec3(i), p1.vec3(i), radius.number(i)}; }
  [[nodiscard]] CapsuleView view() const {
    return {p0.stream(0), p0.stream(1), p0.stream(2),    p1.stream(0),
            p1.stream(1), p1.stream(2), radius.stream(), count()};
  }
};
using Capsules = Rods<Capsule>;
using Cylinders = Rods<Cylinder>;

struct Cones {
  Floats base, apex, radius;
  Cones(py::handle bases, py::handle apexes, py::handle radii)
      : base(Floats::vectors(bases, "base", 3)),
        apex(Floats::vectors(apexes, "apex", 3)),
        radius(Floats::numbers(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&base, &apex, &radius}); }
  Cone operator()(std::size_t i) const { return {base.vec3(i), apex.vec3(i), radius.number(i)}; }
};

/// The poses of bodies and instances.
struct Poses {
  Floats position, rotation;
  Poses(py::handle positions, py::handle rotations)
      : position(Floats::vectors(positions, "position", 3)), rotation(Floats::rotations(rotations, "rotation")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&position, &rotation}); }
  Pose operator()(std::size_t i) const { return {position.vec3(i), rotation.quat(i)}; }
};

/// Instances of one mesh per call.
struct HullInstances {
  std::uint32_t mesh;
  Poses pose;
  Floats radius;
  HullInstances(std::uint32_t of, py::handle positions, py::handle rotations, py::handle radii)
      : mesh(of), pose(positions, rotations), radius(Floats::numbers(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&pose.position, &pose.rotation, &radius}); }
  HullInstance operator()(std::size_t i) const { return {mesh, pose(i), radius.number(i)}; }
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
