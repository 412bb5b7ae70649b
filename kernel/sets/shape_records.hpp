// From shapes that are nothing but numbers to records. (Of ellipsoids, cylinders and cones: quadric_records.hpp.)
#pragma once

#include "lockstep/shapes.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

Record make_record(const Sphere& shape);
Record make_record(const Aabb& shape);
Record make_record(const Capsule& shape);
Record make_record(const Box& shape);  // the double lanes want its rotation as well

}  // namespace lockstep::detail
