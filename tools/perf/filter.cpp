#include "perf/filter.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

/// Linux takes 128 KiB for an argument.
constexpr std::size_t most_filter_bytes = 100'000;

/// Google Benchmark is built with the expressions of C++, POSIX or RE2; they agree on these characters.
std::string as_expression(std::string_view text) {
  std::string expression;
  for (const char c : text) {
    if (std::string_view(".[]{}()*+?^$|\\").find(c) != std::string_view::npos) expression += '\\';
    expression += c;
  }
  return expression;
}

}  // namespace

BenchmarkProgram only(BenchmarkProgram program, std::span<const std::string> names) {
  if (!is_google(program) || program.is_command) return program;
  std::vector<std::string_view> wanted;  // both "sort" and "sort#2" are "sort"
  for (const std::string& name : names) wanted.push_back(without_order(name));
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::string list;
  for (const std::string_view name : wanted) list += concat(list.empty() ? "" : "|", as_expression(name));
  std::string flag = concat("--benchmark_filter=^(", list, ")$");
  if (flag.size() <= most_filter_bytes) program.flags.push_back(std::move(flag));  // of several the last one counts
  return program;
}

}  // namespace lockstep::tools::perf
