#include "report/overlap_text.hpp"

#include <algorithm>
#include <cstdio>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "output/duration.hpp"
#include "runs/cull_run.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* table_head = "frame                objects          pairs    overlapping      ns/object";
constexpr const char* contacts_head = "       contacts";
constexpr const char* events_head = "          began          ended";

std::string row(const std::string& name, const OverlapFrame& f, const OverlapRunOptions& options) {
  char cells[160], contacts[32] = "", more[64] = "";
  std::snprintf(cells, sizeof cells, "%-14s %13zu %14llu %14zu %14.2f", name.c_str(), f.objects,
                static_cast<unsigned long long>(f.pairs), f.overlapping, per_object(f.time.processor_ns, f.objects));
  if (options.contacts)
    std::snprintf(contacts, sizeof contacts, " %14llu", static_cast<unsigned long long>(f.contacts));
  if (options.events)
    std::snprintf(more, sizeof more, " %14llu %14llu", static_cast<unsigned long long>(f.began),
                  static_cast<unsigned long long>(f.ended));
  return concat(cells, contacts, more, "\n");
}

nlohmann::json as_json(const OverlapFrame& f, const OverlapRunOptions& options) {
  nlohmann::json json = {{"objects", f.objects},
                         {"pairs", f.pairs},
                         {"overlapping", f.overlapping},
                         {"ns_per_object", per_object(f.time.processor_ns, f.objects)},
                         {"wall_ns_per_object", per_object(f.time.wall_ns, f.objects)},
                         {"sorts", f.sorts}};
  if (options.density) json["density"] = f.density;
  if (options.contacts) json["contacts"] = f.contacts;
  if (options.events) json["began"] = f.began, json["ended"] = f.ended;
  return json;
}

/// In the unit of results.
float shown_length(const Frames& frames, float computed) {
  return static_cast<float>(frames.placement.length(computed));
}

nlohmann::json origin_json(const Frames& frames) {
  const Vec3d at = frames.placement.point({});
  nlohmann::json json = {at.x, at.y};
  if (!frames.flat) json.push_back(at.z);
  return json;
}

/// What the times include, and how often a skin avoided sorting.
std::string timing_notes(const Frames& frames_of_file, const OverlapRun& run) {
  const std::size_t frames = run.frames.size();
  std::string text = concat("timed: one ", run.still != nullptr ? "pass of" : "pass over", " each frame",
                            run.still != nullptr ? " against static objects" : "",
                            ", after one over the first that does not count; not reading or writing\n");
  if (run.options.skin > 0)
    text += concat("skin: ", shown_length(frames_of_file, run.options.skin), "; the pass sorted again in ",
                   total(run).sorts, " of ", frames, frames == 1 ? " frame\n" : " frames\n");
  return text;
}

/// "1000 objects of level.bsp, which never move: kept in 1.2 ms".
std::string static_text(const StaticObjects& still) {
  return concat(still.count(), " ", still.object_name(), "s of ", still.title(), ", which never move",
                still.is_flat() ? std::string() : ": kept in " + duration(still.build_ns()));
}

nlohmann::json static_json(const StaticObjects& still) {
  nlohmann::json json = {{"file", still.title()}, {"shape", still.object_name()}, {"objects", still.count()}};
  if (!still.is_flat()) json["build_ns"] = still.build_ns();
  return json;
}

std::string summary(const Frames& frames, const OverlapRun& run) {
  const OverlapFrame all = total(run);
  const OverlapFrame& fullest = run.frames[fullest_frame(run)];
  std::string text =
      concat("most pairs: ", fullest.pairs, ", in frame ", fullest.number, "\n",
             "time per object: ", duration(per_object(all.time.processor_ns, all.objects)),
             ", per frame: ", duration(per_object(all.time.processor_ns, run.frames.size())),
             ", of all threads; on the wall clock: ", duration(per_object(all.time.wall_ns, run.frames.size())),
             " per frame; memory of the pass: ", (run.memory_bytes + 1023) / 1024, " KiB\n", timing_notes(frames, run));
  if (!run.options.density || around_distance(frames) == 0) return text;
  char density[64];
  std::snprintf(density, sizeof density, "%.3g", all.density);
  return text + concat("density: ", density, " others per ", frames.flat ? "area" : "volume", ", within ",
                       shown_length(frames, around_distance(frames)), frames.in_metres ? " m" : "",
                       " of each object\n");
}

}  // namespace

std::string overlap_table(const Frames& frames, const OverlapRun& run, const OverlapFiles& files,
                          std::size_t most_rows) {
  const OverlapRunOptions& options = run.options;
  const OverlapFrame all = total(run);
  std::string text =
      concat(frames.title, "\n", run.frames.size(), " frames, ", all.objects, " ", frames.object_name(), "s in all, ",
             frames.largest, " in the largest frame; lockstep ", LOCKSTEP_VERSION, ", ", name(options.isa), " (",
             lane_count(options.isa), " lanes), threads: ", options.threads, "\n");
  if (run.still != nullptr) text += concat("against ", static_text(*run.still), "\n");
  for (const std::string& note : frames.notes) text += concat("note: ", note, "\n");
  if (options.margin > 0) text += concat("pairs closer than ", shown_length(frames, options.margin), " count too\n");
  text += concat("\n", table_head, options.contacts ? contacts_head : "", options.events ? events_head : "", "\n");
  const std::size_t rows = most_rows == 0 ? run.frames.size() : std::min(most_rows, run.frames.size());
  for (std::size_t i = 0; i < rows; ++i) text += row(concat(run.frames[i].number), run.frames[i], options);
  if (rows < run.frames.size()) text += concat("... ", run.frames.size() - rows, " more frames; --all lists them\n");
  text += concat(row("all", all, options), "\n", summary(frames, run));
  if (!files.pairs.empty()) text += concat("pairs: ", printable(files.pairs, 4096), "\n");
  if (!files.contacts.empty()) text += concat("contacts: ", printable(files.contacts, 4096), "\n");
  if (!files.events.empty()) text += concat("events: ", printable(files.events, 4096), "\n");
  if (!files.report.empty()) text += concat("report: ", printable(files.report, 4096), "\n");
  return text;
}

std::string overlap_json(const Frames& frames, const OverlapRun& run, const OverlapFiles& files) {
  const OverlapRunOptions& options = run.options;
  nlohmann::json json = {{"version", LOCKSTEP_VERSION},
                         {"file", frames.title},
                         {"shape", frames.object_name()},
                         {"isa", name(options.isa)},
                         {"lanes", lane_count(options.isa)},
                         {"threads", options.threads},
                         {"margin", shown_length(frames, options.margin)},
                         {"skin", shown_length(frames, options.skin)},
                         {"origin", origin_json(frames)},
                         {"warm_up_passes", 1},
                         {"memory_bytes", run.memory_bytes},
                         {"notes", frames.notes},
                         {"frames", nlohmann::json::array()},
                         {"total", as_json(total(run), options)}};
  for (const OverlapFrame& frame : run.frames) {
    json["frames"].push_back(as_json(frame, options));
    json["frames"].back()["frame"] = frame.number;
  }
  if (run.still != nullptr) json["static"] = static_json(*run.still);
  if (options.density) json["density_distance"] = shown_length(frames, around_distance(frames));
  if (!files.pairs.empty()) json["pairs_file"] = files.pairs;
  if (!files.contacts.empty()) json["contacts_file"] = files.contacts;
  if (!files.events.empty()) json["events_file"] = files.events;
  if (!files.report.empty()) json["report"] = files.report;
  // A path may hold any bytes; JSON text is UTF-8.
  return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace lockstep::tools
