#include "report/gain_text.hpp"

#include <cmath>
#include <cstdio>
#include <vector>

#include <nlohmann/json.hpp>

#include "page/page.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* method_names[] = {"a plain loop over planes", "scalar GJK, exact", "lockstep, exact"};

/// Three digits are what a run can tell.
std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
  return text;
}

/// "25 %"; fewer than there are come from rounding.
std::string percent(double value) {
  if (value == 0) return "none";
  return digits(std::abs(value)) + (value < 0 ? " % too few" : " %");
}

std::string mode_name(const ModeGain& mode) {
  if (mode.parts == 1) return "Whole view";
  const std::size_t colon = mode.views.find(':');
  return concat(mode.views.substr(colon + 1), " ", mode.views.substr(0, colon));
}

/// What was compared with what, in sentences of their own lines.
std::vector<std::string> setting(const Gain& gain) {
  const auto of = [](std::size_t part, std::size_t all, const char* what) {
    return part == all ? concat(all, " ", what) : concat(part, " of ", all, " ", what);
  };
  return {
      concat("Tested: the boxes around ", of(gain.objects, gain.all_objects, "objects"), " (", gain.boxes,
             " are such boxes themselves) against the views of ", of(gain.cameras, gain.all_cameras, "cameras"), "."),
      concat("ns: for one box and all views of one camera, processor time of one thread, median of ", gain.turns,
             " turns."),
      "too many: boxes kept that no view sees."};
}

/// "16x9 tiles: lockstep is 5.20 times as fast as a plain loop, which keeps 25.0 % too many, and 190 times as fast ..."
std::string sentence(const ModeGain& mode) {
  const auto speed = [](double times, const char* other) {
    return times >= 1 ? concat("is ", digits(times), " times as fast as ", other)
                      : concat("takes ", digits(1 / times), " times as long as ", other);
  };
  const double excess = mode[GainMethod::plain_loop].excess_percent;
  return concat(mode_name(mode), ": lockstep ", speed(mode.times_as_fast_as(GainMethod::plain_loop), "a plain loop"),
                ", which keeps ", excess > 0 ? concat(percent(excess), " too many") : "no more than it should",
                ", and ", speed(mode.times_as_fast_as(GainMethod::scalar_gjk), "scalar GJK"));
}

std::string cell(const std::string& text, int width) {
  char padded[80];
  std::snprintf(padded, sizeof padded, "%*s", width, text.c_str());
  return padded;
}

}  // namespace

std::string gain_text(const Gain& gain) {
  if (gain.modes.empty()) return {};
  constexpr int first = 26, ns = 12, more = 12;
  std::string names(first, ' '), units(first, ' ');
  for (const ModeGain& mode : gain.modes) {
    names += cell(mode_name(mode), ns + more);
    units += cell("ns", ns) + cell("too many", more);
  }
  std::string text = "\nWhat lockstep gains\n";
  for (const std::string& line : setting(gain)) text += line + "\n";
  text += concat("\n", names, "\n", units, "\n");
  for (std::size_t m = 0; m < gain_methods; ++m) {
    std::string row = method_names[m];
    row.resize(first, ' ');
    for (const ModeGain& mode : gain.modes)
      row += cell(digits(mode.methods[m].ns_per_object), ns) + cell(percent(mode.methods[m].excess_percent), more);
    text += row + "\n";
  }
  text += "\n";
  for (const ModeGain& mode : gain.modes) text += sentence(mode) + "\n";
  return text;
}

std::string gain_html(const Gain& gain) {
  if (gain.modes.empty()) return {};
  std::string text = "<h2>What lockstep gains</h2>\n";
  for (const ModeGain& mode : gain.modes) text += concat("<p>", escaped(sentence(mode)), ".</p>\n");
  text += "<div class=\"scroll\"><table>\n<thead><tr><th></th>";
  for (const ModeGain& mode : gain.modes)
    text += concat("<th>", escaped(mode_name(mode)), ", ns</th><th>too many</th>");
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t m = 0; m < gain_methods; ++m) {
    text += concat("<tr><td>", method_names[m], "</td>");
    for (const ModeGain& mode : gain.modes)
      text += concat("<td>", digits(mode.methods[m].ns_per_object), "</td><td>",
                     percent(mode.methods[m].excess_percent), "</td>");
    text += "</tr>\n";
  }
  text += "</tbody>\n</table></div>\n<p class=\"soft\">";
  for (const std::string& line : setting(gain)) text += line + " ";
  return text + "</p>\n";
}

std::string gain_json(const Gain& gain) {
  nlohmann::json json = {{"objects", gain.objects},
                         {"boxes", gain.boxes},
                         {"cameras", gain.cameras},
                         {"turns", gain.turns},
                         {"modes", nlohmann::json::array()}};
  constexpr const char* keys[] = {"plain_loop", "scalar_gjk", "lockstep"};
  for (const ModeGain& mode : gain.modes) {
    nlohmann::json& entry = json["modes"].emplace_back(nlohmann::json{{"views", mode.views}, {"parts", mode.parts}});
    for (std::size_t m = 0; m < gain_methods; ++m)
      entry[keys[m]] = {{"ns_per_object", mode.methods[m].ns_per_object},
                        {"excess_percent", mode.methods[m].excess_percent}};
  }
  return json.dump();
}

}  // namespace lockstep::tools
