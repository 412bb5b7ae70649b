// The interface of the page "Lockstep": the number of steps of each query of a pair file of the plane, and the steps.
//
//   lanes_text(size)            the memory for the text of the pair file
//   lanes_search()              traces all of its pairs, by GJK: returns their number
//   lanes_counts()              for each pair the number of its steps in float lanes, and how it ends, see `Left`
//   lanes_steps(i, directions)  writes one of them: returns the count of numbers, see `put_pair`
//   lanes_numbers()             the memory of these numbers
//
// An invalid pair ends the instance (kernel/base/throw_wasm.cpp) with a message about it.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>
#include <typeinfo>
#include <vector>

#include <lockstep/trace.hpp>

#include "pairs/add_to_set.hpp"
#include "pairs/pairs.hpp"
#include "text/error.hpp"
#include "trace/any_support.hpp"

namespace {

using namespace lockstep;
using namespace lockstep::tools;
using V = reference::Vector2<double>;

/// How a query leaves the float lanes.
enum class Left : std::uint8_t { separated, overlapping, undecided, bounds };

struct Counts {
  std::uint8_t steps, left;
};

std::string text;
std::vector<PlaneQuery> queries;
std::vector<Trace> traces;
std::vector<Counts> counts;
std::vector<double> numbers;

bool is_step(const TraceStep& step) { return step.stage == TraceStage::search && !step.in_double; }

Counts counts_of(const Trace& trace) {
  Counts result{0, static_cast<std::uint8_t>(Left::undecided)};
  for (const TraceStep& step : trace.steps) {
    if (is_step(step)) ++result.steps;
    if (step.in_double || step.end == TraceEnd::goes_on) continue;
    if (step.stage != TraceStage::search)
      result.left = static_cast<std::uint8_t>(Left::bounds);
    else if (step.end == TraceEnd::separated)
      result.left = static_cast<std::uint8_t>(Left::separated);
    else if (step.end == TraceEnd::overlapping)
      result.left = static_cast<std::uint8_t>(Left::overlapping);
  }
  return result;
}

void put(const TraceVector& v) { numbers.insert(numbers.end(), {v.x, v.y}); }

void put_step(const TraceStep& step) {
  put(step.direction);
  put(step.found);
  numbers.push_back(step.retained_count);
  for (int i = 0; i < 2; ++i) put(i < step.retained_count ? step.retained[i] : TraceVector{});
  numbers.push_back(static_cast<double>(step.end));
}

/// The power of two by which the kernel has scaled the difference, and its sign, because the kernel may have swapped
/// the shapes.
double scale_of(const Trace& trace, const AnySupport<V>& a, const AnySupport<V>& b) {
  double kernel = 0, plain = 0;
  for (const TraceStep& step : trace.steps) {
    if (!is_step(step)) continue;
    const double sign = trace.swapped ? -1 : 1;
    const V v = V{step.direction.x, step.direction.y} * sign, found = a.support(v) - b.support(-v);
    kernel = std::fmax(kernel, std::hypot(step.found.x, step.found.y));
    plain = std::fmax(plain, std::hypot(found.x, found.y));
  }
  const double scale = kernel > 0 && plain > 0 ? std::exp2(std::round(std::log2(kernel / plain))) : 1;
  return trace.swapped ? -scale : scale;
}

/// The steps, ten numbers each (direction, point found, the number of retained points, two of these, TraceEnd), and
/// behind them the outline of A - B as the kernel sees it: a support point for each of `directions` directions all
/// around.
void put_pair(const PlaneQuery& query, const Trace& trace, std::size_t directions) {
  numbers.clear();
  for (const TraceStep& step : trace.steps)
    if (is_step(step)) put_step(step);
  const auto a = any_support(query.first), b = any_support(query.second);
  const double scale = scale_of(trace, a, b);
  for (std::size_t i = 0; i < directions; ++i) {
    const double angle = 2 * std::numbers::pi * (static_cast<double>(i) + 0.5) / static_cast<double>(directions);
    const V v{std::cos(angle), std::sin(angle)}, p = (a.support(v) - b.support(-v)) * scale;
    put({p.x, p.y, 0});
  }
}

}  // namespace

#define LOCKSTEP_PAGE(name) extern "C" __attribute__((export_name(#name)))

/// kernel/base/throw_wasm.cpp calls it.
extern "C" const char* lockstep_sentence_of(const void* thrown, const std::type_info& type) {
  return type == typeid(FieldError) ? static_cast<const FieldError*>(thrown)->text.c_str() : nullptr;
}

LOCKSTEP_PAGE(lanes_text) char* lanes_text(std::size_t size) {
  text.resize(size);
  return text.data();
}

LOCKSTEP_PAGE(lanes_search) std::size_t lanes_search() {
  queries.clear();
  traces.clear();
  counts.clear();
  const auto wrong = [](const PairProblem& problem) { throw FieldError{problem.field, problem.text}; };
  const auto in_space = [](const PairQuery&) { throw FieldError{1, "this page shows shapes of the plane"}; };
  read_pairs(text, {in_space, [](const PlaneQuery& query) { queries.push_back(query); }, wrong});
  for (const PlaneQuery& query : queries) {
    ShapeSet2 set;
    const Pair pair{add_to(set, query.first), add_to(set, query.second)};
    traces.push_back(trace(set, set, pair, {.method = Method::gjk}));
    counts.push_back(counts_of(traces.back()));
  }
  return queries.size();
}

LOCKSTEP_PAGE(lanes_counts) const Counts* lanes_counts() { return counts.data(); }

LOCKSTEP_PAGE(lanes_steps) std::size_t lanes_steps(std::size_t i, std::size_t directions) {
  put_pair(queries.at(i), traces.at(i), directions);
  return numbers.size();
}

LOCKSTEP_PAGE(lanes_numbers) const double* lanes_numbers() { return numbers.data(); }
