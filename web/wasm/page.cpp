// The interface of a page about one pair. A line of a pair file goes in; the result is, byte for byte, the output of
// `lockstep trace --distance --json` for it.
//
//   page_text(size)         the memory for the text of the line
//   page_trace()            the trace: returns its size in bytes
//   page_output()           the memory of the trace
//   page_numbers(count)     the memory for directions, two numbers each in the plane, three in space
//   page_support(count)     replaces each by the support points of a, b and a - b along it
//
// The file is compiled once for each world. An invalid pair ends the instance (kernel/base/throw_wasm.cpp) with a
// message about it.
#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "pairs/pairs.hpp"
#include "text/error.hpp"
#include "trace/any_support.hpp"
#include "trace/pair_trace.hpp"
#include "trace/trace_text.hpp"

namespace {

using namespace lockstep::tools;

using Query = LOCKSTEP_PAGE_QUERY;
constexpr bool in_plane = std::is_same_v<Query, PlaneQuery>;
using V = std::conditional_t<in_plane, lockstep::reference::Vector2<double>, lockstep::reference::Vector<double>>;
constexpr std::size_t dimensions = in_plane ? 2 : 3;

std::string line, output;
std::vector<double> numbers;

template <class Read>
void take(std::optional<Query>& query, const Read& read) {
  if constexpr (std::is_same_v<Read, Query>) query = read;
}

Query query() {
  std::optional<Query> found;
  read_pairs(line,
             {[&](const PairQuery& read) { take(found, read); }, [&](const PlaneQuery& read) { take(found, read); },
              [](const PairProblem& problem) {
                throw FieldError{problem.field, problem.text};
              }});
  if (!found) throw FieldError{1, in_plane ? "this page shows shapes of the plane" : "this page shows shapes of space"};
  return *std::move(found);
}

template <class Vector>
Vector vector_at(const double* n) {
  if constexpr (requires(Vector v) { v.z; })
    return {n[0], n[1], n[2]};
  else
    return {n[0], n[1]};
}

template <class Vector>
void put(std::vector<double>& out, const Vector& v) {
  out.insert(out.end(), {v.x, v.y});
  if constexpr (requires { v.z; }) out.push_back(v.z);
}

}  // namespace

#define LOCKSTEP_PAGE(name) extern "C" __attribute__((export_name(#name)))

/// kernel/base/throw_wasm.cpp calls it.
extern "C" const char* lockstep_sentence_of(const void* thrown, const std::type_info& type) {
  if (type == typeid(FieldError)) return static_cast<const FieldError*>(thrown)->text.c_str();
  if (type == typeid(RefusedShape)) return static_cast<const RefusedShape*>(thrown)->text.c_str();
  return nullptr;
}

LOCKSTEP_PAGE(page_text) char* page_text(std::size_t size) {
  line.resize(size);
  return line.data();
}

LOCKSTEP_PAGE(page_trace) std::size_t page_trace() {
  output = trace_json(trace_query(query(), {.distance = true}));
  return output.size();
}

LOCKSTEP_PAGE(page_output) const char* page_output() { return output.data(); }

LOCKSTEP_PAGE(page_numbers) double* page_numbers(std::size_t count) {
  numbers.resize(count);
  return numbers.data();
}

LOCKSTEP_PAGE(page_support) const double* page_support(std::size_t count) {
  const Query pair = query();
  const auto a = any_support(pair.first), b = any_support(pair.second);
  std::vector<double> points;
  points.reserve(3 * dimensions * count);
  for (std::size_t i = 0; i < count; ++i) {
    const V v = vector_at<V>(&numbers[i * dimensions]);
    const V on_a = a.support(v), on_b = b.support(v);
    put(points, on_a);
    put(points, on_b);
    put(points, on_a - b.support(-v));
  }
  numbers = std::move(points);
  return numbers.data();
}
