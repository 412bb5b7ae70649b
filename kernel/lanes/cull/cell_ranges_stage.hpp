// Finds the parts of a camera's view that each object touches (clustered culling). The parts of a grid share planes, so
// an object is tested against one plane per column, row and slice instead of six per part.
//
// Along each axis, planes 0 .. parts bound the parts, each with its positive side towards higher parts. An object
// touches no part below the last plane that it lies beyond, and none from the first plane on that it lies before. If it
// lies between two neighbouring planes along two axes, it touches all parts in its range along the third
// (docs/numerics.md). Objects that planes cut along two axes are not decided here.
#pragma once

#include "lanes/cull/cull_stages.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The parts that W objects touch along one axis.
struct AxisRange {
  Real first, last;  // the first and last part that they may touch; none if last < first
  Mask sure;         // they reach each of these parts, if they are inside along the other axes
  Mask inside;       // they lie within one part and touch neither of its sides
  Mask certain;      // by_planes: proven beyond, before or across every plane, despite rounding
};

template <class Object>
AxisRange range_along(const Object& object, const detail::GridAxis& axis, bool by_planes) {
  const auto number = [](int i) { return Real(static_cast<float>(i)); };
  const Real object_bound = object.lengths() * Real(plane_bound);
  AxisRange range{number(0), number(axis.parts - 1), first_lanes(0), first_lanes(0), first_lanes(Real::width)};
  Real sure_first = number(axis.parts), sure_last = number(-1);
  Mask beyond_low = first_lanes(0), before_high = first_lanes(0);
  for (int i = 0; i <= axis.parts; ++i) {
    const detail::GridPlane& plane = axis.planes[i];
    Range along = object.along(make_plane(plane.normal, plane.offset));
    if constexpr (Object::round) along = {along.least - object.radius, along.most + object.radius};
    const Real bound = object_bound + Real(__builtin_fabsf(plane.offset) * plane_bound + plane.slack + 0x1p-100F);
    // Comparisons with NaN are false. An inverted object is left to GJK as well.
    const Mask sane = along.least <= along.most;
    const Mask beyond = sane & (along.least > bound), before = sane & (along.most < -bound);
    range.first = select(beyond, number(i), range.first);
    range.last = select(before, min(range.last, number(i - 1)), range.last);
    const Mask reaches_before = sane & (along.least < -bound), reaches_beyond = sane & (along.most > bound);
    sure_first = select(reaches_before, min(sure_first, number(i - 1)), sure_first);
    if (i < axis.parts) sure_last = select(reaches_beyond, number(i), sure_last);
    if (by_planes) range.certain = range.certain & (beyond | before | (reaches_before & reaches_beyond));
    if (i == 0) beyond_low = beyond;
    if (i == axis.parts) before_high = before;
  }
  range.sure = (sure_first == range.first) & (sure_last == range.last);
  range.inside = (range.first == range.last) & (beyond_low | (range.first > number(0))) &
                 (before_high | (range.last < number(axis.parts - 1)));
  return range;
}

template <class Loader>
[[gnu::flatten, gnu::noinline]] void cell_ranges_stage(const Loader& loader, const detail::GridAxis (&axes)[3],
                                                       detail::PartRange* out) {
  using Object = decltype(loader.from(0));
  const bool by_planes = loader.batch.stages == CullStages::planes;
  for (int k = 0; k < loader.batch.count; k += Real::width) {
    const Object object = loader.from(k);
    const AxisRange range[3] = {range_along(object, axes[0], by_planes), range_along(object, axes[1], by_planes),
                                range_along(object, axes[2], by_planes)};
    Mask decided = first_lanes(0);
    if (by_planes)
      decided = range[0].certain & range[1].certain & range[2].certain;
    else if constexpr (Object::is_tight)
      decided = range[0].sure & range[1].sure & range[2].sure &
                ((range[0].inside & (range[1].inside | range[2].inside)) | (range[1].inside & range[2].inside));
    Number first[3][Real::width], last[3][Real::width];
    for (int axis = 0; axis < 3; ++axis) range[axis].first.store(first[axis]), range[axis].last.store(last[axis]);
    const unsigned decided_bits = bits(decided);
    for (int i = 0; i < Real::width && k + i < loader.batch.count; ++i) {
      detail::PartRange& of = out[k + i];
      for (int axis = 0; axis < 3; ++axis)
        of.first[axis] = static_cast<int>(first[axis][i]), of.last[axis] = static_cast<int>(last[axis][i]);
      of.decided = (decided_bits >> i & 1U) != 0;
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
