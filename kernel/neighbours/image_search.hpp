// The points and images within the cutoff of one point: rows of bins, a run of points at a time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "neighbours/exact_pair.hpp"
#include "neighbours/point_bins.hpp"

namespace lockstep::detail {

/// Consecutive points that are compared with point `position`, moved back by `image` cells of the moved points.
struct Run {
  std::size_t position, begin, end;
  Position at;  ///< of the moved point, moved by -image
  Image image;
};

inline constexpr std::size_t largest_run = 256;

/// Squared distances of the points of a run: plain code that compilers turn into vector instructions.
inline void squared_distances(const PointBins& bins, const Run& run, std::array<double, largest_run>& squared) {
  const double *const x = bins.x.data() + run.begin, *const y = bins.y.data() + run.begin,
                      *const z = bins.z.data() + run.begin;
  const double at_x = run.at.x.high, at_y = run.at.y.high, at_z = run.at.z.high;
  const std::size_t count = run.end - run.begin;
  for (std::size_t k = 0; k < count; ++k) {
    const double dx = x[k] - at_x, dy = y[k] - at_y, dz = z[k] - at_z;
    squared[k] = dx * dx + dy * dy + dz * dz;
  }
}

/// The cells between the points as given: S of the pair of `run` and the point at position k.
inline Image shift_of(const PointBins& bins, const Run& run, std::size_t k) {
  Image shift;
  for (std::size_t axis = 0; axis < 3; ++axis)
    shift[axis] = run.image[axis] - bins.cell[k][axis] + bins.cell[run.position][axis];
  return shift;
}

inline bool is_within(const PointBins& bins, const Run& run, std::size_t k, double cutoff) {
  return is_within(bins.point[run.position], bins.point[k], shift_of(bins, run, k), bins.frame, cutoff);
}

/// Calls each(run) for all runs within reach of a point.
template <class Each>
void for_each_run(const PointBins& bins, std::size_t position, const Each& each) {
  const auto& axis = bins.axis;
  const auto image_of = [&](std::int64_t bin, std::size_t k) {
    return bin >= 0 ? bin / axis[k].count : -((axis[k].count - 1 - bin) / axis[k].count);
  };
  const BinAxis::Range along = bins.bins_near(position, 0), across = bins.bins_near(position, 1),
                       up = bins.bins_near(position, 2);
  const std::int64_t first_image = image_of(along.begin, 0), last_image = image_of(along.end, 0);
  for (std::int64_t c = up.begin; c <= up.end; ++c) {
    const std::int64_t image_c = image_of(c, 2);
    const Position at_c = moved(bins.exact[position], -image_c, bins.frame.edge[2]);
    for (std::int64_t b = across.begin; b <= across.end; ++b) {
      const std::int64_t image_b = image_of(b, 1);
      const Position at_b = moved(at_c, -image_b, bins.frame.edge[1]);
      const std::int64_t row =
          ((c - image_c * axis[2].count) * axis[1].count + b - image_b * axis[1].count) * axis[0].count;
      for (std::int64_t a = first_image; a <= last_image; ++a) {
        const std::int64_t begin = std::max(along.begin - a * axis[0].count, std::int64_t{0}),
                           last = std::min(along.end - a * axis[0].count, axis[0].count - 1);
        const std::size_t stop = bins.first[static_cast<std::size_t>(row + last + 1)];
        Run run{position, bins.first[static_cast<std::size_t>(row + begin)], stop, {}, {a, image_b, image_c}};
        if (run.begin == stop) continue;
        run.at = moved(at_b, -a, bins.frame.edge[0]);
        for (; run.begin < stop; run.begin = run.end) {
          run.end = std::min(stop, run.begin + largest_run);
          each(run);
        }
      }
    }
  }
}

}  // namespace lockstep::detail
