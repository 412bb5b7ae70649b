#include "support/benchmark_fixture.hpp"

#include <sys/stat.h>

#include "text/error.hpp"

namespace lockstep::tools::test {

std::string benchmark_json(const std::vector<FakeRow>& rows) {
  std::string text =
      R"({"context": {"date": "2026-01-02T03:04:05+00:00", "num_cpus": 2, "cpu_scaling_enabled": false},)"
      R"( "benchmarks": [)";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const FakeRow& row = rows[i];
    text += concat(i == 0 ? "" : ",", R"({"name": ")", row.name, R"(", "run_name": ")", row.name,
                   R"(", "run_type": "iteration", "repetitions": 1, "repetition_index": 0, "threads": )", row.threads);
    if (!row.error.empty()) text += concat(R"(, "error_occurred": true, "error_message": ")", row.error, "\"");
    text += concat(R"(, "iterations": 10, "real_time": )", row.real_ns, R"(, "cpu_time": )", row.cpu_ns,
                   R"(, "time_unit": "ns"})");
  }
  return text + "]}\n";
}

std::string write_fake_program(const ScratchFolder& folder, const std::string& name,
                               const std::vector<std::string>& outputs, std::string_view before) {
  const std::string path = folder.path(name);
  for (std::size_t i = 0; i < outputs.size(); ++i) write_text(concat(path, ".", i), outputs[i]);
  write_text(path, concat("#!/bin/sh\nfor flag; do\n  case $flag in --benchmark_out=*) out=${flag#*=} ;; esac\ndone\n"
                          "n=$(cat \"$0.count\" 2>/dev/null || echo 0)\necho $((n + 1)) >\"$0.count\"\n",
                          before, "\ncat \"$0.$((n % ", outputs.size(), "))\" >\"$out\"\n"));
  ::chmod(path.c_str(), 0755);
  return path;
}

}  // namespace lockstep::tools::test
