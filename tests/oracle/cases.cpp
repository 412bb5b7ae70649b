#include "cases.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace lockstep::oracle {

namespace {

Truth parse_truth(const std::string& word) {
  if (word == "separated") return Truth::separated;
  if (word == "contact") return Truth::contact;
  if (word == "overlapping") return Truth::overlapping;
  throw std::invalid_argument("unknown truth '" + word + "'");
}

/// TRUTH DISTANCE | SOURCE
Case parse_heading(const std::string& text) {
  std::istringstream in(text);
  std::string truth, bar;
  Case item{};
  if (!(in >> truth >> item.signed_distance >> bar) || bar != "|") throw std::invalid_argument("not a heading");
  item.truth = parse_truth(truth);
  std::getline(in >> std::ws, item.source);
  return item;
}

std::vector<Case> parse(std::istream& in, const std::string& name) {
  std::vector<Case> cases;
  std::optional<Case> heading;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const bool is_heading = line.starts_with("#=");
    if (line.empty() || (line[0] == '#' && !is_heading)) continue;
    try {
      if (is_heading == heading.has_value()) throw std::invalid_argument("headings and pairs must alternate");
      if (is_heading) {
        heading = parse_heading(line.substr(2));
        continue;
      }
      heading->line = line;
      heading->id = line.substr(0, line.find(' '));
      if (line.find("2d ") != std::string::npos)
        heading->plane_pair = parse_plane_pair_line(line);
      else
        heading->pair = parse_pair_line(line);
      cases.push_back(*std::exchange(heading, std::nullopt));
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(name + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  return cases;
}

}  // namespace

std::vector<Case> load_cases() {
  const std::string name = LOCKSTEP_CASES_FILE;
  std::ifstream file(name);
  if (!file) throw std::runtime_error("cannot read " + name);
  return parse(file, name);
}

}  // namespace lockstep::oracle
