#include "sets/shape_bounds2.hpp"

#include <cmath>

namespace lockstep::detail {

Bounds3 bounds_of(const Record2& r, ShapeKind2 kind, float margin, const Vec3d& by) noexcept {
  const float(&first)[4] = r.row[0], (&second)[4] = r.row[1];
  WideBounds b{};
  for (int k = 0; k < 2; ++k) {
    const double anchor = first[k], along = second[k], across = second[1 - k];
    switch (kind) {
      case ShapeKind2::circle: b.center[k] = anchor, b.half[k] = first[2]; break;
      case ShapeKind2::capsule:
        b.center[k] = 0.5 * (anchor + along), b.half[k] = 0.5 * std::abs(along - anchor) + double{first[2]};
        break;
      case ShapeKind2::box:
        b.center[k] = anchor;
        b.half[k] = std::abs(along) * double{second[2]} + std::abs(across) * double{second[3]};
        break;
      case ShapeKind2::ellipse:
        b.center[k] = anchor, b.half[k] = std::sqrt(along * along + double{second[k + 2]} * second[k + 2]);
        break;
      case ShapeKind2::slice: b.center[k] = anchor + 0.5 * along * first[2], b.half[k] = first[3]; break;
      case ShapeKind2::polygon: b.center[k] = anchor + along, b.half[k] = first[3]; break;
    }
  }
  // Rotations are rounded, which matters for the narrow coordinates of a needle; the third number of a polygon is its
  // slack.
  b.slack = kind == ShapeKind2::polygon ? first[2] : 0x1p-22 * double{first[3]};
  if (by != Vec3d{}) move(b, by);
  return rounded_bounds(b, margin);
}

}  // namespace lockstep::detail
