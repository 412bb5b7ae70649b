// Distances of objects element by element: the intervals, points and normals are those of sets and a list of pairs, to
// the bit, which distance_exact_test.cpp and its like compare with the truth; in every layout, number and instruction
// set, and with errors that name the number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "bad_numbers.hpp"
#include "distance_list.hpp"
#include "element_kinds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/distance.hpp"
#include "threads.hpp"

namespace lockstep::test {
namespace {

template <class Of>
constexpr bool is_of_plane = std::is_same_v<typename Of::List, PlanePairList>;
template <class Of>
using OutputOf = std::conditional_t<is_of_plane<Of>, DistanceOutput2, DistanceOutput>;
template <class Of>
using PointsOf = std::conditional_t<is_of_plane<Of>, WitnessPoints2, WitnessPoints>;
template <class Of>
using VectorOf = std::conditional_t<is_of_plane<Of>, Vec2d, Vec3d>;
template <class Of>
using AllMeasured = std::vector<MeasuredOf<PointsOf<Of>, VectorOf<Of>>>;

constexpr Interval untouched{77, 78};

/// The answers for packed views, or for `one` and the second of two. Without points these and normals are zero.
template <class Of, class First>
AllMeasured<Of> measured(const First& first, const typename Of::View& second, DistanceOptions options,
                         bool with_points) {
  options.check = Check::none;  // rotations by quarter turns are exact because their quaternions do not have unit
                                // length
  std::vector<Interval> distances(second.count, untouched);
  std::vector<PointsOf<Of>> points(with_points ? second.count : 0);
  std::vector<VectorOf<Of>> normals(points.size());
  distance(first, second, OutputOf<Of>{distances, points, normals}, options);
  points.resize(second.count), normals.resize(second.count);
  AllMeasured<Of> all(second.count);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = {distances[i], points[i], normals[i]};
  return all;
}

template <class Of>
AllMeasured<Of> measured(const Sides<Of>& sides, const DistanceOptions& options, bool with_points) {
  const Columns a = columns_of(sides.first), b = columns_of(sides.second);
  return measured<Of>(view_of<typename Of::View>(packed(a), sides.first.size()),
                      view_of<typename Of::View>(packed(b), sides.first.size()), options, with_points);
}

template <class Of>
class ElementDistances : public testing::Test {};
TYPED_TEST_SUITE(ElementDistances, ElementKinds);

/// With and without points, with every tolerance, with and without far pairs.
template <class Of>
void expect_distances_of_sets(const typename Of::List& list) {
  const Sides<Of> sides(list);
  for (const double tolerance : {0.0, 1e-3, 1e30})
    for (const float farthest : {std::numeric_limits<float>::infinity(), 0.5F}) {
      const auto expected = measure(list, {.tolerance = tolerance, .no_farther_than = farthest, .isa = Isa::scalar});
      auto bounds = expected;
      for (auto& m : bounds) m.points = {}, m.normal = {};
      for (const Isa isa : supported_isas()) {
        const DistanceOptions options{.tolerance = tolerance, .no_farther_than = farthest, .isa = isa};
        expect_same(measured(sides, options, true), expected, list, std::string(name(isa)));
        expect_same(measured(sides, options, false), bounds, list, std::string(name(isa)) + " without points");
        if (testing::Test::HasFatalFailure()) return;
      }
    }
}

TYPED_TEST(ElementDistances, AreThoseOfSets) {
  expect_distances_of_sets<TypeParam>(mixture<TypeParam>(1, 2000));
  expect_distances_of_sets<TypeParam>(near_contact_pairs<TypeParam>(1500));
}

TYPED_TEST(ElementDistances, AreThoseOfSetsAtEveryScale) {
  expect_distances_of_sets<TypeParam>(pairs_at_every_scale<TypeParam>(3, 2));
}

/// Objects whose first numbers are equal; others decide which object comes first.
TYPED_TEST(ElementDistances, OfObjectsOnALattice) {
  using Shape = typename TypeParam::Shape;
  const auto shapes = some_shapes<TypeParam>(40, 4);
  typename TypeParam::List list;
  for (const Shape& a : shapes)
    for (const Shape& b : shapes) {
      auto moved = std::bit_cast<std::array<float, numbers<TypeParam>>>(b);
      const float first = std::bit_cast<std::array<float, numbers<TypeParam>>>(a)[0], step = first - moved[0];
      moved[0] = first;
      if constexpr (std::is_same_v<Shape, Aabb>) moved[3] = std::max(first, moved[3] + step);
      list.append({a, std::bit_cast<Shape>(moved)});
    }
  expect_distances_of_sets<TypeParam>(list);
}

TYPED_TEST(ElementDistances, InEveryLayoutAndNumber) {
  using View = typename TypeParam::View;
  const Sides<TypeParam> sides(mixture<TypeParam>(5, 1300));
  const auto all = measured(sides, {}, false);
  distance(View{}, View{}, OutputOf<TypeParam>{});
  in_every_layout(sides, [&](const View& first, const View& second, std::size_t count) {
    std::vector<Interval> distances(count + 1, untouched);
    distance(first, second, OutputOf<TypeParam>{std::span(distances).first(count)}, {.check = Check::none});
    for (std::size_t k = 0; k < count; ++k) ASSERT_EQ(distances[k], all[k].distance);
    ASSERT_EQ(distances[count], untouched);
  });
}

TYPED_TEST(ElementDistances, NothingIsReadOrWrittenOutside) {
  const Sides<TypeParam> sides(mixture<TypeParam>(6, 130));
  on_guarded_pages<Interval>(sides, 130, [](const auto& a, const auto& b, std::span<Interval> distances, Isa isa) {
    for (const double tolerance : tolerances)
      distance(a, b, OutputOf<TypeParam>{distances}, {.tolerance = tolerance, .check = Check::none, .isa = isa});
  });
}

TYPED_TEST(ElementDistances, OneAgainstMany) {
  const auto shapes = some_shapes<TypeParam>(1500, 7);
  const Columns columns = columns_of(shapes);
  const auto many = view_of<typename TypeParam::View>(packed(columns), shapes.size());
  typename TypeParam::List list;
  for (const auto& shape : shapes) list.append({shapes[700], shape});
  for (const Isa isa : supported_isas())
    expect_same(measured<TypeParam>(shapes[700], many, {.isa = isa}, true), measure(list), list,
                std::string(name(isa)));
}

TYPED_TEST(ElementDistances, OnThreads) {
  Sides<TypeParam> sides(mixture<TypeParam>(8, 1500));
  const auto once = measured(sides, {}, false);
  sides.double_up(3);
  on_threads([&] {
    const auto all = measured(sides, {}, false);
    for (std::size_t i = 0; i < all.size(); ++i) ASSERT_TRUE(same_bits(all[i], once[i % once.size()])) << i;
  });
}

/// Every number of both is checked, at any place, and the error names the first invalid object.
TYPED_TEST(ElementDistances, BadNumbersAreNamed) {
  using View = typename TypeParam::View;
  constexpr std::size_t count = 3000;
  const auto shapes = some_shapes<TypeParam>(count, 9);
  const Columns good = columns_of(shapes);
  std::vector<Interval> distances(count);
  const auto said = [&](const Columns& first, const Columns& second) {
    return error_of([&] {
      distance(view_of<View>(packed(first), count), view_of<View>(packed(second), count),
               OutputOf<TypeParam>{distances});
    });
  };
  EXPECT_EQ(said(good, good), "");
  for (std::size_t s = 0; s < good.size(); ++s)
    for (const float bad : {nan, inf}) {
      Columns columns = good;
      columns[s][2999] = bad;
      const std::string field = "." + TypeParam::fields[s] + "[2999]";
      EXPECT_EQ(said(columns, good).rfind("first" + field, 0), 0U) << said(columns, good);
      EXPECT_EQ(said(good, columns).rfind("second" + field, 0), 0U) << said(good, columns);
    }
  if (TypeParam::fields.back()[0] == 'm') return;  // no length
  Columns columns = good;
  columns.back()[3] = -1;
  EXPECT_EQ(said(good, columns), "second." + TypeParam::fields.back() + "[3] = -1" + not_length);
}

/// Without a check the answers for NaN and infinity are unknown, and no other answer changes.
TYPED_TEST(ElementDistances, NothingIsKnownOfBadNumbersUnchecked) {
  using View = typename TypeParam::View;
  constexpr double infinite = std::numeric_limits<double>::infinity();
  const Sides<TypeParam> sides(mixture<TypeParam>(10, 200));
  for (const double tolerance : tolerances)
    for (const Isa isa : supported_isas()) {
      const DistanceOptions options{.tolerance = tolerance, .isa = isa};
      const auto good = measured(sides, options, false);
      for (std::size_t s = 0; s < numbers<TypeParam>; ++s)
        for (const float bad : {nan, inf}) {
          Columns a = columns_of(sides.first);
          const Columns b = columns_of(sides.second);
          for (std::size_t i = 0; i < a[s].size(); i += 3) a[s][i] = bad;
          const View of_a = view_of<View>(packed(a), good.size()), of_b = view_of<View>(packed(b), good.size());
          const auto all = measured<TypeParam>(of_a, of_b, options, false);
          for (std::size_t i = 0; i < good.size(); ++i) {
            const Interval expected = i % 3 == 0 ? Interval{-infinite, infinite} : good[i].distance;
            ASSERT_EQ(all[i].distance, expected)
                << name(isa) << ", " << TypeParam::fields[s] << " = " << bad << ", " << i;
          }
        }
    }
}

TYPED_TEST(ElementDistances, CallsThatCannotBeMeantAreRefused) {
  using View = typename TypeParam::View;
  using Output = OutputOf<TypeParam>;
  const auto shapes = some_shapes<TypeParam>(8, 11);
  Columns columns = columns_of(shapes);
  for (std::vector<float>& column : columns) column.resize(40);
  const Streams streams = packed(columns);
  const View eight = view_of<View>(streams, 8);
  std::vector<Interval> distances(8, untouched);
  std::vector<PointsOf<TypeParam>> points(8);
  std::vector<VectorOf<TypeParam>> normals(8);
  const auto said = [&](const Output& out, const DistanceOptions& options = {}) {
    return error_of([&] { distance(eight, eight, out, options); });
  };
  EXPECT_EQ(error_of([&] { distance(eight, view_of<View>(streams, 7), Output{distances}); }),
            "second: has 7 objects, needs one for each of the 8 of first");
  EXPECT_EQ(said({std::span(distances).first(3)}),
            "out.distances: has 3 elements, needs one for each of the 8 objects of second");
  EXPECT_EQ(said({distances, std::span(points).first(7)}),
            "out.points: has 7 elements, needs one for each of the 8 objects of second");
  EXPECT_EQ(said({distances, {}, std::span(normals).first(7)}),
            "out.normals: has 7 elements, needs one for each of the 8 objects of second");
  EXPECT_EQ(error_of([&] { distance(shapes[0], eight, Output{std::span(distances).first(3)}); }),
            "out.distances: has 3 elements, needs one for each of the 8 objects of many");
  EXPECT_EQ(said({distances}, {.tolerance = -1}), "options.tolerance = -1: must not be negative");
  EXPECT_EQ(said({distances}, {.no_farther_than = nan}), "options.no_farther_than = nan: must not be negative");
  const std::span over_numbers(reinterpret_cast<Interval*>(columns[0].data()), std::size_t{8});
  EXPECT_EQ(said({over_numbers}), "out.distances: shares memory with first." + TypeParam::fields[0]);
  const std::span over_points(reinterpret_cast<VectorOf<TypeParam>*>(points.data()), std::size_t{8});
  EXPECT_EQ(said({distances, points, over_points}), "out.normals: shares memory with out.points");
  for (std::size_t s = 0; s < streams.size(); ++s) {
    Streams null = streams;
    null[s].data = nullptr;
    EXPECT_EQ(error_of([&] { distance(shapes[0], view_of<View>(null, 8), Output{distances}); }).substr(0, 5), "many.");
  }
  EXPECT_EQ(std::count(distances.begin(), distances.end(), untouched), 8);
}

}  // namespace
}  // namespace lockstep::test
