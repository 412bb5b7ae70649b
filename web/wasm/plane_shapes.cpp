#include "wasm/plane_shapes.hpp"

#include <cmath>

namespace lockstep::web {
namespace {

using V = AnyShape2::V;

constexpr std::size_t numbers_before_vertices = 3;  // position and angle

V turn_of(float angle) { return {std::cos(static_cast<double>(angle)), std::sin(static_cast<double>(angle))}; }

V vector_at(std::span<const float> n, std::size_t i) { return {n[i], n[i + 1]}; }

}  // namespace

lockstep_shape2 for_library(const PlaneNumbers& shape) {
  const std::span<const float> n = shape.numbers;
  lockstep_shape2 result{.kind = shape.kind, .as = {}};
  switch (shape.kind) {
    case LOCKSTEP_SHAPE2_CIRCLE: result.as.circle = {{n[0], n[1]}, n[2]}; break;
    case LOCKSTEP_SHAPE2_CAPSULE: result.as.capsule = {{n[0], n[1]}, {n[2], n[3]}, n[4]}; break;
    case LOCKSTEP_SHAPE2_BOX: result.as.box = {{n[0], n[1]}, n[2], {n[3], n[4]}}; break;
    case LOCKSTEP_SHAPE2_ELLIPSE: result.as.ellipse = {{n[0], n[1]}, n[2], {n[3], n[4]}}; break;
    case LOCKSTEP_SHAPE2_SLICE: result.as.slice = {{n[0], n[1]}, n[2], n[3], n[4]}; break;
    default: {
      const std::span<const float> vertices = n.subspan(numbers_before_vertices);
      result.as.polygon = {
          reinterpret_cast<const lockstep_vec2*>(vertices.data()), vertices.size() / 2, {n[0], n[1]}, n[2]};
    }
  }
  return result;
}

AnyShape2::AnyShape2(const PlaneNumbers& shape) {
  const std::span<const float> n = shape.numbers;
  switch (shape.kind) {
    case LOCKSTEP_SHAPE2_CIRCLE: shape_ = reference::Circle2<double>{{vector_at(n, 0)}, n[2]}; break;
    case LOCKSTEP_SHAPE2_CAPSULE: shape_ = reference::Capsule2<double>{{vector_at(n, 0), vector_at(n, 2)}, n[4]}; break;
    case LOCKSTEP_SHAPE2_BOX: shape_ = reference::Box2<double>{vector_at(n, 0), turn_of(n[2]), vector_at(n, 3)}; break;
    case LOCKSTEP_SHAPE2_ELLIPSE:
      shape_ = reference::Ellipse2<double>{vector_at(n, 0), turn_of(n[2]), vector_at(n, 3)};
      break;
    case LOCKSTEP_SHAPE2_SLICE:
      shape_ = reference::Slice2<double>{vector_at(n, 0), turn_of(n[2]), turn_of(n[3]), n[4]};
      break;
    default:
      for (std::size_t i = numbers_before_vertices; i + 1 < n.size(); i += 2) vertices_.push_back(vector_at(n, i));
      shape_ = reference::Transformed2<reference::Polygon2<double>>{{vertices_}, vector_at(n, 0), turn_of(n[2])};
  }
}

V AnyShape2::support(const V& direction) const noexcept {
  return std::visit([&](const auto& shape) { return shape.support(direction); }, shape_);
}

}  // namespace lockstep::web
