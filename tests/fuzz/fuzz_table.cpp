// Bytes to the reader of tables and trajectory files: frames that are valid, or problems in the order of their lines.
#include <string_view>

#include "frames_check.hpp"
#include "readers/table.hpp"

namespace lockstep::test {

namespace {

void read(std::string_view text, const tools::FrameOptions& options) {
  std::size_t problems = 0;
  const tools::Frames frames = tools::read_table(text, options, [&](const tools::TableProblem& problem) {
    ++problems;
    if (problem.line == 0 || problem.field == 0 || problem.text.empty()) broken("a problem that says nothing");
    if (tools::printable(problem.text, problem.text.size()) != problem.text) broken("a problem that is not printable");
  });
  if (problems == 0) check_frames(frames);
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const tools::FrameOptions ways[] = {{},
                                      {.plane = true, .radius = 0.2F},
                                      {.columns = "frame,id,x,_,y,...", .unit = tools::unit_of("cm"), .radius = 1.0F}};
  for (const tools::FrameOptions& options : ways) test::expect_frames_or_error([&] { test::read(text, options); });
  // The first line as what --columns says.
  const std::size_t end = text.find('\n');
  if (end != text.npos)
    test::expect_frames_or_error(
        [&] { test::read(text.substr(end + 1), {.columns = std::string(text.substr(0, end)), .radius = 1.0F}); });
  return 0;
}
