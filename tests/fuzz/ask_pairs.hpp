// Runs a list of pairs, of space or of the plane, in every way: all instruction sets, and both orders, give the same
// bits, and no verdict may be wrong.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "pair_list.hpp"
#include "target.hpp"

namespace lockstep::test {

template <class List>
std::string described(const List& list, std::size_t i, Method method) {
  return (method == Method::gjk ? ", by gjk\n" : ", automatic\n") + list.line(i);
}

template <class List>
void expect_same(const List& list, const std::vector<Verdict>& expected, const std::vector<Verdict>& verdicts,
                 Method method, const std::string& what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (verdicts[i] == expected[i]) continue;
    std::ostringstream text;
    text << what << ": " << verdicts[i] << ", not " << expected[i] << described(list, i, method);
    broken(text.str());
  }
}

/// `fault(pair, verdict)` describes a wrong verdict; it is empty for a right one.
template <class List, class Fault>
void ask(const List& list, Method method, const Fault& fault) {
  IntersectOptions options{.method = method, .check = Check::inputs, .isa = Isa::scalar};
  const std::vector<Verdict> verdicts = list.answers(options), swapped = list.swapped_answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list, verdicts, list.answers(options), method, std::string(name(isa)));
    expect_same(list, swapped, list.swapped_answers(options), method, std::string(name(isa)) + ", sets swapped");
  }
  expect_same(list, verdicts, swapped, method, "sets swapped");
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const std::string wrong = fault(list.shapes[i], verdicts[i]);
    if (wrong.empty()) continue;
    std::ostringstream text;
    text << verdicts[i] << ", " << wrong << described(list, i, method);
    broken(text.str());
  }
}

}  // namespace lockstep::test
