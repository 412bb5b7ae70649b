#include "perf/confirmation.hpp"

#include <algorithm>

#include "text/error.hpp"

namespace lockstep::tools::perf {
namespace {

bool differs(const Comparison& comparison) {
  return comparison.verdict == Verdict::slower || comparison.verdict == Verdict::faster;
}

bool is_suspect(const Comparison& comparison) { return differs(comparison) && comparison.open; }
bool is_confirmed(const Comparison& comparison) { return differs(comparison) && !comparison.open; }

bool is_beyond_doubt(const Comparison& comparison, const Samples& samples, double gate) {
  constexpr double gates = 5;
  return comparison.verdict == Verdict::slower &&
         std::ranges::min(samples.new_ns) > (1 + gates * gate) * std::ranges::max(samples.old_ns);
}

/// A round's samples in the order of the first one. Those of a decided benchmark may be absent.
std::vector<Samples> aligned(std::span<const Samples> round, std::span<const Comparison> before) {
  std::vector<Samples> result;
  for (const Comparison& wanted : before) {
    const auto found =
        std::find_if(round.begin(), round.end(), [&](const Samples& s) { return s.name == wanted.name; });
    result.push_back(found != round.end() ? *found : Samples{wanted.name, wanted.wall, {}, {}, "", true, wanted.unit});
    if (found == round.end() && wanted.open) result.back().problem = "is missing from a later round";
  }
  return result;
}

bool is_absent(const Samples& samples) { return samples.problem.empty() && samples.new_ns.empty(); }

}  // namespace

void Confirmation::look(std::span<const Samples> round, double alpha, bool last) {
  const std::vector<Samples> fresh =
      samples_.empty() ? std::vector(round.begin(), round.end()) : aligned(round, comparisons_);
  for (std::size_t i = 0; i < samples_.size(); ++i) samples_[i] = joined(samples_[i], fresh[i]);
  if (samples_.empty()) samples_ = fresh;

  std::vector<Comparison> now = judge(samples_, gate_, alpha);
  for (std::size_t i = 0; !last && i < now.size(); ++i)
    if (is_beyond_doubt(now[i], samples_[i], gate_)) now[i].open = false;
  for (std::size_t i = 0; last && i < now.size(); ++i) {
    if (differs(now[i])) now[i].verdict = without_suspicion(now[i], gate_);
    now[i].open = false;
    if (!comparisons_.empty()) now[i].detectable = comparisons_[i].detectable;  // this look could find nothing
  }
  confirm(fresh, now);
  comparisons_ = std::move(now);
}

void Confirmation::confirm(std::span<const Samples> fresh, std::vector<Comparison>& now) {
  std::vector<Samples> suspects;
  for (std::size_t i = 0; i < comparisons_.size(); ++i)
    if (is_suspect(comparisons_[i]) && fresh[i].problem.empty()) suspects.push_back(fresh[i]);
  const std::vector<Comparison> again = judge(suspects, gate_);

  std::size_t next = 0;
  for (std::size_t i = 0; i < comparisons_.size(); ++i) {
    const Comparison& before = comparisons_[i];
    if (is_absent(fresh[i]) || (is_confirmed(before) && fresh[i].problem.empty())) now[i] = before;
    if (!is_suspect(before) || !fresh[i].problem.empty()) continue;
    const Comparison& alone = again[next++];
    if (alone.verdict == before.verdict) {
      now[i] = alone;
      now[i].open = false;
    } else {
      now[i].note =
          concat(in_words(before), " after ", before.runs, " runs, which ", alone.runs, " more did not confirm");
    }
  }
}

}  // namespace lockstep::tools::perf
