// The questions of the digest. They must be the same numbers with every compiler and on every processor: they use no
// function of the mathematics library but sqrt, no distribution of the standard library, and no contraction
// (CMakeLists.txt).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "lockstep/volumes.hpp"
#include "shape.hpp"

namespace lockstep::digest {

using oracle::AnyShape;
using oracle::Kind;
using ShapePair = std::pair<AnyShape, AnyShape>;

/// The first `count` questions about two kinds (not `Kind::matrix`), ten situations in turn: at random, nearly in
/// contact anywhere and along an axis, on a lattice, far from the origin, flat, thin, of unequal size, huge or tiny,
/// and with an invalid number. Fewer questions are a prefix of more.
std::vector<ShapePair> pair_questions(Kind a, Kind b, std::size_t count);

/// Objects about a volume: inside, outside, and many across its sides, edges and corners; some are spoiled. Their kinds
/// take turns.
std::vector<AnyShape> cull_questions(const ConvexVolume& volume, std::span<const Kind> kinds, std::size_t count);

}  // namespace lockstep::digest
