// The questions of the digest about shapes of the plane; questions.hpp has their requirements.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "plane_shape.hpp"

namespace lockstep::digest {

using oracle::AnyShape2;
using oracle::Kind2;
using ShapePair2 = std::pair<AnyShape2, AnyShape2>;

/// As `pair_questions` of space: the same ten situations. Fewer questions are the first of more.
std::vector<ShapePair2> plane_questions(Kind2 a, Kind2 b, std::size_t count);

}  // namespace lockstep::digest
