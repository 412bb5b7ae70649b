#include "plane_generate.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <lockstep/reference/shapes2.hpp>

#include "plane.hpp"

namespace lockstep::oracle {

namespace {

using Vector = reference::Vector2<double>;

/// The frame of a shape: a box that the shape fills approximately.
struct PlaneFrame {
  Vector center{0, 0};
  float angle = 0;
  Vector half{1, 1};
  float half_angle = 0.5F;
  bool lattice = false;  ///< integers only
  bool repeat = false;   ///< polygons repeat vertices
  bool remote = false;   ///< placed polygons lie far from the origin of their own space

  /// From the box of side two about the origin.
  [[nodiscard]] Vector to_world(const Vector& turn, const Vector& at) const {
    return center + reference::turned(turn, {at.x * half.x, at.y * half.y});
  }
};

Vec2 rounded(const Vector& p) { return {static_cast<float>(p.x), static_cast<float>(p.y)}; }

Vector in_square(Rng& rng) {
  const double x = uniform(rng, -1, 1);
  return {x, uniform(rng, -1, 1)};
}

Vector random_offset(Rng& rng, double length) {
  for (;;) {
    const Vector p = in_square(rng);
    const double squared = dot(p, p);
    if (squared > 0.01 && squared <= 1) return p * (length / std::sqrt(squared));
  }
}

/// Within a turn or, now and then, many turns; sometimes zero.
float random_angle(Rng& rng) {
  switch (below(rng, 8)) {
    case 0: return 0;
    case 1: return static_cast<float>(uniform(rng, -1e6, 1e6));
    default: return static_cast<float>(uniform(rng, -std::numbers::pi, std::numbers::pi));
  }
}

/// Zero, or the float nearest to one, two or three quarters of a turn.
float lattice_angle(Rng& rng) {
  return below(rng, 2) == 0 ? 0 : static_cast<float>((below(rng, 4) - 1) * std::numbers::pi / 2);
}

float random_half_angle(Rng& rng) {
  return below(rng, 4) == 0 ? quarter_turn : static_cast<float>(uniform(rng, 0.05, quarter_turn));
}

PlaneFrame ordinary_frame(Rng& rng) {
  PlaneFrame frame;
  frame.center = in_square(rng);
  frame.angle = random_angle(rng);
  const double x = uniform(rng, 0.2, 1);
  frame.half = {x, uniform(rng, 0.2, 1)};
  frame.half_angle = random_half_angle(rng);
  return frame;
}

/// A third of them with vertices in world space, the rest placed.
AnyShape2 make_polygon(Rng& rng, const PlaneFrame& frame) {
  PolygonShape2 polygon;
  PlaneFrame local = frame;
  if (below(rng, 3) != 0) {
    polygon.position = rounded(frame.center), polygon.angle = frame.angle;
    local.center = {0, 0};
    if (frame.remote) {
      const double distance = std::pow(10, uniform(rng, 0, 4));
      local.center = random_offset(rng, distance);
      const Vector turn{std::cos(double(frame.angle)), std::sin(double(frame.angle))};
      polygon.position = rounded(frame.center - reference::turned(turn, local.center));
    }
  }
  const Vector turn = polygon.is_unmoved() && !frame.lattice ? random_offset(rng, 1) : Vector{1, 0};
  const int count = 1 + below(rng, 16);
  for (int i = 0; i < count; ++i) {
    Vector p = in_square(rng);
    if (frame.lattice) p = {std::round(p.x), std::round(p.y)};
    polygon.vertices.push_back(rounded(local.to_world(turn, p)));
    if (frame.repeat && below(rng, 2) == 0)
      polygon.vertices.push_back(polygon.vertices[rng() % polygon.vertices.size()]);
  }
  return polygon;
}

AnyShape2 make_capsule(Rng& rng, const PlaneFrame& frame) {
  const Vector turn = frame.lattice ? Vector{0, 1} : random_offset(rng, 1);
  return Capsule2{rounded(frame.to_world(turn, {0, -1})), rounded(frame.to_world(turn, {0, 1})),
                  static_cast<float>(frame.half.x)};
}

AnyShape2 make_shape(Rng& rng, Kind2 kind, const PlaneFrame& frame) {
  const Vec2 center = rounded(frame.center);
  const auto radius = static_cast<float>(frame.half.x);
  switch (kind) {
    case Kind2::circle: return Circle2{center, radius};
    case Kind2::capsule: return make_capsule(rng, frame);
    case Kind2::box: return Box2{center, frame.angle, rounded(frame.half)};
    case Kind2::ellipse: return Ellipse2{center, frame.angle, rounded(frame.half)};
    case Kind2::slice: return Slice2{center, frame.angle, frame.half_angle, radius};
    case Kind2::polygon: return make_polygon(rng, frame);
  }
  return Circle2{center, radius};
}

double reach(const PlaneFrame& frame) { return std::sqrt(dot(frame.half, frame.half)); }

/// The mean extent of a shape in a random direction, as a share of the reach of its frame.
double typical_extent(Kind2 kind) {
  switch (kind) {
    case Kind2::slice: return 0.3;
    case Kind2::polygon: return 0.5;
    default: return 0.7;
  }
}

void flatten(Rng& rng, PlaneFrame& frame) {
  if (below(rng, 2) == 0) frame.half.x = 0;
  if (below(rng, 2) == 0) frame.half.y = 0;
  if (below(rng, 2) == 0) frame.half_angle = below(rng, 2) == 0 ? 0 : quarter_turn;
  frame.repeat = true;
}

void make_thin(Rng& rng, PlaneFrame& frame) {
  const double part = std::pow(10, uniform(rng, -4, 0));
  (below(rng, 2) == 0 ? frame.half.x : frame.half.y) *= part;
  frame.half_angle *= static_cast<float>(part);
}

void put_on_lattice(Rng& rng, PlaneFrame& frame) {
  frame.lattice = frame.repeat = true;
  const double x = below(rng, 5), y = below(rng, 5);
  frame.center = {x, y};
  frame.angle = lattice_angle(rng);
  const double half_x = below(rng, 3), half_y = below(rng, 3);
  frame.half = {half_x, half_y};
  frame.half_angle = below(rng, 3) == 0 ? 0 : quarter_turn;
}

PlaneFrame hard_frame(Rng& rng, Hardness hardness) {
  PlaneFrame frame = ordinary_frame(rng);
  switch (hardness) {
    case Hardness::flat: flatten(rng, frame); break;
    case Hardness::far:
      frame.remote = below(rng, 4) == 0;
      if (below(rng, 2) == 0) frame.half = frame.half * std::pow(10, uniform(rng, -4, 0));
      break;
    case Hardness::thin: make_thin(rng, frame); break;
    case Hardness::unequal: frame.half = frame.half * std::pow(10, uniform(rng, -6, 0)); break;
    case Hardness::lattice: put_on_lattice(rng, frame); break;
    case Hardness::coincident:
      if (below(rng, 2) == 0) make_thin(rng, frame);
      frame.center = {0.5, -0.25};
      break;
  }
  return frame;
}

Vec2 plus(const Vec2& p, const Vector& offset) { return rounded({double(p.x) + offset.x, double(p.y) + offset.y}); }

struct Moved {
  Vector offset;

  AnyShape2 operator()(const Capsule2& s) const { return Capsule2{plus(s.p0, offset), plus(s.p1, offset), s.radius}; }
  AnyShape2 operator()(PolygonShape2 s) const {
    if (!s.is_unmoved()) {
      s.position = plus(s.position, offset);
      return s;
    }
    for (Vec2& v : s.vertices) v = plus(v, offset);
    return s;
  }
  AnyShape2 operator()(auto s) const {
    s.center = plus(s.center, offset);
    return s;
  }
};

}  // namespace

AnyShape2 moved(const AnyShape2& shape, double x, double y) { return std::visit(Moved{{x, y}}, shape); }

ShapePair2 brought_near(const AnyShape2& a, const AnyShape2& b, double gap) {
  const Parting now = parting(a, b);
  const Vector step = now.direction * (gap - now.distance);
  return {a, moved(b, step.x, step.y)};
}

ShapePair2 random_pair(Rng& rng, Kind2 a, Kind2 b) {
  const PlaneFrame first = ordinary_frame(rng);
  PlaneFrame second = ordinary_frame(rng);
  const double contact = typical_extent(a) * reach(first) + typical_extent(b) * reach(second);
  const double distance = uniform(rng, 0, 2 * contact);
  second.center = first.center + random_offset(rng, distance);
  AnyShape2 shape_a = make_shape(rng, a, first);
  return {std::move(shape_a), make_shape(rng, b, second)};
}

ShapePair2 near_contact_pair(Rng& rng, Kind2 a, Kind2 b, double gap) {
  const PlaneFrame first = ordinary_frame(rng);
  PlaneFrame second = ordinary_frame(rng);
  second.center = first.center + random_offset(rng, 6);
  const AnyShape2 shape_a = make_shape(rng, a, first);
  return brought_near(shape_a, make_shape(rng, b, second), gap);
}

ShapePair2 hard_pair(Rng& rng, Kind2 a, Kind2 b, Hardness hardness) {
  const PlaneFrame first = hard_frame(rng, hardness);
  PlaneFrame second = hard_frame(rng, hardness);
  const bool is_placed = hardness == Hardness::lattice || hardness == Hardness::coincident;
  const bool anywhere = below(rng, 2) == 0 || is_placed;
  const double apart = reach(first) + reach(second);
  if (!is_placed) {
    const double distance = anywhere ? uniform(rng, 0, apart) : 2 * apart;
    second.center = first.center + random_offset(rng, distance);
  }
  AnyShape2 shape_a = make_shape(rng, a, first), shape_b = make_shape(rng, b, second);
  if (hardness == Hardness::coincident && a == b && below(rng, 2) == 0) shape_b = shape_a;
  if (hardness == Hardness::far) {
    const double distance = std::pow(10, uniform(rng, 2, 6));
    const Vector offset = random_offset(rng, distance);
    shape_a = moved(shape_a, offset.x, offset.y), shape_b = moved(shape_b, offset.x, offset.y);
  }
  if (anywhere) return {std::move(shape_a), std::move(shape_b)};
  const double sign = below(rng, 2) == 0 ? 1 : -1;
  return brought_near(shape_a, shape_b, sign * apart * std::pow(10, uniform(rng, -9, -1)));
}

AnyShape2 polygon_of(Rng& rng, int vertices, const Vec2& center) {
  PolygonShape2 polygon;
  while (polygon.vertices.size() < static_cast<std::size_t>(vertices)) {
    const Vector p = in_square(rng);
    const double squared = dot(p, p);
    if (squared > 1 || squared < 0.01) continue;
    polygon.vertices.push_back(plus(center, p * (below(rng, 2) == 0 ? 1 : 1 / std::sqrt(squared))));
  }
  return polygon;
}

}  // namespace lockstep::oracle
