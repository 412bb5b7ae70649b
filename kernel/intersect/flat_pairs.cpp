#include "intersect/flat_pairs.hpp"

#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "intersect/pair_tiles.hpp"

namespace lockstep::detail {

namespace {

/// Whether all points lie strictly on one side of a plane.
bool are_beside(const ExactPlane& plane, const ExactPoints& points) {
  const int side = dot(plane.normal, points[0] - plane.first).sign();
  for (std::uint32_t i = 1; i < points.count(); ++i)
    if (dot(plane.normal, points[i] - plane.first).sign() != side) return false;
  return side != 0;
}

/// Converts a number exactly; false if it is not a float.
bool to_float(const ExactNumber& x, float& out) {
  out = static_cast<float>(x.value() * 0x1p-149);
  return (x - ExactNumber(out)).sign() == 0;
}

/// From a shape's own numbers, at its position. False if these are no floats.
bool make_polygon(MadePolygon& polygon, const ExactPoints& points, const ShapesView& shapes, std::uint32_t index,
                  int dropped) {
  if (points.count() > MadePolygon::most_vertices) return false;
  std::array<Vec2, MadePolygon::most_vertices> vertices;
  bool good = true;
  for (std::uint32_t i = 0; i < points.count() && good; ++i) {
    const ExactVector point = points[i] - points.position();
    good = to_float(component(point, (dropped + 1) % 3), vertices[i].x) &&
           to_float(component(point, (dropped + 2) % 3), vertices[i].y);
  }
  if (good) polygon.make(std::span(vertices).first(points.count())), polygon.place(shapes, index, dropped);
  return good;
}

}  // namespace

FlatPair::FlatPair(const ShapesView& first, std::uint32_t a, const ShapesView& second, std::uint32_t b) {
  if (!may_be_flat(first, a) || !may_be_flat(second, b)) return;
  const ExactPoints of_a(first, a), of_b(second, b);
  if (of_a.count() == 0 || of_b.count() == 0) return;
  const ExactPlane plane_a(of_a), plane_b(of_b);
  if (!plane_a.is_flat || !plane_b.is_flat) return;
  ExactPlane common = plane_a;
  common.add(of_b);
  if (!common.is_flat) {
    for (const auto& [plane, points] : {std::pair(&plane_a, &of_b), std::pair(&plane_b, &of_a)})
      if (!is_zero(plane->normal) && are_beside(*plane, *points))
        exact_normal_ = plane->normal, places_ = Places::apart;
    return;
  }
  if (is_zero(common.normal)) return;
  exact_normal_ = common.normal;
  for (const int axis : {1, 2})
    if (std::abs(normal(axis)) > std::abs(normal(dropped_))) dropped_ = axis;
  if (make_polygon(polygons_[0], of_a, first, a, dropped_) && make_polygon(polygons_[1], of_b, second, b, dropped_))
    places_ = Places::in_one_plane;
}

std::uint8_t decide_flat(const ShapesView& first, const Record* a, const ShapesView& second, const Record* b) {
  const auto index_a = static_cast<std::uint32_t>(a - first.records);
  const auto index_b = static_cast<std::uint32_t>(b - second.records);
  // Most shapes are solid, and a FlatPair takes longer to make than that to see.
  if (!may_be_flat(first, index_a) || !may_be_flat(second, index_b)) return code_touching;
  const FlatPair flat(first, index_a, second, index_b);
  if (flat.places() == FlatPair::Places::apart) return code_separated;
  if (flat.places() == FlatPair::Places::unknown) return code_touching;
  const PairJob<InPlane> job{InPlane::kernels_for_pairs(narrowest_isa()), flat.first(), flat.second()};
  std::array<PairJob<InPlane>::Query, query_padding> query;
  std::uint8_t code = code_touching;
  query[0] = job.query({0, 0}, false);
  job.decide(job.combination({0, 0}), query.data(), 1, &code);
  return code;
}

}  // namespace lockstep::detail
