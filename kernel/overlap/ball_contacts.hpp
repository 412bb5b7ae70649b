// Where balls touch that an overlap pass has found, as `contacts` tells it of spheres or of circles.
#pragma once

#include <optional>
#include <span>

#include "broad_phase/broad_phase.hpp"
#include "lockstep/contacts.hpp"

namespace lockstep::detail {

/// Those of any number of pairs, in parallel. Of circles, which are balls at z = 0, if `in_plane`.
void write_ball_contacts(bool in_plane, const BallProxy* first, const BallProxy* second, float margin,
                         std::optional<Isa> isa, std::span<const Pair> pairs, Manifold* to);

}  // namespace lockstep::detail
