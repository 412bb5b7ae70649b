// A matrix as the caller has it, and whether it lies in the order that the caller says.
#pragma once

#include <array>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// The 16 numbers of a view-projection, row after row. Throws `InvalidInput` if there are none, if one is no
/// coordinate, and if the matrix looks transposed.
std::array<double, 16> rows_of(const float* matrix, MatrixOrder order);
std::array<double, 16> rows_of(const double* matrix, MatrixOrder order);

}  // namespace lockstep::detail
