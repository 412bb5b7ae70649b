#include "rows/ceiling_rows.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include "methods/methods.hpp"

namespace lockstep::bench {
namespace {

/// Operations or bytes per second.
void set_rate(benchmark::State& state, double of_one_iteration) {
  state.counters["rate"] =
      benchmark::Counter(of_one_iteration * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

/// The size of the data that one thread reads again and again.
struct Level {
  const char* name;
  std::size_t bytes;
};

/// The size of a data cache, or a common one if the system does not report it.
std::size_t cache_size(int level, std::size_t usual) {
  for (const auto& cache : benchmark::CPUInfo::Get().caches)
    if (cache.level == level && cache.type != "Instruction" && cache.size > 0)
      return static_cast<std::size_t>(cache.size);
  return usual;
}

/// Half of a cache surely stays in it. For the last cache the size is small enough that neighbours leave it to us; data
/// read from memory is twice the size of all caches.
std::vector<Level> levels() {
  constexpr std::size_t kib = 1024, mib = 1024 * kib;
  const std::size_t l1 = cache_size(1, 32 * kib), l2 = cache_size(2, mib), l3 = cache_size(3, 16 * mib);
  const auto memory =
      static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return {{"read_l1", l1 / 2},
          {"read_l2", l2 / 2},
          {"read_l3", std::clamp(l3 / 2, l2, 4 * l2)},
          {"read_memory", std::min(2 * l3 + 64 * mib, memory / 8)}};
}

using Read = void (*)(const void*, std::size_t);

const int all_threads = std::max(1, static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)));

/// Each thread reads its own part of a buffer that all rows share.
void time_reading(benchmark::State& state, Read read, const Level& level, int threads) {
  struct alignas(64) Line {
    float number[16] = {1};
  };
  static const std::vector<Line> buffer(static_cast<std::size_t>(all_threads) * levels().back().bytes / sizeof(Line));
  const std::size_t passes = std::max<std::size_t>(1, (std::size_t{1} << 24) / level.bytes);
  tbb::task_arena arena(threads);
  const auto read_part = [&](int thread) {
    const auto first = static_cast<std::size_t>(thread) * level.bytes / sizeof(Line);
    for (std::size_t pass = 0; pass < passes; ++pass) read(buffer.data() + first, level.bytes);
  };
  arena.execute([&] {
    for ([[maybe_unused]] auto _ : state) tbb::parallel_for(0, threads, read_part, tbb::static_partitioner());
  });
  set_rate(state, static_cast<double>(passes * level.bytes) * threads);
  state.counters["bytes"] = static_cast<double>(level.bytes);
}

void add_reading(Read read, const Level& level) {
  const std::string row = std::string("ceiling/") + level.name;
  const auto run = [read, level](int threads) {
    return [=](benchmark::State& state) { time_reading(state, read, level, threads); };
  };
  benchmark::RegisterBenchmark(row.c_str(), run(1));
  benchmark::RegisterBenchmark((row + "/threads:" + std::to_string(all_threads)).c_str(), run(all_threads))
      ->UseRealTime();
}

}  // namespace

void add_ceilings(Isa isa) {
  for (const Level& level : levels()) add_reading(reader(isa), level);
  for (const Ceiling& ceiling : ceilings(isa)) {
    benchmark::RegisterBenchmark((std::string("ceiling/") + ceiling.name).c_str(), [ceiling](benchmark::State& state) {
      for ([[maybe_unused]] auto _ : state) ceiling.run();
      set_rate(state, ceiling.operations);
    });
  }
}

}  // namespace lockstep::bench
