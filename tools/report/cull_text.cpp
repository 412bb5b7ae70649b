#include "report/cull_text.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t name_width = 30;

/// The number of characters on a terminal, if none is wide.
std::size_t shown_length(std::string_view utf8) {
  return static_cast<std::size_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string row(const std::string& name, std::size_t objects, const CameraResult& r) {
  std::string text = printable(name, name_width - 3);
  text.append(name_width - std::min(shown_length(text), name_width), ' ');
  char cells[160];
  std::snprintf(cells, sizeof cells, " %10zu %10zu %10zu %8.2f%% %10.2f %10.2f\n", objects, r.visible, r.kept_by_planes,
                excess_percent(r), per_object(r.exact.processor_ns, objects),
                per_object(r.planes.processor_ns, objects));
  return text + cells;
}

std::string header() {
  char cells[200];
  std::snprintf(cells, sizeof cells, "%-*s %10s %10s %10s %9s %10s %10s\n", static_cast<int>(name_width), "camera",
                "objects", "visible", "by planes", "too many", "exact ns", "planes ns");
  return cells;
}

/// Explains the columns, and the times that a user waits for.
std::string legend(const CullRun& run) {
  const CameraResult all = total(run);
  const std::size_t questions = run.objects * run.cameras.size();
  char wall[120];
  std::snprintf(wall, sizeof wall, "on the wall clock exact %.2f, planes %.2f\n",
                per_object(all.exact.wall_ns, questions), per_object(all.planes.wall_ns, questions));
  return concat("by planes: what lockstep's plane test alone keeps; too many: kept, though not visible\n",
                "ns: processor time of all threads; ", wall);
}

/// Explains why there is no gain, if there is none.
std::string advice(const CullRun& run) {
  constexpr std::size_t many = 1000;
  constexpr double little = 1;
  if (run.has_parts() || !run.gain.modes.empty() || run.objects < many || excess_percent(total(run)) >= little)
    return {};
  return "planes alone keep hardly more than is visible: these views are large, and objects small against them. For "
         "parts of\n"
         "views, as --views tiles:16x9 or clusters:16x9x24, they keep many more\n";
}

nlohmann::json as_json(const CameraResult& r, std::size_t objects) {
  return {{"objects", objects},
          {"visible", r.visible},
          {"kept_by_planes", r.kept_by_planes},
          {"verdicts",
           {{"overlapping", r.visible - r.touching}, {"touching", r.touching}, {"separated", r.questions - r.visible}}},
          {"exact_ns_per_object", per_object(r.exact.processor_ns, objects)},
          {"planes_ns_per_object", per_object(r.planes.processor_ns, objects)},
          {"exact_wall_ns_per_object", per_object(r.exact.wall_ns, objects)},
          {"planes_wall_ns_per_object", per_object(r.planes.wall_ns, objects)}};
}

}  // namespace

std::string table_report(const Scene& scene, const CullRun& run, std::size_t most_rows) {
  const RunOptions& options = run.options;
  std::string text = concat(scene.title, "\n", run.objects, " objects, ", run.cameras.size(), " cameras; lockstep ",
                            LOCKSTEP_VERSION, ", ", name(options.isa), " (", lane_count(options.isa),
                            " lanes), threads: ", options.threads, options.kept ? ", by a kept world\n" : "\n");
  for (const std::string& note : scene.notes) text += concat("note: ", note, "\n");
  if (run.has_parts())
    text += concat("each camera's view is cut into ", options.views.text, "; visible and by planes are sums over its ",
                   run.cameras.empty() ? 0 : run.cameras[0].view_visible.size(), " views\n");
  text += concat("\n", header());
  const std::size_t rows = most_rows == 0 ? run.cameras.size() : std::min(most_rows, run.cameras.size());
  for (std::size_t i = 0; i < rows; ++i) text += row(run.cameras[i].name, run.objects, run.cameras[i]);
  if (rows < run.cameras.size()) text += concat("... ", run.cameras.size() - rows, " more cameras; --all lists them\n");
  return text + row(concat("all ", run.cameras.size(), " cameras"), run.objects * run.cameras.size(), total(run)) +
         legend(run) + advice(run);
}

std::string head_json(const Scene& scene, const RunOptions& options, const std::string& report_path) {
  const Views& views = options.views;
  nlohmann::json json = {{"version", LOCKSTEP_VERSION},
                         {"scene", scene.title},
                         {"objects", scene.objects.size()},
                         {"isa", name(options.isa)},
                         {"lanes", lane_count(options.isa)},
                         {"threads", options.threads},
                         {"repeat", options.repeat},
                         {"mode", views.text.substr(0, views.text.find(':'))},
                         {"views", views.text},
                         {"notes", scene.notes}};
  if (views.kind == ViewKind::grid)
    json["grid"] = {{"columns", views.columns}, {"rows", views.rows}, {"slices", views.slices}};
  if (!report_path.empty()) json["report"] = report_path;
  // A path may hold any bytes; JSON text is UTF-8.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string camera_json(const CameraResult& camera, std::size_t objects) {
  nlohmann::json json = as_json(camera, objects);
  json["name"] = camera.name;
  json["view_visible"] = camera.view_visible;
  json["view_touching"] = camera.view_touching;
  json["view_kept_by_planes"] = camera.view_kept_by_planes;
  return json.dump();
}

std::string total_json(const CullRun& run) { return as_json(total(run), run.objects * run.cameras.size()).dump(); }

}  // namespace lockstep::tools
