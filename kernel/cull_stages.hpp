// Culling a tile of objects against one volume: planes decide nearly all, GJK the few that lie outside no single plane
// and yet have their centre outside one.
#pragma once

#include "cull_objects.hpp"
#include "stages.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::cull_tile;
using CullList = PositionList<cull_tile>;

/// Bound on the error of a plane's distance, in units of every length that goes into it (docs/numerics.md).
inline constexpr float plane_bound = 48 * rounding_unit;

inline Real rounding_bound(const VolumeData& volume, const Real& lengths) {
  // The tiny constant covers underflow.
  return lengths * Real(plane_bound) + Real(volume.size * plane_bound + volume.slack + 0x1p-100F);
}

/// How far the object reaches into the volume through its least open plane.
template <class Object>
Real reach_inside(const Planes& planes, const Object& object) {
  Real reach = object.farthest(planes.plane[0]);
  // min hands on its second operand where one is NaN, and where the object has a NaN the last plane gives NaN.
  for (int i = 1; i < planes.count; ++i) reach = min(reach, object.farthest(planes.plane[i]));
  return reach;
}

/// How deep a point lies inside.
inline Real depth_inside(const Planes& planes, const Vec& point) {
  Real depth = planes.plane[0].at(point);
  for (int i = 1; i < planes.count; ++i) depth = min(depth, planes.plane[i].at(point));
  return depth;
}

/// GJK for the objects at `in`; clears the bits of those that turn out not to be visible.
template <class Loader>
[[gnu::flatten]] void exact_stage(const Loader& loader, CullList& in, std::uint64_t* visible) {
  in.pad();
  const detail::CullBatch& batch = loader.batch;
  for (int k = 0; k < in.count; k += Real::width) {
    const std::uint32_t* position = in.position + k;
    const Mask lanes = first_lanes(in.count - k < Real::width ? in.count - k : Real::width);
    const auto object = loader.at(position).shape();
    auto shape = difference(object, Volume(*batch.volume, object.center, object.extent));
    shape.scale_by(unit_scale(shape.size()));
    const Decision decision = run(shape, lanes);
    Mask culled = decision.separated;
    if (!batch.keep_touching) {
      const Mask undecided = lanes & !(decision.separated | decision.overlapping);
      culled = lanes & !(decision.overlapping | encloses_origin(shape, undecided));
    }
    for (unsigned left = bits(culled); left != 0; left &= left - 1) {
      const std::uint32_t at = position[__builtin_ctz(left)];
      visible[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    }
  }
}

template <bool Exact, class Loader>
[[gnu::flatten]] void plane_stage(const Loader& loader, CullList& undecided) {
  const detail::CullBatch& batch = loader.batch;
  const VolumeData& volume = *batch.volume;
  const Planes planes(volume);
  for (int word = 0; word * 64 < batch.count; ++word) {
    std::uint64_t kept_bits = 0;
    for (int k = 0; k < 64 && word * 64 + k < batch.count; k += Real::width) {
      const int first = word * 64 + k;
      const Mask live = first_lanes(batch.count - first < Real::width ? batch.count - first : Real::width);
      const auto object = loader.from(first);
      const Real bound = rounding_bound(volume, object.lengths());
      // Comparisons with NaN are false: a bad object is kept, and is not inside.
      const Mask kept = live & !(reach_inside(planes, object) < -bound);
      kept_bits |= std::uint64_t{bits(kept)} << k;
      if (!Exact || none(kept)) continue;
      const Mask inside = depth_inside(planes, object.probe(volume)) > bound;
      const Mask open_question = volume.planes_are_exact ? kept & !inside : kept;
      if (any(open_question)) undecided.append(Index::count_from(static_cast<std::uint32_t>(first)), open_question);
    }
    batch.visible[word] = kept_bits;
  }
}

template <class Loader>
void cull(const Loader& loader) {
  CullList undecided;
  if (!loader.batch.exact) return plane_stage<false>(loader, undecided);
  plane_stage<true>(loader, undecided);
  exact_stage(loader, undecided, loader.batch.visible);
}

}  // namespace lockstep::LOCKSTEP_ISA
