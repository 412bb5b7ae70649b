// Bytes to a list of pairs, asked in every way that there is. All instruction sets give the same bits, proofs hold by
// exact arithmetic, and shapes that are no numbers touch everything.
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "judge.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

using oracle::Truth;

/// Two full registers of the widest kernels and a part of a third.
constexpr std::size_t most_pairs = 40;

PairList make_list(Input& in) {
  PairList list;
  // Refused volumes count, or bytes that make nothing else would never come to an end.
  for (std::size_t made = 0; made < most_pairs && !in.at_end(); ++made) list.append(make_pair(in), Check::none);
  return list;
}

std::string described(const PairList& list, std::size_t i, Method method) {
  return (method == Method::gjk ? ", by gjk\n" : ", automatic\n") + list.line(i);
}

void expect_same(const PairList& list, const std::vector<Verdict>& expected, const std::vector<Verdict>& verdicts,
                 Method method, const std::string& what) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (verdicts[i] == expected[i]) continue;
    std::ostringstream text;
    text << what << ": " << verdicts[i] << ", not " << expected[i] << described(list, i, method);
    broken(text.str());
  }
}

/// What is wrong with the verdict; empty if nothing is.
std::string fault(const ShapePair& pair, Verdict verdict) {
  const auto& [a, b] = pair;
  const std::optional<Truth> truth = is_a_shape(a) && is_a_shape(b) ? truth_of(a, b) : std::nullopt;
  if (!truth) return verdict == Verdict::touching ? "" : "but one is no shape";
  std::ostringstream text;
  if (is_false(verdict, *truth)) text << "but the truth is " << *truth;
  if (verdict == Verdict::touching && *truth != Truth::contact && is_in_range(a) && is_in_range(b) &&
      is_far_from_contact(pair))
    text << "but far from contact";
  return text.str();
}

void judge(const PairList& list, std::size_t i, Verdict verdict, Method method) {
  const std::string wrong = fault(list.shapes[i], verdict);
  if (wrong.empty()) return;
  std::ostringstream text;
  text << verdict << ", " << wrong << described(list, i, method);
  broken(text.str());
}

void ask(const PairList& list, Method method) {
  IntersectOptions options{.method = method, .check = Check::inputs, .isa = Isa::scalar};
  const std::vector<Verdict> verdicts = list.answers(options), swapped = list.swapped_answers(options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    expect_same(list, verdicts, list.answers(options), method, std::string(name(isa)));
    expect_same(list, swapped, list.swapped_answers(options), method, std::string(name(isa)) + ", sets swapped");
  }
  expect_same(list, verdicts, swapped, method, "sets swapped");
  for (std::size_t i = 0; i < verdicts.size(); ++i) judge(list, i, verdicts[i], method);
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::Input in(data, size);
  const test::PairList list = test::make_list(in);
  for (const Method method : {Method::automatic, Method::gjk}) test::ask(list, method);
  return 0;
}
