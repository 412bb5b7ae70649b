// Contacts of balls that an overlap pass has found, as `contacts` computes them for spheres or circles.
#pragma once

#include <optional>
#include <span>

#include "broad_phase/broad_phase.hpp"
#include "lockstep/distance.hpp"

namespace lockstep::detail {

/// Writes the contacts of any number of pairs, in parallel. With `in_plane`, the balls are circles at z = 0.
void write_ball_contacts(bool in_plane, const BallProxy* first, const BallProxy* second, float margin,
                         std::optional<Isa> isa, std::span<const Pair> pairs, Manifold* to);

}  // namespace lockstep::detail
