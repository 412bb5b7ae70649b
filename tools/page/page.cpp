#include "page/page.hpp"

#include <cstdio>

#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr const char* shared_style = R"css(
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22262b; --soft: #6b7178; --line: #d9d6cf; --panel: #ffffff;
  --visible: #2374ab; --planes: #d9480f; --culled: #9aa0a6; --eye: #b8860b; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171a; --ink: #e7e5e0; --soft: #9aa1a9; --line: #343a40;
  --panel: #1c2024; --visible: #58b0e8; --planes: #ff8a4c; --culled: #666d75; --eye: #f0c64a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 68rem; padding: 1rem; background: var(--paper); color: var(--ink);
  font: 16px/1.45 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.05rem; margin: 1.6rem 0 .5rem; }
p { margin: .3rem 0; }
.soft { color: var(--soft); }
.bar { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 .6rem; }
.bar select { flex: 1 1 12rem; min-width: 0; }
select, button { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--line);
  border-radius: .4rem; padding: .45rem .7rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .5rem; }
.figure { background: var(--panel); border: 1px solid var(--line); border-left: 5px solid var(--soft);
  border-radius: .4rem; padding: .4rem .7rem; }
.figure b { display: block; font-size: 1.3rem; font-variant-numeric: tabular-nums; }
.figure.v { border-left-color: var(--visible); } .figure.p { border-left-color: var(--planes); }
.figure.c { border-left-color: var(--culled); }
.keys { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; margin: .6rem 0; }
.keys label { display: flex; gap: .4rem; align-items: center; padding: .2rem 0; }
.swatch { width: 1rem; height: 1rem; border-radius: .2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
tfoot td { font-weight: 600; }
)css";

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      case '\'': result += "&#39;"; break;
      default: result += c;
    }
  }
  return result;
}

std::string fixed2(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string figure_box(std::string_view kind, std::string_view id, std::string_view value, std::string_view label) {
  return concat("<div class=\"figure ", kind, "\"><b id=\"", id, "\">", value, "</b>", label, "</div>\n");
}

std::string zoom_frame(std::string_view picture) {
  const auto button = [](const char* action, const char* label, const char* shown) {
    return concat("<button type=\"button\" data-zoom=\"", action, "\" aria-label=\"", label, "\">", shown, "</button>");
  };
  return concat("<div class=\"picture\">", picture, "<div class=\"zoom\">", button("in", "closer", "+"),
                button("out", "farther", "-"), button("all", "all of it", "all"), "</div></div>\n");
}

std::string page_head(std::string_view title, std::string_view style) {
  return concat("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n",
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>", escaped(title),
                "</title>\n<style>", shared_style, style, "</style>\n</head>\n");
}

std::string page_end(std::string_view data_json, std::string_view script) {
  return concat(R"(<script id="data" type="application/json">)", data_json, "</script>\n<script>", script,
                "</script>\n</body>\n</html>\n");
}

}  // namespace lockstep::tools
