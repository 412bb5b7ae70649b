// Objects element by element: the verdicts are those of sets and a list of pairs, which exact_test.cpp and its like
// compare with the truth; in every layout, number and instruction set, and with errors that name the number.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "bad_numbers.hpp"
#include "element_kinds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "list_parity.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;

template <class Of>
class Elements : public testing::Test {};
TYPED_TEST_SUITE(Elements, ElementKinds);

/// Not only proven answers: queries that float lanes leave open go the way of the lists, so `touching` is the same as
/// well.
template <class Of>
void expect_verdicts_of_sets(const typename Of::List& list) {
  const Sides<Of> sides(list);
  for (const Method method : methods) {
    const std::vector<Verdict> expected = list.answers(with(Isa::scalar, method));
    for (const Isa isa : supported_isas()) {
      SCOPED_TRACE(say(with(isa, method)));
      expect_same(list, sides.answers(with(isa, method)), expected);
    }
  }
}

TYPED_TEST(Elements, HaveTheVerdictsOfSets) {
  expect_verdicts_of_sets<TypeParam>(mixture<TypeParam>(1, 6000));
  expect_verdicts_of_sets<TypeParam>(near_contact_pairs<TypeParam>(4000));
}

TYPED_TEST(Elements, HaveTheVerdictsOfSetsAtEveryScale) {
  expect_verdicts_of_sets<TypeParam>(pairs_at_every_scale<TypeParam>(1, 4));
}

/// Nearly all random pairs are decided without reading their records.
TYPED_TEST(Elements, OfMixturesHaveAllVerdicts) {
  const std::vector<Verdict> verdicts = Sides<TypeParam>(mixture<TypeParam>(4, 3000)).answers({});
  for (const Verdict verdict : {Verdict::separated, Verdict::overlapping})
    EXPECT_GT(std::count(verdicts.begin(), verdicts.end(), verdict), 300) << verdict;
}

TYPED_TEST(Elements, InEveryLayoutAndNumber) {
  using View = typename TypeParam::View;
  const Sides<TypeParam> sides(mixture<TypeParam>(5, 1300));
  const std::vector<Verdict> all = sides.answers({});
  std::vector<Verdict> none;
  intersect(View{}, View{}, none);
  in_every_layout(sides, [&](const View& first, const View& second, std::size_t count) {
    std::vector<Verdict> verdicts(count + 1, static_cast<Verdict>(77));
    intersect(first, second, {verdicts.data(), count}, {.check = Check::none});
    ASSERT_TRUE(std::equal(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), verdicts.begin()));
    ASSERT_EQ(static_cast<int>(verdicts[count]), 77);
  });
}

TYPED_TEST(Elements, NothingIsReadOrWrittenOutside) {
  const Sides<TypeParam> sides(mixture<TypeParam>(6, 200));
  on_guarded_pages<Verdict>(sides, 200, [](const auto& a, const auto& b, std::span<Verdict> verdicts, Isa isa) {
    intersect(a, b, verdicts, {.check = Check::none, .isa = isa});
  });
}

TYPED_TEST(Elements, OneAgainstMany) {
  const auto shapes = some_shapes<TypeParam>(1500, 7);
  const Columns columns = columns_of(shapes);
  const auto many = view_of<typename TypeParam::View>(packed(columns), shapes.size());
  for (const std::size_t k : {std::size_t{0}, std::size_t{700}}) {
    typename TypeParam::List list;
    for (const auto& shape : shapes) list.append({shapes[k], shape});
    for (const Isa isa : supported_isas()) {
      std::vector<Verdict> verdicts(shapes.size());
      intersect(shapes[k], many, verdicts, {.isa = isa});
      expect_same(list, verdicts, list.answers({}));
    }
  }
}

TYPED_TEST(Elements, OnThreads) {
  Sides<TypeParam> sides(mixture<TypeParam>(8, 3000));
  const std::vector<Verdict> once = sides.answers({});
  sides.double_up(4);
  on_threads([&] {
    const auto verdicts = sides.answers({});
    for (std::size_t i = 0; i < verdicts.size(); ++i) ASSERT_EQ(verdicts[i], once[i % once.size()]) << i;
  });
}

/// Every number of both is checked, at any place, and the error names the first invalid object.
TYPED_TEST(Elements, BadNumbersAreNamed) {
  using View = typename TypeParam::View;
  constexpr std::size_t count = 5000;
  const auto shapes = some_shapes<TypeParam>(count, 9);
  const Columns good = columns_of(shapes);
  const auto said = [&](const Columns& first, const Columns& second) {
    std::vector<Verdict> verdicts(count);
    return error_of(
        [&] { intersect(view_of<View>(packed(first), count), view_of<View>(packed(second), count), verdicts); });
  };
  EXPECT_EQ(said(good, good), "");
  for (std::size_t s = 0; s < good.size(); ++s)
    for (const float bad : {nan, inf, -inf}) {
      Columns columns = good;
      columns[s][4999] = bad;
      const std::string field = "." + TypeParam::fields[s] + "[4999]";
      EXPECT_EQ(said(columns, good).rfind("first" + field, 0), 0U) << said(columns, good);
      EXPECT_EQ(said(good, columns).rfind("second" + field, 0), 0U) << said(good, columns);
      columns[s][17] = bad;
      EXPECT_NE(said(columns, columns).find("first." + TypeParam::fields[s] + "[17]"), std::string::npos);
      if (s >= good.size() - 1 && TypeParam::fields[s][0] != 'm') {  // a length
        columns[s][3] = -1;
        EXPECT_EQ(said(good, columns), "second." + TypeParam::fields[s] + "[3] = -1" + not_length);
      }
    }
}

/// Without a check NaN and infinity are touching, and change no other answer.
TYPED_TEST(Elements, BadNumbersTouchUnchecked) {
  using View = typename TypeParam::View;
  const Sides<TypeParam> sides(mixture<TypeParam>(10, 200));
  const std::vector<Verdict> good = sides.answers({});
  for (const Isa isa : supported_isas())
    for (std::size_t s = 0; s < numbers<TypeParam>; ++s)
      for (const float bad : {nan, inf, -inf}) {
        if (bad == -inf && TypeParam::fields[s] == "radius") continue;  // a negative length
        if (bad == -inf && TypeParam::fields[s].rfind("half", 0) == 0) continue;
        Columns a = columns_of(sides.first);
        const Columns b = columns_of(sides.second);
        for (std::size_t i = 0; i < a[s].size(); i += 3) a[s][i] = bad;
        for (const bool swap : {false, true}) {
          std::vector<Verdict> verdicts(good.size());
          const View of_a = view_of<View>(packed(a), good.size()), of_b = view_of<View>(packed(b), good.size());
          const IntersectOptions options{.check = Check::none, .isa = isa};
          swap ? intersect(of_b, of_a, verdicts, options) : intersect(of_a, of_b, verdicts, options);
          for (std::size_t i = 0; i < good.size(); ++i) {
            const Verdict expected = i % 3 == 0 ? Verdict::touching : good[i];
            ASSERT_EQ(verdicts[i], expected) << name(isa) << ", " << TypeParam::fields[s] << " = " << bad << ", " << i;
          }
        }
      }
}

TYPED_TEST(Elements, CallsThatCannotBeMeantAreRefused) {
  using View = typename TypeParam::View;
  const auto shapes = some_shapes<TypeParam>(8, 11);
  Columns columns = columns_of(shapes);
  const Streams streams = packed(columns);
  std::vector<Verdict> verdicts(8, static_cast<Verdict>(77));
  const View eight = view_of<View>(streams, 8);
  EXPECT_EQ(error_of([&] { intersect(eight, view_of<View>(streams, 7), verdicts); }),
            "second: has 7 objects, needs one for each of the 8 of first");
  EXPECT_EQ(error_of([&] { intersect(eight, eight, std::span(verdicts).first(3)); }),
            "verdicts: has 3 elements, needs one for each of the 8 objects of second");
  EXPECT_EQ(error_of([&] { intersect(shapes[0], eight, std::span(verdicts).first(3)); }),
            "verdicts: has 3 elements, needs one for each of the 8 objects of many");
  for (std::size_t s = 0; s < streams.size(); ++s) {
    Streams null = streams;
    null[s].data = nullptr;
    EXPECT_EQ(error_of([&] { intersect(view_of<View>(null, 8), eight, verdicts); }).substr(0, 6), "first.");
    EXPECT_EQ(error_of([&] { intersect(shapes[0], view_of<View>(null, 8), verdicts); }).substr(0, 5), "many.");
    const std::span shared(reinterpret_cast<Verdict*>(columns[s].data()) + 31, std::size_t{8});
    if (s == 0) {
      EXPECT_EQ(error_of([&] { intersect(eight, eight, shared); }),
                "verdicts: shares memory with first." + TypeParam::fields[0]);
    }
  }
  EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), static_cast<Verdict>(77)), 8);
  auto bad_numbers = std::bit_cast<std::array<float, numbers<TypeParam>>>(shapes[0]);
  bad_numbers[0] = nan;
  const auto bad = std::bit_cast<typename TypeParam::Shape>(bad_numbers);
  EXPECT_EQ(error_of([&] { intersect(bad, eight, verdicts); }),
            "one." + TypeParam::fields[0] + " = nan" + not_coordinate);
}

/// Aligned boxes of the plane are those of space between the same two heights.
TEST(ElementsOfThePlane, AlignedBoxes) {
  const Sides<OfAabbs> sides(mixture<OfAabbs>(12, 6000));
  Columns a = columns_of(sides.first), b = columns_of(sides.second);
  for (Columns* const columns : {&a, &b})
    for (std::size_t i = 0; i < (*columns)[0].size(); ++i) (*columns)[2][i] = -1, (*columns)[5][i] = 1;
  std::vector<Verdict> of_space(a[0].size()), of_plane(a[0].size());
  intersect(view_of<AabbView>(packed(a), a[0].size()), view_of<AabbView>(packed(b), b[0].size()), of_space);
  const Columns flat_a = {a[0], a[1], a[3], a[4]}, flat_b = {b[0], b[1], b[3], b[4]};
  const auto first = view_of<Aabb2View>(packed(flat_a), a[0].size()),
             second = view_of<Aabb2View>(packed(flat_b), b[0].size());
  for (const Isa isa : supported_isas())
    for (const Method method : methods) {
      intersect(first, second, of_plane, with(isa, method));
      EXPECT_EQ(of_plane, of_space) << say(with(isa, method));
    }
  const Aabb2 one{{flat_a[0][0], flat_a[1][0]}, {flat_a[2][0], flat_a[3][0]}};
  intersect(one, second, of_plane);
  intersect(Aabb{{a[0][0], a[1][0], -1}, {a[3][0], a[4][0], 1}}, view_of<AabbView>(packed(b), b[0].size()), of_space);
  EXPECT_EQ(of_plane, of_space);
  EXPECT_EQ(error_of([&] {
              intersect(Aabb2{{1, 0}, {0, 1}}, second, of_plane);
            }),
            "one.min_x = 1: must not be above its max");
}

/// Angles beyond the range of float lanes, and between two quarters.
TEST(ElementsOfThePlane, BoxesOfAnyAngle) {
  Rng rng(13);
  PlanePairList list;
  for (int i = 0; i < 6000; ++i) {
    auto [a, b] = near_contact_pair(rng, oracle::Kind2::box, oracle::Kind2::box, std::pow(10, uniform(rng, -8, -1)));
    const int quarters = below(rng, 1400);
    std::get<Box2>(a).angle = static_cast<float>(quarters * 0.78539816339744830962 + uniform(rng, -1e-6, 1e-6));
    std::get<Box2>(b).angle = static_cast<float>(uniform(rng, -1, 1) * std::pow(10, below(rng, 7)));
    list.append({a, b});
  }
  expect_verdicts_of_sets<OfBoxes2>(list);
}

}  // namespace
}  // namespace lockstep::test
