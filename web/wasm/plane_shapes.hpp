// Two shapes of the plane, as the page hands them over: a kind (LOCKSTEP_SHAPE2_...) and the numbers that a pair file
// has of it (docs/pair-format.md; of a polygon without the count). For the library, and for the reference.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include <lockstep.h>
#include <lockstep/reference/shapes2.hpp>

namespace lockstep::web {

struct PlaneNumbers {
  lockstep_shape2_kind kind;
  std::span<const float> numbers;
};

/// For the C interface. The vertices of a polygon stay those of `shape`.
lockstep_shape2 for_library(const PlaneNumbers& shape);

/// Any shape of the reference as one type, so that a search among two of them is compiled once.
class AnyShape2 {
 public:
  using Scalar = double;
  using V = reference::Vector2<double>;

  explicit AnyShape2(const PlaneNumbers& shape);
  [[nodiscard]] V support(const V& direction) const noexcept;

 private:
  std::vector<V> vertices_;
  std::variant<reference::Circle2<double>, reference::Capsule2<double>, reference::Box2<double>,
               reference::Ellipse2<double>, reference::Slice2<double>,
               reference::Transformed2<reference::Polygon2<double>>>
      shape_;
};

}  // namespace lockstep::web
