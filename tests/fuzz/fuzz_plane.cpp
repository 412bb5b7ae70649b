// Bytes as a list of pairs of the plane, as fuzz_pairs.cpp does in space; and their contacts, as fuzz_distances.cpp
// does.
#include <optional>
#include <sstream>
#include <string>

#include "ask_pairs.hpp"
#include "contact_list.hpp"
#include "judge.hpp"
#include "plane.hpp"
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

/// Describes a wrong verdict; empty for a right one.
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

/// Exact arithmetic is slow for round shapes other than circles.
bool can_be_judged(const ShapePair2& pair) {
  const auto is_easy = [](const AnyShape2& shape) {
    return !std::holds_alternative<Ellipse2>(shape) && !std::holds_alternative<Slice2>(shape);
  };
  const auto& [a, b] = pair;
  return is_easy(a) && is_easy(b) && is_a_shape(a) && is_a_shape(b) && truth_of(a, b);
}

/// Describes a wrong manifold; empty for a right one.
std::string fault_of_contacts(const ShapePair2& pair, Verdict verdict, const Manifold2& m) {
  if (m.count > 2) return "too many points";
  if (!is_in_range(pair.first) || !is_in_range(pair.second)) return "";
  if (verdict_of(m.distance) != verdict) return "not what intersect says";
  if ((m.count == 0) != (verdict == Verdict::separated)) return "points apart, or none in contact";
  const bool is_false =
      can_be_judged(pair) && oracle::false_end(pair.first, pair.second, m.distance.lower, m.distance.upper).has_value();
  return is_false ? "the interval is false" : "";
}

void ask_contacts(const PlanePairList& list) {
  const std::vector<Verdict> verdicts = list.answers();
  const auto expected = touch(list, {.margin = 0, .check = Check::inputs, .isa = Isa::scalar});
  for (const Isa isa : supported_isas()) {
    const auto found = touch(list, {.margin = 0, .check = Check::inputs, .isa = isa});
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!same_bits(found[i], expected[i]))
        broken("contacts, " + std::string(name(isa)) + ": " + text(found[i]) + ", not " + text(expected[i]) + "\n" +
               list.line(i));
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (const std::string wrong = fault_of_contacts(list.shapes[i], verdicts[i], expected[i]); !wrong.empty())
      broken("contacts: " + wrong + ": " + text(expected[i]) + "\n" + list.line(i));
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  test::Input in(data, size);
  const test::PlanePairList list = test::make_list(in);
  for (const Method method : {Method::automatic, Method::gjk}) test::ask(list, method, test::fault);
  test::ask_contacts(list);
  return 0;
}
