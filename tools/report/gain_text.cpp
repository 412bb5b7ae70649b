#include "report/gain_text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <nlohmann/json.hpp>

#include "page/page.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* method_names[] = {"plain loop", "scalar GJK", "lockstep, exact", "kept world, exact"};

/// A run is precise to three digits.
std::string digits(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.*f", value < 9.995 ? 2 : value < 99.95 ? 1 : 0, value);
  return text;
}

/// "25 %"; a negative share ("too few") comes from rounding.
std::string percent(double value) {
  if (value == 0) return "none";
  return digits(std::abs(value)) + (value < 0 ? " % too few" : " %");
}

constexpr const char* gain_title = "lockstep beside the loops that a user would write";
constexpr const char* promise =
    "lockstep proves each answer: it loses nothing that is visible, and keeps beside that only what touches. The loops "
    "prove nothing.";

std::string mode_name(const ModeGain& mode) {
  if (mode.parts == 1) return "One camera";
  const std::size_t colon = mode.views.find(':');
  return concat(mode.views.substr(colon + 1), " ", mode.views.substr(0, colon));
}

const char* tested(const ModeGain& mode) { return mode.parts == 1 ? "box" : "light"; }

/// "32 of 32", "One camera 8, 16x9 tiles 8, 16x9x24 clusters 1 of 8".
std::string cameras_tried(const Gain& gain) {
  const std::size_t first = gain.modes[0].cameras;
  std::string each;
  bool same = true;
  for (const ModeGain& mode : gain.modes) {
    each += concat(each.empty() ? "" : ", ", mode_name(mode), " ", mode.cameras);
    same = same && mode.cameras == first;
  }
  return concat(same ? concat(first) : each, " of ", gain.all_cameras);
}

/// What was compared, in sentences, one per line.
std::vector<std::string> setting(const Gain& gain) {
  double sort_ns = 0;
  for (const ModeGain& mode : gain.modes) sort_ns = std::max(sort_ns, mode.sort_ns);
  const std::string part = gain.objects < gain.all_objects ? concat(" of ", gain.all_objects) : "";
  return {
      concat("One camera sees the boxes around ", gain.objects, part, " objects (", gain.boxes,
             " are such boxes themselves); each method sets their bits."),
      "Parts of its view see a light in the middle of each object; each method lists the lights of each part.",
      "Plain loop: the six planes for each box. For each light, the slices, columns and rows that it reaches, by the",
      "planes between them, then the box around each part in these.",
      concat("Kept world: the same boxes or lights, sorted once before, which took ", digits(sort_ns / 1e6), " ms."),
      concat("Cameras tried: ", cameras_tried(gain), "."),
      concat("ns: processor time of one thread for one box or light and all views of a camera, the median of ",
             gain.turns, " turns."),
      "too many: kept, though not visible."};
}

/// "16x9 tiles: lockstep takes 1.66 times as long as the plain loop (kept world: 1.24 times), which keeps 18.2 % too
/// many; scalar GJK takes 64 times as long as lockstep"
std::string sentence(const ModeGain& mode) {
  const auto ratio = [&](GainMethod method, GainMethod other) {
    return digits(mode[method].ns_per_object / mode[other].ns_per_object);
  };
  return concat(mode_name(mode), ": lockstep takes ", ratio(GainMethod::lockstep, GainMethod::plain_loop),
                " times as long as the plain loop (kept world: ", ratio(GainMethod::kept_world, GainMethod::plain_loop),
                " times), which keeps ", percent(mode[GainMethod::plain_loop].excess_percent),
                " too many; scalar GJK takes ", ratio(GainMethod::scalar_gjk, GainMethod::lockstep),
                " times as long as lockstep");
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
    units += cell(concat("ns/", tested(mode)), ns) + cell("too many", more);
  }
  std::string text = concat("\n", gain_title, "\n", promise, "\n");
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
  std::string text = concat("<h2>", gain_title, "</h2>\n<p>", promise, "</p>\n");
  for (const ModeGain& mode : gain.modes) text += concat("<p>", escaped(sentence(mode)), ".</p>\n");
  text += "<div class=\"scroll\"><table>\n<thead><tr><th></th>";
  for (const ModeGain& mode : gain.modes)
    text += concat("<th>", escaped(mode_name(mode)), ", ns/", tested(mode), "</th><th>too many</th>");
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
                         {"all_cameras", gain.all_cameras},
                         {"turns", gain.turns},
                         {"modes", nlohmann::json::array()}};
  constexpr const char* keys[] = {"plain_loop", "scalar_gjk", "lockstep", "kept_world"};
  for (const ModeGain& mode : gain.modes) {
    nlohmann::json& entry = json["modes"].emplace_back(nlohmann::json{{"views", mode.views},
                                                                      {"parts", mode.parts},
                                                                      {"cameras", mode.cameras},
                                                                      {"tested", mode.parts == 1 ? "boxes" : "lights"},
                                                                      {"sort_ns", mode.sort_ns}});
    for (std::size_t m = 0; m < gain_methods; ++m)
      entry[keys[m]] = {{"ns_per_object", mode.methods[m].ns_per_object},
                        {"excess_percent", mode.methods[m].excess_percent}};
  }
  return json.dump();
}

}  // namespace lockstep::tools
