// A point that passes through a flat shape, or an almost flat one, is never inside anything. But its path, a
// segment, overlaps the shape.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "cast/first_contact.hpp"
#include "cast/made_shapes.hpp"
#include "cast/moved_distances.hpp"
#include "cast/seen_shapes.hpp"

namespace lockstep::detail {

/// The path of a point around a fraction of its motion: a segment around the origin, and the place of its middle.
struct PointPath {
  float from[3], to[3];
  double middle[3];
  double error = 0;  // of the middle; infinite if the segment is not exact

  PointPath(const Vec3& point, const Vec3& motion, const FirstContact& contact) {
    const float origin[3] = {point.x, point.y, point.z}, m[3] = {motion.x, motion.y, motion.z};
    const double fastest = std::max({std::abs(m[0]), std::abs(m[1]), std::abs(m[2])});
    // A power of two, so that the segment is exact: a share of the size, and at least the rest of the step.
    const double wanted = std::max(contact.size / fastest * 0x1p-4, 2 * (contact.crossed_by - contact.lower));
    const double half = std::ldexp(1.0, std::ilogb(wanted));
    for (int k = 0; k < 3; ++k) {
      const double edge = half * m[k], along = contact.lower * m[k];
      from[k] = static_cast<float>(-edge), to[k] = static_cast<float>(edge);
      middle[k] = origin[k] + along;
      error += (std::abs(double{origin[k]}) + std::abs(along)) * 0x1p-50;
      if (double{to[k]} != edge) error = std::numeric_limits<double>::infinity();
    }
  }
  template <class AnyRecord>
  void make(AnyRecord& segment) const {
    make_segment(segment, {from[0], from[1], from[2]}, {to[0], to[1], to[2]});
  }
};

/// Tests whether the paths of points, of the first or of the second set, cross the shapes that they pass.
template <class Space>
void find_crossings(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, std::span<const Vec3> motions,
                    bool of_second, std::span<const std::uint16_t> live, FirstContact* contacts) {
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  MadeShapesOf<Space> segments(MadeShapesOf<Space>::capsule);
  std::array<MovedPair, pair_tile> moved_pairs;
  std::array<double, pair_tile> error;
  std::array<std::uint16_t, pair_tile> source;
  std::uint32_t count = 0;
  for (const std::uint16_t i : live) {
    const Pair& pair = pairs[i];
    if (!contacts[i].is_crossing || is_point(first, pair.a) == of_second) continue;
    const Vec3 m = of_second ? Vec3{-motions[i].x, -motions[i].y, -motions[i].z} : motions[i];
    const auto& point = of_second ? second.records[pair.b] : first.records[pair.a];
    const PointPath path(place_of(point), m, contacts[i]);
    path.make(segments.records[count]), error[count] = path.error, source[count] = i;
    moved_pairs[count] = {{count, of_second ? pair.a : pair.b},
                          {{path.middle[0], path.middle[1], path.middle[2]}, false}};
    ++count;
  }
  if (count == 0) return;
  MovedDistanceJob<Space> crossing = job;
  crossing.at_rest.verdicts.first = segments.view();
  crossing.at_rest.verdicts.second = of_second ? first : second;
  std::array<DistanceAnswer, pair_tile> found;
  decide_tile<pair_tile>(crossing, std::span<const MovedPair>(moved_pairs).first(count), found.data());
  for (std::uint32_t k = 0; k < count; ++k) contacts[source[k]].add_crossing(found[k].upper + error[k] < 0);
}

}  // namespace lockstep::detail
