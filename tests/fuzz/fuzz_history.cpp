// Bytes for the reader of histories: records that survive writing and reading, and whose trends can be shown, or an
// error that says where.
#include <cmath>
#include <string_view>

#include "perf/history.hpp"
#include "perf/trend.hpp"
#include "perf/trend_text.hpp"
#include "scene_check.hpp"

namespace lockstep::test {
namespace {

using namespace tools::perf;

void check_record(const HistoryRecord& record) {
  for (const std::string* text : {&record.date, &record.commit, &record.program, &record.machine, &record.cpu,
                                  &record.isa, &record.compiler, &record.flags})
    expect_printable(*text);
  for (const BenchmarkRecord& benchmark : record.benchmarks) expect_printable(benchmark.name);
  const std::string line = to_line(record);
  const History again = parse_history(line);
  if (again.incomplete_from || again.records.size() != 1 || to_line(again.records[0]) != line)
    broken("a record that is not read as it was written");
}

void check_trends(const History& history) {
  const std::vector<Group> groups = analyze(history, {});
  std::size_t records = 0;
  for (const Group& group : groups) {
    records += group.records.size();
    for (const Series& series : group.series)
      for (const double figure : series.figures)
        if (!(figure > 0 && std::isfinite(figure))) broken("a figure that is none");
    if (!group.series.empty() && trend_table(group).csv.empty()) broken("an empty table");
  }
  if (records != history.records.size()) broken("a record in no group, or in two");
  static_cast<void>(trend_text(groups));
}

}  // namespace
}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const tools::perf::History history = tools::perf::parse_history(text);
    if (history.incomplete_from && *history.incomplete_from >= size) test::broken("an incomplete line of nothing");
    for (const tools::perf::HistoryRecord& record : history.records) test::check_record(record);
    test::check_trends(history);
  } catch (const tools::ReadError& error) {
    const std::string_view what = error.what();
    if (what.empty() || what[0] < '1' || what[0] > '9') test::broken("an error that does not say where");
  }
  return 0;
}
