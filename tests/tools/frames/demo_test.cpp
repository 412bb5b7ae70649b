#include "frames/demo.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "text/exit_code.hpp"

namespace lockstep::tools {
namespace {

std::vector<float> copy(const Stream& stream, std::size_t count) {
  const std::span<const float> numbers(stream.data, count);
  return {numbers.begin(), numbers.end()};
}

TEST(Demo, Words) {
  EXPECT_EQ(parse_demo("crowd:7").kind, DemoKind::crowd);
  EXPECT_EQ(parse_demo("particles:1000000").count, 1'000'000U);
  EXPECT_EQ(parse_demo("particles:5").frames, 10U);
  EXPECT_EQ(parse_demo("particles:5:3").frames, 3U);
  for (const char* text :
       {"", "crowd", "crowd:", "crowd:0", "crowd:-1", "crowd:1x", "bodies:5", "crowd:5:", "crowd:5:0", "crowd:5:3:1",
        "crowd:50000001", "crowd:99999999999999999999", "crowd:5:10001", ":5"})
    EXPECT_THROW(static_cast<void>(parse_demo(text)), UsageError) << text;
}

/// Objects stay in their world, move a little in every frame, and are the same again for the same seed.
TEST(Demo, MovesALittle) {
  for (const DemoKind kind : {DemoKind::crowd, DemoKind::particles}) {
    const Demo demo{kind, 2000, 30};
    const Frames frames = make_demo(demo, 1), again = make_demo(demo, 1), other = make_demo(demo, 2);
    EXPECT_EQ(frames.flat, kind == DemoKind::crowd);
    EXPECT_EQ(frames.objects, 60'000U);
    EXPECT_NE(copy(frames.frame(0).x, 2000), copy(other.frame(0).x, 2000));
    std::vector<float> last = copy(frames.frame(0).x, 2000);
    for (std::size_t f = 1; f < frames.count; ++f) {
      const Frame frame = frames.frame(f);
      const std::vector<float> now = copy(frame.x, frame.count);
      EXPECT_EQ(now, copy(again.frame(f).x, 2000));
      for (std::size_t i = 0; i < now.size(); ++i) {
        ASSERT_GE(now[i], 0);
        ASSERT_LE(now[i], frames.bounds.max.x);
        ASSERT_LT(std::abs(now[i] - last[i]), frames.median_radius / 2);
      }
      EXPECT_NE(now, last);
      last = now;
    }
  }
}

}  // namespace
}  // namespace lockstep::tools
