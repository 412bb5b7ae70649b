#include "perf/bisect_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "perf/formats/benchmark_rows.hpp"
#include "perf/git.hpp"
#include "text/error.hpp"
#include "text/json.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr std::array sides = {Side::good, Side::bad, Side::undecided, Side::unbuilt, Side::unmeasured};
constexpr std::array verdicts = {Verdict::same, Verdict::faster, Verdict::slower, Verdict::too_noisy,
                                 Verdict::not_compared};
constexpr std::size_t max_command_bytes = 100'000;

nlohmann::ordered_json as_json(const CommitComparison& c) {
  return {{"verdict", in_words(c.verdict)},
          {"clock", c.wall ? "wall" : "cpu"},
          {"ratio", c.ratio},
          {"interval", {c.interval.low, c.interval.high}},
          {"p", c.p},
          {"runs", c.runs}};
}

nlohmann::ordered_json as_json(const TriedCommit& c) {
  nlohmann::ordered_json json = {{"commit", c.commit}, {"side", in_words(c.side)}, {"level", c.level}};
  if (c.runs > 0) json["ratio"] = c.ratio, json["p"] = c.p, json["runs"] = c.runs;
  if (!c.note.empty()) json["note"] = c.note;
  return json;
}

std::string commit_at(const Node& node, const char* key) {
  const std::string& text = node.raw_text(key);
  if (!is_commit(text)) node.fail(key, concat("must be the full name of a commit, not ", quoted_word(text)));
  return text;
}

/// One of some values, by its words.
template <class Value, std::size_t count>
Value word_at(const Node& node, const char* key, const std::array<Value, count>& values) {
  const std::string text = node.text(key);
  const auto found =
      std::find_if(values.begin(), values.end(), [&](const Value value) { return in_words(value) == text; });
  if (found == values.end()) node.fail(key, concat("cannot be ", quoted_word(text)));
  return *found;
}

double number_between(const Node& node, const char* key, double least, double most) {
  const double value = node.number(key);
  if (!(value >= least && value <= most)) node.fail(key, concat("must lie between ", least, " and ", most));
  return value;
}

constexpr double least_ratio = 1e-30, most_ratio = 1e30, most_runs_of_a_commit = 1e9;

double ratio_at(const Node& node, const char* key) { return number_between(node, key, least_ratio, most_ratio); }

std::size_t runs_at(const Node& node) {
  return static_cast<std::size_t>(number_between(node, "runs", 0, most_runs_of_a_commit));
}

CommitComparison comparison_at(const Node& parent, const char* key) {
  const Node node = parent.child(key);
  CommitComparison c;
  c.verdict = word_at(node, "verdict", verdicts);
  c.wall = node.text("clock") == "wall";
  c.ratio = ratio_at(node, "ratio");
  const std::array<double, 2> interval = node.numbers<2>("interval");
  if (!(interval[0] > 0 && interval[0] <= interval[1])) node.fail("interval", "must be two ratios, the smaller first");
  c.interval = {interval[0], interval[1]};
  c.p = number_between(node, "p", 0, 1);
  c.runs = runs_at(node);
  return c;
}

TriedCommit tried_commit(const Node& node) {
  TriedCommit tried;
  tried.commit = commit_at(node, "commit");
  tried.side = word_at(node, "side", sides);
  tried.level = number_between(node, "level", 0, 1);
  tried.note = node.text("note", 1000);
  if (!node.has("runs")) return tried;
  tried.runs = runs_at(node);
  tried.ratio = ratio_at(node, "ratio");
  tried.p = number_between(node, "p", 0, 1);
  return tried;
}

std::vector<std::string> texts_at(const Node& node, const char* key) {
  std::vector<std::string> list;
  for (const Json& text : node.list(key)) {
    if (!text.is_string()) node.fail(key, "must be a list of strings");
    list.push_back(text.get<std::string>());
  }
  return list;
}

}  // namespace

std::string_view in_words(Side side) {
  switch (side) {
    case Side::good: return "good";
    case Side::bad: return "bad";
    case Side::undecided: return "undecided";
    case Side::unbuilt: return "not built";
    case Side::unmeasured: break;
  }
  return "not measured";
}

std::string to_json(const BisectState& state) {
  using OrderedJson = nlohmann::ordered_json;
  const BisectQuestion& question = state.question;
  OrderedJson json = {{"lockstep_perf_bisect", 1},
                      {"good", question.good},
                      {"bad", question.bad},
                      {"build", question.build},
                      {"run", question.run},
                      {"flags", question.flags},
                      {"asked_benchmark", question.benchmark},
                      {"first_parent", question.first_parent},
                      {"format", question.format},
                      {"command", question.is_command},
                      {"benchmark", state.benchmark},
                      {"built", state.built},
                      {"tried", OrderedJson::array()}};
  if (state.ends) json["ends"] = as_json(*state.ends);
  for (const TriedCommit& tried : state.tried) json["tried"].push_back(as_json(tried));
  if (state.neighbours) json["before"] = state.before, json["neighbours"] = as_json(*state.neighbours);
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

BisectState parse_bisect_state(std::string_view text) {
  const Json json = parse_json(std::as_bytes(std::span(text)));
  const Node node(json, "state");
  if (const double version = node.number("lockstep_perf_bisect"); version != 1)
    node.fail("lockstep_perf_bisect", concat("is version ", version, ", and only version 1 is understood"));
  BisectState state;
  state.question = {commit_at(node, "good"),
                    commit_at(node, "bad"),
                    node.raw_text("build").substr(0, max_command_bytes),
                    node.raw_text("run").substr(0, max_command_bytes),
                    texts_at(node, "flags"),
                    node.text("asked_benchmark", max_name_bytes),
                    node.flag("first_parent"),
                    node.text("format"),
                    node.flag("command")};
  state.benchmark = node.text("benchmark", max_name_bytes);
  state.built = texts_at(node, "built");
  if (node.has("ends")) state.ends = comparison_at(node, "ends");
  const Json& tried = node.list("tried");
  for (std::size_t i = 0; i < tried.size(); ++i)
    state.tried.push_back(tried_commit(Node(tried[i], concat("state.tried[", i, "]"))));
  if (node.has("neighbours")) {
    state.neighbours = comparison_at(node, "neighbours");
    state.before = commit_at(node, "before");
  }
  return state;
}

}  // namespace lockstep::tools::perf
