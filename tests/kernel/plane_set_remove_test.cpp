// Removed shapes of the plane: free slots, their reuse, and that no shape overlaps them.
#include <gtest/gtest.h>

#include <optional>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "pair_list.hpp"
#include "sets/shape_store2.hpp"

namespace lockstep::test {
namespace {

using oracle::below;

AnyShape2 random_plane_shape(Rng& rng) {
  const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
  return oracle::random_pair(rng, kind, Kind2::circle).first;
}

TEST(PlaneRemove, HolesAreFilledLastMadeFirst) {
  ShapeSet2 set;
  for (int i = 0; i < 5; ++i) set.add(Circle2{{0, 0}, 1});
  for (const std::uint32_t i : {3U, 0U, 2U}) set.remove(i);
  EXPECT_EQ(set.size(), 5U);
  EXPECT_EQ(set.free_slots(), 3U);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(set.contains(i), i == 1 || i == 4) << i;
  EXPECT_EQ(set.add(Box2{{0, 0}, 0, {1, 1}}), 2U);
  EXPECT_EQ(set.add(Polygon2{std::vector<Vec2>{{0, 0}, {1, 0}}}), 0U);
  EXPECT_EQ(set.add(Circle2{{0, 0}, 1}), 3U);
  EXPECT_EQ(set.add(Circle2{{0, 0}, 1}), 5U);
  EXPECT_EQ(set.free_slots(), 0U);
  EXPECT_EQ(set.kind(0), ShapeKind2::polygon);
}

TEST(PlaneRemove, WhatIsNotThereIsAnError) {
  ShapeSet2 set;
  set.add(Circle2{{0, 0}, 1}), set.add(Polygon2{std::vector<Vec2>{{0, 0}}});
  EXPECT_EQ(error_of([&] { set.remove(2); }), "shape set: index 2 is out of range, the set has 2 shapes");
  set.remove(1);
  const std::string removed = "shape set: shape 1 was removed";
  EXPECT_EQ(error_of([&] { set.remove(1); }), removed);
  EXPECT_EQ(error_of([&] { (void)set.kind(1); }), removed);
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(error_of([&] { set.set(1, Circle2{{0, 0}, 1}, check); }), removed);
    EXPECT_EQ(error_of([&] { set.place(1, {0, 0}, 0, check); }), removed);
  }
  std::vector<Verdict> verdicts(2, Verdict::touching);
  const std::vector<Pair> pairs = {{0, 0}, {0, 1}};
  EXPECT_EQ(error_of([&] { intersect(set, set, pairs, verdicts); }), "pairs[1].b = 1: was removed from the second set");
  EXPECT_EQ(verdicts, std::vector<Verdict>(2, Verdict::touching));
  intersect(set, set, pairs, verdicts, {.check = Check::none});
  EXPECT_EQ(verdicts, (std::vector<Verdict>{Verdict::overlapping, Verdict::separated}));
  set.clear();
  EXPECT_EQ(set.free_slots(), 0U);
  EXPECT_EQ(set.add(Circle2{{0, 0}, 1}), 0U);
}

/// The memory of vertices is reused, whatever moves in and out.
TEST(PlaneRemove, RoomIsUsedAgain) {
  ShapeSet2 set;
  const auto add = [&](std::size_t i) { return set.add(Polygon2{std::vector<Vec2>(1 + 23 * (i % 5), Vec2{1, 2})}); };
  std::vector<std::uint32_t> indices(60);
  for (std::size_t i = 0; i < 60; ++i) indices[i] = add(i);
  const std::size_t floats = set.store().vertices.size();
  for (int round = 0; round < 5; ++round) {
    for (const std::uint32_t i : indices) set.remove(i);
    for (std::size_t i = 0; i < 60; ++i) indices[i] = add(i);
    EXPECT_EQ(set.store().vertices.size(), floats) << "round " << round;
    EXPECT_EQ(set.size(), 60U);
  }
}

/// Added and removed shapes, and the remaining ones.
struct Churn {
  ShapeSet2 set;
  std::vector<std::optional<AnyShape2>> held;

  explicit Churn(Rng& rng) {
    for (int step = 0; step < 2000; ++step) {
      const auto at = held.empty() ? 0 : static_cast<std::uint32_t>(rng() % held.size());
      if (below(rng, 5) < 2 && set.contains(at))
        remove(at);
      else if (held.size() < 150 || set.free_slots() != 0)
        add(random_plane_shape(rng));
    }
    for (std::uint32_t i = 0; i < held.size(); i += 7)
      if (held[i]) remove(i);
  }

 private:
  void remove(std::uint32_t index) {
    set.remove(index);
    held[index].reset();
  }
  void add(const AnyShape2& shape) {
    const std::uint32_t index = add_to(set, shape);
    if (index == held.size()) held.emplace_back();
    ASSERT_LT(index, held.size());
    ASSERT_FALSE(held[index]) << "an index in use was given out";
    held[index] = shape;
  }
};

/// After many changes a set answers like one that was built of the remaining shapes.
TEST(PlaneRemove, ASetAnswersAsOneMadeAnew) {
  Rng rng(7);
  const Churn churn(rng);
  const ShapeSet2 copy = churn.set;
  ShapeSet2 anew;
  std::vector<std::uint32_t> index_of(churn.held.size());
  for (std::size_t i = 0; i < churn.held.size(); ++i)
    if (churn.held[i]) index_of[i] = add_to(anew, *churn.held[i]);

  std::vector<Pair> pairs, same;
  for (std::uint32_t a = 0; a < churn.held.size(); ++a)
    for (std::uint32_t b = 0; b < churn.held.size(); ++b)
      if (churn.held[a] && churn.held[b]) pairs.push_back({a, b}), same.push_back({index_of[a], index_of[b]});
  ASSERT_GT(pairs.size(), 1000U);
  ASSERT_GT(churn.set.free_slots(), 10U);
  std::vector<Verdict> answers(pairs.size()), expected(pairs.size()), of_copy(pairs.size());
  for (const Isa isa : supported_isas()) {
    intersect(churn.set, churn.set, pairs, answers, {.isa = isa});
    intersect(copy, copy, pairs, of_copy, {.isa = isa});
    intersect(anew, anew, same, expected, {.isa = isa});
    EXPECT_EQ(answers, expected) << name(isa);
    EXPECT_EQ(of_copy, expected) << name(isa);
  }
}

}  // namespace
}  // namespace lockstep::test
