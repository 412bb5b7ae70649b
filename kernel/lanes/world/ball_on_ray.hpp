// One ray against W balls in float lanes, with bounds of the rounding errors (docs/numerics.md, section 16): results
// proven here are also proven by the double lanes. Source: E. Haines, J. Günther, T. Akenine-Möller, "Precision
// improvements for ray/sphere intersection", Ray Tracing Gems, 2019.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// Error bounds: of lengths, as a share of the radius and of the distance to the ray's point nearest to the centre;
/// of squares of lengths, as a share of themselves; and a length whose square does not underflow.
inline constexpr Number ball_length_bound = 0x1p-20F, ball_square_bound = 0x1p-19F, lost_length = 0x1p-60F;

/// The error bound of fractions that underflow.
inline constexpr Number lost_entry_fraction = 0x1p-140F;

/// Bounds of when a ray enters W objects, as fractions of its motion.
struct EntryBounds {
  Mask missed, hit;  // proven; `upper` is valid for hits alone
  Mask holds_start;  // neither missed nor hit: the start is inside, most likely, but not proven
  Real lower, upper;
};

/// The error bound of coordinates across a ray, as a share of the largest coordinate that they are made of.
inline constexpr Number across_bound = 0x1p-18F;

/// A ray, the same in all lanes.
struct RayAtBalls {
  Vec origin, direction;
  Real per_length;

  RayAtBalls(const detail::RaysToObjects& rays, std::uint32_t i)
      : origin{rays.origin[0][i], rays.origin[1][i], rays.origin[2][i]},
        direction{rays.direction[0][i], rays.direction[1][i], rays.direction[2][i]},
        per_length(rays.per_length[i]) {}
};

/// Balls seen along a ray: projected along the line through it, which becomes a point.
struct BallsAlongRay {
  Vec across[2];
  Real at_across[2], room;

  /// No coordinate of the balls is larger than `reach`.
  BallsAlongRay(const detail::RaysToObjects& rays, std::uint32_t i, float reach)
      : room((rays.reach[i] > reach ? rays.reach[i] : reach) * across_bound + lost_length) {
    for (int a = 0; a < 2; ++a) {
      across[a] = {rays.across[a][0][i], rays.across[a][1][i], rays.across[a][2][i]};
      at_across[a] = -rays.at_across[a][i];
    }
  }

  /// Those of W balls that the line misses.
  [[nodiscard]] Mask missed(const float* const* stream, std::size_t first) const {
    const auto load = [&](int s) { return Real::load(stream[s] + first); };
    const Real x = load(0), y = load(1), z = load(2);
    const auto place = [&](int i) {
      return fused(across[i].x, x, fused(across[i].y, y, fused(across[i].z, z, at_across[i])));
    };
    const Real u = place(0), v = place(1), grown = fused(load(3), Real(1 + 2 * across_bound), room);
    return fused(u, u, v * v) > grown * grown;
  }
};

/// W balls and the points on the ray that are nearest to their centres.
struct BallOnRay {
  const RayAtBalls& ray;
  Real radius, nearest, aside;  // the distance to the point nearest to the centre; the square of the distance there
  Real slack, grown;            // the error bound of lengths, and the radius plus this bound

  BallOnRay(const RayAtBalls& of, const float* const* stream, std::size_t first) : ray(of) {
    const auto load = [&](int s) { return Real::load(stream[s] + first); };
    const Vec center = Vec{load(0), load(1), load(2)} - ray.origin;
    radius = load(3);
    nearest = fused_dot(center, ray.direction);
    const Real back = -nearest;
    const Vec beside{fused(back, ray.direction.x, center.x), fused(back, ray.direction.y, center.y),
                     fused(back, ray.direction.z, center.z)};
    aside = fused_dot(beside, beside);
    slack = fused(abs(nearest) + radius, Real(ball_length_bound), Real(lost_length)), grown = radius + slack;
  }

  /// The line through the ray misses the ball.
  [[nodiscard]] Mask line_misses() const { return aside * Real(1 - ball_square_bound) > grown * grown; }

  /// For balls that the line may meet.
  [[nodiscard]] EntryBounds entries() const {
    const Real zero = 0, left = radius * radius - aside, off = slack * (grown + radius);
    const Real far = sqrt(max(left + off, zero)), near = sqrt(max(left - off, zero));  // half lengths of chords
    const Real first = (nearest - far) - slack, last = (nearest - near) + slack;
    const Mask crosses = left > off + off, starts_outside = first > zero;
    const Mask starts_inside = (last < zero) & ((nearest + near) - slack > zero) & (abs(nearest) + aside > zero);
    const Real per = ray.per_length, lost = lost_entry_fraction;
    EntryBounds bounds;
    bounds.missed = nearest < -grown;  // behind the start
    bounds.hit = crosses & (starts_outside | starts_inside), bounds.holds_start = first_lanes(0);
    bounds.lower = max((first * per) * Real(1 - ball_length_bound) - lost, zero);
    bounds.upper = select(starts_inside, zero, (last * per) * Real(1 + ball_length_bound) + lost);
    return bounds;
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
