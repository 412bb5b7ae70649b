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

struct PlaneTest {
  Mask kept;    // no plane is proven to have the whole object outside
  Mask inside;  // a point of the object is proven to lie inside all planes
};

template <class Object>
PlaneTest test_planes(const VolumeData& volume, const Object& object) {
  Real reach = __builtin_inff(), depth = __builtin_inff();
  for (int i = 0; i < volume.plane_count; ++i) {
    const Vec n = broadcast(volume.normal[i]);
    const Real offset = volume.offset[i];
    // Where the object has a NaN every plane gives NaN, and min hands on its second operand then.
    reach = min(reach, (dot(n, object.center) + offset) + object.half_width(n, abs(n)));
    depth = min(depth, dot(n, object.probe()) + offset);
  }
  const Real lengths = (norm_1(object.center) + object.extent) + Real(volume.size);
  const Real bound = (lengths * Real(plane_bound) + Real(volume.slack)) + Real(0x1p-100F);
  const Mask valid = lengths < Real(0x1p100F);
  return {!(valid & (reach < -bound)), valid & (depth > bound)};
}

/// GJK for the objects at `in`; clears the bits of those that turn out not to be visible.
template <class Loader>
[[gnu::flatten]] void exact_stage(const Loader& loader, CullList& in, std::uint64_t* visible) {
  in.pad();
  const detail::CullBatch& batch = loader.batch;
  for (int k = 0; k < in.count; k += Real::width) {
    const std::uint32_t* position = in.position + k;
    const Mask lanes = first_lanes(in.count - k < Real::width ? in.count - k : Real::width);
    const auto object = loader.at(position);
    auto shape = difference(object.shape(), Volume(*batch.volume, object.center, object.extent));
    shape.scale_by(unit_scale(shape.size()));
    const Decision decision = run(shape, lanes);
    Mask culled = decision.separated;
    if (!batch.keep_touching) {
      const Mask undecided = lanes & !(decision.separated | decision.overlapping);
      culled = lanes & !(decision.overlapping | encloses_neighbourhood(shape, undecided));
    }
    for (unsigned left = bits(culled); left != 0; left &= left - 1) {
      const std::uint32_t at = position[__builtin_ctz(left)];
      visible[at / 64] &= ~(std::uint64_t{1} << (at % 64));
    }
  }
}

template <class Loader>
[[gnu::flatten]] void plane_stage(const Loader& loader, CullList& undecided) {
  const detail::CullBatch& batch = loader.batch;
  const VolumeData& volume = *batch.volume;
  for (int word = 0; word * 64 < batch.count; ++word) {
    std::uint64_t kept_bits = 0;
    for (int k = 0; k < 64 && word * 64 + k < batch.count; k += Real::width) {
      const int first = word * 64 + k;
      const Mask live = first_lanes(batch.count - first < Real::width ? batch.count - first : Real::width);
      const PlaneTest t = test_planes(volume, loader.from(first));
      const Mask kept = live & t.kept;
      kept_bits |= std::uint64_t{bits(kept)} << k;
      const Mask open_question = volume.planes_are_exact ? kept & !t.inside : kept;
      if (batch.exact && any(open_question))
        undecided.append(Index::count_from(static_cast<std::uint32_t>(first)), open_question);
    }
    batch.visible[word] = kept_bits;
  }
}

template <class Loader>
void cull(const Loader& loader) {
  CullList undecided;
  plane_stage(loader, undecided);
  exact_stage(loader, undecided, loader.batch.visible);
}

}  // namespace lockstep::LOCKSTEP_ISA
