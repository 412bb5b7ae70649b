// What the issues of fmt that corpus.sh names say became slower, by the API that versions 7 to 11 share.
#include <cstdlib>
#include <iterator>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <fmt/os.h>

namespace {

/// No constant for the compiler.
int number(int value) {
  benchmark::DoNotOptimize(value);
  return value;
}

void append(benchmark::State& state) {  // issue 2023
  const int value = number(42);
  for (auto _ : state) {
    std::string text = "a sentence that is too long for a short string, and the number ";
    fmt::format_to(std::back_inserter(text), "{} with some words behind it", value);
    benchmark::DoNotOptimize(text);
  }
}
BENCHMARK(append);

void clock(benchmark::State& state) {  // issue 2375
  const int hour = number(7), minute = number(45);
  for (auto _ : state) {
    std::string text = fmt::format("{:0>2}:{:0>2}", hour, minute);
    benchmark::DoNotOptimize(text);
  }
}
BENCHMARK(clock);

void clock_compiled(benchmark::State& state) {  // issue 2375
  const int hour = number(7), minute = number(45);
  for (auto _ : state) {
    std::string text = fmt::format(FMT_COMPILE("{:0>2}:{:0>2}"), hour, minute);
    benchmark::DoNotOptimize(text);
  }
}
BENCHMARK(clock_compiled);

void doubles(benchmark::State& state) {  // issue 2583
  double value = number(1);
  for (auto _ : state) {
    std::string text = fmt::format("{:22.15e}", value += 1);
    benchmark::DoNotOptimize(text);
  }
}
BENCHMARK(doubles);

void arguments(benchmark::State& state) {  // issue 4070
  const int a = number(1), b = number(2345), c = number(6789);
  for (auto _ : state) {
    fmt::memory_buffer buffer;
    fmt::vformat_to(std::back_inserter(buffer), fmt::string_view("{} is followed by {} and then by {}."),
                    fmt::make_format_args(a, b, c));
    benchmark::DoNotOptimize(buffer.data());
  }
}
BENCHMARK(arguments);

#if FMT_VERSION >= 80000
void file(benchmark::State& state) {  // issue 3674
  const std::string text(100'000, '1');
  auto out = fmt::output_file("/dev/null");
  for (auto _ : state) out.print("{}", text);
}
BENCHMARK(file);
#endif

}  // namespace

BENCHMARK_MAIN();
