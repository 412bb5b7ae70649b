// Eight kernels of different kinds, in which slowdowns of a known size can be planted: a call does 1000 equal units of
// work, and 10 more of the same kind for each percent.
//
//   kernels [--plant=KERNEL:PERCENT,KERNEL:PERCENT...] [FLAGS OF GOOGLE BENCHMARK]
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

constexpr std::size_t usual_units = 1000;

/// The same numbers in every process.
std::mt19937_64 random_numbers(1);

std::vector<std::uint64_t> numbers(std::size_t count) {
  std::vector<std::uint64_t> result(count);
  std::generate(result.begin(), result.end(), random_numbers);
  return result;
}

/// A cycle through all of `count` places in random order (Sattolo): a load has to wait for the one before it.
std::vector<std::uint32_t> cycle(std::size_t count) {
  std::vector<std::uint32_t> next(count);
  std::iota(next.begin(), next.end(), 0U);
  for (std::size_t i = count - 1; i > 0; --i) std::swap(next[i], next[random_numbers() % i]);
  return next;
}

// A unit of each kernel takes 20 to 100 ns. `at` counts units over all calls: a call that began again with the same data
// each time would be learned by the branch predictor, and more units would cost less than their part.

[[gnu::noinline]] std::uint64_t integers(std::size_t units) {
  std::uint64_t x = units;
  for (std::size_t unit = 0; unit < units; ++unit)
    for (int i = 0; i < 16; ++i) x = (x ^ (x >> 29)) * 0x9E3779B97F4A7C15ULL + 1;
  return x;
}

[[gnu::noinline]] std::uint64_t floats(std::size_t units) {
  static const std::vector<std::uint64_t> bits = numbers(2048);
  static const std::vector<double> values(bits.begin(), bits.end());
  double sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit)
    for (std::size_t i = 0; i < 16; ++i) sum = sum * 0.75 + values[(16 * unit + i) % values.size()];
  return static_cast<std::uint64_t>(sum);
}

[[gnu::noinline]] std::uint64_t sort(std::size_t units) {
  static const std::vector<std::uint64_t> values = numbers(1 << 16);
  static std::size_t at = 0;
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit, ++at) {
    std::array<std::uint64_t, 8> part;
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(8 * at % values.size()), part.size(), part.begin());
    std::sort(part.begin(), part.end());
    sum += part[3];
  }
  return sum;
}

[[gnu::noinline]] std::uint64_t hash(std::size_t units) {
  static const std::vector<std::uint64_t> values = numbers(4096);
  static std::vector<std::uint32_t> table(1 << 14);
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit) {
    std::uint64_t key = 0xCBF29CE484222325ULL;
    for (std::size_t i = 0; i < 8; ++i) key = (key ^ values[(8 * unit + i) % values.size()]) * 0x100000001B3ULL;
    sum += ++table[(key >> 40) % table.size()];
  }
  return sum;
}

/// Reads 16 MiB in turn, more than a second-level cache has.
[[gnu::noinline]] std::uint64_t stream(std::size_t units) {
  static const std::vector<std::uint64_t> values(std::size_t{1} << 21, 3);
  static std::size_t at = 0;
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit, ++at)
    for (std::size_t i = 0; i < 32; ++i) sum += values[(32 * at + i) % values.size()];
  return sum;
}

/// Follows pointers through 128 KiB, more than a first-level cache has.
[[gnu::noinline]] std::uint64_t chase(std::size_t units) {
  static const std::vector<std::uint32_t> next = cycle(std::size_t{1} << 15);
  static std::uint32_t place = 0;
  for (std::size_t unit = 0; unit < units; ++unit)
    for (int i = 0; i < 8; ++i) place = next[place];
  return place;
}

[[gnu::noinline]] std::uint64_t branches(std::size_t units) {
  static const std::vector<std::uint64_t> values = numbers(1 << 14);
  static std::size_t at = 0;
  std::uint64_t sum = 0;
  for (std::size_t unit = 0; unit < units; ++unit, ++at) {
    for (std::uint64_t bits = values[at % values.size()] & 0xFF; bits != 0; bits /= 2) {
      if (bits % 2 != 0) benchmark::DoNotOptimize(sum += bits);
    }
  }
  return sum;
}

[[gnu::noinline]] std::uint64_t strings(std::size_t units) {
  static const std::vector<std::uint64_t> values = numbers(1 << 14);
  static std::string text;
  static std::size_t at = 0;
  text.clear();
  for (std::size_t unit = 0; unit < units; ++unit, ++at) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), values[at % values.size()]).ptr;
    text.append(digits.data(), end);
    text += ',';
  }
  return std::hash<std::string_view>{}(std::string_view(text).substr(0, 64));
}

using Kernel = std::uint64_t (*)(std::size_t units);
constexpr std::pair<const char*, Kernel> kernels[] = {{"integers", integers}, {"floats", floats},  {"sort", sort},
                                                      {"hash", hash},         {"stream", stream},  {"chase", chase},
                                                      {"branches", branches}, {"strings", strings}};

/// "sort:3,hash:10", by kernel.
std::map<std::string, std::size_t, std::less<>> planted(std::string_view list) {
  std::map<std::string, std::size_t, std::less<>> percent;
  while (!list.empty()) {
    const std::string_view item = list.substr(0, list.find(','));
    list.remove_prefix(std::min(item.size() + 1, list.size()));
    const std::size_t colon = std::min(item.find(':'), item.size() - 1);
    percent[std::string(item.substr(0, colon))] =
        std::strtoul(std::string(item.substr(colon + 1)).c_str(), nullptr, 10);
  }
  return percent;
}

}  // namespace

int main(int argc, char** argv) {
  std::map<std::string, std::size_t, std::less<>> percent;
  constexpr std::string_view option = "--plant=";
  if (argc > 1 && std::string_view(argv[1]).substr(0, option.size()) == option) {
    percent = planted(std::string_view(argv[1]).substr(option.size()));
    argv[1] = argv[0];
    --argc, ++argv;
  }
  for (const auto& [name, kernel] : kernels) {
    const std::size_t units = usual_units + 10 * percent[name];
    benchmark::RegisterBenchmark(name, [kernel = kernel, units](benchmark::State& state) {
      for (auto _ : state) benchmark::DoNotOptimize(kernel(units));
    });
  }
  if (percent.size() != std::size(kernels)) {
    std::cerr << "kernels: --plant names a kernel that there is not\n";
    return 1;
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
