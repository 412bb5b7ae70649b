// Validation of a shape before it is added to a set. (For ellipsoids, cylinders and cones: quadric_records.hpp.)
#pragma once

#include "lockstep/shapes.hpp"

namespace lockstep::detail {

/// Throws InvalidInput that names the field.
void check(const Point& shape);
void check(const Sphere& shape);
void check(const Aabb& shape);
void check(const Box& shape);
void check(const Capsule& shape);
void check(const HullInstance& shape);

}  // namespace lockstep::detail
