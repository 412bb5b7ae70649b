// Problems with lines of a file, on standard error: the first twenty, and how many more there are.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/few_lines.hpp"

namespace lockstep::tools {

class LineProblems {
 public:
  /// `file` is what messages call it.
  explicit LineProblems(const std::string& file) : lines_(file + ":") {}
  /// Says how many were not told.
  ~LineProblems();
  LineProblems(const LineProblems&) = delete;
  LineProblems& operator=(const LineProblems&) = delete;

  /// "FILE:LINE:FIELD: text"
  void add(std::size_t line, std::size_t field, std::string_view text);
  [[nodiscard]] bool any() const { return lines_.count() > 0; }

 private:
  FewLines lines_;
};

}  // namespace lockstep::tools
