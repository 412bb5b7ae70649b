// Culls objects against one volume, in stages that pass on the positions of the objects they leave undecided:
//
//   planes   each plane's farthest point of the object   -> culled, or visible if at most one plane cuts the object
//            (CullMethod::planes ends here: kept if that point is proven inside all planes, else to double lanes)
//   probe    a point of the object, inside all planes?   -> visible; for aligned boxes, some corners too
//   exact    GJK                                         -> the last percent
//   double   planes and GJK in double lanes              -> the few near misses
#pragma once

#include "lanes/cull/object_in_volume.hpp"
#include "lanes/cull/plane_stage.hpp"
#include "lanes/gjk/gjk_step.hpp"
#include "lanes/pairs/pending_queries.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::CullStages;

/// The later stages run when this number of objects waits for them: enough to fill their lanes, few enough for the L1
/// cache.
inline constexpr unsigned enough_open = 1024;
using CullSubset = PositionSubset<enough_open + 64>;

/// Passes the objects at `crossing` on to `undecided` unless one of their points is proven inside all planes, which
/// makes them visible. depth_of(object, planes) is the depth of that point.
template <class Loader, class DepthOf>
[[gnu::flatten, gnu::noinline]] void probe_stage(const Loader& loader, CullSubset& crossing, CullSubset& undecided,
                                                 const DepthOf& depth_of) {
  const VolumeData& volume = *loader.batch.volume;
  const Planes planes(volume);
  crossing.pad();
  for (int k = 0; k < crossing.count; k += Real::width) {
    const auto object = loader.bounds_at(crossing.position + k);
    const Mask inside = depth_of(object, planes) > object.lengths() * Real(plane_bound) + bound_of(volume);
    undecided.append(crossing.positions(k), crossing.lanes(k) & !inside);
  }
}

template <class Object>
concept HasCorners = requires(const Object& object, const Plane& plane) {
  object.farthest_corner(plane);
};

/// Probes a point near the volume's axis. For boxes that this leaves undecided, probes the corners farthest inside each
/// plane: near an edge of the volume, one of two such corners is mostly inside both planes. Returns the list that holds
/// the undecided objects.
template <class Loader>
CullSubset& probe(const Loader& loader, CullSubset& crossing, CullSubset& other) {
  const VolumeData& volume = *loader.batch.volume;
  probe_stage(loader, crossing, other,
              [&](const auto& object, const Planes& planes) { return planes.depth_of(object.probe(volume)); });
  if constexpr (HasCorners<decltype(loader.from(0))>) {
    crossing.count = 0;
    probe_stage(loader, other, crossing, [](const auto& object, const Planes& planes) {
      Real deepest = -__builtin_inff();
      for (int i = 0; i < planes.count; ++i)
        deepest = max(deepest, planes.depth_of(object.farthest_corner(planes.plane[i])));
      return deepest;
    });
    return crossing;
  } else {
    return other;
  }
}

/// GJK for the objects at `in`. Clears the bits of those that are not visible.
template <class Loader>
[[gnu::flatten]] void exact_stage(const Loader& loader, CullSubset& in, CullSubset& undecided) {
  in.pad();
  const detail::CullBatch& batch = loader.batch;
  for (int k = 0; k < in.count; k += Real::width) {
    const Mask lanes = in.lanes(k);
    const Decision decision = search_from_anywhere(object_in_volume(loader.at(in.position + k), *batch.volume), lanes);
    clear_bits(batch.visible, in.position + k, decision.separated);
    const Mask left = lanes & !(decision.separated | decision.overlapping);
    if (any(left)) undecided.append(in.positions(k), left);
  }
}

/// The same stage in double lanes, from the caller's numbers.
template <class Batch>
using ResolveInDouble = void(const Batch&, detail::UndecidedQueries);

template <class Loader>
void hand_to_double(const Loader& loader, CullSubset& undecided, ResolveInDouble<typename Loader::Batch>* in_double) {
  if (undecided.count == 0) return;
  undecided.pad();
  in_double(loader.batch, {undecided.position, undecided.count});
}

/// Clears the bits of the objects at `crossing` that are outside. Leaves the list in an unspecified state. One copy of
/// it: a call for a thousand objects costs nothing, and its GJK is most of the code.
template <class Loader>
[[gnu::noinline]] void resolve(const Loader& loader, CullSubset& crossing,
                               ResolveInDouble<typename Loader::Batch>* in_double) {
  if (loader.batch.stages == CullStages::planes) return hand_to_double(loader, crossing, in_double);
  if (crossing.count == 0) return;
  CullSubset other, undecided;
  CullSubset& open = loader.batch.volume->planes_are_exact ? probe(loader, crossing, other) : crossing;
  exact_stage(loader, open, undecided);
  hand_to_double(loader, undecided, in_double);
}

template <bool Exact, class PlaneLoader, class Loader>
void cull_to(const PlaneLoader& plane_loader, const Loader& loader,
             ResolveInDouble<typename Loader::Batch>* in_double) {
  CullSubset open;
  plane_stage<Exact>(plane_loader, [&](int first, std::uint64_t unclear) {
    if (loader.batch.stages == CullStages::bound) return;
    open.append_bits(static_cast<std::uint32_t>(first), unclear);
    if (open.count < static_cast<int>(enough_open)) return;
    resolve(loader, open, in_double);
    open.count = 0;
  });
  resolve(loader, open, in_double);
}

/// `plane_loader` reads the same objects as `loader`.
template <class PlaneLoader, class Loader>
void cull(const PlaneLoader& plane_loader, const Loader& loader, ResolveInDouble<typename Loader::Batch>* in_double) {
  if (loader.batch.stages == CullStages::exact)
    cull_to<true>(plane_loader, loader, in_double);
  else
    cull_to<false>(plane_loader, loader, in_double);
}

/// The same for the objects at listed positions only. Their bits are set.
template <class Loader>
void cull_listed(const Loader& loader, detail::UndecidedQueries list,
                 ResolveInDouble<typename Loader::Batch>* in_double) {
  for (int first = 0, size = 0; first < list.count; first += size) {
    const int left = list.count - first;
    size = left < static_cast<int>(enough_open) ? left : static_cast<int>(enough_open);
    CullSubset open;
    open.count = size;
    __builtin_memcpy(open.position, list.position + first, static_cast<std::size_t>(size) * sizeof(std::uint32_t));
    resolve(loader, open, in_double);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
