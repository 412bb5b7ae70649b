// When rays enter boxes, in float lanes, and which of eight boxes of a tree come next.
#pragma once

#include "lanes/registers/eights.hpp"
#include "lanes/registers/vec.hpp"
#include "table/triangle_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::TriangleRays;
using detail::TriangleTree;
using detail::TriangleWalks;

static_assert(TriangleTree::fan == 8);
static_assert(TriangleWalks::padding >= Real::width && TriangleRays::most % Real::width == 0);

/// The last eights of a list of rays take its last ray again where there are not enough.
inline void fill_up(std::uint32_t* list, std::uint32_t count) {
  for (unsigned k = 0; k + 1 < eights && count != 0; ++k) list[count + k] = list[count - 1];
}

/// Rays of a list, in an eight of lanes each.
struct RaysInEights {
  const TriangleRays& rays;
  std::uint32_t number[eights];

  RaysInEights(const TriangleWalks& all, const std::uint32_t* list) : rays(*all.rays) {
    for (unsigned k = 0; k < eights; ++k) number[k] = list[k];
  }
  /// Of numbers of all rays.
  [[nodiscard]] Real of(const float* numbers) const {
    const float* at[eights];
    for (unsigned k = 0; k < eights; ++k) at[k] = numbers + number[k];
    return spread_eights(at);
  }
  template <std::size_t Most>
  [[nodiscard]] Vec of(const float (&numbers)[3][Most]) const {
    return {of(numbers[0]), of(numbers[1]), of(numbers[2])};
  }
};

/// When boxes are entered, at the earliest, and left.
struct BoxTimes {
  Real enter = Real(0), leave = Real(1);

  /// Between two planes across axis k, the one that the ray meets first. NaN, of what lies on the plane all the way,
  /// says nothing.
  void cut(const RaysInEights& some, unsigned k, const Real& near, const Real& far) {
    const TriangleRays& rays = some.rays;
    enter = max((near - some.of(rays.near_from[k])) * some.of(rays.near_by[k]), enter);
    leave = min((far - some.of(rays.far_from[k])) * some.of(rays.far_by[k]), leave);
  }
  Mask met(const Real& limit) const { return enter <= min(leave, limit); }
};

/// What the number of a box says: which leaf it is around (level 0), or which group.
struct BoxPlace {
  std::uint32_t is_group, level, index;

  explicit BoxPlace(std::uint32_t number) : is_group(number / TriangleWalks::group) {
    const std::uint32_t above = number & (0U - is_group) * TriangleWalks::level;
    level = above % TriangleWalks::group / TriangleWalks::level, index = number - above;
  }
  /// Among leaves, or among groups of all levels: the first one of level 0 is number 0.
  [[nodiscard]] std::size_t position(const TriangleTree& tree) const {
    return std::size_t{tree.first_group[level - is_group]} + index;
  }
  /// The number of the first box in a group.
  [[nodiscard]] std::uint32_t first_below() const {
    const std::uint32_t above = TriangleWalks::group + (level - 1) * TriangleWalks::level;
    return (level == 1 ? 0 : above) + index * static_cast<std::uint32_t>(TriangleTree::fan);
  }
};

/// Of groups that the rays of a list have open, place by place: when boxes are met, as sort_eights wants it, which are
/// before the limit, and the number of the first.
struct MetBoxes {
  alignas(64) float enter[TriangleWalks::most_rays * TriangleTree::fan + TriangleWalks::padding];
  std::uint32_t met[TriangleWalks::most_rays + TriangleWalks::padding];
  std::uint32_t first[TriangleWalks::most_rays + TriangleWalks::padding];
};

/// Of the rays of a list from place `at` on, as many as there are eights.
inline void meet_boxes(const TriangleTree& tree, const TriangleWalks& all, const std::uint32_t* list, std::uint32_t at,
                       MetBoxes& boxes) {
  const RaysInEights some(all, list + at);
  const float* group[eights];
  for (unsigned k = 0; k < eights; ++k) {
    const BoxPlace place(all.open_box(some.number[k]));
    group[k] = tree.boxes + place.position(tree) * TriangleTree::group_floats;
    boxes.first[at + k] = place.first_below(), boxes.met[at + k] = 0;
  }
  float* const enter = boxes.enter + std::size_t{at} * TriangleTree::fan;
  for (unsigned i = 0; i < TriangleTree::fan; i += lanes_of_eight) {
    const auto planes = [&](const std::uint32_t* stream) {
      const float* from[eights];
      for (unsigned k = 0; k < eights; ++k) from[k] = group[k] + stream[some.number[k]] + i;
      return load_eights(from);
    };
    BoxTimes times;
    for (unsigned k = 0; k < 3; ++k)
      times.cut(some, k, planes(some.rays.near_stream[k]), planes(some.rays.far_stream[k]));
    const Mask met = times.met(some.of(all.limit));
    (Real::width < 8 ? times.enter : select(met, times.enter, Real(-1))).store(enter + i);
    for (unsigned k = 0; k < eights; ++k) boxes.met[at + k] |= (bits(met) >> 8 * k & 0xffU) << i;
  }
}

/// Those that are met take the place of what the rays have open, the one that is entered first on top.
inline void take_boxes(const std::uint32_t* list, std::uint32_t at, const MetBoxes& met, TriangleWalks& all) {
  SortedEight to[eights];
  std::uint32_t waiting[eights];
  for (unsigned k = 0; k < eights; ++k) {
    const std::uint32_t ray = list[at + k];
    waiting[k] = all.waiting[ray];
    to[k] = {all.boxes[ray].enter + waiting[k], all.boxes[ray].number + waiting[k], met.first[at + k]};
  }
  const EightCounts counts = sort_eights(met.enter + std::size_t{at} * TriangleTree::fan, met.met + at, to);
  for (unsigned k = 0; k < eights; ++k) all.waiting[list[at + k]] = waiting[k] + counts.of[k];
}

}  // namespace lockstep::LOCKSTEP_ISA
