#include "perf/compare_text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <utility>

#include <lockstep/config.hpp>

#include "output/duration.hpp"
#include "perf/channels.hpp"
#include "perf/detectable.hpp"
#include "text/error.hpp"
#include "text/few_lines.hpp"
#include "text/json.hpp"
#include "text/names.hpp"
#include "text/text.hpp"

namespace lockstep::tools::perf {
namespace {

std::string formatted(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

/// 1.0512 as "+5.12 %"
std::string change(double ratio) { return formatted("%+.2f %%", 100 * (ratio - 1)); }
std::string range(const Interval& interval) { return concat(change(interval.low), " ... ", change(interval.high)); }

std::size_t width_of(const std::string& text) {  // counts characters of UTF-8
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

using Cells = std::vector<std::string>;

/// Columns two blanks apart: the first flush left, the last as it is, the others flush right.
std::string aligned(const std::vector<Cells>& rows) {
  std::vector<std::size_t> widths;
  for (const Cells& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width_of(row[i]));
  }
  std::string text;
  for (const Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths[i] - width_of(row[i]), ' ');
      const bool last = i + 1 == widths.size();
      text += last ? "  " + row[i] : i == 0 ? row[i] + space : "  " + space + row[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string verdict_cell(const Comparison& c) {
  return c.note.empty() ? std::string(in_words(c)) : concat(in_words(c), ": ", c.note);
}

/// A time, or "12.50 MiB", or "1234 allocs/op".
std::string amount(double value, const std::string& unit) {
  if (unit.empty()) return duration(value);
  if (unit != "B") return concat(formatted("%.6g", value), " ", unit);
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t scale = 0;
  for (; value >= 1024 && scale + 1 < std::size(units); value /= 1024) ++scale;
  return concat(formatted(scale == 0 ? "%.6g" : "%.2f", value), " ", units[scale]);
}

/// The smallest slowdown that would have been found; empty for a benchmark that is slower.
std::string detectable_cell(const Comparison& c) {
  if (c.verdict != Verdict::same && c.verdict != Verdict::too_noisy) return "";
  return c.detectable ? change(*c.detectable) : "never";
}

/// With a column for instructions before the last one, if they were counted.
Cells cells_of(const Comparison& c, bool with_instructions) {
  Cells cells = {c.name, "", "", "", "", "", "", verdict_cell(c)};
  if (c.runs > 0)
    cells = {c.name,
             amount(c.old_ns, c.unit),
             amount(c.new_ns, c.unit),
             change(c.ratio),
             range(c.interval),
             formatted("%.2g", c.holm_p),
             detectable_cell(c),
             verdict_cell(c)};
  if (with_instructions) cells.insert(cells.end() - 1, c.instructions ? change(c.instructions->ratio()) : "");
  return cells;
}

Cells headings(bool with_instructions) {
  Cells cells = {"benchmark", "old", "new", "change", "95 % interval", "p", "found from", "verdict"};
  if (with_instructions) cells.insert(cells.end() - 1, "instructions");
  return cells;
}

bool has_instructions(const MeasuredComparison& result) { return !result.counted_by.empty(); }

/// "slower", or "more" if only amounts are.
std::string_view overall_word(const MeasuredComparison& result) {
  const auto decides = [&](const Comparison& c) { return c.verdict == result.verdict && c.counts && c.unit.empty(); };
  const auto first = std::find_if(result.benchmarks.begin(), result.benchmarks.end(),
                                  [&](const Comparison& c) { return c.verdict == result.verdict && c.counts; });
  const bool by_time = std::any_of(result.benchmarks.begin(), result.benchmarks.end(), decides);
  return by_time || first == result.benchmarks.end() ? in_words(result.verdict) : in_words(*first);
}

/// "1 slower, 12 same"
std::string counted(const std::vector<Comparison>& benchmarks) {
  std::string text;
  for (const std::string_view word : {"slower", "more", "faster", "less", "same", "too noisy to say", "not compared"}) {
    const auto count =
        std::count_if(benchmarks.begin(), benchmarks.end(), [&](const Comparison& c) { return in_words(c) == word; });
    if (count > 0) text += concat(text.empty() ? "" : ", ", count, " ", word);
  }
  return text;
}

/// "10, 20 and 40"
std::string listed(const std::vector<std::size_t>& numbers) {
  std::string text;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += concat(i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ", numbers[i]);
  return text;
}

/// The number of runs and of looks.
std::string rounds(const MeasuredComparison& result) {
  if (!result.until_decided)
    return result.looks.size() > 1 ? ", and as many again to confirm what differed" : std::string();
  return concat(", judged after ", listed(result.looks), result.time_was_up ? ", when the time was up" : "", "; up to ",
                result.plan.runs.size(), " looks were planned, each of them at ", percent(result.plan.alpha),
                " instead of ", percent(usual_alpha), result.ran_open_alone ? "; what was decided ran no more" : "");
}

/// How it was measured, in sentences.
std::string method(const MeasureOptions& options, const MeasuredComparison& result) {
  if (result.from_files)
    return concat(
        "The repetitions in two files, judged once. Programs that take turns would say more: files hide what "
        "the machine did meanwhile, and fresh runs would confirm or drop a change. Gate: ",
        percent(options.gate), ".");
  const std::size_t runs = result.until_decided && !result.looks.empty() ? result.looks.back() : options.runs;
  std::string text = concat(runs, " runs of each in turn, after a warm-up, ");
  text += result.cpus.empty() ? "on all processors" : concat("on processor ", result.cpus.front());
  text += concat(rounds(result), ". Gate: ", percent(options.gate), ".");
  if (result.foreign_load)
    text += concat(" Something else kept ", formatted("%.2f", *result.foreign_load), " processors busy.");
  if (has_instructions(result))
    text += concat(" Instructions were counted by ", result.counted_by, ", in one run of each.");
  for (const std::string& note : result.notes) text += concat(" ", note);
  return text;
}

/// A line for each benchmark whose time and instructions disagree.
std::string disagreements(const MeasuredComparison& result, double gate) {
  std::string text;
  FewLines lines("");
  for (const Comparison& c : result.benchmarks)
    if (const std::string sentence = disagreement(c, gate); !sentence.empty())
      text += lines.next(concat(c.name, ": ", sentence, "."));
  return text + lines.rest();
}

bool any_wall(const MeasuredComparison& result) {
  return std::any_of(result.benchmarks.begin(), result.benchmarks.end(), [](const Comparison& c) { return c.wall; });
}

std::string time_kinds(const MeasuredComparison& result) {
  const auto is_wall_or_amount = [](const Comparison& c) { return c.wall || !c.unit.empty(); };
  const bool all_wall = std::all_of(result.benchmarks.begin(), result.benchmarks.end(), is_wall_or_amount);
  if (all_wall && any_wall(result)) return "Times are wall times.";
  return any_wall(result) ? "Times are of the processor, or wall times where the name says so, threads work or the "
                            "program's own clock counts."
                          : "Times are of the processor.";
}

/// The ratio that all benchmarks share, and what it can mean; ends in a line feed unless empty.
std::string common_text(const MeasuredComparison& result) {
  if (!result.common) return {};
  const double ratio = result.common->ratio;
  return concat("All ", result.common->compared, " benchmarks are ", ratio > 1 ? "slower" : "faster", ", by about ",
                change(ratio),
                ": likely the machine's doing. A change of everything looks the same and cannot be told "
                "from it here; compare again later or elsewhere: what comes back is the program's.\n");
}

/// The smallest slowdowns that would have been found, in a sentence that ends in a line feed; empty without any.
std::string detectable_text(const MeasuredComparison& result) {
  const std::optional<DetectableSummary> found = detectable_summary(result.benchmarks);
  if (!found) return {};
  std::string text;
  if (found->count == 1)
    text = concat("The smallest slowdown that would have been found: ", change(found->worst), ".");
  else if (found->count > 1)
    text = concat("The smallest slowdown that would have been found: ", change(found->typical),
                  " in half of the benchmarks, ", change(found->worst), " in all of them (", found->worst_name, ").");
  if (found->undetectable > 0)
    text += concat(text.empty() ? "" : " ", "No slowdown would have been found in ", found->undetectable,
                   ": too few runs for this number of benchmarks.");
  return text + "\n";
}

std::string advice_line(const MeasuredComparison& result) { return result.advice.empty() ? "" : result.advice + "\n"; }

std::string markdown_cell(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '<' || c == '&') result += '\\';
    result += c;
  }
  return result;
}

/// Each line as an item.
std::string markdown_list(std::string_view lines) {
  std::string text;
  Lines list(lines);
  for (std::string_view line; list.next(line);) text += concat("- ", markdown_cell(std::string(line)), "\n");
  return text;
}

std::string markdown_table(const std::vector<Comparison>& benchmarks, bool with_instructions) {
  const auto row = [](const Cells& cells) {
    std::string text = "|";
    for (const std::string& cell : cells) text += concat(" ", markdown_cell(cell), " |");
    return text + "\n";
  };
  std::string text = row(headings(with_instructions));  // GitHub drops cells without a heading
  text += concat("|---|--:|--:|--:|:-:|--:|--:|", with_instructions ? "--:|" : "", "---|\n");
  for (const Comparison& c : benchmarks) text += row(cells_of(c, with_instructions));
  return text;
}

Json as_json(const Comparison& c, double gate) {
  Json json = {{"name", c.name}, {"verdict", in_words(c)}, {"note", c.note}, {"runs", c.runs}};
  json[c.unit.empty() ? "time" : "unit"] = c.unit.empty() ? (c.wall ? "wall" : "cpu") : c.unit;
  if (c.runs == 0) return json;
  json[c.unit.empty() ? "old_ns" : "old"] = c.old_ns;
  json[c.unit.empty() ? "new_ns" : "new"] = c.new_ns;
  json["ratio"] = c.ratio;
  json["interval"] = {c.interval.low, c.interval.high};
  json["p"] = c.p;
  json["holm_p"] = c.holm_p;
  json["detectable_ratio"] = c.detectable ? Json(*c.detectable) : Json();
  if (!c.instructions) return json;
  json["old_instructions"] = c.instructions->before;
  json["new_instructions"] = c.instructions->after;
  json["disagreement"] = disagreement(c, gate);
  return json;
}

Json as_json(const CommonFactor& common) {
  return {{"ratio", common.ratio},
          {"benchmarks", common.compared},
          {"meaning", "likely the machine; a change of everything cannot be told from it"}};
}

}  // namespace

std::string percent(double part) { return formatted("%.3g %%", 100 * part); }

std::string comparison_table(const Contestants& programs, const MeasureOptions& options,
                             const MeasuredComparison& result) {
  const bool with_instructions = has_instructions(result);
  std::vector<Cells> rows = {headings(with_instructions)};
  for (const Comparison& c : result.benchmarks) rows.push_back(cells_of(c, with_instructions));
  return concat("old: ", printable(programs.before.path, 300), "\nnew: ", printable(programs.after.path, 300), "\n",
                method(options, result), " ", time_kinds(result), "\n\n", aligned(rows), "\n", common_text(result),
                disagreements(result, options.gate), overall_word(result), ": ", counted(result.benchmarks), "\n",
                detectable_text(result), advice_line(result));
}

std::string comparison_markdown(const MeasureOptions& options, const MeasuredComparison& result) {
  std::vector<Comparison> shown;
  for (const Comparison& c : result.benchmarks)
    if (c.verdict != Verdict::same) shown.push_back(c);
  std::string text = concat("### Benchmarks: ", overall_word(result), "\n\n", counted(result.benchmarks), ".\n\n");
  if (result.common) text += common_text(result) + "\n";
  const std::string detectable = detectable_text(result);
  if (!detectable.empty()) text += markdown_cell(detectable) + "\n";
  const bool with_instructions = has_instructions(result);
  if (!shown.empty()) text += markdown_table(shown, with_instructions) + "\n";
  if (const std::string lines = disagreements(result, options.gate); !lines.empty())
    text += markdown_list(lines) + "\n";
  if (shown.size() < result.benchmarks.size())
    text += concat("<details><summary>All ", result.benchmarks.size(), " benchmarks</summary>\n\n",
                   markdown_table(result.benchmarks, with_instructions), "\n</details>\n\n");
  return text + concat(advice_line(result), result.advice.empty() ? "" : "\n", method(options, result), " ",
                       time_kinds(result), "\n");
}

std::string comparison_json(const Contestants& programs, const MeasureOptions& options,
                            const MeasuredComparison& result) {
  Json json = {{"version", LOCKSTEP_VERSION},
               {"old", printable(programs.before.path, 1000)},
               {"new", printable(programs.after.path, 1000)},
               {"verdict", overall_word(result)},
               {"gate", options.gate},
               {"runs", options.runs},
               {"rounds", result.looks.size()},
               {"looks", result.looks},
               {"planned_looks", result.plan.runs},
               {"alpha", result.plan.alpha},
               {"time_was_up", result.time_was_up},
               {"cpus", result.cpus},
               {"notes", result.notes},
               {"advice", result.advice},
               {"benchmarks", Json::array()}};
  if (result.from_files) json["from_files"] = true;
  if (has_instructions(result)) json["instructions_by"] = result.counted_by;
  if (result.foreign_load) json["foreign_load"] = *result.foreign_load;
  if (const auto found = detectable_summary(result.benchmarks); found && found->count > 0)
    json["detectable"] = {
        {"typical_ratio", found->typical}, {"worst_ratio", found->worst}, {"worst", found->worst_name}};
  json["common_factor"] = result.common ? as_json(*result.common) : Json();
  for (const Comparison& c : result.benchmarks) {
    json["benchmarks"].push_back(as_json(c, options.gate));
    if (result.common && c.runs > 0 && c.unit.empty())
      json["benchmarks"].back()["ratio_to_common"] = c.ratio / result.common->ratio;
  }
  return json.dump(2) + "\n";
}

std::string noise_floor_table(const BenchmarkProgram& program, const MeasureOptions& options,
                              const MeasuredComparison& result, const std::vector<NoiseFloor>& floors) {
  std::vector<Cells> rows = {{"benchmark", "time", "change", "95 % interval", "noise floor", ""}};
  std::size_t next = 0;
  double worst = 0;
  for (const Comparison& c : result.benchmarks) {
    if (c.runs == 0) {
      rows.push_back({c.name, "", "", "", "", c.note});
      continue;
    }
    const double floor = floors[next++].floor;
    worst = std::max(worst, floor);
    rows.push_back({c.name, amount(c.old_ns, c.unit), change(c.ratio), range(c.interval), percent(floor), c.note});
  }
  return concat(printable(program.path, 300), " against itself\n", method(options, result), " ", time_kinds(result),
                "\n\n", aligned(rows), "\nA gate from ", percent(worst), " on suits all of them.\n");
}

}  // namespace lockstep::tools::perf
