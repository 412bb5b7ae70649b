// Outputs of Google Benchmark programs, and programs that write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/subprocess.hpp"

namespace lockstep::tools::test {

struct FakeRow {
  std::string name;
  double cpu_ns;
  double real_ns;
  int threads = 1;
  std::string error = "";
};

[[nodiscard]] std::string benchmark_json(const std::vector<FakeRow>& rows);

/// An executable script: in its n-th run, from 0, it writes the n-th of `outputs`, cyclically. `before` are lines of sh
/// that run first; `$n` is the number of the run, `$out` the file.
[[nodiscard]] std::string write_fake_program(const ScratchFolder& folder, const std::string& name,
                                             const std::vector<std::string>& outputs, std::string_view before = "");

}  // namespace lockstep::tools::test
