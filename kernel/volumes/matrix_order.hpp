// Reads the caller's matrix, and checks that its order is as declared.
#pragma once

#include <array>

#include "lockstep/types.hpp"

namespace lockstep::detail {

/// The 16 numbers of a view-projection matrix in row-major order. Throws `InvalidInput` if the pointer is null, if a
/// number is not a valid coordinate, or if the matrix looks transposed.
std::array<double, 16> rows_of(const float* matrix, MatrixOrder order);
std::array<double, 16> rows_of(const double* matrix, MatrixOrder order);

}  // namespace lockstep::detail
