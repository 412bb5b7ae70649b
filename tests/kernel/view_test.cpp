// Views of arrays of structures in one line.
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <vector>

#include "error_of.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

/// As in mathematics libraries: with names, in another order, with brackets.
struct Named {
  float x, y, z;
};
struct Turn {
  float w, x, y, z;
};
struct Bracketed {
  float number[3];
  const float& operator[](std::size_t i) const { return number[i]; }
};
struct Column {
  float x, y, z, w;
};
struct Columns4 {
  Column column[4];
  const Column& operator[](std::size_t i) const { return column[i]; }
};

struct Thing {
  char tag;
  Named center;
  float array[3];
  std::array<float, 3> standard;
  Bracketed bracketed;
  Turn turn;
  float turn_array[4];
  float a, b, c, radius;
  float rows4[4][4], rows3[3][4];
  std::array<float, 16> flat16;
  float columns3[4][3];
  Columns4 columns4;
  const float* elsewhere;
};

/// The numbers that a stream reads.
testing::AssertionResult reads(const Stream& stream, std::span<const Thing> things, const float Thing::*member) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    const char* const at = reinterpret_cast<const char*>(stream.data) + static_cast<std::ptrdiff_t>(i) * stream.stride;
    if (reinterpret_cast<const float*>(at) != &(things[i].*member))
      return testing::AssertionFailure() << "another float of thing " << i;
  }
  return testing::AssertionSuccess();
}

/// The same for a float that is found by its distance from the first of a member.
template <class Member>
testing::AssertionResult reads(const Stream& stream, std::span<const Thing> things, Member Thing::*member,
                               std::size_t floats) {
  for (std::size_t i = 0; i < things.size(); ++i) {
    const char* const at = reinterpret_cast<const char*>(stream.data) + static_cast<std::ptrdiff_t>(i) * stream.stride;
    if (at != reinterpret_cast<const char*>(&(things[i].*member)) + floats * sizeof(float))
      return testing::AssertionFailure() << "another float of thing " << i;
  }
  return testing::AssertionSuccess();
}

class Views : public testing::Test {
 protected:
  std::vector<Thing> things_ = std::vector<Thing>(3);
};

TEST_F(Views, OfNumbers) {
  const SphereView balls = SphereView::of(things_, &Thing::a, &Thing::b, &Thing::c, &Thing::radius);
  EXPECT_TRUE(reads(balls.x, things_, &Thing::a));
  EXPECT_TRUE(reads(balls.y, things_, &Thing::b));
  EXPECT_TRUE(reads(balls.z, things_, &Thing::c));
  EXPECT_TRUE(reads(balls.radius, things_, &Thing::radius));
  EXPECT_EQ(balls.count, 3U);
  const CircleView circles = CircleView::of(things_, &Thing::a, &Thing::b, &Thing::radius);
  EXPECT_TRUE(reads(circles.y, things_, &Thing::b));
  EXPECT_TRUE(reads(circles.radius, things_, &Thing::radius));
  EXPECT_EQ(circles.count, 3U);
}

TEST_F(Views, OfVectorsOfAnySort) {
  const auto expect_vector = [&](const auto& member) {
    const SphereView balls = SphereView::of(things_, member, &Thing::radius);
    EXPECT_TRUE(reads(balls.x, things_, member, 0));
    EXPECT_TRUE(reads(balls.y, things_, member, 1));
    EXPECT_TRUE(reads(balls.z, things_, member, 2));
    EXPECT_TRUE(reads(balls.radius, things_, &Thing::radius));
    const CircleView circles = CircleView::of(things_, member, &Thing::radius);
    EXPECT_TRUE(reads(circles.x, things_, member, 0));
    EXPECT_TRUE(reads(circles.y, things_, member, 1));
  };
  expect_vector(&Thing::center);
  expect_vector(&Thing::array);
  expect_vector(&Thing::standard);
  expect_vector(&Thing::bracketed);
}

TEST_F(Views, OfBoxes) {
  const AabbView aabbs = AabbView::of(things_, &Thing::array, &Thing::center);
  EXPECT_TRUE(reads(aabbs.min_z, things_, &Thing::array, 2));
  EXPECT_TRUE(reads(aabbs.max_x, things_, &Thing::center, 0));
  EXPECT_TRUE(reads(aabbs.max_z, things_, &Thing::center, 2));

  const BoxView named = BoxView::of(things_, &Thing::center, &Thing::turn, &Thing::standard);
  EXPECT_TRUE(reads(named.center_y, things_, &Thing::center, 1));
  EXPECT_TRUE(reads(named.rotation_x, things_, &Thing::turn, 1)) << "w comes first in memory";
  EXPECT_TRUE(reads(named.rotation_w, things_, &Thing::turn, 0));
  EXPECT_TRUE(reads(named.half_z, things_, &Thing::standard, 2));
  const BoxView in_brackets = BoxView::of(things_, &Thing::center, &Thing::turn_array, &Thing::standard);
  EXPECT_TRUE(reads(in_brackets.rotation_x, things_, &Thing::turn_array, 0));
  EXPECT_TRUE(reads(in_brackets.rotation_w, things_, &Thing::turn_array, 3));
  EXPECT_EQ(in_brackets.count, 3U);
}

/// The places of m01 and m12: 4 rows or columns of 4, 3 rows of 4, 4 columns of 3.
TEST_F(Views, OfMatrices) {
  const auto expect_matrix = [&](const auto& member, MatrixOrder order, std::size_t m01, std::size_t m12) {
    const TransformedBoxView view = TransformedBoxView::of(things_, order, member, &Thing::array, &Thing::center);
    EXPECT_TRUE(reads(view.matrix.m00, things_, member, 0));
    EXPECT_TRUE(reads(view.matrix.m01, things_, member, m01));
    EXPECT_TRUE(reads(view.matrix.m12, things_, member, m12));
    EXPECT_TRUE(reads(view.min_y, things_, &Thing::array, 1));
    EXPECT_TRUE(reads(view.max_z, things_, &Thing::center, 2));
    EXPECT_EQ(view.count, 3U);
  };
  expect_matrix(&Thing::rows4, MatrixOrder::row_major, 1, 6);
  expect_matrix(&Thing::rows3, MatrixOrder::row_major, 1, 6);
  expect_matrix(&Thing::flat16, MatrixOrder::row_major, 1, 6);
  expect_matrix(&Thing::flat16, MatrixOrder::column_major, 4, 9);
  expect_matrix(&Thing::columns4, MatrixOrder::column_major, 4, 9);
  expect_matrix(&Thing::columns3, MatrixOrder::column_major, 3, 7);
}

TEST_F(Views, OfWhatAFunctionFindsAndOfAnyArray) {
  const auto second = [](const Thing& thing) -> const float& { return thing.array[1]; };
  const Stream of_vector = Stream::of(things_, second);
  EXPECT_TRUE(reads(of_vector, things_, &Thing::array, 1));
  const std::span<const Thing> span(things_);
  EXPECT_EQ(Stream::of(span, second).data, of_vector.data);
  EXPECT_EQ(Stream::of(std::span(things_).subspan(1), second).data, &things_[1].array[1]);
  EXPECT_TRUE(reads(Stream::of<2>(things_, &Thing::standard), things_, &Thing::standard, 2));
  const Thing array[2] = {};
  EXPECT_EQ(SphereView::of(array, &Thing::center, &Thing::radius).count, 2U);
}

/// No address is computed from a missing one, and every call accepts the view.
TEST(ViewsOfNothing, AreEmpty) {
  const std::vector<Thing> none;
  const SphereView balls = SphereView::of(none, &Thing::center, &Thing::radius);
  EXPECT_EQ(balls.x.data, nullptr);
  EXPECT_EQ(balls.count, 0U);
  const ConvexVolume volume = ConvexVolume::from_corners(std::array<Vec3, 8>{});
  const std::span<std::uint64_t> mask;
  const std::span<std::uint32_t> list;
  EXPECT_EQ(cull(volume, balls, mask), 0U);
  EXPECT_EQ(cull(volume, balls, list), 0U);
  EXPECT_EQ(cull(volume, AabbView::of(none, &Thing::center, &Thing::array), mask), 0U);
  EXPECT_EQ(cull(volume, BoxView::of(none, &Thing::center, &Thing::turn, &Thing::array), mask), 0U);
  const auto transformed =
      TransformedBoxView::of(none, MatrixOrder::row_major, &Thing::rows4, &Thing::center, &Thing::array);
  EXPECT_EQ(transformed.matrix.m23.data, nullptr);
  EXPECT_EQ(cull(volume, transformed, mask), 0U);
  EXPECT_EQ(overlap(balls, {}).pairs, 0U);
  EXPECT_EQ(overlap(CircleView::of(none, &Thing::center, &Thing::radius), {}).pairs, 0U);
}

/// The next object's would not be one object farther on.
TEST_F(Views, OfWhatLiesElsewhereAreRefused) {
  const float number = 0;
  for (Thing& thing : things_) thing.elsewhere = &number;
  const auto follow = [](const Thing& thing) -> const float& { return *thing.elsewhere; };
  const std::string refused =
      "view: a number lies outside of its object; only what is stored in the objects can be viewed";
  EXPECT_EQ(error_of([&] { (void)Stream::of(things_, follow); }), refused);
  const std::vector<Thing*> pointers = {&things_[0], &things_[1]};
  EXPECT_EQ(error_of([&] { (void)SphereView::of(pointers, &Thing::center, &Thing::radius); }), refused);
}

template <class Objects>
concept Viewable = requires(Objects&& objects) {
  SphereView::of(static_cast<Objects&&>(objects), &Thing::center, &Thing::radius);
};
static_assert(Viewable<std::vector<Thing>&> && Viewable<const std::vector<Thing>&> && Viewable<std::span<Thing>>);
static_assert(!Viewable<std::vector<Thing>>, "the objects would be gone before the view is used");

}  // namespace
}  // namespace lockstep::test
