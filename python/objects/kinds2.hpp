// Shapes of the plane of one kind, from arrays: the arguments of add_KIND and set_KIND of a ShapeSet2.
#pragma once

#include <lockstep/shapes.hpp>

#include "arrays/floats.hpp"

namespace lockstep::python {

struct Circles2 {
  Floats center, radius;
  Circles2(py::handle centers, py::handle radii)
      : center(Floats::vectors(centers, "center", 2, Rounding::nearest)), radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &radius}); }
  [[nodiscard]] bool is_placed() const { return !center.is_exact(); }
  Circle2 operator()(std::size_t i) const {
    center.require_floats();
    return {center.vec2(i), radius.number(i)};
  }
  [[nodiscard]] CircleView view() const {
    center.require_floats();
    return {center.stream(0), center.stream(1), radius.stream(), count()};
  }
};

/// Circles at doubles as balls of space at z = 0, which overlap where these do: for overlap passes.
struct BallsOfCircles {
  const Circles2& circles;
  [[nodiscard]] std::size_t count() const { return circles.count(); }
  [[nodiscard]] static bool is_placed() { return true; }
  [[nodiscard]] Vec3d position(std::size_t i) const {
    return {circles.center.exact(i, 0), circles.center.exact(i, 1), 0};
  }
  Sphere operator()(std::size_t i) const { return {{0, 0, 0}, circles.radius.number(i)}; }
};

struct Capsules2 {
  Floats p0, p1, radius;
  Capsules2(py::handle p0s, py::handle p1s, py::handle radii)
      : p0(Floats::vectors(p0s, "p0", 2)),
        p1(Floats::vectors(p1s, "p1", 2)),
        radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&p0, &p1, &radius}); }
  Capsule2 operator()(std::size_t i) const { return {p0.vec2(i), p1.vec2(i), radius.number(i)}; }
  [[nodiscard]] Capsule2View view() const {
    return {p0.stream(0), p0.stream(1), p1.stream(0), p1.stream(1), radius.stream(), count()};
  }
};

/// For views alone: a ShapeSet2 takes boxes.
struct Aabbs2 {
  Floats min, max;
  Aabbs2(py::handle mins, py::handle maxs)
      : min(Floats::vectors(mins, "min", 2)), max(Floats::vectors(maxs, "max", 2)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&min, &max}); }
  Aabb2 operator()(std::size_t i) const { return {min.vec2(i), max.vec2(i)}; }
  [[nodiscard]] Aabb2View view() const { return {min.stream(0), min.stream(1), max.stream(0), max.stream(1), count()}; }
};

struct Boxes2 {
  Floats center, angle, half_extents;
  Boxes2(py::handle centers, py::handle angles, py::handle halves)
      : center(Floats::vectors(centers, "center", 2)),
        angle(Floats::angles(angles, "angle")),
        half_extents(Floats::vectors(halves, "half_extents", 2, Rounding::up)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &angle, &half_extents}); }
  Box2 operator()(std::size_t i) const { return {center.vec2(i), angle.number(i), half_extents.vec2(i)}; }
  [[nodiscard]] Box2View view() const {
    return {center.stream(0),       center.stream(1),       angle.stream(),
            half_extents.stream(0), half_extents.stream(1), count()};
  }
};

struct Ellipses2 {
  Floats center, angle, radii;
  Ellipses2(py::handle centers, py::handle angles, py::handle all_radii)
      : center(Floats::vectors(centers, "center", 2)),
        angle(Floats::angles(angles, "angle")),
        radii(Floats::vectors(all_radii, "radii", 2, Rounding::up)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &angle, &radii}); }
  Ellipse2 operator()(std::size_t i) const { return {center.vec2(i), angle.number(i), radii.vec2(i)}; }
};

struct Slices2 {
  Floats center, angle, half_angle, radius;
  Slices2(py::handle centers, py::handle angles, py::handle half_angles, py::handle radii)
      : center(Floats::vectors(centers, "center", 2)),
        angle(Floats::angles(angles, "angle")),
        half_angle(Floats::numbers(half_angles, "half_angle")),
        radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&center, &angle, &half_angle, &radius}); }
  Slice2 operator()(std::size_t i) const {
    return {center.vec2(i), angle.number(i), half_angle.number(i), radius.number(i)};
  }
};

/// The poses of polygons.
struct Places2 {
  Floats position, angle;
  Places2(py::handle positions, py::handle angles)
      : position(Floats::vectors(positions, "position", 2)), angle(Floats::angles(angles, "angle")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&position, &angle}); }
};

}  // namespace lockstep::python
