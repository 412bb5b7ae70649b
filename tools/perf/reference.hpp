// Chooses the benchmark that another one is compared with, so that figures of different days and machines are
// comparable.
#pragma once

#include <functional>
#include <optional>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools::perf {

/// Benchmarks whose whole name fits the pattern have the reference `name`, in which $1 is the first group's match.
struct ReferenceRule {
  std::regex pattern;
  std::string name;
};

/// "REGEX=NAME". Throws `UsageError`.
[[nodiscard]] ReferenceRule parse_reference_rule(const std::string& text);

using IsBenchmark = std::function<bool(const std::string&)>;

/// The reference of a benchmark, which is another one of the run. The first matching rule decides. If no rule matches,
/// it is the benchmark whose name differs in one part between slashes, which is `reference` or `baseline` there; parts
/// such as threads:2 and real_time may be missing. The last part is tried first.
[[nodiscard]] std::optional<std::string> reference_of(const std::string& name, const std::vector<ReferenceRule>& rules,
                                                      const IsBenchmark& is_benchmark);

/// Whether a rule names the reference of the benchmark, or says that it has none.
[[nodiscard]] bool is_asked_for(const std::string& name, const std::vector<ReferenceRule>& rules);

/// Older records took `plain` for a reference as well, which is an ordinary word (`text/plain`): other benchmarks
/// became slower when it became faster. Such a reference counts only if a rule names it.
[[nodiscard]] bool is_ordinary(std::string_view reference);

/// A benchmark's name without the suffixes of Google Benchmark: /threads:2, /real_time, /repeats:5, ...
[[nodiscard]] std::string_view own_name(std::string_view name);

}  // namespace lockstep::tools::perf
