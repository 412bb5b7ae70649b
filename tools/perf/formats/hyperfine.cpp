#include <string>
#include <vector>

#include "perf/formats/benchmark_text.hpp"
#include "perf/formats/readers.hpp"
#include "perf/formats/row_list.hpp"
#include "text/json.hpp"

namespace lockstep::tools::perf {
namespace {

/// The first exit code but 0, in words; it is null if a signal ended the command.
std::string failed_command(const Node& result, const Json& json) {
  if (!json.contains("exit_codes")) return {};
  for (const Json& code : result.list("exit_codes"))
    if (code != 0)
      return code.is_number() ? concat("the command ended with exit code ", code.dump()) : "a signal ended the command";
  return {};
}

void add_hyperfine_rows(const Node& result, const Json& json, RowList& rows) {
  const std::string& name = result.raw_text("command");
  BenchmarkRow& row = rows.add(name, result.place("command"));
  row.error = failed_command(result, json);
  if (!row.error.empty()) return;
  std::vector<double> times = json.contains("times") ? result.number_list("times") : std::vector{result.number("mean")};
  if (times.empty()) result.fail("times", "is empty");
  for (double& time : times) time *= 1e9;
  set_times(row, std::move(times));
  if (!json.contains("memory_usage_byte")) return;
  for (const double bytes : result.number_list("memory_usage_byte"))
    set_amount(rows.add(name + " peak memory", result.place("memory_usage_byte")), bytes, "B");
}

}  // namespace

BenchmarkOutput parse_hyperfine(ResultText text) {
  const Json file = parse_benchmark_text(text);
  const Json& list = Node(file, "the file").list("results");
  RowList rows;
  for (std::size_t i = 0; i < list.size(); ++i)
    add_hyperfine_rows(Node(list[i], concat("results[", i, "]")), list[i], rows);
  return {{}, rows.take()};
}

}  // namespace lockstep::tools::perf
