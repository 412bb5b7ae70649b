// The state of a ShapeSet2: moving shapes, copies, and failed allocations. Queries allocate nothing.
#include <gtest/gtest.h>

#include <utility>

#include "failing_allocations.hpp"
#include "spaces.hpp"

namespace lockstep::test {
namespace {

TEST(PlaneAllocations, IntersectMakesNone) {
  auto list = pairs_of_all_kinds<Plane>(91, 20);
  std::vector<Verdict> verdicts(list.pairs.size());
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{256}, list.pairs.size()})
    for (const Isa isa : supported_isas())
      for (const Method method : {Method::automatic, Method::gjk})
        EXPECT_EQ(allocations_of([&] {
                    intersect(list.first, list.second, {list.pairs.data(), count}, {verdicts.data(), count},
                              {.method = method, .check = Check::inputs, .isa = isa});
                  }),
                  0U)
            << count << " pairs, " << name(isa);
}

/// The call of a moving body in every frame.
TEST(PlaneAllocations, MovingAShapeMakesNone) {
  ShapeSet2 set;
  set.add(Circle2{{0, 0}, 1});
  set.add(Polygon2{std::array<Vec2, 3>{{{0, 0}, {1, 0}, {0, 1}}}});
  EXPECT_EQ(allocations_of([&] {
              set.set(0, Circle2{{1, 0}, 1});
              set.set(0, Capsule2{{1, 0}, {2, 1}, 1});
              set.set(0, Box2{{1, 0}, 3, {2, 1}});
              set.set(0, Ellipse2{{1, 0}, 3, {2, 1}});
              set.set(0, Slice2{{1, 0}, 3, 1, 2});
              set.place(1, {3, 4}, 5);
            }),
            0U);
}

Verdict verdict_of(const ShapeSet2& set, std::uint32_t a, std::uint32_t b) {
  const Pair pair{a, b};
  Verdict verdict{};
  intersect(set, set, {&pair, 1}, {&verdict, 1});
  return verdict;
}

TEST(PlaneSet, ReplacedAndPlacedShapesAreWhereTheyWerePut) {
  auto list = pairs_of_all_kinds<Plane>(94, 30);
  const std::vector<Verdict> expected = list.answers();
  for (std::size_t i = 0; i < list.shapes.size(); ++i) {
    ShapeSet2 set;
    const AnyShape2 shapes[2] = {list.shapes[i].first, list.shapes[i].second};
    for (std::uint32_t k = 0; k < 2; ++k) {
      if (const auto* polygon = std::get_if<oracle::PolygonShape2>(&shapes[k])) {
        set.add(Polygon2{polygon->vertices, {5, -3}, 2});
        set.place(k, polygon->position, polygon->angle);
        EXPECT_EQ(set.kind(k), ShapeKind2::polygon);
        continue;
      }
      set.add(Slice2{{9, 9}, 1, 1, 1});
      const auto replace = [&](const auto& shape) {
        if constexpr (requires { set.set(k, shape); }) set.set(k, shape);
      };
      std::visit(replace, shapes[k]);
      EXPECT_EQ(static_cast<std::size_t>(set.kind(k)), shapes[k].index());
    }
    EXPECT_EQ(verdict_of(set, 0, 1), expected[i]) << list.line(i);
  }
}

TEST(PlaneSet, CopiesAndMovesAndClears) {
  ShapeSet2 set;
  set.add(Circle2{{0, 0}, 1});
  set.add(Polygon2{std::array<Vec2, 3>{{{0, 0}, {1, 0}, {0, 1}}}});
  ShapeSet2 copy = set;
  copy.place(1, {10, 0}, 0);
  EXPECT_EQ(verdict_of(set, 0, 1), Verdict::overlapping);
  EXPECT_EQ(verdict_of(copy, 0, 1), Verdict::separated);
  set = copy;
  EXPECT_EQ(verdict_of(set, 0, 1), Verdict::separated);
  const ShapeSet2 moved = std::move(copy);
  EXPECT_EQ(moved.size(), 2U);
  set.clear();
  EXPECT_EQ(set.size(), 0U);
  EXPECT_EQ(set.add(Circle2{{0, 0}, 1}), 0U);
}

TEST(PlaneSet, NamesOfKinds) {
  const std::pair<ShapeKind2, std::string_view> names[] = {
      {ShapeKind2::circle, "circle"},   {ShapeKind2::capsule, "capsule"}, {ShapeKind2::box, "box"},
      {ShapeKind2::ellipse, "ellipse"}, {ShapeKind2::slice, "slice"},     {ShapeKind2::polygon, "polygon"}};
  for (const auto& [kind, text] : names) {
    EXPECT_EQ(name(kind), text);
    EXPECT_EQ(*(name(kind).data() + text.size()), '\0');
  }
}

TEST(PlaneFailingAllocations, LeaveASetAsItWas) {
  Rng rng(93);
  const std::vector<Vec2> vertices(40, Vec2{1, 2});
  ShapeSet2 other;
  for (int i = 0; i < 10; ++i) other.add(Polygon2{vertices});
  for (const int size : {0, 1, 7, 64}) {  // with and without room to spare
    ShapeSet2 original;
    for (int i = 0; i < size; ++i)
      add_to(original, oracle::random_pair(rng, oracle::all_kinds2[rng() % 6], Kind2::circle).first);
    fail_everywhere(original, [](ShapeSet2& set) { set.add(Circle2{{0, 0}, 1}); });
    fail_everywhere(original, [](ShapeSet2& set) { set.add(Slice2{{0, 0}, 0, 1, 1}); });
    fail_everywhere(original, [&](ShapeSet2& set) { set.add(Polygon2{vertices}); });
    fail_everywhere(original, [](ShapeSet2& set) { set.reserve(1000, 1000); });
    fail_everywhere(original, [&](ShapeSet2& set) { set = other; });
    if (size != 0) original.remove(0);
    fail_everywhere(original, [&](ShapeSet2& set) { set.add(Polygon2{vertices}); });
    fail_everywhere(original, [](ShapeSet2& set) { const ShapeSet2 copy = set; });
  }
}

}  // namespace
}  // namespace lockstep::test
