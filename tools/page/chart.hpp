// Lines over time, as the paths of an SVG picture.
#pragma once

#include <span>
#include <string>

namespace lockstep::tools {

/// Drawing units of a chart, which a page may stretch.
inline constexpr int chart_width = 1000, chart_height = 100;
/// The most points of a chart; neighbours are merged beyond that.
inline constexpr int max_chart_points = 1000;

struct ChartPoint {
  double x = 0, y = 0;  ///< x rising, y >= 0
};

/// How neighbours are merged: keep every peak, or show no noise.
enum class Thinning : unsigned char { largest, mean };

/// Path data: from the first x at the left to the last at the right, from 0 at the bottom to `top` (> 0) at the top.
[[nodiscard]] std::string chart_line(std::span<const ChartPoint> points, double top, Thinning thinning);

}  // namespace lockstep::tools
