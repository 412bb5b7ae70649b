#include "page/chart.hpp"

#include <algorithm>
#include <cstdio>

namespace lockstep::tools {

std::string chart_line(std::span<const ChartPoint> points, double top, Thinning thinning) {
  if (points.empty()) return {};
  const double first = points.front().x, length = std::max(points.back().x - first, 1e-300);
  std::string path;
  const std::size_t step = (points.size() + max_chart_points - 1) / max_chart_points;
  for (std::size_t i = 0; i < points.size(); i += step) {
    const auto group = points.subspan(i, std::min(step, points.size() - i));
    double sum = 0, most = 0;
    for (const ChartPoint& point : group) sum += point.y, most = std::max(most, point.y);
    const double y = thinning == Thinning::largest ? most : sum / static_cast<double>(group.size());
    char text[64];
    std::snprintf(text, sizeof text, "%s%.1f %.2f", path.empty() ? "M" : "L",
                  (group.front().x - first) / length * chart_width, chart_height - y / top * chart_height);
    path += text;
  }
  return path;
}

}  // namespace lockstep::tools
