#include "plane_pair_list.hpp"

#include <cmath>

#include "plane_pair_line.hpp"

namespace lockstep::test {

using oracle::uniform;

namespace {

struct AddInPlane {
  ShapeSet2& set;
  Check check;

  std::uint32_t operator()(const oracle::PolygonShape2& s) const {
    return set.add(Polygon2{.vertices = s.vertices, .position = s.position, .angle = s.angle}, check);
  }
  std::uint32_t operator()(const auto& shape) const { return set.add(shape, check); }
};

}  // namespace

std::uint32_t add_to(ShapeSet2& set, const AnyShape2& shape, Check check) {
  return std::visit(AddInPlane{set, check}, shape);
}

bool PlanePairList::append(ShapePair2 pair, Check check) {
  pairs.push_back({add_to(first, pair.first, check), add_to(second, pair.second, check)});
  shapes.push_back(std::move(pair));
  return true;
}

std::vector<Verdict> PlanePairList::answers(const IntersectOptions& options) const {
  std::vector<Verdict> verdicts(pairs.size());
  intersect(first, second, pairs, verdicts, options);
  return verdicts;
}

std::vector<Verdict> PlanePairList::swapped_answers(const IntersectOptions& options) const {
  std::vector<Pair> swapped;
  for (const Pair& pair : pairs) swapped.push_back({pair.b, pair.a});
  std::vector<Verdict> verdicts(pairs.size());
  intersect(second, first, swapped, verdicts, options);
  return verdicts;
}

std::string PlanePairList::line(std::size_t i) const {
  return oracle::to_pair_line("pair" + std::to_string(i), shapes[i].first, shapes[i].second);
}

void append_mixture(PlanePairList& list, Rng& rng, Kind2 a, Kind2 b, int count) {
  for (int i = 0; i < count; ++i) {
    ShapePair2 pair = [&] {
      switch (i % 4) {
        case 0: return oracle::random_pair(rng, a, b);
        case 1: {
          const double gap = std::pow(10, uniform(rng, -9, -1));
          return oracle::near_contact_pair(rng, a, b, oracle::below(rng, 2) == 0 ? gap : -gap);
        }
        default: return oracle::hard_pair(rng, a, b, oracle::all_hardnesses[rng() % oracle::all_hardnesses.size()]);
      }
    }();
    if (i % 8 == 0 && b == Kind2::polygon) {
      const int vertices = 1 + oracle::below(rng, 150);
      pair.second = oracle::polygon_of(rng, vertices, {static_cast<float>(uniform(rng, -2, 2)), 0.5F});
    }
    list.append(std::move(pair));
  }
}

}  // namespace lockstep::test
