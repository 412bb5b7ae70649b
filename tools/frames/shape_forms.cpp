#include "frames/shape_forms.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using Q = Quantity;

float rounded(double number) { return static_cast<float>(number); }
Vec2 vec2(double x, double y) { return {rounded(x), rounded(y)}; }
Vec3 vec3(double x, double y, double z) { return {rounded(x), rounded(y), rounded(z)}; }

Vec2 position2(const RowNumbers& n) { return vec2(n[Q::x], n[Q::y]); }
Vec3 position3(const RowNumbers& n) { return vec3(n[Q::x], n[Q::y], n[Q::z]); }
Vec3 end3(const RowNumbers& n) { return vec3(n[Q::x1], n[Q::y1], n[Q::z1]); }
float radius(const RowNumbers& n) { return rounded(n[Q::radius]); }
float angle(const RowNumbers& n) { return rounded(n[Q::angle]); }

Quat rotation(const RowNumbers& n) {
  const Quat q{rounded(n[Q::qx]), rounded(n[Q::qy]), rounded(n[Q::qz]), rounded(n[Q::qw])};
  if (const auto problem = rotation_problem(q)) throw ShapeProblem{Q::qx, *problem};
  return q;
}

/// The other end of an axis.
Vec3 axis_end(const RowNumbers& n, std::string_view without_axis) {
  if (n[Q::x1] == n[Q::x] && n[Q::y1] == n[Q::y] && n[Q::z1] == n[Q::z])
    throw ShapeProblem{Q::x1, std::string(without_axis)};
  return end3(n);
}

/// Given by an angle about its middle, where a crowd turns and moves it.
MovingShape make_turned_capsule(const RowNumbers& n) {
  const double half = n[Q::half_length];
  const double x = half * std::cos(n[Q::angle]), y = half * std::sin(n[Q::angle]);
  const auto end = [&n](double dx, double dy) {
    const Vec2 p = vec2(n[Q::x] + dx, n[Q::y] + dy);
    if (std::max(std::abs(p.x), std::abs(p.y)) > max_coordinate)
      throw ShapeProblem{Q::half_length,
                         concat("the capsule ends beyond ", max_coordinate, ", the largest coordinate")};
    return p;
  };
  return Capsule2{end(-x, -y), end(x, y), radius(n)};
}

MovingShape make_circle(const RowNumbers& n) { return Circle2{position2(n), radius(n)}; }
MovingShape make_capsule2(const RowNumbers& n) { return Capsule2{position2(n), vec2(n[Q::x1], n[Q::y1]), radius(n)}; }
MovingShape make_box2(const RowNumbers& n) { return Box2{position2(n), angle(n), vec2(n[Q::hx], n[Q::hy])}; }
MovingShape make_ellipse(const RowNumbers& n) { return Ellipse2{position2(n), angle(n), vec2(n[Q::rx], n[Q::ry])}; }
MovingShape make_slice(const RowNumbers& n) {
  return Slice2{position2(n), angle(n), rounded(n[Q::half_angle]), radius(n)};
}

MovingShape make_sphere(const RowNumbers& n) { return Sphere{position3(n), radius(n)}; }
MovingShape make_capsule(const RowNumbers& n) { return Capsule{position3(n), end3(n), radius(n)}; }
MovingShape make_box(const RowNumbers& n) { return Box{position3(n), rotation(n), vec3(n[Q::hx], n[Q::hy], n[Q::hz])}; }
MovingShape make_ellipsoid(const RowNumbers& n) {
  return Ellipsoid{position3(n), rotation(n), vec3(n[Q::rx], n[Q::ry], n[Q::rz])};
}
MovingShape make_cylinder(const RowNumbers& n) {
  return Cylinder{position3(n), axis_end(n, "the ends of a cylinder must not be the same point"), radius(n)};
}
MovingShape make_cone(const RowNumbers& n) {
  return Cone{position3(n), axis_end(n, "the apex of a cone must not be its base"), radius(n)};
}

constexpr QuantitySet axis = {Q::x1, Q::y1, Q::z1, Q::radius}, turn = {Q::qx, Q::qy, Q::qz, Q::qw};

// The round ones come first. Among forms with one name, those come first whose position is the middle.
constexpr ShapeForm forms[] = {
    {"circle", true, {Q::radius}, make_circle},
    {"capsule", true, {Q::half_length, Q::angle, Q::radius}, make_turned_capsule},
    {"capsule", true, {Q::x1, Q::y1, Q::radius}, make_capsule2},
    {"box", true, {Q::hx, Q::hy, Q::angle}, make_box2},
    {"ellipse", true, {Q::rx, Q::ry, Q::angle}, make_ellipse},
    {"slice", true, {Q::half_angle, Q::angle, Q::radius}, make_slice},
    {"sphere", false, {Q::radius}, make_sphere},
    {"capsule", false, axis, make_capsule},
    {"box", false, turn | QuantitySet{Q::hx, Q::hy, Q::hz}, make_box},
    {"ellipsoid", false, turn | QuantitySet{Q::rx, Q::ry, Q::rz}, make_ellipsoid},
    {"cylinder", false, axis, make_cylinder},
    {"cone", false, axis, make_cone},
};

/// Columns that circles and trajectories may have as well: they do not identify a shape.
constexpr QuantitySet common_quantities = turn | QuantitySet{Q::radius, Q::angle};

/// A size in words.
std::string_view described(Quantity quantity) {
  if (quantity == Q::half_length) return "half length";
  return quantity >= Q::hx && quantity <= Q::hz ? "half extent" : "radius";
}

double length(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }

Sphere ball(const Vec3& center, double radius) {
  return {center, std::min(static_cast<float>(radius), max_coordinate)};
}
Sphere ball(const Vec2& center, double radius) { return ball(Vec3{center.x, center.y, 0}, radius); }

/// A form about the middle of an axis; `radius` takes half its length.
template <class Radius>
Sphere ball_about(const Vec3& a, const Vec3& b, const Radius& radius) {
  const auto middle = [](float p, float q) { return static_cast<float>(0.5 * (double{p} + q)); };
  const double half = 0.5 * length(double{a.x} - b.x, double{a.y} - b.y, double{a.z} - b.z);
  return ball(Vec3{middle(a.x, b.x), middle(a.y, b.y), middle(a.z, b.z)}, radius(half));
}

struct Ball {
  Sphere operator()(const Sphere& s) const { return s; }
  Sphere operator()(const Circle2& c) const { return ball(c.center, c.radius); }
  Sphere operator()(const Slice2& s) const { return ball(s.center, s.radius); }
  Sphere operator()(const Box2& b) const { return ball(b.center, length(b.half_extents.x, b.half_extents.y, 0)); }
  Sphere operator()(const Ellipse2& e) const { return ball(e.center, std::max(e.radii.x, e.radii.y)); }
  Sphere operator()(const Box& b) const {
    return ball(b.center, length(b.half_extents.x, b.half_extents.y, b.half_extents.z));
  }
  Sphere operator()(const Ellipsoid& e) const { return ball(e.center, std::max({e.radii.x, e.radii.y, e.radii.z})); }
  Sphere operator()(const Capsule2& c) const {
    return (*this)(Capsule{{c.p0.x, c.p0.y, 0}, {c.p1.x, c.p1.y, 0}, c.radius});
  }
  Sphere operator()(const Capsule& c) const {
    return ball_about(c.p0, c.p1, [&c](double half) { return half + c.radius; });
  }
  Sphere operator()(const Cylinder& c) const {
    return ball_about(c.p0, c.p1, [&c](double half) { return length(half, c.radius, 0); });
  }
  Sphere operator()(const Cone& c) const {
    return ball_about(c.base, c.apex, [&c](double half) { return length(half, c.radius, 0); });
  }
};

}  // namespace

Problem number_problem(Quantity quantity, float value) {
  if (quantity == Quantity::angle) return angle_problem(value);
  if (quantity == Quantity::half_angle) return half_angle_problem(value);
  if (auto problem = coordinate_problem(value)) return problem;
  if (is_size(quantity) && value < 0) return size_problem(concat("the ", described(quantity)), value);
  return std::nullopt;
}

Problem rounding_problem(const MovingShape& shape) {
  const auto problem = [](const Vec3& a, const Vec3& b) -> Problem {
    if (a != b) return std::nullopt;
    return concat("the two ends of its axis are one point as float32 numbers, ", a.x, " ", a.y, " ", a.z);
  };
  if (const auto* const cylinder = std::get_if<Cylinder>(&shape)) return problem(cylinder->p0, cylinder->p1);
  if (const auto* const cone = std::get_if<Cone>(&shape)) return problem(cone->base, cone->apex);
  return std::nullopt;
}

Problem ShapeForm::missing_problem(QuantitySet given) const {
  const QuantitySet missing = needs - given;
  if (missing.empty()) return std::nullopt;
  return concat(name, " needs the columns ", names_of(needs), "; there is no ", names_of(missing));
}

const ShapeForm& round_form(bool flat) {
  return *std::find_if(std::begin(forms), std::end(forms), [flat](const ShapeForm& form) { return form.flat == flat; });
}

const ShapeForm* common_form(bool flat, QuantitySet columns) {
  const ShapeForm* found = &round_form(flat);
  for (const ShapeForm& form : forms) {
    if (form.flat != flat || (form.needs & (columns - common_quantities)).empty()) continue;
    if (!found->is_round() && found->name != form.name) return nullptr;
    found = find_form(form.name, flat, columns);
  }
  return found;
}

const ShapeForm* find_form(std::string_view word, bool flat, QuantitySet columns) {
  const ShapeForm* found = nullptr;
  for (const ShapeForm& form : forms) {
    if (form.flat != flat || form.name != word) continue;
    if ((form.needs - columns).empty()) return &form;
    if (found == nullptr) found = &form;
  }
  return found;
}

QuantitySet all_needs(bool flat) {
  QuantitySet all;
  for (const ShapeForm& form : forms)
    if (form.flat == flat) all = all | form.needs;
  return all;
}

std::string form_names(bool flat) {
  std::string names;
  for (const ShapeForm& form : forms)
    if (form.flat == flat && !names.ends_with(form.name)) names += concat(names.empty() ? "" : ", ", form.name);
  return names;
}

Sphere bounding_sphere(const MovingShape& shape) { return std::visit(Ball(), shape); }

}  // namespace lockstep::tools
