// The figures of two programs, paired by benchmark.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>
#include <vector>

#include "perf/benchmark_figures.hpp"
#include "perf/verdicts.hpp"

namespace lockstep::tools::perf {

/// All figures of one benchmark in one program.
struct Times {
  std::vector<double> ns;  ///< or amounts of the unit
  bool wall = false;
  std::string unit;
  std::size_t runs = 0;
  std::string error;    ///< of the first run that failed
  std::string no_time;  ///< of the first run that has no time for it
};

/// The results of one program in all of its runs, in the order of the first one.
class Collected {
 public:
  enum class Take { fastest, each };  ///< of the repetitions in one run

  void add(const BenchmarkOutput& output, Take take = Take::fastest);

  [[nodiscard]] std::size_t runs() const { return runs_; }
  [[nodiscard]] const std::vector<std::string>& order() const { return order_; }
  [[nodiscard]] const Times* find(const std::string& name) const {
    const auto found = series_.find(name);
    return found == series_.end() ? nullptr : &found->second;
  }
  [[nodiscard]] bool is_whole(const Times& series) const { return series.runs == runs_; }

 private:
  std::size_t runs_ = 0;
  std::vector<std::string> order_;
  std::unordered_map<std::string, Times> series_;
};

/// In the order of the new program, then the old one's own benchmarks.
[[nodiscard]] std::vector<Samples> all_samples(const Collected& before, const Collected& after);

}  // namespace lockstep::tools::perf
