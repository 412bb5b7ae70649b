// The common part of the rows world/...
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <lockstep/config.hpp>

namespace lockstep::bench {

/// The counters of all rows of worlds.
inline void count_up(benchmark::State& state, Isa isa, std::size_t queries, std::size_t hits) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(queries));
  state.SetLabel(std::string(name(isa)) + ", " + LOCKSTEP_BENCH_COMPILER);
  state.counters["queries"] = static_cast<double>(queries), state.counters["hits"] = static_cast<double>(hits);
  for (const char* none : {"close", "lost", "too_many", "undecided", "answers", "bytes"}) state.counters[none] = 0;
}

/// The row world/ROW, with this number of threads.
inline benchmark::internal::Benchmark* add_world_row(const std::string& row,
                                                     const std::function<void(benchmark::State&)>& run,
                                                     std::size_t threads = 1) {
  return benchmark::RegisterBenchmark(("world/" + row).c_str(), [run, threads](benchmark::State& state) {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    run(state);
  });
}

}  // namespace lockstep::bench
