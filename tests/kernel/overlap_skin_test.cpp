// How often a pass with a skin sorts: the rule of overlap.hpp.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include <lockstep/overlap.hpp>
#include <lockstep/sets.hpp>

namespace lockstep::test {
namespace {

constexpr float step = 0x1p-6F;  // a frame's motion; sums of it are exact
constexpr int frames = 60;

float x_in(int frame, int object) { return static_cast<float>(object) + step * static_cast<float>(frame); }

/// One letter per frame: s if the run sorted, - if not. In each frame everything moves by `step` along x.
template <class RunFrame>
std::string sorts(const RunFrame& run_frame) {
  std::string text;
  for (int frame = 0; frame < frames; ++frame) text += run_frame(frame).sorted ? 's' : '-';
  return text;
}

/// One run in k + 1 sorts.
std::string one_in(int period) {
  std::string text;
  for (int frame = 0; frame < frames; ++frame) text += frame % period == 0 ? 's' : '-';
  return text;
}

struct Row {
  std::vector<float> x, radius;
  float zero = 0;

  Row() : x(count), radius(count, 0.6F) {}
  static constexpr std::uint32_t count = 20;
  void move(int frame) {
    for (std::uint32_t i = 0; i < count; ++i) x[i] = x_in(frame, static_cast<int>(i));
  }
  [[nodiscard]] SphereView balls() const { return {{x.data()}, {&zero, 0}, {&zero, 0}, {radius.data()}, count}; }
  [[nodiscard]] CircleView circles() const { return {{x.data()}, {&zero, 0}, {radius.data()}, count}; }
};

TEST(OverlapSkin, OfBallsLastsAsLongAsTheRuleSays) {
  Row row;
  for (int k = 0; k < 5; ++k) {
    const float skin = 2 * static_cast<float>(k) * step;  // half of it is k steps, exactly
    OverlapPass of_one(skin), of_two(skin), of_circles(skin);
    EXPECT_EQ(sorts([&](int frame) { return row.move(frame), of_one.run(row.balls(), {}); }), one_in(k + 1));
    EXPECT_EQ(sorts([&](int frame) { return row.move(frame), of_two.run(row.balls(), row.balls(), {}); }),
              one_in(k + 1));
    EXPECT_EQ(sorts([&](int frame) { return row.move(frame), of_circles.run(row.circles(), {}); }), one_in(k + 1));
  }
}

/// The bounding boxes of shapes are rounded, hence half a step more.
TEST(OverlapSkin, OfShapesAndBodiesLastsAsLongAsTheRuleSays) {
  for (int k = 0; k < 5; ++k) {
    const float skin = (2 * static_cast<float>(k) + 1) * step;
    OverlapPass of_shapes(skin), in_plane(skin), of_bodies(skin);
    ShapeSet shapes;
    ShapeSet2 plane;
    BodySet bodies;
    const BodyPart part[] = {Sphere{{0, 0, 0}, 0.6F}};
    const auto move = [&](int frame) {
      shapes.clear(), plane.clear();
      for (int i = 0; i < static_cast<int>(Row::count); ++i) {
        const float x = x_in(frame, i);
        shapes.add(Aabb{{x, -1, -1}, {x + 1.2F, 1, 1}});
        plane.add(Circle2{{x, 0}, 0.6F});
        if (frame == 0) bodies.add(part);
        bodies.move(static_cast<std::uint32_t>(i), {{x, 0, 0}, {}});
      }
    };
    EXPECT_EQ(sorts([&](int frame) { return move(frame), of_shapes.run(shapes, {}); }), one_in(k + 1));
    EXPECT_EQ(sorts([&](int frame) { return move(frame), in_plane.run(plane, {}); }), one_in(k + 1));
    bodies.clear();
    EXPECT_EQ(sorts([&](int frame) { return move(frame), of_bodies.run(bodies, {}); }), one_in(k + 1));
  }
}

TEST(OverlapSkin, AnotherQuestionSortsAnew) {
  Row row;
  row.move(0);
  OverlapPass pass(1);
  EXPECT_TRUE(pass.run(row.balls(), {}).sorted);
  EXPECT_FALSE(pass.run(row.balls(), {}).sorted);
  EXPECT_TRUE(pass.run(row.balls(), {}, {.margin = 0.5F}).sorted) << "a margin widens the cells";
  EXPECT_TRUE(pass.run(row.balls(), row.balls(), {}).sorted);
  SphereView fewer = row.balls();
  fewer.count = 5;
  EXPECT_TRUE(pass.run(fewer, {}).sorted);
  EXPECT_FALSE(pass.run(fewer, {}).sorted);
}

TEST(OverlapSkin, WithoutOneEveryRunSorts) {
  Row row;
  row.move(0);
  OverlapPass pass;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(pass.run(row.balls(), {}).sorted);
}

}  // namespace
}  // namespace lockstep::test
