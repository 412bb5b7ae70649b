#include "output/line_problems.hpp"

#include <cstdio>

#include "text/error.hpp"

namespace lockstep::tools {

LineProblems::~LineProblems() { std::fputs(lines_.rest().c_str(), stderr); }

void LineProblems::add(std::size_t line, std::size_t field, std::string_view text) {
  std::fputs(lines_.next(concat(line, ":", field, ": ", text)).c_str(), stderr);
}

}  // namespace lockstep::tools
