#include "report/cull_page.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string_view>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "page/page.hpp"
#include "page/zoom_script.hpp"
#include "report/cull_page_parts.hpp"
#include "report/gain_text.hpp"
#include "report/mask_bit.hpp"
#include "report/parts_drawing.hpp"
#include "report/plan.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// One letter per drawn object: visible, kept by the planes alone, culled.
std::string states(const Plan& plan, const CullMasks& masks) {
  std::string letters;
  for (const std::size_t i : plan.objects)
    letters += bit(masks.visible, i) ? 'v' : bit(masks.kept_by_planes, i) ? 'p' : 'c';
  return letters;
}

/// The objects of the page: those that planes alone keep, for any camera that it can show.
std::vector<bool> kept_by_planes_somewhere(const CullRun& run) {
  std::vector<bool> kept(run.objects, false);
  for (const CullMasks& masks : run.masks)
    for (std::size_t i = 0; i < run.objects; ++i)
      if (bit(masks.kept_by_planes, i) && !bit(masks.visible, i)) kept[i] = true;
  return kept;
}

struct Figures {
  std::size_t visible, planes, culled;
  double ns;
};

/// Counted from the masks: an object in several views of a camera counts once.
Figures figures(const CullRun& run, std::size_t camera) {
  const CullMasks& masks = run.masks[camera];
  std::size_t visible = 0, planes = 0;
  for (std::size_t word = 0; word < masks.visible.size(); ++word) {
    visible += static_cast<std::size_t>(std::popcount(masks.visible[word]));
    planes += static_cast<std::size_t>(std::popcount(masks.kept_by_planes[word] & ~masks.visible[word]));
  }
  return {visible, planes, run.objects - visible - planes,
          per_object(run.cameras[camera].exact.processor_ns, run.objects)};
}

/// Of the cameras that the picture can show.
std::vector<DrawnViews> draw_cameras(const Scene& scene, const CullRun& run) {
  const GroundView ground(scene);
  const double reach = reach_of(scene);
  std::vector<DrawnViews> drawn;
  for (std::size_t i = 0; i < run.masks.size(); ++i)
    drawn.push_back(draw_views(scene.cameras[i], run.cameras[i], run.options.views, reach, ground));
  return drawn;
}

std::string data_json(const CullRun& run, const Plan& plan, const std::vector<DrawnViews>& views) {
  nlohmann::json cameras = nlohmann::json::array();
  for (std::size_t i = 0; i < run.masks.size(); ++i) {
    const Figures f = figures(run, i);
    cameras.push_back({{"states", states(plan, run.masks[i])},
                       {"frustum", views[i].frustum},
                       {"visible", f.visible},
                       {"planes", f.planes},
                       {"culled", f.culled},
                       {"ns", f.ns}});
    if (run.has_parts())
      cameras.back().update(
          {{"front", views[i].front}, {"above", views[i].above}, {"outlines", views[i].above_outlines}});
  }
  // Numbers and fixed letters only: nothing in it can end the script element.
  return nlohmann::json{{"width", plan.width}, {"height", plan.height}, {"cameras", cameras}}.dump();
}

std::string introduction(const Scene& scene, const CullRun& run) {
  std::string text = concat("<header>\n<h1>", escaped(scene.title), "</h1>\n<p>", run.objects, " objects culled for ",
                            run.cameras.size(), " cameras by lockstep ", LOCKSTEP_VERSION, " (", name(run.options.isa),
                            ", ", lane_count(run.options.isa), " lanes, threads: ", run.options.threads, ").</p>\n");
  if (run.has_parts() && !run.cameras.empty())
    text += concat("<p>Each camera's view is cut into ", run.cameras[0].view_visible.size(), " views (",
                   escaped(run.options.views.text),
                   "). In the table, visible and kept by planes are sums over them; the picture shows an object as "
                   "visible if some view sees it.</p>\n");
  for (const std::string& note : scene.notes) text += concat("<p class=\"soft\">", escaped(note), "</p>\n");
  return text + "</header>\n";
}

std::string chooser(const CullRun& run) {
  std::string text =
      "<div class=\"bar\">\n<button id=\"previous\" type=\"button\" aria-label=\"previous camera\">&lt;</button>\n"
      "<select id=\"camera\" aria-label=\"camera\">\n";
  for (std::size_t i = 0; i < run.masks.size(); ++i)
    text += concat("<option>", escaped(run.cameras[i].name), "</option>\n");
  return text + "</select>\n<button id=\"next\" type=\"button\" aria-label=\"next camera\">&gt;</button>\n</div>\n";
}

std::string figure_boxes(const Figures& f) {
  return concat("<div class=\"figures\">\n", figure_box("v", "visible", concat(f.visible), "visible"),
                figure_box("p", "planes", concat(f.planes), "kept by planes alone"),
                figure_box("c", "culled", concat(f.culled), "culled"),
                figure_box("", "time", fixed2(f.ns) + " ns", "processor time per object"), "</div>\n");
}

std::string keys(const CullRun& run) {
  const auto key = [](const char* state, const char* color, const char* label) {
    return concat(R"(<label><input id="key-)", state, R"(" type="checkbox" checked="checked"/><span class="swatch" )",
                  R"(style="background: var(--)", color, R"x()"></span>)x", label, "</label>\n");
  };
  return concat("<div class=\"keys\">\n", key("v", "visible", "visible"), key("p", "planes", "kept by planes alone"),
                key("c", "culled", "culled"),
                run.has_parts() ? key("t", "eye", "the views: the stronger, the more they see") : "", "</div>\n");
}

/// Objects `first` .. `last`, as outlines that a script colours.
std::string outlines(const Scene& scene, const Plan& plan, const std::string& letters, std::size_t first,
                     std::size_t last) {
  std::string text;
  for (std::size_t i = first; i < last; ++i)
    text += concat("<path class=\"", letters.substr(i, 1), "\" d=\"", plan.outlines[i], "\"><title>",
                   escaped(scene.objects[plan.objects[i]].name), "</title></path>\n");
  return text;
}

/// Large objects would add up to a fog, so they are drawn as lines, fainter if there are more. So are small ones that
/// cover the picture several times.
std::string drawing(const Scene& scene, const CullRun& run, const Plan& plan, const DrawnViews& first_camera) {
  const std::string letters = states(plan, run.masks[0]);
  const double faint = std::clamp(4 / std::sqrt(static_cast<double>(plan.large) + 1), 0.12, 0.8);
  const double thin = 1 / std::max(plan.layers, 1.0);
  return zoom_frame(concat(
      "<svg id=\"plan\" class=\"plan\" style=\"--ratio: ", plan.width / plan.height, "; --faint: ", fixed2(faint),
      "; --thin: ", fixed2(thin), "\" viewBox=\"0 0 ", fixed2(plan.width), " ", fixed2(plan.height),
      "\" role=\"img\" aria-label=\"the scene from above\">\n", above_cells(run.options.views),
      "<g id=\"objects\">\n<g class=\"large\">\n", outlines(scene, plan, letters, 0, plan.large), "</g>\n",
      outlines(scene, plan, letters, plan.large, plan.outlines.size()),
      "</g>\n<path id=\"frustum\" class=\"frustum\" d=\"", first_camera.frustum, "\"/>\n</svg>\n"));
}

/// What the picture leaves out.
std::string omissions(const Scene& scene, const CullRun& run, const Plan& plan, const std::vector<bool>& important) {
  std::string text;
  if (plan.objects.size() < scene.objects.size()) {
    const auto all = std::count(important.begin(), important.end(), true);
    const auto drawn =
        std::count_if(plan.objects.begin(), plan.objects.end(), [&](std::size_t i) { return important[i]; });
    text += concat("<p class=\"soft\">The picture draws ", plan.objects.size(), " of ", scene.objects.size(),
                   " objects: ", drawn, " of the ", all,
                   " that planes alone keep for some camera, and of the others a random sample, in which larger ones "
                   "are more likely. Figures and table count all.</p>\n");
  }
  if (run.masks.size() < run.cameras.size())
    text += concat("<p class=\"soft\">The picture can show the first ", run.masks.size(),
                   " cameras; the totals count all ", run.cameras.size(), ".</p>\n");
  return text;
}

std::string table_row(const std::string& label, std::size_t objects, const CameraResult& r) {
  return concat("<tr><td>", escaped(label), "</td><td>", objects, "</td><td>", r.visible, "</td><td>", r.kept_by_planes,
                "</td><td>", fixed2(excess_percent(r)), " %</td><td>",
                fixed2(per_object(r.exact.processor_ns, objects)), "</td><td>",
                fixed2(per_object(r.planes.processor_ns, objects)), "</td></tr>\n");
}

std::string table(const CullRun& run) {
  std::string text =
      "<h2>All cameras</h2>\n<div class=\"scroll\"><table>\n<thead><tr><th>camera</th><th>objects</th>"
      "<th>visible</th><th>by planes</th><th>too many</th><th>exact ns</th>"
      "<th>planes ns</th></tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < std::min(run.cameras.size(), max_drawn_cameras); ++i)
    text += table_row(run.cameras[i].name, run.objects, run.cameras[i]);
  return text + "</tbody>\n<tfoot>" +
         table_row(concat("all ", run.cameras.size()), run.objects * run.cameras.size(), total(run)) +
         "</tfoot>\n</table></div>\n<p class=\"soft\">ns: processor time of all threads for one object and all views "
         "of "
         "a camera.</p>\n";
}

std::string explanation() {
  return "<h2>How to read it</h2>\n<p>The picture is the scene from above; the yellow outline is what the camera sees, "
         "seen from above too. An object is <em>visible</em> if it touches the camera's view volume, <em>culled</em> "
         "if a "
         "direction was found that separates the two. Testing against the planes of the volume one by one, as is "
         "usual, "
         "also keeps the objects <em>kept by planes alone</em>: none of the planes separates them, though they lie "
         "beside "
         "an edge or a corner of the volume. Walls are not looked at: what hides behind one counts as visible.</p>\n";
}

}  // namespace

std::string html_report(const Scene& scene, const CullRun& run) {
  const std::vector<bool> important = kept_by_planes_somewhere(run);
  const Plan plan = draw_plan(scene, important, max_drawn_objects);
  const std::vector<DrawnViews> views = draw_cameras(scene, run);
  std::string page = page_head(scene.title + " - lockstep cull", concat(zoom_style, cull_style)) + "<body>\n" +
                     introduction(scene, run) + "<main>\n";
  page += gain_html(run.gain);
  page += chooser(run) + figure_boxes(figures(run, 0)) + keys(run);
  page += drawing(scene, run, plan, views[0]) + omissions(scene, run, plan, important);
  page += front_picture(run.options.views, views[0].width_to_height) + table(run) + explanation() + "</main>\n";
  return page + page_end(data_json(run, plan, views), concat(zoom_script, cull_script));
}

}  // namespace lockstep::tools
