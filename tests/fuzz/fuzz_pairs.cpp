// Bytes as a list of pairs, run in every way. All instruction sets give the same bits, proofs hold by exact arithmetic,
// and invalid shapes touch everything.
#include <optional>
#include <sstream>
#include <string>

#include "ask_pairs.hpp"
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
  // Refused volumes count, or bytes that make only those would never end.
  for (std::size_t made = 0; made < most_pairs && !in.at_end(); ++made) list.append(make_pair(in), Check::none);
  return list;
}

/// Describes a wrong verdict; empty for a right one.
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

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::Input in(data, size);
  const test::PairList list = test::make_list(in);
  for (const Method method : {Method::automatic, Method::gjk}) test::ask(list, method, test::fault);
  return 0;
}
