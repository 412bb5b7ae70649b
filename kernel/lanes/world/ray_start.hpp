// Rays in the form in which float lanes test boxes and objects, computed in double lanes, a ray in each
// (docs/numerics.md, section 16).
#pragma once

#include <limits>

#include "lanes/registers/vec.hpp"
#include "table/world_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::RayOfBox;
using detail::RaysToBoxes;
using detail::RaysToObjects;

/// The range of motions: closed forms take no shorter motion, and no ray with a longer one leaves out any box.
inline constexpr double least_ray_motion = 0x1p-100, most_ray_motion = 0x1p100;
/// An upper bound of the errors of box planes, as a share of the largest coordinate at the start of a moving box;
/// and the least bound.
inline constexpr double origin_bound = 0x1p-21, least_room = 0x1p-90;
/// A motion along an axis below this share of the room for rounding is taken for that share. Only the room counts,
/// not the reach: a shape that slides along a face starts with no more than the room to spare.
inline constexpr double least_of_room = 0x1p-10;
static_assert(least_room * least_of_room >= least_ray_motion);
/// An upper bound of the errors of the fractions, up to 1, at which boxes are entered and left.
inline constexpr double leave_room = 3 * 0x1p-21;

/// W rays.
struct RaysInLanes {
  Real origin[3], motion[3], reach[3];

  RaysInLanes(const RayOfBox* rays, int count) {
    const auto numbers = [=](int i) { return rays[i < count ? i : 0].origin; };
    Quad front[2];
    Real none;
    load_rows(numbers, front), load_pairs([=](int i) { return numbers(i) + 8; }, reach[2], none);
    origin[0] = front[0].x, origin[1] = front[0].y, origin[2] = front[0].z;
    motion[0] = front[0].w, motion[1] = front[1].x, motion[2] = front[1].y;
    reach[0] = front[1].z, reach[1] = front[1].w;
  }
  /// False for any ray with NaN.
  [[nodiscard]] Mask is_good() const {
    Mask good = first_lanes(Real::width);
    const auto check = [&](const Real& x) { good = good & (abs(x) <= Real(most_ray_motion)); };
    for (int k = 0; k < 3; ++k) check(origin[k]), check(motion[k]), check(reach[k]);
    return good;
  }
};

inline void store_floats(Real x, float* p) {
  double numbers[Real::width];
  x.store(numbers);
  for (int i = 0; i < Real::width; ++i) p[i] = static_cast<float>(numbers[i]);
}

/// A ray that the lanes cannot bound enters all boxes before its start and leaves them behind its end, except empty
/// boxes.
inline void put_to_boxes(const RaysInLanes& rays, Mask good, std::size_t first, RaysToBoxes& to) {
  for (int k = 0; k < 3; ++k) {
    const Real &origin = rays.origin[k], &motion = rays.motion[k], &reach = rays.reach[k];
    const Real room = (abs(origin) + reach) * Real(origin_bound) + Real(least_room);
    const Mask is_back = motion < Real(0);
    const auto turned = [&](const Real& x) { return select(is_back, -x, x); };
    const Real inverse = turned(Real(1) / max(abs(motion), room * Real(least_of_room))), outward = turned(reach + room);
    store_floats(select(good, inverse, Real(0x1p-126)), to.inverse[k] + first);
    store_floats(select(good, (origin + outward) * -inverse, Real(-8)), to.near_at[k] + first);
    store_floats(select(good, (origin - outward) * -inverse + Real(leave_room), Real(8)), to.far_at[k] + first);
  }
}

/// See detail::WorldKernels.
inline void start_rays(const RayOfBox* rays, std::size_t count, RaysToBoxes& to) {
  for (std::size_t first = 0; first < count; first += Real::width) {
    const RaysInLanes some(rays + first, static_cast<int>(count - first));
    put_to_boxes(some, some.is_good(), first, to);
  }
}

/// The numbers of a ray for balls: its direction and two orthogonal ones. Source: T. Duff et al., "Building an
/// orthonormal basis, revisited", 2017.
inline void put_directions(const RaysInLanes& rays, std::size_t first, RaysToObjects& to) {
  const auto& [x, y, z] = rays.motion;
  const Real per_length = Real(1) / sqrt(x * x + y * y + z * z), nx = x * per_length, ny = y * per_length;
  const Real nz = z * per_length, one = 1, sign = flip_sign(one, nz), a = -one / (sign + nz), b = nx * ny * a;
  const Real direction[3] = {nx, ny, nz};
  const Real across[2][3] = {{one + sign * nx * nx * a, sign * b, -sign * nx}, {b, sign + ny * ny * a, -ny}};
  store_floats(per_length, to.per_length + first);
  for (int k = 0; k < 3; ++k) store_floats(direction[k], to.direction[k] + first);
  for (int i = 0; i < 2; ++i) {
    Real at = 0;
    for (int k = 0; k < 3; ++k) {
      float* const rounded = to.across[i][k] + first;
      store_floats(across[i][k], rounded);
      at = at + Real::load(rounded) * rays.origin[k];
    }
    store_floats(at, to.at_across[i] + first);
  }
}

/// The numbers of a ray for boxes. Returns the rays with motions whose reciprocals are floats.
inline Mask put_reciprocals(const RaysInLanes& rays, std::size_t first, RaysToObjects& to) {
  Mask good = first_lanes(Real::width);
  for (int k = 0; k < 3; ++k) {
    const Real& motion = rays.motion[k];
    const Mask rests = motion == Real(0);
    good = good & (rests | (abs(motion) >= Real(0x1p-125)));
    store_floats(select(rests, Real(std::numeric_limits<double>::infinity()), Real(1) / motion),
                 to.per_motion[k] + first);
  }
  return good;
}

/// See detail::WorldKernels.
template <detail::ViewKind K>
std::uint64_t start_rays_at(const RayOfBox* rays, std::size_t count, RaysToObjects& to) {
  std::uint64_t all = 0;
  for (std::size_t first = 0; first < count; first += Real::width) {
    const RaysInLanes some(rays + first, static_cast<int>(count - first));
    const auto longest = [](const Real(&v)[3]) { return max(max(abs(v[0]), abs(v[1])), abs(v[2])); };
    Mask good = some.is_good() & (longest(some.motion) >= Real(least_ray_motion));
    put_to_boxes(some, good, first, to.boxes);
    for (int k = 0; k < 3; ++k) store_floats(some.origin[k], to.origin[k] + first);
    store_floats(longest(some.origin), to.reach + first);
    if constexpr (K == detail::ViewKind::spheres)
      put_directions(some, first, to);
    else
      good = good & put_reciprocals(some, first, to);
    all |= std::uint64_t{bits(good)} << first;
  }
  return all;
}

}  // namespace lockstep::LOCKSTEP_ISA
