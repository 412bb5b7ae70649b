#include "trace/trace_page.hpp"

#include <string_view>

#include <nlohmann/json.hpp>

#include "page/page.hpp"
#include "text/error.hpp"
#include "trace/trace_script.hpp"
#include "trace/trace_text.hpp"
#include "trace/trace_words.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* trace_style = R"css(
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(16rem, 1fr)); gap: .8rem; }
figure { margin: 0; } figcaption { color: var(--soft); }
svg { width: 100%; height: auto; background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; }
svg.turns { touch-action: none; cursor: grab; }
path { fill: none; stroke: var(--soft); stroke-width: 1.5; stroke-linejoin: round; }
.a { fill: var(--visible); fill-opacity: .25; stroke: var(--visible); }
.b { fill: var(--planes); fill-opacity: .25; stroke: var(--planes); }
.difference { fill: var(--culled); fill-opacity: .2; } .found { stroke-dasharray: 4 4; }
.kept { fill: var(--eye); fill-opacity: .3; stroke: var(--eye); stroke-width: 3; }
.v { stroke: var(--ink); stroke-width: 2; } .tip { fill: var(--ink); stroke: none; }
circle { fill: var(--ink); } circle.old { fill: var(--soft); } circle.new { fill: var(--eye); }
svg text { fill: var(--ink); font-size: 14px; }
td { white-space: normal; overflow-wrap: anywhere; text-align: left; }
)css";

/// Points with enough digits for a picture.
nlohmann::ordered_json drawn(const std::vector<TraceVector>& points, bool in_plane) {
  nlohmann::ordered_json array = nlohmann::ordered_json::array();
  for (const TraceVector& p : points) {
    const auto rounded = [](double x) { return double{static_cast<float>(x)}; };
    array.push_back({rounded(p.x), rounded(p.y)});
    if (!in_plane) array.back().push_back(rounded(p.z));
  }
  return array;
}

/// No text of the file can end the element that holds the data.
std::string data_of(const PairTrace& trace) {
  const TracedOutlines& of = trace.outlines;
  const nlohmann::ordered_json outlines = {{"a", drawn(of.a, trace.in_plane)},
                                           {"b", drawn(of.b, trace.in_plane)},
                                           {"difference", drawn(of.difference, trace.in_plane)}};
  std::string text;
  for (const char c : concat(R"({"trace":)", trace_json(trace), R"(,"outlines":)", outlines.dump(), "}"))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

std::string proof_of(const Trace& kernel) {
  if (kernel.flat) return "proven in exact numbers, as flat shapes of the plane";
  if (kernel.proof < 0) return "nothing proves more";
  return concat("proven in step ", kernel.proof, ", ", word(kernel.steps.back().stage), " in ", lanes(kernel.in_double),
                " lanes");
}

std::string picture(std::string_view id, std::string_view caption) {
  return concat("<figure><svg id=\"", id, "\" viewBox=\"0 0 400 400\" role=\"img\" aria-label=\"", caption,
                "\"></svg><figcaption>", caption, "</figcaption></figure>\n");
}

}  // namespace

std::string trace_page(const PairTrace& trace) {
  const std::string title = concat(trace.id, ": ", word(trace.kernel.verdict));
  const char* const help = trace.in_plane ? "Arrow keys go from step to step."
                                          : "Arrow keys go from step to step; drag a picture, or press Shift and an "
                                            "arrow key, to turn both.";
  return concat(
      page_head(title, trace_style), "<body>\n<h1>", escaped(title), "</h1>\n<p class=\"soft\">",
      proof_of(trace.kernel), ". ", help, "</p>\n<div class=\"bar\"><select id=\"view\" aria-label=\"whose steps\">",
      "<option value=\"reference\">the reference, in double</option>",
      "<option value=\"kernel\">the kernel, in its own coordinates</option>",
      trace.distance ? "<option value=\"distance\">the distance closing</option>" : "",
      trace.distance && !trace.distance->expansion.empty() ? "<option value=\"expansion\">the depth closing</option>"
                                                           : "",
      "</select><button type=\"button\" id=\"previous\">previous</button>",
      "<button type=\"button\" id=\"next\">next</button><span id=\"where\" aria-live=\"polite\"></span></div>\n",
      "<div class=\"pictures\">", picture("shapes", "A (blue) and B (orange)"),
      picture("difference", "A - B, the origin O, and the simplex; what is kept is yellow"),
      "</div>\n<div class=\"scroll\"><table><tbody id=\"numbers\"></tbody></table></div>\n",
      page_end(data_of(trace), trace_script));
}

}  // namespace lockstep::tools
