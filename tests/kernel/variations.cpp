#include "variations.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "pair_line.hpp"

namespace lockstep::test {

using oracle::below;
using oracle::Corners8;
using oracle::HullShape;
using oracle::MatrixVolume;
using oracle::PlacedHull;
using oracle::TransformedBox;
using oracle::uniform;

namespace {

/// Every coordinate and every length through `number`.
template <class Number>
struct Mapped {
  Number number;

  Vec3 operator()(const Vec3& v) const { return {number(v.x), number(v.y), number(v.z)}; }

  AnyShape operator()(const Point& s) const { return Point{(*this)(s.position)}; }
  AnyShape operator()(const Sphere& s) const { return Sphere{(*this)(s.center), number(s.radius)}; }
  AnyShape operator()(const Aabb& s) const { return Aabb{(*this)(s.min), (*this)(s.max)}; }
  AnyShape operator()(const Box& s) const { return Box{(*this)(s.center), s.rotation, (*this)(s.half_extents)}; }
  AnyShape operator()(const Capsule& s) const { return Capsule{(*this)(s.p0), (*this)(s.p1), number(s.radius)}; }
  AnyShape operator()(const Ellipsoid& s) const { return Ellipsoid{(*this)(s.center), s.rotation, (*this)(s.radii)}; }
  AnyShape operator()(const Cylinder& s) const { return Cylinder{(*this)(s.p0), (*this)(s.p1), number(s.radius)}; }
  AnyShape operator()(const Cone& s) const { return Cone{(*this)(s.base), (*this)(s.apex), number(s.radius)}; }
  AnyShape operator()(HullShape s) const {
    for (Vec3& v : s.vertices) v = (*this)(v);
    return s;
  }
  AnyShape operator()(Corners8 s) const {
    for (Vec3& v : s.corners) v = (*this)(v);
    return s;
  }
  AnyShape operator()(const MatrixVolume& s) const { return s; }
  AnyShape operator()(PlacedHull s) const {
    for (Vec3& v : s.vertices) v = (*this)(v);
    return PlacedHull{s.vertices, {(*this)(s.pose.position), s.pose.rotation}, number(s.radius)};
  }
  /// In world space, so the matrix changes.
  AnyShape operator()(TransformedBox s) const {
    for (float& m : s.row_major) m = number(m);
    return s;
  }
};

template <class Number>
AnyShape mapped(const AnyShape& shape, const Number& number) {
  return std::visit(Mapped<Number>{number}, shape);
}

struct Turned {
  SignedAxes to;

  /// A permutation is odd if it exchanges two axes; each sign mirrors once.
  [[nodiscard]] float determinant() const {
    const float order = (to.axis[0] + 1) % 3 == to.axis[1] ? 1.0F : -1.0F;
    return order * to.sign[0] * to.sign[1] * to.sign[2];
  }
  [[nodiscard]] Vec3 lengths(const Vec3& v) const {
    const std::array<float, 3> from = {v.x, v.y, v.z};
    return {from[to.axis[0]], from[to.axis[1]], from[to.axis[2]]};
  }
  Vec3 operator()(const Vec3& v) const {
    const Vec3 p = lengths(v);
    return {to.sign[0] * p.x, to.sign[1] * p.y, to.sign[2] * p.z};
  }

  AnyShape operator()(const Point& s) const { return Point{(*this)(s.position)}; }
  AnyShape operator()(const Sphere& s) const { return Sphere{(*this)(s.center), s.radius}; }
  AnyShape operator()(const Aabb& s) const {
    const Vec3 a = (*this)(s.min), b = (*this)(s.max);
    return Aabb{{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
  }
  /// A mirrored rotation turns in the opposite direction about the mirrored axis.
  [[nodiscard]] Quat turned_rotation(const Quat& q) const {
    const Vec3 axis = (*this)(Vec3{q.x, q.y, q.z});
    const float d = determinant();
    return {d * axis.x, d * axis.y, d * axis.z, q.w};
  }
  AnyShape operator()(PlacedHull s) const {
    for (Vec3& v : s.vertices) v = (*this)(v);
    return PlacedHull{s.vertices, {(*this)(s.pose.position), turned_rotation(s.pose.rotation)}, s.radius};
  }
  AnyShape operator()(const Box& s) const {
    return Box{(*this)(s.center), turned_rotation(s.rotation), lengths(s.half_extents)};
  }
  AnyShape operator()(const Ellipsoid& s) const {
    return Ellipsoid{(*this)(s.center), turned_rotation(s.rotation), lengths(s.radii)};
  }
  AnyShape operator()(const Cylinder& s) const { return Cylinder{(*this)(s.p0), (*this)(s.p1), s.radius}; }
  AnyShape operator()(const Cone& s) const { return Cone{(*this)(s.base), (*this)(s.apex), s.radius}; }
  AnyShape operator()(const Capsule& s) const { return Capsule{(*this)(s.p0), (*this)(s.p1), s.radius}; }
  AnyShape operator()(HullShape s) const {
    for (Vec3& v : s.vertices) v = (*this)(v);
    return s;
  }
  AnyShape operator()(Corners8 s) const {
    for (Vec3& v : s.corners) v = (*this)(v);
    return s;
  }
  AnyShape operator()(MatrixVolume s) const {
    for (std::size_t row = 0; row < 16; row += 4) {
      const Vec3 turned_row = (*this)(Vec3{s.row_major[row], s.row_major[row + 1], s.row_major[row + 2]});
      s.row_major[row] = turned_row.x, s.row_major[row + 1] = turned_row.y, s.row_major[row + 2] = turned_row.z;
    }
    return s;
  }
  AnyShape operator()(TransformedBox s) const {
    std::array<float, 12>& m = s.row_major;
    for (std::size_t c = 0; c < 4; ++c) {
      const Vec3 column = (*this)(Vec3{m[c], m[4 + c], m[8 + c]});
      m[c] = column.x, m[4 + c] = column.y, m[8 + c] = column.z;
    }
    return s;
  }
};

/// a + b; nothing if that is not a float.
std::optional<float> exact_sum(double a, double b) {
  const double sum = a + b;
  const auto rounded = static_cast<float>(sum);
  return sum - a == b && sum - b == a && rounded == sum ? std::optional(rounded) : std::nullopt;
}

/// (1 - t) a + t b for a t whose products are exact; nothing if it is not a float.
std::optional<Vec3> between(const Vec3& a, const Vec3& b, double t) {
  const auto x = exact_sum((1 - t) * a.x, t * b.x), y = exact_sum((1 - t) * a.y, t * b.y);
  const auto z = exact_sum((1 - t) * a.z, t * b.z);
  return x && y && z ? std::optional(Vec3{*x, *y, *z}) : std::nullopt;
}

struct Grown {
  Rng& rng;
  float by = static_cast<float>(std::pow(10, uniform(rng, -7, 0.5)));

  void extend(Vec3& v, float amount) const {
    constexpr std::array<float Vec3::*, 3> axes = {&Vec3::x, &Vec3::y, &Vec3::z};
    v.*axes[rng() % 3] += amount;
  }
  [[nodiscard]] float step() const { return by * static_cast<float>(uniform(rng, -1, 1)); }

  AnyShape operator()(const Point& s) const { return Sphere{s.position, by}; }
  AnyShape operator()(Sphere s) const {
    s.radius += by;
    return s;
  }
  AnyShape operator()(Aabb s) const {
    if (below(rng, 2) == 0)
      extend(s.min, -by);
    else
      extend(s.max, by);
    return s;
  }
  AnyShape operator()(Box s) const {
    extend(s.half_extents, by);
    return s;
  }
  /// Twice as long, if that is exact, or thicker.
  AnyShape operator()(Capsule s) const {
    const std::optional<Vec3> longer = between(s.p0, s.p1, 2);
    if (longer && below(rng, 4) != 0)
      s.p1 = *longer;
    else
      s.radius += by;
    return s;
  }
  AnyShape operator()(Ellipsoid s) const {
    extend(s.radii, by);
    return s;
  }
  /// Twice as long, if that is exact, or thicker.
  AnyShape operator()(Cylinder s) const {
    const std::optional<Vec3> longer = between(s.p0, s.p1, 2);
    if (longer && below(rng, 4) != 0)
      s.p1 = *longer;
    else
      s.radius += by;
    return s;
  }
  AnyShape operator()(Cone s) const {
    const std::optional<Vec3> longer = between(s.base, s.apex, 2);
    if (longer && below(rng, 4) != 0)
      s.apex = *longer;
    else
      s.radius += by;
    return s;
  }
  AnyShape operator()(HullShape s) const {
    const Vec3 v = s.vertices[rng() % s.vertices.size()];
    s.vertices.push_back({v.x + step(), v.y + step(), v.z + step()});
    return s;
  }
  AnyShape operator()(PlacedHull s) const {
    if (below(rng, 2) == 0)
      s.radius += by;
    else
      s.vertices = std::get<HullShape>((*this)(HullShape{s.vertices})).vertices;
    return s;
  }
  AnyShape operator()(const Corners8& s) const { return (*this)(HullShape{{s.corners.begin(), s.corners.end()}}); }
  AnyShape operator()(TransformedBox s) const {
    const auto local = std::get<Aabb>((*this)(Aabb{s.min, s.max}));
    s.min = local.min, s.max = local.max;
    return s;
  }
  /// |x| <= w twice as wide.
  AnyShape operator()(MatrixVolume s) const {
    for (std::size_t i = 0; i < 4; ++i) s.row_major[i] *= 0.5F;
    return s;
  }
};

std::array<Vec3, 8> corners_of(const Aabb& b) {
  return {{{b.min.x, b.min.y, b.min.z},
           {b.max.x, b.min.y, b.min.z},
           {b.max.x, b.max.y, b.min.z},
           {b.min.x, b.max.y, b.min.z},
           {b.min.x, b.min.y, b.max.z},
           {b.max.x, b.min.y, b.max.z},
           {b.max.x, b.max.y, b.max.z},
           {b.min.x, b.max.y, b.max.z}}};
}

}  // namespace

AnyShape scaled(const AnyShape& shape, int exponent) {
  if (auto matrix = std::get_if<MatrixVolume>(&shape)) {
    MatrixVolume result = *matrix;
    for (std::size_t i = 0; i < 16; ++i)
      if (i % 4 != 3) result.row_major[i] = std::ldexp(result.row_major[i], -exponent);
    return result;
  }
  return mapped(shape, [exponent](float x) { return std::ldexp(x, exponent); });
}

AnyShape snapped(const AnyShape& shape) {
  return mapped(shape, [](float x) { return static_cast<float>(std::round(x * 0x1p12) * 0x1p-12); });
}

SignedAxes random_axes(Rng& rng) {
  SignedAxes axes{{0, 1, 2}, {1, 1, 1}};
  for (std::size_t k = 2; k > 0; --k) std::swap(axes.axis[k], axes.axis[rng() % (k + 1)]);
  for (float& sign : axes.sign) sign = below(rng, 2) == 0 ? 1.0F : -1.0F;
  return axes;
}

AnyShape turned(const AnyShape& shape, const SignedAxes& to) { return std::visit(Turned{to}, shape); }

AnyShape grown(const AnyShape& shape, Rng& rng) { return std::visit(Grown{rng}, shape); }

AnyShape with_more_vertices(const HullShape& hull, Rng& rng) {
  HullShape more = hull;
  for (int i = 0; i < 6; ++i) {
    const Vec3 a = hull.vertices[rng() % hull.vertices.size()], b = hull.vertices[rng() % hull.vertices.size()];
    more.vertices.push_back(between(a, b, 0.5).value_or(a));
  }
  for (std::size_t k = more.vertices.size() - 1; k > 0; --k)
    std::swap(more.vertices[k], more.vertices[rng() % (k + 1)]);
  return more;
}

std::vector<AnyShape> same_boxes(const Aabb& box) {
  const std::optional<Vec3> center = between(box.min, box.max, 0.5);
  if (!center) return {};
  const auto x = exact_sum(box.max.x, -center->x), y = exact_sum(box.max.y, -center->y);
  const auto z = exact_sum(box.max.z, -center->z);
  if (!x || !y || !z) return {};
  const Vec3 half{*x, *y, *z};
  const std::array<Vec3, 8> corners = corners_of(box);
  const std::array<Vec3, 8> about_center = corners_of({{-half.x, -half.y, -half.z}, half});
  return {box, Box{*center, {}, half}, HullShape{{corners.begin(), corners.end()}}, Corners8{corners},
          PlacedHull{{about_center.begin(), about_center.end()}, {*center, {}}, 0}};
}

std::vector<AnyShape> halves(const AnyShape& shape) {
  if (const auto* box = std::get_if<Aabb>(&shape)) {
    const std::optional<float> middle = exact_sum(0.5 * box->min.x, 0.5 * box->max.x);
    if (!middle) return {};
    return {Aabb{box->min, {*middle, box->max.y, box->max.z}}, Aabb{{*middle, box->min.y, box->min.z}, box->max}};
  }
  if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    const std::optional<Vec3> middle = between(capsule->p0, capsule->p1, 0.5);
    if (!middle) return {};
    return {Capsule{capsule->p0, *middle, capsule->radius}, Capsule{*middle, capsule->p1, capsule->radius}};
  }
  const auto* hull = std::get_if<HullShape>(&shape);
  if (hull == nullptr || hull->vertices.size() != 4) return {};
  const std::vector<Vec3>& v = hull->vertices;
  const std::optional<Vec3> middle = between(v[2], v[3], 0.5);
  if (!middle) return {};
  return {HullShape{{v[0], v[1], v[2], *middle}}, HullShape{{v[0], v[1], *middle, v[3]}}};
}

bool is_same(const AnyShape& a, const AnyShape& b) { return oracle::to_text(a) == oracle::to_text(b); }

}  // namespace lockstep::test
