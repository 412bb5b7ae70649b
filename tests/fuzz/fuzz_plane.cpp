// Bytes to a list of pairs of the plane, as fuzz_pairs.cpp does in space.
#include <optional>
#include <sstream>
#include <string>

#include "ask_pairs.hpp"
#include "plane_judge.hpp"
#include "plane_poison.hpp"
#include "plane_shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

using oracle::Truth;

/// Two full registers of the widest kernels and a part of a third.
constexpr std::size_t most_pairs = 40;

PlanePairList make_list(Input& in) {
  PlanePairList list;
  for (std::size_t made = 0; made < most_pairs && !in.at_end(); ++made) list.append(make_plane_pair(in), Check::none);
  return list;
}

/// What is wrong with the verdict; empty if nothing is.
std::string fault(const ShapePair2& pair, Verdict verdict) {
  const auto& [a, b] = pair;
  const std::optional<Truth> truth = truth_of(a, b);
  if (!truth) return verdict == Verdict::touching ? "" : "but one is no shape";
  std::ostringstream text;
  if (is_false(verdict, *truth)) text << "but the truth is " << *truth;
  const bool are_shapes = is_a_shape(a) && is_a_shape(b) && is_in_range(a) && is_in_range(b);
  if (verdict == Verdict::touching && *truth != Truth::contact && are_shapes && is_far_from_contact(pair))
    text << "but far from contact";
  return text.str();
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::Input in(data, size);
  const test::PlanePairList list = test::make_list(in);
  for (const Method method : {Method::automatic, Method::gjk}) test::ask(list, method, test::fault);
  return 0;
}
