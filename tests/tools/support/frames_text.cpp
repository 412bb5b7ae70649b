#include "support/frames_text.hpp"

#include <gtest/gtest.h>

#include "frames/table.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"

namespace lockstep::tools::test {

std::vector<std::string> text_of(const Frames& frames) {
  std::vector<std::string> lines;
  const Placement& placement = frames.placement;
  const auto number = [&](const Stream& stream, std::size_t i, double origin = 0) {
    const float computed = *reinterpret_cast<const float*>(reinterpret_cast<const char*>(stream.data) +
                                                           static_cast<std::ptrdiff_t>(i) * stream.stride);
    return static_cast<float>(placement.length(computed + origin));
  };
  for (std::size_t f = 0; f < frames.count; ++f) {
    const Frame frame = frames.frame(f);
    lines.push_back(concat("frame ", frame.number));
    for (std::size_t i = 0; i < frame.count; ++i) {
      const std::string z = frame.z.data == nullptr ? "" : concat(" ", number(frame.z, i, placement.origin.z));
      lines.push_back(concat(frame.id(i), ": ", number(frame.x, i, placement.origin.x), " ",
                             number(frame.y, i, placement.origin.y), z, " r ", number(frame.radius, i)));
    }
  }
  return lines;
}

Frames read(std::string_view text, const FrameOptions& options) {
  return read_table(text, options, [](const TableProblem& problem) {
    ADD_FAILURE() << problem.line << ":" << problem.field << ": " << problem.text;
  });
}

std::vector<std::string> table(std::string_view text, const FrameOptions& options) {
  return text_of(read(text, options));
}

std::vector<std::string> problems(std::string_view text, const FrameOptions& options) {
  std::vector<std::string> lines;
  static_cast<void>(read_table(text, options, [&](const TableProblem& problem) {
    lines.push_back(concat(problem.line, ":", problem.field, ": ", problem.text));
  }));
  EXPECT_FALSE(lines.empty()) << "this should have problems: " << text.substr(0, 100);
  return lines;
}

std::string error_of(std::string_view text, const FrameOptions& options) {
  return read_error([&] { return read(text, options); });
}

}  // namespace lockstep::tools::test
