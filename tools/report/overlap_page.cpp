#include "report/overlap_page.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "page/chart.hpp"
#include "page/page.hpp"
#include "page/zoom_script.hpp"
#include "report/overlap_page_parts.hpp"
#include "runs/cull_run.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t listed_frames = 10;

/// The content that all parts of the page share.
struct Content {
  const Frames& frames;
  const OverlapRun& run;
  double share;       ///< of the world that is drawn
  double slice;       ///< of its depth, in computed units; 0 if all
  int width, height;  ///< of the picture
  std::vector<DrawnFrame> drawn;

  [[nodiscard]] const OverlapFrame& result(const DrawnFrame& d) const { return run.frames[d.index]; }
  [[nodiscard]] bool has_density() const { return run.options.density && around_distance(frames) > 0; }
  [[nodiscard]] float length(double computed) const { return static_cast<float>(frames.placement.length(computed)); }
  [[nodiscard]] std::string length_unit() const { return frames.in_metres ? " m" : ""; }
  [[nodiscard]] std::string density_unit() const {
    const std::string power = frames.flat ? "²" : "³";
    return frames.in_metres ? concat("per m", power) : frames.flat ? "per unit of area" : "per unit of volume";
  }
  /// "3.76 s"; empty if the file does not say.
  [[nodiscard]] std::string when(const OverlapFrame& frame) const {
    return frames.frames_per_second ? fixed2(frame.number / *frames.frames_per_second) + " s" : std::string();
  }
  /// "94", or "94 (3.76 s)".
  [[nodiscard]] std::string label(const OverlapFrame& frame) const {
    const std::string time = when(frame);
    return time.empty() ? concat(frame.number) : concat(frame.number, " (", time, ")");
  }
};

/// The index in `drawn` of the frame with most pairs; it is always there.
std::size_t fullest_drawn(const Content& c) {
  const std::size_t fullest = fullest_frame(c.run);
  const auto found =
      std::find_if(c.drawn.begin(), c.drawn.end(), [&](const DrawnFrame& d) { return d.index == fullest; });
  return static_cast<std::size_t>(found - c.drawn.begin());
}

nlohmann::json frame_json(const Content& c, const DrawnFrame& d) {
  const OverlapFrame& result = c.result(d);
  nlohmann::json json = {{"t", result.number},
                         {"when", c.when(result)},
                         {"n", result.objects},
                         {"p", result.pairs},
                         {"m", result.overlapping},
                         {"d", result.density},
                         {"o", d.overlapping},
                         {"x", d.x},
                         {"y", d.y}};
  const bool equal = std::adjacent_find(d.radius.begin(), d.radius.end(), std::not_equal_to<>()) == d.radius.end();
  if (equal && !d.radius.empty())
    json["r"] = d.radius[0];
  else
    json["r"] = d.radius;
  for (const DrawnOutline& outline : d.outlines) {
    json["k"].push_back(static_cast<int>(outline.kind));
    json["a"].push_back(outline.angle);
    json["u"].push_back(outline.first);
    json["v"].push_back(outline.second);
  }
  return json;
}

std::string data_json(const Content& c) {
  nlohmann::json frames = nlohmann::json::array();
  for (const DrawnFrame& d : c.drawn) frames.push_back(frame_json(c, d));
  // Numbers and fixed words only: nothing in it can end the script element.
  return nlohmann::json{{"width", c.width},
                        {"height", c.height},
                        {"first", c.run.frames.front().number},
                        {"last", c.run.frames.back().number},
                        {"most", fullest_drawn(c)},
                        {"frames", frames}}
      .dump();
}

/// The other objects, if any: " any of 20 objects of level.bsp, which never move and are not drawn".
std::string against(const Content& c) {
  const StaticObjects* const still = c.run.still;
  if (still == nullptr) return {};
  return concat(" any of ", still->count(), " ", still->object_name(), "s of ", escaped(still->title()),
                ", which never move and are not drawn");
}

std::string introduction(const Content& c) {
  const OverlapRunOptions& options = c.run.options;
  std::string text = concat("<header>\n<h1>", escaped(c.frames.title), "</h1>\n<p>", c.run.frames.size(), " frames, ",
                            c.frames.objects, " ", c.frames.object_name(), "s in all: which of them overlap",
                            against(c), "? By lockstep ", LOCKSTEP_VERSION, " (", name(options.isa), ", ",
                            lane_count(options.isa), " lanes, threads: ", options.threads, ").</p>\n");
  if (options.margin > 0)
    text +=
        concat("<p>Those closer than ", c.length(options.margin), c.length_unit(), " count as overlapping too.</p>\n");
  for (const std::string& note : c.frames.notes) text += concat("<p class=\"soft\">", escaped(note), "</p>\n");
  return text + "</header>\n";
}

std::string figure_boxes(const Content& c, const OverlapFrame& first) {
  std::string text = concat(
      "<div class=\"figures\">\n",
      figure_box("", "number", concat(first.number), concat("frame <span id=\"when\">", c.when(first), "</span>")),
      figure_box("v", "objects", concat(first.objects), "objects"),
      figure_box("p", "pairs", concat(first.pairs), "overlapping pairs"),
      figure_box("p", "overlapping", concat(first.overlapping), "objects that overlap"));
  if (c.has_density()) text += figure_box("v", "density", fixed2(first.density), concat("density ", c.density_unit()));
  return text + "</div>\n";
}

std::string player(const Content& c, std::size_t first) {
  return concat(
      "<div class=\"bar\">\n<button id=\"previous\" type=\"button\" aria-label=\"previous frame\">&lt;</button>\n",
      "<button id=\"play\" type=\"button\">play</button>\n",
      "<button id=\"next\" type=\"button\" aria-label=\"next frame\">&gt;</button>\n",
      "<button id=\"most\" type=\"button\">most pairs</button>\n<input id=\"frame\" type=\"range\" min=\"0\" max=\"",
      c.drawn.size() - 1, "\" value=\"", first, "\" aria-label=\"frame\"/>\n</div>\n",
      zoom_frame("<canvas id=\"plan\" class=\"plan\" role=\"img\" aria-label=\"the objects from above\"></canvas>"));
}

std::string keys(const Content& c) {
  const auto key = [](const char* color, const char* label) {
    return concat(R"(<label><span class="swatch" style="background: var(--)", color, R"x()"></span>)x", label,
                  "</label>\n");
  };
  return concat("<div class=\"keys\">\n",
                key("planes", c.run.still != nullptr ? "overlaps a static object" : "overlaps another"),
                key("visible", "stands free"), "</div>\n");
}

/// What the picture leaves out.
std::string omissions(const Content& c) {
  std::string text;
  if (!c.frames.flat)
    text += concat("<p class=\"soft\">Seen from above: circles may cover each other whose ", c.frames.object_name(),
                   "s are far apart.", c.frames.round ? "" : " Each is the circle around a shape.", "</p>\n");
  if (c.drawn.size() < c.run.frames.size())
    text += concat("<p class=\"soft\">The picture can show ", c.drawn.size(), " of ", c.run.frames.size(),
                   " frames: some at even distances, and the one with most pairs. Charts and figures count all.</p>\n");
  if (c.slice > 0)
    text += concat("<p class=\"soft\">The picture shows a slice across the middle, ", fixed2(c.length(c.slice)),
                   c.length_unit(), " thick; others may overlap from above and below it.</p>\n");
  if (c.share < 1)
    text += concat("<p class=\"soft\">The picture shows a part in the middle, ", fixed2(100 * c.share),
                   " % of the world along each side. Charts and figures count all of it.</p>\n");
  std::size_t left_out = 0;
  for (const DrawnFrame& d : c.drawn) left_out = std::max(left_out, d.left_out);
  if (left_out > 0)
    text += concat("<p class=\"soft\">It leaves out up to ", left_out,
                   " objects of a frame, so that the page stays small.</p>\n");
  return text;
}

/// The range of a chart from its lower edge to its upper one. It starts at 0, unless all values would then lie in the
/// upper half, where changes would be hard to see.
struct ChartRange {
  double low = 0, high = 0;

  explicit ChartRange(const std::vector<ChartPoint>& points) {
    const auto [least, most] = std::minmax_element(points.begin(), points.end(),
                                                   [](const ChartPoint& a, const ChartPoint& b) { return a.y < b.y; });
    const double spread = most->y - least->y;
    high = most->y;
    const auto rounded = [](double y) { return y < 10 ? y : std::floor(y); };
    if (spread > 0 && least->y > high / 2) low = rounded(least->y - spread / 10);
  }
};

std::string chart(const Content& c, const char* id, const char* title, std::vector<ChartPoint> points,
                  Thinning thinning) {
  const ChartRange range(points);
  const auto shown = [](double y) { return y == std::floor(y) ? concat(y) : fixed2(y); };
  for (ChartPoint& point : points) point.y -= range.low;
  const double height = range.high - range.low;
  return concat("<h2>", title, "</h2>\n<div class=\"ends\"><span>at most ", shown(range.high), "</span><span>",
                range.low > 0 ? concat("the lower edge is at ", shown(range.low), ", not at 0") : "", "</span></div>\n",
                R"(<svg class="chart" viewBox="0 -4 )", chart_width, " ", chart_height + 8,
                R"(" preserveAspectRatio="none" role="img" aria-label=")", title, "\">\n<path class=\"", id, "\" d=\"",
                chart_line(points, height > 0 ? height : 1, thinning), "\"/>\n<line id=\"cursor-", id,
                R"(" x1="0" x2="0" y1="-4" y2=")", chart_height + 4, "\"/>\n</svg>\n<div class=\"ends\"><span>frame ",
                c.label(c.run.frames.front()), "</span><span>frame ", c.label(c.run.frames.back()), "</span></div>\n");
}

std::string charts(const Content& c) {
  std::vector<ChartPoint> pairs, density;
  for (const OverlapFrame& frame : c.run.frames) {
    pairs.push_back({frame.number, static_cast<double>(frame.pairs)});
    density.push_back({frame.number, frame.density});
  }
  std::string text = chart(c, "pairs", "Overlapping pairs over time", pairs, Thinning::largest);
  if (c.has_density()) text += chart(c, "density", "Density over time", density, Thinning::mean);
  if (pairs.size() > max_chart_points)
    text += concat("<p class=\"soft\">", (pairs.size() + max_chart_points - 1) / max_chart_points,
                   " frames are one point of a chart: the largest number of pairs among them, the mean density.</p>\n");
  return text;
}

std::string table_row(const Content& c, const std::string& label, const OverlapFrame& f) {
  return concat("<tr><td>", label, "</td><td>", f.objects, "</td><td>", f.pairs, "</td><td>", f.overlapping,
                "</td><td>", fixed2(per_object(f.time.processor_ns, f.objects)), "</td>",
                c.has_density() ? concat("<td>", fixed2(f.density), "</td>") : "", "</tr>\n");
}

std::string table(const Content& c) {
  std::vector<std::size_t> order(c.run.frames.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return c.run.frames[a].pairs > c.run.frames[b].pairs; });
  order.resize(std::min(order.size(), listed_frames));
  std::string text = concat(
      "<h2>Frames with most pairs</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>frame</th><th>objects</th>",
      "<th>pairs</th><th>objects that overlap</th><th>ns/object</th>", c.has_density() ? "<th>density</th>" : "",
      "</tr></thead>\n<tbody>\n");
  for (const std::size_t i : order) text += table_row(c, c.label(c.run.frames[i]), c.run.frames[i]);
  return concat(text, "</tbody>\n<tfoot>\n", table_row(c, concat("all ", c.run.frames.size()), total(c.run)),
                "</tfoot>\n</table></div>\n");
}

std::string explanation(const Content& c) {
  std::string text =
      "<h2>How to read it</h2>\n<p>Two objects overlap if they share a point. Each pair is decided with a proof; what "
      "touches "
      "counts as overlapping. Move the slider, or tap a chart, to see a frame.</p>\n";
  if (c.has_density())
    text += concat("<p>Density is the crowding around an object: the number of other centres within ",
                   c.length(around_distance(c.frames)), c.length_unit(),
                   " of its own (five median radii, at most 2e18), divided by the ",
                   c.frames.flat ? "area of that circle" : "volume of that sphere",
                   ", as the mean over all objects of the frame.</p>\n");
  if (!c.frames.in_metres)
    text += "<p>Lengths are in the unit of the file, which does not say which one that is.</p>\n";
  return text;
}

}  // namespace

std::string overlap_page(const Frames& frames, const OverlapRun& run, FrameDrawing drawing) {
  const double share = drawing.share(), slice = drawing.slice();
  const int width = drawing.width(), height = drawing.height();
  const Content c{frames, run, share, slice, width, height, std::move(drawing).drawn()};
  const std::size_t first = fullest_drawn(c);
  return concat(page_head(frames.title + " - lockstep overlap", concat(zoom_style, overlap_style)), "<body>\n",
                introduction(c), "<main>\n", figure_boxes(c, c.result(c.drawn[first])), player(c, first), keys(c),
                omissions(c), charts(c), table(c), explanation(c), "</main>\n",
                page_end(data_json(c), concat(zoom_script, overlap_script)));
}

}  // namespace lockstep::tools
