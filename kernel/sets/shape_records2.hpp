// Converts shapes of the plane that consist of numbers only to records.
#pragma once

#include "lockstep/shapes.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

Record2 make_record(const Circle2& shape);
Record2 make_record(const Capsule2& shape);
Record2 make_record(const Box2& shape);

}  // namespace lockstep::detail
