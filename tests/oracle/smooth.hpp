// Pairs with an ellipsoid, a cylinder or a cone: no finite exact arithmetic decides them, but a certificate in numbers
// of 100 digits does. Either a direction separates the two, or four points of their difference enclose the origin, by
// more than all rounding errors. A pair without a certificate is in contact within 1e-39 (2^-130) of its size.
#pragma once

#include <optional>

#include "exact.hpp"
#include "oracle.hpp"

namespace lockstep::oracle {

/// The sum of two vectors.
struct ExactShift {
  Vector<double> nearest{0, 0, 0}, rest{0, 0, 0};
};

/// The pair with `margin` added to one shape and the first moved by `shift` and `rest`, or swept from there to `end`.
/// `double_first`: searches the directions in double, which finds most of them sooner.
struct SmoothQuestion {
  const AnyShape &a, &b;
  double margin = 0;
  Vector<double> shift{0, 0, 0};
  bool double_first = true;
  Vector<double> rest{0, 0, 0};
  std::optional<ExactShift> end = {};
};

/// Throws `std::invalid_argument` if it is not a valid shape.
void require_shape(const AnyShape& shape);

/// Throws `std::invalid_argument` if one of the two is invalid.
[[nodiscard]] Truth decide_smooth(const SmoothQuestion& question);

/// Whether the shapes have a point in common; contact is yes.
[[nodiscard]] bool smooth_shapes_meet(const SmoothQuestion& question);

/// The vector from the point of b to the point of a where they are nearest, in double; zero if they meet.
[[nodiscard]] Vector<double> smooth_connection(const AnyShape& a, const AnyShape& b);

/// The distance of two separated shapes.
[[nodiscard]] std::optional<double> smooth_distance(const AnyShape& a, const AnyShape& b);

/// The largest coordinate of a point of the shape.
[[nodiscard]] double largest_smooth_coordinate(const AnyShape& shape);

}  // namespace lockstep::oracle
