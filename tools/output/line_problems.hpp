// Reports problems with lines of a file on standard error: the first twenty, and the number of further ones.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "text/few_lines.hpp"

namespace lockstep::tools {

class LineProblems {
 public:
  /// `file` is the name in messages.
  explicit LineProblems(const std::string& file) : lines_(file + ":") {}
  /// Prints the number of problems that were not shown.
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
