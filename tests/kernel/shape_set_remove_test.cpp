// Removed shapes, of space and of the plane: free slots, their reuse, and that no shape overlaps them.
#include <gtest/gtest.h>

#include <bit>
#include <optional>

#include "error_of.hpp"
#include "every_isa.hpp"
#include "objects.hpp"
#include "sets/shape_store.hpp"
#include "sets/shape_store2.hpp"
#include "spaces.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::below;

AnyShape random_shape(Rng& rng) {
  const Kind kind = oracle::all_kinds[rng() % oracle::all_kinds.size()];
  if (kind == Kind::matrix) return random_shape(rng);  // rounding may spoil one
  if (kind == Kind::hull && below(rng, 2) == 0) return many_vertices(rng, 1 + below(rng, 100), {0, 0, 0});
  return oracle::random_pair(rng, kind, Kind::point).first;
}

AnyShape2 random_plane_shape(Rng& rng) {
  const Kind2 kind = oracle::all_kinds2[rng() % oracle::all_kinds2.size()];
  return oracle::random_pair(rng, kind, Kind2::circle).first;
}

TEST(Remove, HolesAreFilledLastMadeFirst) {
  ShapeSet set;
  for (int i = 0; i < 5; ++i) set.add(Sphere{{0, 0, 0}, 1});
  for (const std::uint32_t i : {3U, 0U, 2U}) set.remove(i);
  EXPECT_EQ(set.size(), 5U);
  EXPECT_EQ(set.free_slots(), 3U);
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(set.contains(i), i == 1 || i == 4) << i;
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 2U);
  EXPECT_EQ(set.add(Box{{0, 0, 0}, {}, {1, 1, 1}}), 0U);
  set.remove(4);
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 4U);
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 3U);
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 5U);
  EXPECT_EQ(set.free_slots(), 0U);
  EXPECT_EQ(set.kind(0), ShapeKind::box);
}

TEST(Remove, WhatIsNotThereIsAnError) {
  ShapeSet set;
  const std::uint32_t mesh = set.add_mesh(ConvexHull{std::vector<Vec3>{{0, 0, 0}}});
  set.add(Sphere{{0, 0, 0}, 1}), set.add(Sphere{{0, 0, 0}, 1});
  EXPECT_EQ(error_of([&] { set.remove(2); }), "shape set: index 2 is out of range, the set has 2 shapes");
  set.remove(1);
  const std::string removed = "shape set: shape 1 was removed";
  EXPECT_EQ(error_of([&] { set.remove(1); }), removed);
  EXPECT_EQ(error_of([&] { (void)set.kind(1); }), removed);
  for (const Check check : {Check::inputs, Check::none}) {
    EXPECT_EQ(error_of([&] { set.set(1, Sphere{{0, 0, 0}, 1}, check); }), removed);
    EXPECT_EQ(error_of([&] { set.set(1, HullInstance{mesh, {}}, check); }), removed);
  }
  EXPECT_EQ(set.free_slots(), 1U);
  set.clear();
  EXPECT_EQ(set.free_slots(), 0U);
  EXPECT_EQ(set.add(Point{{0, 0, 0}}), 0U);
}

TEST(Remove, PairsOfHolesAreErrors) {
  ShapeSet set, other;
  for (int i = 0; i < 3; ++i) set.add(Sphere{{0, 0, 0}, 1}), other.add(Box{{0, 0, 0}, {}, {1, 1, 1}});
  set.remove(1), other.remove(2);
  std::vector<Pair> pairs(300, Pair{0, 0});
  std::vector<Verdict> verdicts(300, Verdict::touching);
  const auto ask = [&](Check check) {
    return error_of([&] { intersect(set, other, pairs, verdicts, {.check = check}); });
  };
  pairs[290] = {2, 2};
  EXPECT_EQ(ask(Check::inputs), "pairs[290].b = 2: was removed from the second set");
  pairs[280] = {1, 2};
  EXPECT_EQ(ask(Check::inputs), "pairs[280].a = 1: was removed from the first set");
  EXPECT_EQ(verdicts, std::vector<Verdict>(300, Verdict::touching));
  EXPECT_EQ(ask(Check::none), "");
  for (std::size_t i = 0; i < pairs.size(); ++i)
    EXPECT_EQ(verdicts[i], i == 280 || i == 290 ? Verdict::separated : Verdict::overlapping) << i;
}

TEST(Remove, ASetOfHolesMeetsNothing) {
  ShapeSet set;
  for (int i = 0; i < 100; ++i) set.add(Sphere{{0, 0, 0}, 1});
  for (std::uint32_t i = 0; i < 100; ++i) set.remove(i);
  std::vector<Verdict> verdicts(2, Verdict::touching);
  intersect(set, set, std::vector<Pair>{{0, 1}, {5, 5}}, verdicts, {.check = Check::none});
  EXPECT_EQ(verdicts, (std::vector<Verdict>(2, Verdict::separated)));
  std::vector<std::uint64_t> visible(mask_words(100), ~std::uint64_t{0});
  EXPECT_EQ(cull(volumes()[0].volume, set, visible), 0U);
  EXPECT_EQ(visible, (std::vector<std::uint64_t>(2, 0)));
}

/// The memory of vertices is reused, whatever moves in and out.
TEST(Remove, RoomIsUsedAgain) {
  Rng rng(2026);
  ShapeSet set;
  const std::uint32_t mesh = set.add_mesh(ConvexHull{std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}}});
  const auto add = [&](int i) -> std::uint32_t {
    const AnyShape hull = many_vertices(rng, 1 + 13 * (i % 5), {0, 0, 0});
    const std::vector<Vec3>& vertices = std::get<oracle::HullShape>(hull).vertices;
    switch (i % 4) {
      case 0: return set.add(ConvexHull{vertices});
      case 1: return set.add(RoundedHull{vertices, 0.5F});
      case 2: return set.add(HullInstance{mesh, {}});
      default: return set.add(volumes()[0].volume);
    }
  };
  std::vector<std::uint32_t> indices;
  for (int i = 0; i < 60; ++i) indices.push_back(add(i));
  const std::size_t floats = set.store().vertices.size();
  for (int round = 0; round < 5; ++round) {
    for (const std::uint32_t i : indices)
      if (i % 3 == 0) set.set(i, Sphere{{0, 0, 0}, 1});  // gives its vertices back as well
    for (const std::uint32_t i : indices) set.remove(i);
    for (int i = 0; i < 60; ++i) indices[static_cast<std::size_t>(i)] = add(i);
    EXPECT_EQ(set.store().vertices.size(), floats) << "round " << round;
    EXPECT_EQ(set.size(), 60U);
  }
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

class RemoveOnEveryIsa : public EveryIsa {};
INSTANTIATE_TEST_SUITE_P(, RemoveOnEveryIsa, isas(), isa_name);

/// Added and removed shapes, and the remaining ones.
template <class S>
struct Churn {
  typename S::Set set;
  std::vector<std::optional<typename S::Shape>> held;

  template <class Make>
  Churn(Rng& rng, const Make& make) {
    for (int step = 0; step < 2000; ++step) {
      const auto at = held.empty() ? 0 : static_cast<std::uint32_t>(rng() % held.size());
      if (below(rng, 5) < 2 && set.contains(at))
        remove(at);
      else if (held.size() < 150 || set.free_slots() != 0)
        add(make(rng));
    }
    for (std::uint32_t i = 0; i < held.size(); i += 7)
      if (held[i]) remove(i);
  }

 private:
  void remove(std::uint32_t index) {
    set.remove(index);
    held[index].reset();
  }
  void add(const typename S::Shape& shape) {
    const std::uint32_t index = add_to(set, shape);
    if (index == held.size()) held.emplace_back();
    ASSERT_LT(index, held.size());
    ASSERT_FALSE(held[index]) << "an index in use was given out";
    held[index] = shape;
  }
};

/// After many changes a set answers like one that was built of the remaining shapes.
template <class S>
void expect_as_one_made_anew(const Churn<S>& churn, Isa isa) {
  const auto& held = churn.held;
  const typename S::Set copy = churn.set;
  typename S::Set anew;
  std::vector<std::uint32_t> index_of(held.size());
  for (std::size_t i = 0; i < held.size(); ++i)
    if (held[i]) index_of[i] = add_to(anew, *held[i]);

  std::vector<Pair> pairs, same;
  for (std::uint32_t a = 0; a < held.size(); ++a)
    for (std::uint32_t b = 0; b < held.size(); ++b)
      if (held[a] && held[b]) pairs.push_back({a, b}), same.push_back({index_of[a], index_of[b]});
  ASSERT_GT(pairs.size(), 1000U);
  ASSERT_GT(churn.set.free_slots(), 10U);
  std::vector<Verdict> answers(pairs.size()), expected(pairs.size()), of_copy(pairs.size());
  intersect(churn.set, churn.set, pairs, answers, {.isa = isa});
  intersect(copy, copy, pairs, of_copy, {.isa = isa});
  intersect(anew, anew, same, expected, {.isa = isa});
  EXPECT_EQ(answers, expected) << name(isa);
  EXPECT_EQ(of_copy, expected) << name(isa);
}

TEST_P(RemoveOnEveryIsa, ASetAnswersAsOneMadeAnew) {
  Rng rng(7);
  expect_as_one_made_anew(Churn<Space>(rng, random_shape), GetParam());
}

TEST(PlaneRemove, ASetAnswersAsOneMadeAnew) {
  for (const Isa isa : supported_isas()) {
    Rng rng(7);
    expect_as_one_made_anew(Churn<Plane>(rng, random_plane_shape), isa);
  }
}

TEST_P(RemoveOnEveryIsa, HolesAreCulled) {
  Rng rng(8);
  const std::vector<NamedVolume> all = volumes();
  const ConvexVolume& volume = all[0].volume;
  ShapeSet set = mixed_shapes(volume, 5000, rng);
  std::vector<std::uint64_t> before(mask_words(set.size())), after(before.size());
  const CullOptions options{.isa = GetParam()};
  cull(volume, set, before, options);
  std::size_t left = 0;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    const bool removed = below(rng, 3) == 0;
    if (removed) set.remove(i), before[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    left += is_set(before, i) ? 1U : 0U;
  }
  ASSERT_GT(left, 10U);
  EXPECT_EQ(cull(volume, set, after, options), left);
  EXPECT_EQ(after, before);
  EXPECT_EQ(cull_count(volume, set, options), left);

  const VolumeSet many(std::vector<ConvexVolume>{volume, all[1].volume});
  std::vector<std::size_t> counts(2);
  cull(many, set, {.counts = counts}, options);
  EXPECT_EQ(counts[0], left);
}

}  // namespace
}  // namespace lockstep::test
