// Ellipsoids, cylinders and cones as records.
#pragma once

#include "lockstep/shapes.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// What is no shape (a negative length, an axis without length, a number that is none) becomes NaN.
Record make_record(const Ellipsoid& shape);
Record make_record(const Cylinder& shape);
Record make_record(const Cone& shape);

/// What the double lanes find beside the record.
Quat rotation_of(const Ellipsoid& shape);
Quat rotation_of(const Cylinder& shape);
Quat rotation_of(const Cone& shape);

/// Throw InvalidInput that names the field.
void check(const Ellipsoid& shape);
void check(const Cylinder& shape);
void check(const Cone& shape);

}  // namespace lockstep::detail
