#include "trace/trace_text.hpp"

#include <algorithm>
#include <span>

#include "text/error.hpp"
#include "trace/trace_words.hpp"

namespace lockstep::tools {
namespace {

std::string heading_of(const PairTrace& trace) {
  const Trace& kernel = trace.kernel;
  std::string text = concat(trace.id, " (line ", trace.line, ", in ", trace.in_plane ? "the plane" : "space",
                            "): ", word(kernel.verdict), "\n");
  if (kernel.flat)
    text += "exact numbers prove it: both shapes are flat, and decided as shapes of the plane\n";
  else if (kernel.proof < 0)
    text += "no step proves more: within rounding errors the shapes touch, or a number is a NaN\n";
  else
    text += concat("proven by step ", kernel.proof, ", ", word(kernel.steps.back().stage), " in ",
                   lanes(kernel.in_double), " lanes\n");
  if (kernel.swapped) text += "the kernel took the second shape as A, for the order of the kinds\n";
  return text;
}

std::string line_of(const TraceNumber& number, bool in_double) {
  std::string text = concat("    ", number.name);
  if (number.first >= 0) text += concat(" ", number.first);
  if (number.second >= 0) text += concat(" x ", number.second);
  text += concat(": ", digits(number.value, in_double));
  if (number.is_check) text += concat(number.holds ? " > " : ", is not > ", digits(number.asked, in_double));
  return text + "\n";
}

std::string points_of(std::string_view what, std::span<const TraceVector> points, bool in_double, bool in_plane) {
  std::string text = concat("    ", what, ":");
  for (std::size_t i = 0; i < points.size(); ++i)
    text +=
        concat(i == 0 ? " " : ", ", std::string_view("BCD").substr(i, 1), " ", digits(points[i], in_double, in_plane));
  return text + "\n";
}

/// The new simplex of a step and the excluded regions: the rules of gjk.hpp and gjk2.hpp.
std::string excluded_by(std::size_t retained) {
  return concat("    excluded: A, for the origin lies no farther than A along v; ",
                retained == 2 ? "BC, B, C" : "BCD and its edges and corners", ", for v led away from there\n");
}

std::string kernel_step(const PairTrace& trace, std::size_t i) {
  const TraceStep& step = trace.kernel.steps[i];
  const bool in_double = step.in_double, in_plane = trace.in_plane;
  std::string text = concat("step ", i, ": ", word(step.stage), ", ", lanes(in_double), " lanes");
  if (step.shift >= 0) text += concat(", shift ", step.shift, " by ", digits(step.shifted_by, in_double, in_plane));
  text += "\n";
  if (step.has_direction) text += concat("    v: ", digits(step.direction, in_double, in_plane), "\n");
  if (step.has_point) text += concat("    A: ", digits(step.found, in_double, in_plane), "\n");
  const auto retained = static_cast<std::size_t>(step.retained_count);
  if (retained > 0) text += points_of("retained", std::span(step.retained, retained), in_double, in_plane);
  for (const TraceNumber& number : step.looked_at()) text += line_of(number, in_double);
  if (step.region != 0) {
    text += concat("    region: ", corners(step.region), "\n");
    text += excluded_by(retained);
  }
  if (step.after_count > 0)
    text += points_of("next", std::span(step.after, static_cast<std::size_t>(step.after_count)), in_double, in_plane);
  if (step.end != TraceEnd::goes_on) text += concat("    ends: ", word(step.end), "\n");
  return text;
}

std::string reference_step(const PairTrace& trace, std::size_t i) {
  const ReferenceStep& step = trace.reference[i];
  const auto show = [&](std::string_view what, const TraceVector& v) {
    return concat("    ", what, ": ", digits(v, true, trace.in_plane), "\n");
  };
  std::string text = concat("step ", i, "\n", show("v", step.direction), show("of A", step.on_a),
                            show("of B", step.on_b), show("A (of A - B)", step.found));
  if (!step.before.empty()) text += points_of("retained", step.before, true, trace.in_plane);
  if (step.region != reference::Region::none)
    text += concat("    region: ", corners(static_cast<unsigned>(step.region)), "\n");
  if (step.region != reference::Region::none && step.before.size() >= 2) text += excluded_by(step.before.size());
  if (step.end != reference::End::goes_on) text += concat("    ends: ", word(step.end), "\n");
  return text;
}

/// One row for each step of the two searches.
std::string side_by_side(const PairTrace& trace) {
  const std::vector<std::size_t> steps = first_search(trace.kernel);
  if (steps.empty()) return "no search of the kernel's to set beside it: a formula decided\n";
  const std::optional<std::size_t> difference = first_difference(trace);
  if (!difference) return "both searches keep the same corners at each step\n";
  std::string text = concat("step\tkernel (", lanes(trace.kernel.steps[steps[0]].in_double), ")\treference (double)\n");
  for (std::size_t i = 0; i < std::max(steps.size(), trace.reference.size()); ++i) {
    text += concat(i, "\t");
    if (i < steps.size()) {
      const TraceStep& step = trace.kernel.steps[steps[i]];
      text += concat(corners(step.region), " ", word(step.end));
    }
    text += "\t";
    if (i < trace.reference.size())
      text += concat(corners(static_cast<unsigned>(trace.reference[i].region)), " ", word(trace.reference[i].end));
    text += i == *difference ? "\tthey part here\n" : "\n";
  }
  return text;
}

std::string closing_text(const std::vector<ClosingStep>& steps) {
  std::string text = "step\tlower\tupper\n";
  for (std::size_t i = 0; i < steps.size(); ++i)
    text += concat(i, "\t", digits(steps[i].lower, true), "\t", digits(steps[i].upper, true), "\n");
  return text;
}

std::string distance_text(const TracedDistance& distance, bool in_plane) {
  const auto show = [&](std::string_view what, const TraceVector& v) {
    return concat(what, ": ", digits(v, true, in_plane), "\n");
  };
  std::string text =
      concat("\n# distance\nthe kernel proves: ", digits(distance.lower, true), " .. ", digits(distance.upper, true),
             "\n", show("normal", distance.normal), show("of A", distance.on_a), show("of B", distance.on_b),
             "the reference's interval closes:\n", closing_text(distance.closing));
  if (!distance.expansion.empty())
    text += concat("and that of the depth, as a negative distance, while a polytope grows:\n",
                   closing_text(distance.expansion));
  return text;
}

}  // namespace

std::string trace_text(const PairTrace& trace) {
  std::string text = heading_of(trace) + "\n# the kernel, one lane wide\n";
  for (std::size_t i = 0; i < trace.kernel.steps.size(); ++i) text += kernel_step(trace, i);
  text += concat("\n# the reference, in double: ", trace.reference_says ? "yes" : "no", "\n");
  if (!trace.exact_shapes) text += "it sees the volume by corners that are rounded to floats\n";
  for (std::size_t i = 0; i < trace.reference.size(); ++i) text += reference_step(trace, i);
  text += concat("\n# side by side\n", side_by_side(trace));
  if (trace.distance) text += distance_text(*trace.distance, trace.in_plane);
  return text;
}

}  // namespace lockstep::tools
