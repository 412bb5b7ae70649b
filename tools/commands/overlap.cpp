// lockstep overlap: which of these moving shapes overlap, frame by frame?
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include <tbb/global_control.h>
#include <CLI/CLI.hpp>

#include "commands/command.hpp"
#include "commands/options.hpp"
#include "commands/static_file.hpp"
#include "frames/demo.hpp"
#include "frames/load_frames.hpp"
#include "frames/table_plan.hpp"
#include "output/command_files.hpp"
#include "output/line_problems.hpp"
#include "output/progress.hpp"
#include "output/standard_output.hpp"
#include "program/file_option.hpp"
#include "report/frame_drawing.hpp"
#include "report/overlap_page.hpp"
#include "report/overlap_text.hpp"
#include "report/pair_file.hpp"
#include "runs/overlap_run.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {
namespace {

struct OverlapCommand {
  std::string file, static_file, demo, radius, margin, skin, unit, frames, isa;
  FrameOptions reading;
  OverlapFiles files;
  std::uint64_t seed = 1;
  int threads = 0;
  bool json = false, all = false, separations = false;
};

FrameRange parse_range(const std::string& text) {
  FrameRange range;
  if (text.empty()) return range;
  const std::size_t colon = text.find(':');
  const std::string_view first = std::string_view(text).substr(0, colon);
  const std::string_view last = colon == std::string_view::npos ? first : std::string_view(text).substr(colon + 1);
  if (!first.empty()) range.first = to_number<double>(first);
  if (!last.empty()) range.last = to_number<double>(last);
  if (!(range.first <= range.last))
    throw UsageError(concat("--frames: ", quoted_word(text),
                            " is not a range A:B of frame numbers with A <= B (either may be left out)"));
  return range;
}

FrameOptions reading_options(const OverlapCommand& options) {
  FrameOptions reading = options.reading;
  if (!options.unit.empty()) {
    reading.unit = unit_of(options.unit);
    if (!reading.unit) throw UsageError(concat("--unit: ", quoted_word(options.unit), " is not m, cm or mm"));
  }
  reading.radius = parse_length("--radius", options.radius);
  reading.range = parse_range(options.frames);
  return reading;
}

/// Nothing if the file has problems, which have been reported by then.
std::optional<Recording> read_recording(const OverlapCommand& options) {
  FrameOptions reading = reading_options(options);
  std::optional<Progress> progress;
  reading.on_progress = [&progress](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace("reading MiB", all >> 20);
    progress->set(done >> 20);
  };
  LineProblems problems(shown_name(options.file));
  Recording recording = load_frames(options.file, reading, [&](const TableProblem& problem) {
    progress.reset();  // its line would stand before the message
    problems.add(problem.line, problem.field, problem.text);
  });
  return problems.any() ? std::nullopt : std::optional(std::move(recording));
}

void check_source(const OverlapCommand& options) {
  if (options.demo.empty() && options.file.empty())
    throw UsageError("FILE is missing, or --demo; lockstep overlap --help has the choices");
  if (options.demo.empty()) return;
  if (!options.file.empty())
    throw UsageError("--demo: generates its objects, and a FILE is given as well; leave one of them out");
  for (const std::string* other : {&options.radius, &options.unit, &options.frames, &options.reading.columns})
    if (!other->empty() && !(other == &options.unit && !options.static_file.empty()))
      throw UsageError("--demo: --radius, --unit, --frames and --columns are about files; leave them out");
}

/// Lengths of options, kept as written until the unit of the computation is known.
struct Lengths {
  std::optional<Length> margin, skin;

  explicit Lengths(const OverlapCommand& options)
      : margin(parse_length("--margin", options.margin)), skin(parse_length("--skin", options.skin)) {}

  [[nodiscard]] double finest() const {
    return std::max(margin ? margin->per_metre() : 1, skin ? skin->per_metre() : 1);
  }
};

/// The objects of the computation: in one unit, about one origin.
struct Objects {
  Frames frames;
  std::optional<StaticObjects> still;
};

std::string_view space(bool is_flat) { return is_flat ? "the plane" : "space"; }

/// Throws `ReadError` if the static objects are of the plane and the rest of space, or the other way round. The rest
/// gets their notes, and a further note if the lengths of the two may be in different units.
StaticObjects static_objects(const OverlapCommand& options, StaticFile file, Frames& frames, Isa isa) {
  const auto add_notes = [&frames](const std::string& title, const std::vector<std::string>& notes) {
    for (const std::string& note : notes) frames.notes.push_back(concat(title, ": ", note));
  };
  const auto made = [&] {
    const Vec3d& origin = frames.placement.origin;
    if (auto* const scene = std::get_if<Scene>(&file)) {
      replace_cameras(*scene, {});  // also drops the note about them
      add_notes(scene->title, scene->notes);
      move_origin(*scene, {origin.x, origin.y, origin.z});
      return StaticObjects(*scene, isa);
    }
    Frames of_file = std::get<Recording>(std::move(file)).placed(frames.placement);
    add_notes(of_file.title, of_file.notes);
    return StaticObjects(of_file, isa);
  };
  StaticObjects still = made();
  if (still.is_flat() != frames.flat)
    throw ReadError(concat(shown_name(options.static_file), ": holds objects of ", space(still.is_flat()), ", and ",
                           frames.title, " those of ", space(frames.flat),
                           options.reading.plane ? "" : "; --plane reads tables without z"));
  if (still.in_metres() != frames.in_metres)
    frames.notes.push_back(concat(frames.in_metres ? still.title() : frames.title,
                                  " does not say its unit: its lengths are taken to be in metres, as those of ",
                                  frames.in_metres ? frames.title : still.title()));
  return still;
}

/// Decimals of tables are exact where float32 has room for so many digits. A scene has float32 numbers already, so its
/// unit stays.
Placement common_placement(const Recording& file, const StaticFile* still, const Lengths& lengths) {
  constexpr int digits = 6;
  if (still != nullptr && std::holds_alternative<Scene>(*still)) {
    const Recording* const files[] = {&file};
    return placement_of(files, 1);
  }
  const Recording* const other = still == nullptr ? &file : &std::get<Recording>(*still);
  const Recording* const files[] = {&file, other};
  Placement placement = placement_of(std::span(files).first(still == nullptr ? 1 : 2),
                                     std::max({file.finest(), other->finest(), lengths.finest()}), digits);
  placement.in_double = still == nullptr;
  return placement;
}

void note_lengths(const Lengths& lengths, Frames& frames) {
  if (frames.in_metres) return;
  if (lengths.margin && lengths.margin->unit)
    frames.notes.push_back(note_in_metres(concat("--margin ", lengths.margin->text())));
  else if (lengths.skin && lengths.skin->unit)
    frames.notes.push_back(note_in_metres(concat("--skin ", lengths.skin->text())));
}

/// Nothing if a file has problems, which have been reported by then.
std::optional<Objects> get_objects(const OverlapCommand& options, const Lengths& lengths, Isa isa) {
  check_source(options);
  std::optional<Recording> recording;
  if (options.demo.empty() && !(recording = read_recording(options))) return std::nullopt;
  std::optional<StaticFile> file;
  if (!options.static_file.empty() && !(file = load_static_file(options.static_file, reading_options(options))))
    return std::nullopt;
  Objects objects;
  if (recording) {
    const Placement placement = common_placement(*recording, file ? &*file : nullptr, lengths);
    objects.frames = std::move(*recording).placed(placement);
    note_origin(objects.frames);
    note_lengths(lengths, objects.frames);
  } else {
    objects.frames = make_demo(parse_demo(options.demo), options.seed);
  }
  if (file) objects.still = static_objects(options, std::move(*file), objects.frames, isa);
  return objects;
}

float computed_length(const char* option, const Length& length, const Frames& frames) {
  const double computed = length.in(frames.placement.per_metre);
  if (!(computed <= double{max_coordinate}))
    throw UsageError(concat(option, ": ", length.text(), " is beyond ", max_coordinate, ", the largest length"));
  return static_cast<float>(computed);
}

/// All options but lengths.
OverlapRunOptions run_options(const OverlapCommand& options) {
  OverlapRunOptions how;
  how.isa = choose_isa(options.isa);
  if (!options.static_file.empty() && !options.skin.empty())
    throw UsageError(
        "--skin: keeps the order of objects that move, and --static sorts those that do not; leave it out");
  how.events = !options.files.events.empty();
  how.contacts = !options.files.contacts.empty();
  how.list_pairs = !options.files.pairs.empty() || how.contacts || how.events;
  how.separations = options.separations;
  if (how.separations && options.files.pairs.empty())
    throw UsageError("--separations: are columns of the file that --pairs writes; give that as well");
  how.density = !options.files.report.empty();
  return how;
}

void set_lengths(const OverlapCommand& options, const Lengths& lengths, const Frames& frames, OverlapRunOptions& how) {
  if (lengths.margin) how.margin = computed_length("--margin", *lengths.margin, frames);
  if (lengths.skin)
    how.skin = computed_length("--skin", *lengths.skin, frames);
  else if (!options.demo.empty() && options.static_file.empty())
    how.skin = demo_skin(parse_demo(options.demo).kind);
}

ExitCode run(const OverlapCommand& options, StandardOutput& output) {
  OverlapRunOptions how = run_options(options);
  const Lengths lengths(options);
  using tbb::global_control;
  std::optional<global_control> limit;
  if (options.threads > 0)
    limit.emplace(global_control::max_allowed_parallelism, static_cast<std::size_t>(options.threads));
  how.threads = static_cast<int>(global_control::active_value(global_control::max_allowed_parallelism));

  CommandFiles files(output);
  files.reads("FILE", options.file);
  files.reads("--static", options.static_file);
  if (options.file == "-" && options.static_file == "-")
    throw UsageError("--static: standard input is FILE already, and can be read once; name a file");
  std::optional<PairFile> pair_file;
  if (std::optional<OutputFile> file = files.writes("--pairs", options.files.pairs))
    pair_file.emplace(std::move(*file), options.files.pairs, how.separations);
  std::optional<ContactFile> contact_file;
  if (std::optional<OutputFile> file = files.writes("--contacts", options.files.contacts))
    contact_file.emplace(std::move(*file), options.files.contacts);
  std::optional<EventFile> event_file;
  if (std::optional<OutputFile> file = files.writes("--events", options.files.events))
    event_file.emplace(std::move(*file), options.files.events);
  std::optional<OutputFile> report = files.writes("--report", options.files.report);
  std::optional<OutputFile> json = files.writes("--json", options.json ? "-" : "");

  std::optional<Objects> objects = get_objects(options, lengths, how.isa);
  if (!objects) return exit_bad_input;
  const Frames& frames = objects->frames;
  set_lengths(options, lengths, frames, how);
  std::optional<FrameDrawing> drawing;
  if (report) drawing.emplace(frames);

  const OverlapRun results =
      run_overlap(frames, objects->still ? &*objects->still : nullptr, how,
                  [&](const Frame& frame, const OverlapFrame& result, const OverlapLists& lists) {
                    if (pair_file) pair_file->add(frame, lists);
                    if (contact_file) contact_file->add(frame, lists);
                    if (event_file) event_file->add(frame, lists);
                    if (drawing) drawing->take(frame, result.pairs, lists.any);
                  });
  if (report) report->write(overlap_page(frames, results, std::move(*drawing)));
  if (pair_file) pair_file->finish();
  if (contact_file) contact_file->finish();
  if (event_file) event_file->finish();
  if (pair_file) pair_file->commit();  // all rows are written
  if (contact_file) contact_file->commit();
  if (event_file) event_file->commit();
  if (report) report->commit();
  if (json) json->write(overlap_json(frames, results, options.files));
  const bool shorten = !options.all && is_terminal(STDOUT_FILENO);
  constexpr std::string_view with_notes[] = {"--json", "--report"};
  files.print_notes(frames.notes, with_notes);
  files.print(overlap_table(frames, results, options.files, shorten ? rows_on_terminal : 0));
  return exit_ok;
}

}  // namespace

Action add_overlap_command(CLI::App& command) {
  const auto options = std::make_shared<OverlapCommand>();
  add_file_option(
      command, "FILE", options->file,
      "table of objects (.csv, or a trajectory file) or NumPy array (.npy), see docs/overlap-files.md; - reads "
      "standard input");
  add_file_option(
      command, "--static", options->static_file,
      "objects that never move (a table or an array of one frame, a map or glTF): the pairs are of an object "
      "of FILE and one of these, in place of pairs of FILE; - reads standard input");
  command.add_option(
      "--demo", options->demo,
      "particles:N or crowd:N instead of a file: N generated objects that move, 10 frames or as many as a second "
      "number says (crowd:100000:50)");
  command.add_option("--seed", options->seed, "seed of the demo")->capture_default_str();
  command.add_option("--radius", options->radius,
                     "radius of all objects, in metres or as 20cm; needed if the file has none");
  command.add_option("--margin", options->margin, "count pairs that are no farther apart than this as well");
  command.add_option(
      "--columns", options->reading.columns,
      "names of the file's columns, in place of its header: frame,id,x,_,y,... (_ is not read, nor what ... "
      "stands for)");
  command.add_option("--unit", options->unit, "unit of lengths in the file, in place of its own: m, cm or mm");
  command.add_flag("--plane", options->reading.plane, "circles in the plane: z is not read");
  command.add_option("--frames", options->frames,
                     "only the frames numbered A:B, both included; either may be left out");
  add_file_option(
      command, "--pairs", options->files.pairs,
      "write the pairs to this file, frame by frame: a table (CSV), or an array if its name ends in .npy; - prints the "
      "table");
  command.add_flag("--separations", options->separations,
                   "with --pairs: how deep in each other the two are, and which way a parts from b");
  add_file_option(command, "--contacts", options->files.contacts,
                  "write where the pairs touch, up to four points of each (two in the plane), to this file: a table "
                  "(CSV), or an array if its name ends in .npy; - prints the table");
  add_file_option(
      command, "--events", options->files.events,
      "write the pairs that began or ended from frame to frame to this file: a table (CSV), or an array if its name "
      "ends in .npy; - prints the table");
  add_file_option(command, "--report", options->files.report,
                  "write a page with charts and a picture of the frames to this file (HTML); - prints it");
  command.add_flag("--json", options->json, "print JSON instead of a table");
  command.add_flag("--all", options->all, "list all frames, on a terminal too");
  command.add_option(
      "--skin", options->skin,
      "look through the same candidates again while no object has moved farther than half of this (default: 0, "
      "which keeps none, for files)");
  command.add_option("--threads", options->threads, "threads to use (default: all)")->check(CLI::Range(1, 1024));
  command.add_option("--isa", options->isa, isa_help);
  return [options](StandardOutput& output) { return run(*options, output); };
}

}  // namespace lockstep::tools
