// A workload's shapes in the reference's form in float, prepared outside of the timed loop.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "methods/rare_path.hpp"  // before the reference
#include "work/reference_shapes.hpp"
#include "work/reference_shapes2.hpp"
#include "work/workloads.hpp"
#include "work/workloads2.hpp"

namespace lockstep::bench {

/// An array of shapes, with the points of its clouds and polygons.
template <class Shape, class Point = reference::Vector<float>>
struct Prepared {
  std::vector<Point> points;
  std::vector<Shape> shapes;
};

template <class Source>
auto prepare(const Source& source) {
  Prepared<decltype(reference_shape<float>(source[0]))> prepared;
  prepared.shapes.reserve(source.size());
  for (std::size_t i = 0; i < source.size(); ++i) prepared.shapes.push_back(reference_shape<float>(source[i]));
  return prepared;
}

/// Of hulls or polygons.
template <class Shape, class Source>
auto prepare_points(const Source& source) {
  auto points = vectors<float>(source.vertices);
  using Point = typename decltype(points)::value_type;
  Prepared<Shape, Point> prepared{std::move(points), {}};
  const std::span<const Point> all = prepared.points;
  for (std::size_t i = 0; i < source.size(); ++i)
    prepared.shapes.push_back({all.subspan(i * source.vertices_each, source.vertices_each)});
  return prepared;
}

using MixedReference = std::variant<reference::Box<float>, reference::Capsule<float>, reference::Cylinder<float>,
                                    reference::Rounded<reference::PointCloud<float>>>;

inline Prepared<MixedReference> prepare(const MixedShapes& mixed) {
  Prepared<MixedReference> prepared;
  for (const auto& corners : mixed.vertices)
    for (const Vec3& p : *corners) prepared.points.push_back(vector<float>(p));
  auto points = std::span<const reference::Vector<float>>(prepared.points);
  const auto add = [&]<class Shape>(const Shape& shape) {
    if constexpr (std::is_same_v<Shape, RoundedHull>) {
      prepared.shapes.emplace_back(
          reference::Rounded<reference::PointCloud<float>>{{points.first(shape.vertices.size())}, shape.radius});
      points = points.subspan(shape.vertices.size());
    } else {
      prepared.shapes.emplace_back(reference_shape<float>(shape));
    }
  };
  for (const MixedShape& shape : mixed.shapes) std::visit(add, shape);
  return prepared;
}

inline auto prepare(const Hulls& hulls) { return prepare_points<reference::PointCloud<float>>(hulls); }
inline auto prepare(const Polygons& polygons) { return prepare_points<reference::Polygon2<float>>(polygons); }

}  // namespace lockstep::bench
