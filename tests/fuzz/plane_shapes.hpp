// Bytes as shapes of the plane: good ones of every kind and number of vertices, hard ones, and invalid ones.
#pragma once

#include <optional>

#include "input.hpp"
#include "oracle.hpp"
#include "plane_generate.hpp"

namespace lockstep::test {

oracle::AnyShape2 make_plane_shape(Input& in);

/// Two shapes that may coincide, almost touch, or have any of the oracle's difficulties, with a number or two changed.
oracle::ShapePair2 make_plane_pair(Input& in);

/// No length exceeds the range of checked entry points.
[[nodiscard]] bool is_in_range(const oracle::AnyShape2& shape);

/// Nothing if one of the two is invalid, for example a circle with a radius below zero.
[[nodiscard]] std::optional<oracle::Truth> truth_of(const oracle::AnyShape2& a, const oracle::AnyShape2& b);

}  // namespace lockstep::test
