// Ellipsoids, cylinders and cones as records.
#pragma once

#include "lockstep/shapes.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// An invalid shape (a negative length, an axis of length 0, a NaN) becomes NaN.
Record make_record(const Ellipsoid& shape);
Record make_record(const Cylinder& shape);
Record make_record(const Cone& shape);

/// The rotation that the double lanes read beside the record.
Quat rotation_of(const Ellipsoid& shape);
Quat rotation_of(const Cylinder& shape);
Quat rotation_of(const Cone& shape);

/// Throws InvalidInput that names the field.
void check(const Ellipsoid& shape);
void check(const Cylinder& shape);
void check(const Cone& shape);

}  // namespace lockstep::detail
