// Shapes of the plane of one kind, from arrays: the arguments of add_KIND and set_KIND of a ShapeSet2. If float32 does
// not hold the positions, a kind is placed, as those of space (kinds.hpp).
#pragma once

#include <lockstep/shapes.hpp>

#include "arrays/floats.hpp"
#include "objects/around_doubles.hpp"

namespace lockstep::python {

/// A point of the plane in space.
inline Vec3d exact_in_space(const Floats& points, std::size_t i) { return {points.exact(i, 0), points.exact(i, 1), 0}; }

/// The positions of shapes.
struct PlanePlaces {
  static constexpr bool in_plane = true;
  Floats at;
  PlanePlaces(py::handle positions, const char* name) : at(Floats::vectors(positions, name, 2, Rounding::nearest)) {}
  [[nodiscard]] bool is_placed() const { return !at.is_exact(); }
  [[nodiscard]] Vec3d position(std::size_t i) const { return exact_in_space(at, i); }
  void round_literals() { at.round_literals(); }
  /// Relative to the position if shapes are placed.
  [[nodiscard]] Vec2 local(std::size_t i) const { return is_placed() ? Vec2{} : at.vec2(i); }
};

struct Circles2 : PlanePlaces {
  Floats radius;
  Circles2(py::handle centers, py::handle radii)
      : PlanePlaces(centers, "center"), radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &radius}); }
  Circle2 operator()(std::size_t i) const { return {local(i), radius.number(i)}; }
  [[nodiscard]] CircleView view() const {
    at.require_floats();
    return {at.stream(0), at.stream(1), radius.stream(), count()};
  }
};

struct Capsules2 {
  static constexpr bool in_plane = true;
  Floats p0, p1, radius;
  Capsules2(py::handle p0s, py::handle p1s, py::handle radii)
      : p0(Floats::vectors(p0s, "p0", 2, Rounding::nearest)),
        p1(Floats::vectors(p1s, "p1", 2, Rounding::nearest)),
        radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&p0, &p1, &radius}); }
  [[nodiscard]] bool is_placed() const { return !p0.is_exact() || !p1.is_exact(); }
  [[nodiscard]] Vec3d position(std::size_t i) const { return exact_in_space(p0, i); }
  void round_literals() { p0.round_literals(), p1.round_literals(); }
  Capsule2 operator()(std::size_t i) const {
    if (!is_placed()) return {p0.vec2(i), p1.vec2(i), radius.number(i)};
    const Capsule around = python::around(Way(position(i), exact_in_space(p1, i)), radius.number(i), Capsule{});
    return {{}, {around.p1.x, around.p1.y}, around.radius};
  }
  [[nodiscard]] Capsule2View view() const {
    p0.require_floats(), p1.require_floats();
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

struct Boxes2 : PlanePlaces {
  Floats angle, half_extents;
  Boxes2(py::handle centers, py::handle angles, py::handle halves)
      : PlanePlaces(centers, "center"),
        angle(Floats::angles(angles, "angle")),
        half_extents(Floats::vectors(halves, "half_extents", 2, Rounding::up)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &angle, &half_extents}); }
  Box2 operator()(std::size_t i) const { return {local(i), angle.number(i), half_extents.vec2(i)}; }
  [[nodiscard]] Box2View view() const {
    at.require_floats();
    return {at.stream(0), at.stream(1), angle.stream(), half_extents.stream(0), half_extents.stream(1), count()};
  }
};

struct Ellipses2 : PlanePlaces {
  Floats angle, radii;
  Ellipses2(py::handle centers, py::handle angles, py::handle all_radii)
      : PlanePlaces(centers, "center"),
        angle(Floats::angles(angles, "angle")),
        radii(Floats::vectors(all_radii, "radii", 2, Rounding::up)) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &angle, &radii}); }
  Ellipse2 operator()(std::size_t i) const { return {local(i), angle.number(i), radii.vec2(i)}; }
};

struct Slices2 : PlanePlaces {
  Floats angle, half_angle, radius;
  Slices2(py::handle centers, py::handle angles, py::handle half_angles, py::handle radii)
      : PlanePlaces(centers, "center"),
        angle(Floats::angles(angles, "angle")),
        half_angle(Floats::numbers(half_angles, "half_angle")),
        radius(Floats::lengths(radii, "radius")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &angle, &half_angle, &radius}); }
  Slice2 operator()(std::size_t i) const { return {local(i), angle.number(i), half_angle.number(i), radius.number(i)}; }
};

/// The poses of polygons.
struct Poses2 : PlanePlaces {
  Floats angle;
  Poses2(py::handle positions, py::handle angles)
      : PlanePlaces(positions, "position"), angle(Floats::angles(angles, "angle")) {}
  [[nodiscard]] std::size_t count() const { return common_count({&at, &angle}); }
};

}  // namespace lockstep::python
