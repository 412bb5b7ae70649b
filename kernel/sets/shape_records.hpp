// Converts shapes that consist of numbers only to records. (For ellipsoids, cylinders and cones: quadric_records.hpp.)
#pragma once

#include <limits>

#include "lockstep/shapes.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

/// Makes an invalid shape (a negative length, added unchecked) NaN, and so `touching` with everything.
inline Record valid_if(bool is_shape, const Record& record) {
  Record valid = record;
  if (!is_shape) valid.row[0][0] = std::numeric_limits<float>::quiet_NaN();
  return valid;
}

// Inline, because copying a record right after it was written number by number causes store-forwarding stalls.
inline Record make_record(const Sphere& s) {
  return valid_if(s.radius >= 0, {{{s.center.x, s.center.y, s.center.z, s.radius}, {}, {}, {}}});
}
inline Record make_record(const Aabb& box) {
  return valid_if(box.min.x <= box.max.x && box.min.y <= box.max.y && box.min.z <= box.max.z,
                  {{{box.min.x, box.min.y, box.min.z, 0}, {box.max.x, box.max.y, box.max.z, 0}, {}, {}}});
}
Record make_record(const Capsule& shape);
Record make_record(const Box& shape);  // the double lanes also read its rotation

}  // namespace lockstep::detail
