#include "output/line_problems.hpp"

#include <cstdio>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t most_told = 20;

}  // namespace

LineProblems::~LineProblems() {
  if (count_ > most_told) std::fputs(concat(file_, ": and ", count_ - most_told, " more like this\n").c_str(), stderr);
}

void LineProblems::add(std::size_t line, std::size_t field, std::string_view text) {
  if (++count_ > most_told) return;
  std::fputs(concat(file_, ":", line, ":", field, ": ", text, "\n").c_str(), stderr);
}

}  // namespace lockstep::tools
