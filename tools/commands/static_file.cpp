#include "commands/static_file.hpp"

#include <vector>

#include "frames/load_frames.hpp"
#include "output/line_problems.hpp"
#include "output/progress.hpp"
#include "scenes/load_scene.hpp"
#include "text/error.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

std::vector<std::byte> read_static_file(const std::string& path) {
  try {
    return read_file(path, max_frames_bytes);
  } catch (const ReadError& error) {
    throw ReadError(concat(shown_name(path), ": ", error.what()));
  }
}

}  // namespace

std::optional<StaticFile> load_static_file(const std::string& path, const FrameOptions& reading) {
  const std::vector<std::byte> bytes = read_static_file(path);
  if (is_scene_format(bytes)) return scene_of_file(path, bytes, {});
  FrameOptions how{.unit = reading.unit, .plane = reading.plane};
  std::optional<Progress> progress;
  how.on_progress = [&progress](std::size_t done, std::size_t all) {
    if (!progress) progress.emplace("reading MiB of --static", all >> 20);
    progress->set(done >> 20);
  };
  LineProblems problems(shown_name(path));
  Recording recording = read_frames(path, bytes, how, [&](const TableProblem& problem) {
    progress.reset();  // its line would stand before the message
    problems.add(problem.line, problem.field, problem.text);
  });
  if (problems.any()) return std::nullopt;
  return recording;
}

}  // namespace lockstep::tools
