// The verdicts of a pair list, of space or of the plane, are the same bits for every instruction set, thread count,
// order and length of the list; and those on circles are those on spheres at z = 0.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "list_parity.hpp"

namespace lockstep::test {
namespace {

class Parity : public EveryKindPair {
 protected:
  Parity() {
    Rng rng(100 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
  }
  PairList list_;
};

TEST_P(Parity, OfInstructionSets) { ask_every_isa(list_); }

/// A against B and B against A may differ in queries closer to contact than rounding resolves, never in proven ones.
/// For different kinds they are the same query.
TEST_P(Parity, OfSwappedSets) {
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    const std::vector<Verdict> expected = list_.answers(options);
    const std::vector<Verdict> verdicts = list_.swapped_answers(options);
    int differ = 0;
    for (std::size_t i = 0; i < verdicts.size(); ++i) {
      if (verdicts[i] == expected[i]) continue;
      ++differ;
      EXPECT_TRUE(verdicts[i] == Verdict::touching || expected[i] == Verdict::touching)
          << say(options) << ": " << expected[i] << ", swapped " << verdicts[i] << "\n"
          << list_.line(i);
    }
    RecordProperty("swap_changes_touching_" + std::string(method == Method::gjk ? "gjk" : "automatic"), differ);
    const auto record_kind = [](Kind kind) { return kind == Kind::point ? Kind::sphere : std::min(kind, Kind::hull); };
    if (record_kind(GetParam().first) != record_kind(GetParam().second)) {
      EXPECT_EQ(differ, 0) << say(options);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Parity, kind_pairs(), kind_pair_name);

/// Of polygons with more vertices than any lanes copy, among shapes with few.
class PlaneParity : public EveryPlanePair {
 protected:
  PlaneParity() {
    Rng rng(300 + 8 * static_cast<unsigned>(GetParam().first) + static_cast<unsigned>(GetParam().second));
    append_mixture(list_, rng, GetParam().first, GetParam().second, 1500);
    append_many_vertices(list_, rng, GetParam(), {63, 64, 65, 100, 300}, 20);
  }
  PlanePairList list_;
};

TEST_P(PlaneParity, OfInstructionSets) { ask_every_isa(list_); }

TEST_P(PlaneParity, OfSwappedSets) {
  for (const Method method : methods) {
    const IntersectOptions options = with(supported_isas().front(), method);
    SCOPED_TRACE(say(options));
    expect_same(list_, list_.swapped_answers(options), list_.answers(options));
  }
}

INSTANTIATE_TEST_SUITE_P(, PlaneParity, plane_kinds(), kind_pair_name);

/// Wide lanes scan the vertices of hulls where they lie, width-1 lanes one by one. Corners of a lattice lie equally far
/// along many directions, and twice in one place. A third of the hulls are flat, some posed.
oracle::AnyShape lattice_hull(Rng& rng, int vertices, bool posed) {
  oracle::PlacedHull hull;
  const auto whole = [&](int most) { return static_cast<float>(oracle::below(rng, 2 * most + 1) - most); };
  const int height = oracle::below(rng, 3) == 0 ? 0 : 2;
  for (int i = 0; i < vertices; ++i) hull.vertices.push_back({whole(2), whole(2), whole(height)});
  hull.pose.position = {whole(2), whole(2), whole(2)};
  if (posed) {
    hull.pose.rotation = {0.5F, oracle::below(rng, 2) == 0 ? 0.5F : -0.5F, 0.5F, 0.5F};
    hull.radius = static_cast<float>(oracle::below(rng, 2)) * 0.25F;
    return hull;
  }
  oracle::HullShape moved;
  for (const Vec3& v : hull.vertices)
    moved.vertices.push_back({v.x + hull.pose.position.x, v.y + hull.pose.position.y, v.z + hull.pose.position.z});
  return moved;
}

TEST(ParityOfHulls, OfEverySize) {
  Rng rng(12);
  for (int vertices = 1; vertices <= 257; ++vertices) {
    SCOPED_TRACE(vertices);
    PairList list;
    for (int i = 0; i < 40; ++i)
      list.append({lattice_hull(rng, vertices, vertices % 4 == 0), lattice_hull(rng, vertices, i % 16 == 15)});
    ask_every_isa(list);
  }
}

TEST(ParityOfHulls, OfMixedSizes) {
  Rng rng(13);
  PairList list;
  for (int i = 0; i < 3000; ++i)
    list.append(
        {lattice_hull(rng, 1 + oracle::below(rng, 80), false),
         many_vertices(rng, 1 + oracle::below(rng, 160), {static_cast<float>(oracle::uniform(rng, -2, 2)), 1, 0})});
  ask_every_isa(list);
}

/// Lanes have loops of their own for blocks whose largest polygon has five to eight vertices.
TEST(ParityOfPolygons, OfEverySize) {
  Rng rng(14);
  for (int vertices = 1; vertices <= 20; ++vertices) {
    SCOPED_TRACE(vertices);
    PlanePairList list;
    const auto polygon = [&](bool on_lattice) {
      const auto coordinate = [&] {
        return on_lattice ? static_cast<float>(oracle::below(rng, 5) - 2)
                          : static_cast<float>(oracle::uniform(rng, -2, 2));
      };
      oracle::PolygonShape2 shape;
      for (int i = 0; i < vertices; ++i) shape.vertices.push_back({coordinate(), coordinate()});
      shape.position = {2 * coordinate(), 2 * coordinate()};
      return shape;
    };
    for (int i = 0; i < 400; ++i) list.append({polygon(i % 2 == 0), polygon(i % 2 == 0)});
    ask_every_isa(list);
  }
}

class ParityOfLists : public EveryIsa {};

TEST_P(ParityOfLists, MixedKindsAnswerInInputOrder) { ask_in_any_order(mixed_list<Space>(7, 24), GetParam()); }
TEST_P(ParityOfLists, MixedKindsOfThePlaneAnswerInInputOrder) {
  ask_in_any_order(mixed_list<Plane>(7, 24), GetParam());
}

TEST_P(ParityOfLists, EveryCount) { ask_every_count(mixed_list<Space>(8, 6), GetParam()); }
TEST_P(ParityOfLists, EveryCountInThePlane) { ask_every_count(mixed_list<Plane>(8, 8), GetParam()); }

/// The same, for lists of one combination of kinds, which go through the kernels unsorted.
template <class S>
void ask_every_count_of(const std::vector<typename S::Kinds>& combinations, Isa isa) {
  Rng rng(9);
  for (const auto& [a, b] : combinations) {
    typename S::Pairs list;
    append_mixture(list, rng, a, b, 258);
    ask_every_count(list, isa);
  }
}
TEST_P(ParityOfLists, EveryCountOfOneCombination) {
  ask_every_count_of<Space>(
      {{Kind::box, Kind::box}, {Kind::sphere, Kind::capsule}, {Kind::hull, Kind::hull}, {Kind::box, Kind::capsule}},
      GetParam());
}
TEST_P(ParityOfLists, EveryCountOfOneCombinationInThePlane) {
  ask_every_count_of<Plane>({{Kind2::box, Kind2::box},
                             {Kind2::circle, Kind2::capsule},
                             {Kind2::polygon, Kind2::polygon},
                             {Kind2::ellipse, Kind2::slice}},
                            GetParam());
}

INSTANTIATE_TEST_SUITE_P(, ParityOfLists, isas(), isa_name);

TEST(ParityOfThreads, OneTwoFour) { ask_on_threads(mixed_list<Space>(10, 12)); }
TEST(ParityOfThreads, OneTwoFourInThePlane) { ask_on_threads(mixed_list<Plane>(10, 12)); }

/// Overlap passes treat circles as spheres at z = 0.
TEST(PlaneParityWithSpace, CirclesAreBalls) {
  Rng rng(11);
  PlanePairList list;
  append_mixture(list, rng, Kind2::circle, Kind2::circle, 20000);
  ShapeSet first, second;
  const auto ball = [](const AnyShape2& shape) {
    const auto& circle = std::get<Circle2>(shape);
    return Sphere{{circle.center.x, circle.center.y, 0}, circle.radius};
  };
  for (const ShapePair2& pair : list.shapes) first.add(ball(pair.first)), second.add(ball(pair.second));
  std::vector<Verdict> balls(list.pairs.size());
  for (const Isa isa : supported_isas()) {
    intersect(first, second, list.pairs, balls, {.isa = isa});
    expect_same(list, list.answers({.isa = isa}), balls);
  }
}

}  // namespace
}  // namespace lockstep::test
