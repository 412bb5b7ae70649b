// One NaN for the caller.
#pragma once

#include <limits>

namespace lockstep::detail {

/// The sign and the payload of a NaN are those of the operands that it came from, whose order is the compiler's, or
/// what an instruction set makes of them. What is not known has the same bits everywhere: this NaN's.
inline double one_nan(double x) { return x == x ? x : std::numeric_limits<double>::quiet_NaN(); }

inline void make_nan_one(double (&v)[3]) {
  for (double& x : v) x = one_nan(x);
}

}  // namespace lockstep::detail
