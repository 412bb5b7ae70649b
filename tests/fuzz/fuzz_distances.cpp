// Bytes as a list of pairs and motions. Distances, contacts and casts are the same bits on all instruction sets, never
// contradict `intersect`, and no interval of a distance is false by exact arithmetic.
#include <string>
#include <vector>

#include "cast_list.hpp"
#include "contact_list.hpp"
#include "judge.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

/// A full register of the widest double lanes and a part of a second.
constexpr std::size_t most_pairs = 12;

CastList make_list(Input& in) {
  CastList list;
  for (std::size_t made = 0; made < most_pairs && !in.at_end(); ++made) {
    if (!list.PairList::append(make_pair(in), Check::none)) continue;
    const float x = in.number(), y = in.number(), z = in.number();
    list.motions.push_back({x, y, z});
  }
  return list;
}

/// ask(isa) gives the answers to the list.
template <class Ask>
auto same_everywhere(const CastList& list, const std::string& what, const Ask& ask) {
  const auto expected = ask(Isa::scalar);
  for (const Isa isa : supported_isas()) {
    const auto answers = ask(isa);
    for (std::size_t i = 0; i < expected.size(); ++i)
      if (!same_bits(answers[i], expected[i]))
        broken(what + ", " + std::string(name(isa)) + ": " + text(answers[i]) + ", not " + text(expected[i]) + "\n" +
               list.line(i));
  }
  return expected;
}

/// Beyond the range `intersect` answers `touching`, where a distance may know more.
bool are_in_range(const ShapePair& pair) { return is_in_range(pair.first) && is_in_range(pair.second); }

/// Exact arithmetic is slow for smooth shapes.
bool can_be_judged(const ShapePair& pair) {
  const auto& [a, b] = pair;
  return is_a_shape(a) && is_a_shape(b) && are_in_range(pair) && !oracle::is_smooth(a) && !oracle::is_smooth(b) &&
         truth_of(a, b);
}

void judge(const CastList& list, const std::vector<Verdict>& verdicts, const std::vector<Measured>& distances) {
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const Interval& d = distances[i].distance;
    const ShapePair& pair = list.shapes[i];
    const bool is_flat = d == Interval{0, 0} && verdicts[i] == Verdict::overlapping;  // flat shapes of one plane
    if (are_in_range(pair) && verdict_of(d) != verdicts[i] && !is_flat)
      broken("not what intersect says: " + text(distances[i]) + "\n" + list.line(i));
    if (can_be_judged(pair) && oracle::refutes(pair.first, pair.second, d.lower, d.upper))
      broken("false: " + text(distances[i]) + "\n" + list.line(i));
  }
}

void judge(const CastList& list, const std::vector<Verdict>& verdicts, const std::vector<Met>& casts) {
  for (std::size_t i = 0; i < casts.size(); ++i) {
    const Interval& f = casts[i].fractions;
    const bool denied =
        (verdicts[i] == Verdict::separated && f.upper <= 0) || (verdicts[i] == Verdict::overlapping && f.lower > 0);
    if (!(f.lower <= f.upper) || (denied && are_in_range(list.shapes[i])))
      broken("no interval: " + text(casts[i]) + "\n" + list.line(i));
  }
}

void judge(const CastList& list, const std::vector<Verdict>& verdicts, const std::vector<Manifold>& manifolds) {
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    if (manifolds[i].count > 4 ||
        (are_in_range(list.shapes[i]) && (manifolds[i].count == 0) != (verdicts[i] == Verdict::separated)))
      broken("no manifold: " + text(manifolds[i]) + "\n" + list.line(i));
}

void ask_all(const CastList& list) {
  const std::vector<Verdict> verdicts = list.PairList::answers();
  for (const double tolerance : {0.0, 1e-2})
    judge(list, verdicts, same_everywhere(list, "distance", [&](Isa isa) {
            return measure(list, DistanceOptions{.tolerance = tolerance, .isa = isa});
          }));
  judge(list, verdicts, same_everywhere(list, "contacts", [&](Isa isa) {
          return touch(list, {.margin = 0, .check = Check::inputs, .isa = isa});
        }));
  judge(list, verdicts, same_everywhere(list, "cast", [&](Isa isa) {
          return list.answers({.tolerance = 0, .check = Check::none, .isa = isa});
        }));
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lockstep::test::Input in(data, size);
  lockstep::test::ask_all(lockstep::test::make_list(in));
  return 0;
}
