#include "perf/channels.hpp"

#include <string_view>

#include "perf/process_figures.hpp"

namespace lockstep::tools::perf {
namespace {

enum class Change { none, less, more };

/// Instructions are nearly exact, so this part of the gate is a change that may explain one of time.
constexpr double explains = 0.25;

Change change_of(double ratio, double gate) {
  if (ratio > 1 + gate) return Change::more;
  return ratio * (1 + gate) < 1 ? Change::less : Change::none;
}

bool is_of_whole_run(const Instructions& instructions) {
  return instructions.counts.size() == 1 && instructions.counts.contains(instructions_row);
}

}  // namespace

void add_instructions(const Instructions& before, const Instructions& after, std::vector<Comparison>& comparisons) {
  const bool whole = is_of_whole_run(before) && is_of_whole_run(after);
  for (Comparison& c : comparisons) {
    if (!c.unit.empty()) continue;
    const std::string name = whole ? instructions_row : c.name;
    const auto a = before.counts.find(name), b = after.counts.find(name);
    if (a == before.counts.end() || b == after.counts.end() || !(a->second > 0) || !(b->second > 0)) continue;
    c.instructions = InstructionPair{a->second, b->second};
  }
}

std::string disagreement(const Comparison& comparison, double gate) {
  if (!comparison.instructions || comparison.runs == 0) return {};
  const bool differs = comparison.verdict == Verdict::slower || comparison.verdict == Verdict::faster;
  const Change counts = change_of(comparison.instructions->ratio(), differs ? explains * gate : gate);
  switch (comparison.verdict) {
    case Verdict::slower:
      if (counts == Change::none)
        return "slower with as many instructions: memory, branches or the machine, not more work";
      if (counts == Change::less) return "slower with fewer instructions: those left cost more, or wait for memory";
      break;
    case Verdict::faster:
      if (counts == Change::none)
        return "faster with as many instructions: memory, branches or the machine, not less work";
      if (counts == Change::more) return "faster with more instructions: they cost less, or wait less for memory";
      break;
    case Verdict::same:
      if (counts == Change::more) return "more instructions in the same time: another bound hides them here";
      if (counts == Change::less) return "fewer instructions in the same time: another bound limits it here";
      break;
    case Verdict::too_noisy:
      if (counts == Change::more) return "time is too noisy to say, and instructions rose";
      if (counts == Change::less) return "time is too noisy to say, and instructions fell";
      break;
    case Verdict::not_compared: break;
  }
  return {};
}

}  // namespace lockstep::tools::perf
