// A canonical NaN for the caller.
#pragma once

#include <limits>

namespace lockstep::detail {

/// The sign and payload of a NaN come from its operands, whose order is up to the compiler, or from the instruction
/// set. This function makes the bits the same everywhere.
inline double one_nan(double x) { return x == x ? x : std::numeric_limits<double>::quiet_NaN(); }

inline void make_nan_one(double (&v)[3]) {
  for (double& x : v) x = one_nan(x);
}

}  // namespace lockstep::detail
