// The parts of a text.
#pragma once

#include <sstream>
#include <string>
#include <vector>

namespace lockstep::tools::test {

inline std::vector<std::string> split(const std::string& text, char by) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, by);) parts.push_back(part);
  return parts;
}

}  // namespace lockstep::tools::test
