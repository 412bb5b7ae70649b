// Bytes as shapes: good ones of every kind and hull size, hard ones, and invalid ones.
#pragma once

#include <optional>

#include "input.hpp"
#include "oracle.hpp"

namespace lockstep::test {

oracle::AnyShape make_shape(Input& in);

/// Eight corners or a matrix.
oracle::AnyShape make_volume(Input& in);

/// Two shapes that may coincide, almost touch, or have any of the oracle's difficulties, with a number or two changed.
oracle::ShapePair make_pair(Input& in);

[[nodiscard]] bool is_finite(const oracle::AnyShape& shape);

/// No number exceeds the range of checked entry points.
[[nodiscard]] bool is_in_range(const oracle::AnyShape& shape);

/// Nothing if one of the two is invalid, for example a box with a quaternion of zeros.
[[nodiscard]] std::optional<oracle::Truth> truth_of(const oracle::AnyShape& a, const oracle::AnyShape& b);

}  // namespace lockstep::test
