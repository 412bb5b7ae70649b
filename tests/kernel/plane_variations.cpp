#include "plane_variations.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "plane_pair_line.hpp"

namespace lockstep::test {

using oracle::AnyShape2;
using oracle::below;
using oracle::PolygonShape2;
using oracle::Rng;
using oracle::uniform;

namespace {

/// Every coordinate and every length through `number`.
template <class Number>
struct MappedInPlane {
  Number number;

  Vec2 operator()(const Vec2& v) const { return {number(v.x), number(v.y)}; }

  AnyShape2 operator()(const Circle2& s) const { return Circle2{(*this)(s.center), number(s.radius)}; }
  AnyShape2 operator()(const Capsule2& s) const { return Capsule2{(*this)(s.p0), (*this)(s.p1), number(s.radius)}; }
  AnyShape2 operator()(const Box2& s) const { return Box2{(*this)(s.center), s.angle, (*this)(s.half_extents)}; }
  AnyShape2 operator()(const Ellipse2& s) const { return Ellipse2{(*this)(s.center), s.angle, (*this)(s.radii)}; }
  AnyShape2 operator()(const Slice2& s) const {
    return Slice2{(*this)(s.center), s.angle, s.half_angle, number(s.radius)};
  }
  AnyShape2 operator()(PolygonShape2 s) const {
    for (Vec2& v : s.vertices) v = (*this)(v);
    s.position = (*this)(s.position);
    return s;
  }
};

template <class Number>
AnyShape2 mapped(const AnyShape2& shape, const Number& number) {
  return std::visit(MappedInPlane<Number>{number}, shape);
}

struct Mirrored {
  Vec2 operator()(const Vec2& v) const { return {v.x, -v.y}; }

  AnyShape2 operator()(const Circle2& s) const { return Circle2{(*this)(s.center), s.radius}; }
  AnyShape2 operator()(const Capsule2& s) const { return Capsule2{(*this)(s.p0), (*this)(s.p1), s.radius}; }
  AnyShape2 operator()(PolygonShape2 s) const {
    for (Vec2& v : s.vertices) v = (*this)(v);
    s.position = (*this)(s.position), s.angle = -s.angle;
    return s;
  }
  AnyShape2 operator()(auto s) const {
    s.center = (*this)(s.center), s.angle = -s.angle;
    return s;
  }
};

/// A quarter turn before or after another turn is the same: boxes and ellipses exchange their axes, polygons turn in
/// their own space.
struct TurnedLeft {
  using Result = std::optional<AnyShape2>;

  Vec2 operator()(const Vec2& v) const { return {-v.y, v.x}; }

  Result operator()(const Circle2& s) const { return Circle2{(*this)(s.center), s.radius}; }
  Result operator()(const Capsule2& s) const { return Capsule2{(*this)(s.p0), (*this)(s.p1), s.radius}; }
  Result operator()(const Box2& s) const {
    return Box2{(*this)(s.center), s.angle, {s.half_extents.y, s.half_extents.x}};
  }
  Result operator()(const Ellipse2& s) const { return Ellipse2{(*this)(s.center), s.angle, {s.radii.y, s.radii.x}}; }
  Result operator()(const Slice2&) const { return std::nullopt; }
  Result operator()(PolygonShape2 s) const {
    for (Vec2& v : s.vertices) v = (*this)(v);
    s.position = (*this)(s.position);
    return s;
  }
};

struct GrownInPlane {
  Rng& rng;
  float by = static_cast<float>(std::pow(10, uniform(rng, -7, 0.5)));

  Vec2 extended(Vec2 v) const {
    (below(rng, 2) == 0 ? v.x : v.y) += by;
    return v;
  }
  [[nodiscard]] float step() const { return by * static_cast<float>(uniform(rng, -1, 1)); }

  AnyShape2 operator()(const Circle2& s) const { return Circle2{s.center, s.radius + by}; }
  AnyShape2 operator()(const Capsule2& s) const { return Capsule2{s.p0, s.p1, s.radius + by}; }
  AnyShape2 operator()(const Box2& s) const { return Box2{s.center, s.angle, extended(s.half_extents)}; }
  AnyShape2 operator()(const Ellipse2& s) const { return Ellipse2{s.center, s.angle, extended(s.radii)}; }
  AnyShape2 operator()(Slice2 s) const {
    if (below(rng, 2) == 0)
      s.radius += by;
    else
      s.half_angle = std::min(s.half_angle + by, oracle::quarter_turn);
    return s;
  }
  AnyShape2 operator()(PolygonShape2 s) const {
    const Vec2 v = s.vertices[rng() % s.vertices.size()];
    const float x = step();
    s.vertices.push_back({v.x + x, v.y + step()});
    return s;
  }
};

}  // namespace

AnyShape2 scaled(const AnyShape2& shape, int exponent) {
  return mapped(shape, [exponent](float x) { return std::ldexp(x, exponent); });
}

AnyShape2 snapped(const AnyShape2& shape) {
  return mapped(shape, [](float x) { return static_cast<float>(std::round(x * 0x1p12) * 0x1p-12); });
}

AnyShape2 mirrored(const AnyShape2& shape) { return std::visit(Mirrored{}, shape); }

std::optional<AnyShape2> turned_left(const AnyShape2& shape) { return std::visit(TurnedLeft{}, shape); }

AnyShape2 grown(const AnyShape2& shape, Rng& rng) { return std::visit(GrownInPlane{rng}, shape); }

AnyShape2 with_more_vertices(const PolygonShape2& polygon, Rng& rng) {
  PolygonShape2 more = polygon;
  for (int i = 0; i < 6; ++i) more.vertices.push_back(polygon.vertices[rng() % polygon.vertices.size()]);
  for (std::size_t k = more.vertices.size() - 1; k > 0; --k)
    std::swap(more.vertices[k], more.vertices[rng() % (k + 1)]);
  return more;
}

bool is_same(const AnyShape2& a, const AnyShape2& b) { return oracle::to_text(a) == oracle::to_text(b); }

}  // namespace lockstep::test
