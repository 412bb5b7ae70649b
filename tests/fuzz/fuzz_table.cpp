// Bytes for the readers of tables and trajectory files: frames and scenes that are valid, or problems in the order of
// their lines.
#include <string_view>

#include "frames/table.hpp"
#include "frames_check.hpp"
#include "scene_check.hpp"
#include "scenes/scene_table.hpp"

namespace lockstep::test {

namespace {

void check_problem(const tools::TableProblem& problem) {
  if (problem.line == 0 || problem.field == 0 || problem.text.empty()) broken("a problem that says nothing");
  if (tools::printable(problem.text, problem.text.size()) != problem.text) broken("a problem that is not printable");
}

void read(std::string_view text, const tools::FrameOptions& options) {
  std::size_t problems = 0;
  const tools::Frames frames = tools::read_table(text, options, [&](const tools::TableProblem& problem) {
    ++problems;
    check_problem(problem);
  });
  if (problems == 0) check_frames(frames);
}

void read_scene(std::string_view text, const tools::FrameOptions& options) {
  tools::SceneOptions reading;
  reading.table = options;
  reading.on_problem = check_problem;
  if (tools::looks_like_table(text, reading)) check_scene(tools::read_scene_table(text, reading));
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const tools::FrameOptions ways[] = {{},
                                      {.plane = true, .radius = 0.2F},
                                      {.columns = "frame,id,x,_,y,...", .unit = tools::unit_of("cm"), .radius = 1.0F}};
  for (const tools::FrameOptions& options : ways) {
    test::expect_frames_or_error([&] { test::read(text, options); });
    test::expect_frames_or_error([&] { test::read_scene(text, options); });
  }
  // The first line as the value of --columns.
  const std::size_t end = text.find('\n');
  if (end != text.npos) {
    const std::string columns(text.substr(0, end));
    const std::string_view rows = text.substr(end + 1);
    test::expect_frames_or_error([&] { test::read(rows, {.columns = columns, .radius = 1.0F}); });
    test::expect_frames_or_error([&] { test::read_scene(rows, {.columns = columns}); });
  }
  return 0;
}
