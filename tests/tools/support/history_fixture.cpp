#include "support/history_fixture.hpp"

#include <cstdio>

namespace lockstep::tools::test {

perf::HistoryRecord full_record() {
  perf::HistoryRecord record;
  record.date = "2026-01-31T23:59:59Z";
  record.commit = "0123456789abcdef0123456789abcdef01234567";
  record.modified = true;
  record.program = "bench --isa=avx2";
  record.machine = "key";
  record.cpu = "A Processor";
  record.isa = "avx2";
  record.compiler = "gcc 12.2.0";
  record.flags = "-O3";
  record.threads = 2;
  record.benchmarks.push_back({"a/b",
                               false,
                               100,
                               0.01,
                               5,
                               perf::Reference{"a/reference", 200},
                               perf::Bound{"reading", 40},
                               {{"hits", 12}, {"lost", 0}},
                               {{"bytes", 1.5}}});
  record.benchmarks.push_back({"b", true, 1000, 0, 1, {}, {}, {}, {}});
  return record;
}

std::vector<perf::HistoryRecord> records_of(const std::string& name, const std::vector<double>& ns) {
  std::vector<perf::HistoryRecord> records;
  for (std::size_t i = 0; i < ns.size(); ++i) {
    perf::HistoryRecord record = full_record();
    char text[60];
    std::snprintf(text, sizeof text, "2026-%02zu-%02zuT12:00:00Z", i / 28 % 12 + 1, i % 28 + 1);
    record.date = text;
    std::snprintf(text, sizeof text, "%040zx", i + 1);
    record.commit = std::string(text).substr(30) + std::string(text).substr(0, 30);
    record.modified = false;
    record.benchmarks = {{name, false, ns[i], 0.01, 5, {}, {}, {}, {}}};
    records.push_back(std::move(record));
  }
  return records;
}

std::string to_text(const std::vector<perf::HistoryRecord>& records) {
  std::string text;
  for (const perf::HistoryRecord& record : records) text += to_line(record);
  return text;
}

}  // namespace lockstep::tools::test
