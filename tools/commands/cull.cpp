// lockstep cull: which objects of a scene does each of its cameras see?
#include <unistd.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <tbb/global_control.h>
#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "commands/options.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "output/standard_output.hpp"
#include "program/file_option.hpp"
#include "report/cull_page.hpp"
#include "report/cull_text.hpp"
#include "report/gain_text.hpp"
#include "report/visible_list.hpp"
#include "runs/cull_run.hpp"
#include "scenes/camera.hpp"
#include "scenes/city.hpp"
#include "scenes/load_scene.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

struct CullCommand {
  std::string scene, report, json, csv, isa, radius, views = "cameras", depth, order;
  std::vector<std::string> cameras;
  SceneOptions reading;
  std::uint64_t seed = 1;
  int threads = 0, repeat = 5;
  bool all = false, compare = false, kept = false;
};

/// The outputs of --json and --csv.
class Lists {
 public:
  /// Opens both files before any input is read.
  Lists(const CullCommand& options, CommandFiles& files)
      : report_(options.report),
        json_(files.writes("--json", options.json)),
        csv_(files.writes("--csv", options.csv)) {}

  void begin(const Scene& scene, const RunOptions& how) {
    if (json_) lists_.push_back(std::make_unique<VisibleJson>(scene, how, report_, sink(*json_)));
    if (csv_) lists_.push_back(std::make_unique<VisibleCsv>(scene, sink(*csv_)));
  }
  [[nodiscard]] CullListener listener() {
    if (lists_.empty()) return {};
    return {[this](const CameraResult& camera) {
              for (const auto& list : lists_) list->add_camera(camera);
            },
            [this](const SeenByView& seen) {
              for (const auto& list : lists_) list->add_view(seen);
            }};
  }
  void end(const CullRun& run) {
    for (const auto& list : lists_) list->end(run);
    if (json_) json_->commit();
    if (csv_) csv_->commit();
  }

 private:
  static TextSink sink(OutputFile& file) {
    return [&file](std::string_view text) { file.write(text); };
  }

  std::string report_;
  std::optional<OutputFile> json_, csv_;
  std::vector<std::unique_ptr<VisibleList>> lists_;
};

/// Written so that NaN, which the option parser accepts, is refused too.
void check_lens(const Lens& lens) {
  if (!(lens.fov_degrees >= 1 && lens.fov_degrees <= 179)) throw UsageError("--fov: must be from 1 to 179 degrees");
  if (!(lens.aspect >= 0.01 && lens.aspect <= 100)) throw UsageError("--aspect: must be from 0.01 to 100");
  if (!(lens.far == 0 || (lens.far >= 1e-6 && lens.far <= 1e12)))
    throw UsageError("--far: must be 0 or from 1e-6 to 1e12");
}

Scene read_scene_file(const CullCommand& options) {
  SceneOptions reading = options.reading;
  reading.table.radius = parse_length("--radius", options.radius);
  LineProblems problems(shown_name(options.scene));
  reading.on_problem = [&problems](const TableProblem& p) { problems.add(p.line, p.field, p.text); };
  return load_scene(options.scene, reading);
}

/// `lockstep cull --json map.bsp` names no scene and would overwrite a map.
void refuse_to_replace_scene(const char* option, const std::string& path, const SceneOptions& reading) {
  if (path.empty() || path == "-") return;
  try {
    static_cast<void>(load_scene(path, reading));
  } catch (const ReadError&) {
    return;
  }
  throw UsageError(
      concat(option, ": ", printable(path, 4096), " is a scene, and no SCENE is given: put the scene first"));
}

void check_no_scene_is_replaced(const CullCommand& options) {
  if (!options.scene.empty()) return;
  refuse_to_replace_scene("--json", options.json, options.reading);
  refuse_to_replace_scene("--csv", options.csv, options.reading);
  refuse_to_replace_scene("--report", options.report, options.reading);
}

Scene get_objects(const CullCommand& options) {
  if (!options.scene.empty()) return read_scene_file(options);
  if (!options.reading.map.empty()) throw UsageError("--map: chooses a map of an archive; name the archive as SCENE");
  if (!options.reading.table.columns.empty() || !options.radius.empty())
    throw UsageError("--columns and --radius are about files, and no SCENE is given");
  return make_city(options.seed, options.reading.lens);
}

/// The cameras of the command line.
std::vector<Camera> get_cameras(const CullCommand& options) {
  if (options.cameras.empty() && !(options.depth.empty() && options.order.empty()))
    throw UsageError("--depth and --order say how the matrices of --camera are; give one");
  const bool from_0 = options.depth == "0..1", by_columns = options.order == "column";
  std::vector<Camera> cameras;
  for (const std::string& numbers : options.cameras)
    cameras.push_back(parse_camera(concat("matrix ", cameras.size() + 1), numbers,
                                   by_columns ? MatrixOrder::column_major : MatrixOrder::row_major,
                                   from_0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one));
  return cameras;
}

Scene get_scene(const CullCommand& options) {
  std::vector<Camera> cameras = get_cameras(options);
  Scene scene = get_objects(options);
  if (!cameras.empty()) replace_cameras(scene, std::move(cameras));
  return scene;
}

/// Errors about an object or a camera name the file that it comes from.
CullRun cull_scene(const Scene& scene, const CullCommand& options, const RunOptions& how,
                   const CullListener& listener) {
  try {
    return run_cull(scene, how, listener);
  } catch (const ReadError& error) {
    if (options.scene.empty()) throw;
    throw ReadError(concat(shown_name(options.scene), ": ", error.what()));
  }
}

ExitCode run(const CullCommand& options, StandardOutput& output) {
  check_lens(options.reading.lens);
  check_no_scene_is_replaced(options);
  RunOptions how;
  how.isa = choose_isa(options.isa);
  how.repeat = options.repeat;
  how.kept = options.kept;
  how.views = parse_views(options.views);
  how.keep_masks = options.report.empty() ? 0 : max_drawn_cameras;
  using tbb::global_control;
  std::optional<global_control> limit;
  if (options.threads > 0)
    limit.emplace(global_control::max_allowed_parallelism, static_cast<std::size_t>(options.threads));
  how.threads = static_cast<int>(global_control::active_value(global_control::max_allowed_parallelism));

  CommandFiles files(output);
  files.reads("SCENE", options.scene);
  std::optional<OutputFile> report = files.writes("--report", options.report);
  Lists lists(options, files);
  const Scene scene = get_scene(options);
  lists.begin(scene, how);
  CullRun results = cull_scene(scene, options, how, lists.listener());
  if (options.compare) results.gain = measure_gain(scene, how.isa, options.repeat);
  if (report) report->write(html_report(scene, results)), report->commit();
  lists.end(results);
  const bool shorten = !options.all && is_terminal(STDOUT_FILENO);
  constexpr std::string_view with_notes[] = {"--json", "--report"};
  files.print_notes(scene.notes, with_notes);
  files.print(table_report(scene, results, shorten ? rows_on_terminal : 0));
  if (report) files.print(concat("report: ", printable(options.report, 4096), "\n"));
  files.print(gain_text(results.gain));
  return exit_ok;
}

}  // namespace

Action add_cull_command(CLI::App& command) {
  const auto options = std::make_shared<CullCommand>();
  Lens& lens = options->reading.lens;
  add_file_option(
      command, "SCENE", options->scene,
      "Quake III map (.bsp), archive of maps (.pk3), glTF 2.0 (.gltf, .glb), mesh (.stl, .obj, .ply), table (.csv) or "
      "NumPy array (.npy) of spheres, boxes or matrices, see docs/scene-files.md; - reads standard input; without it, "
      "a generated city");
  command.add_option("--map", options->reading.map, "map of an archive (default: the first by name)");
  command.add_option(
      "--columns", options->reading.table.columns,
      "names of the columns of a table or an array, in place of its header: id,x,y,z,radius,... (_ is not "
      "read, nor what ... stands for)");
  command.add_option("--radius", options->radius, "radius of all objects of a table or an array that has none");
  command
      .add_option(
          "--views", options->views,
          "how to subdivide each camera's view: cameras (not at all), tiles:WxH, clusters:WxHxD, cascades:N or cube")
      ->capture_default_str();
  add_file_option(command, "--report", options->report,
                  "write a page with a picture of the scene to this file (HTML); - prints it");
  add_file_option(command, "--json", options->json,
                  "write the figures and which objects each view sees to this file (docs/cull-files.md); - or nothing "
                  "prints them instead of a table")
      ->expected(0, 1)
      ->default_str("-");
  add_file_option(command, "--csv", options->csv,
                  "write a line for each object that a view sees to this file; - prints them instead of a table");
  command.add_flag(
      "--kept", options->kept,
      "cull by a kept world, which is sorted once and then tests only objects on the border of a view; the "
      "answers are the same");
  command.add_flag("--all", options->all, "list all cameras, on a terminal too");
  command.add_flag(
      "--compare", options->compare,
      "also time the loops that a user would write, scalar GJK, lockstep and a kept world: for cameras on the boxes "
      "around the objects, for tiles and clusters on a light in the middle of each");
  command
      .add_option(
          "--camera", options->cameras,
          "a camera in place of the file's: the 16 numbers of its view-projection matrix (see --order and --depth); "
          "may be given several times")
      ->allow_extra_args(false);
  command
      .add_option("--depth", options->depth,
                  "clip depth of the matrices of --camera: -1..1 (OpenGL) or 0..1 (Direct3D, Vulkan, Metal); reversed "
                  "ones need no other")
      ->check(CLI::IsMember({"-1..1", "0..1"}))
      ->default_str("-1..1");
  command
      .add_option("--order", options->order,
                  "how the numbers of --camera lie: row after row (row) or column after column (column), as glm and "
                  "OpenGL have them")
      ->check(CLI::IsMember({"row", "column"}))
      ->default_str("row");
  command.add_option("--aspect", lens.aspect, "width / height of pictures whose file leaves it open")
      ->capture_default_str();
  command
      .add_option("--fov", lens.fov_degrees, "vertical field of view in degrees, for maps and files without cameras")
      ->capture_default_str();
  command.add_option("--far", lens.far, "far plane for maps and files without cameras (0: none)")
      ->capture_default_str();
  command.add_option("--seed", options->seed, "seed of the generated city")->capture_default_str();
  command.add_option("--threads", options->threads, "threads to use (default: all)")->check(CLI::Range(1, 1024));
  command.add_option("--isa", options->isa, isa_help);
  command.add_option("--repeat", options->repeat, "timings per camera, of which the median is shown")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
