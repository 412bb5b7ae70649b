#include "frames/demo.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/random.hpp"

namespace lockstep::tools {
namespace {

constexpr double frames_per_second = 25;  // of a recorded crowd

std::size_t number_within(std::string_view text, std::size_t most) {
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool good = error == std::errc() && stop == text.data() + text.size() && number >= 1 && number <= most;
  return good ? number : 0;
}

/// One coordinate of all objects.
struct Axis {
  std::vector<float> at, step;

  void move(float size) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      float moved = at[i] + step[i];
      if (moved < 0) moved = -moved, step[i] = std::abs(step[i]);
      if (moved > size) moved = 2 * size - moved, step[i] = -std::abs(step[i]);
      at[i] = moved;
    }
  }
};

/// Objects in a square or a cube.
struct World {
  float size = 1;
  Axis x, y, z;
  std::vector<float> radius;
  std::size_t made = 0;  ///< frames made so far

  void move() {
    for (Axis* axis : {&x, &y, &z}) axis->move(size);
  }

  [[nodiscard]] Frame frame(std::size_t index) {
    for (; made < index; ++made) move();
    const Stream depth = z.at.empty() ? Stream{} : Stream{z.at.data()};
    return {static_cast<double>(index), radius.size(), {x.at.data()}, {y.at.data()}, depth, {radius.data()}, {}};
  }
};

void add(Axis& axis, double at, double step) {
  axis.at.push_back(static_cast<float>(at));
  axis.step.push_back(static_cast<float>(step));
}

World make_particles(std::size_t count, Random random) {
  World world;
  const double volume = 4.0 / 3 * std::numbers::pi * 0.5 * 0.5 * 0.5, share = 0.1;
  world.size = static_cast<float>(std::cbrt(static_cast<double>(count) * volume / share));
  for (std::size_t i = 0; i < count; ++i) {
    for (Axis* axis : {&world.x, &world.y, &world.z})
      add(*axis, random.uniform(0, world.size), random.uniform(-0.05, 0.05));
    world.radius.push_back(static_cast<float>(random.uniform(0.4, 0.6)));
  }
  return world;
}

World make_crowd(std::size_t count, Random random) {
  World world;
  const double people_per_area = 2;
  world.size = static_cast<float>(std::sqrt(static_cast<double>(count) / people_per_area));
  for (std::size_t i = 0; i < count; ++i) {
    const double speed = random.uniform(1, 1.6) / frames_per_second, towards = random.chance(0.5) ? 1 : -1;
    add(world.x, random.uniform(0, world.size), towards * speed);
    add(world.y, random.uniform(0, world.size), random.uniform(-0.2, 0.2) * speed);
    world.radius.push_back(static_cast<float>(random.uniform(0.2, 0.3)));
  }
  return world;
}

}  // namespace

Demo parse_demo(std::string_view text) {
  const auto take = [&text] {
    const std::size_t colon = text.find(':');
    const std::string_view part = text.substr(0, colon);
    text.remove_prefix(colon == std::string_view::npos ? text.size() : colon + 1);
    return part;
  };
  const std::string whole(text);
  const bool has_frames = std::count(text.begin(), text.end(), ':') == 2;
  const std::string_view kind = take();
  Demo demo;
  demo.kind = kind == "crowd" ? DemoKind::crowd : DemoKind::particles;
  demo.count = number_within(take(), max_demo_objects);
  if (has_frames) demo.frames = number_within(take(), max_demo_frames);
  if ((kind != "particles" && kind != "crowd") || demo.count == 0 || demo.frames == 0 || !text.empty())
    throw UsageError(concat("--demo: '", whole, "' is neither particles:N nor crowd:N (N from 1 to ", max_demo_objects,
                            "), nor one of them with a number of frames, as crowd:100000:50"));
  return demo;
}

Frames make_demo(const Demo& demo, std::uint64_t seed) {
  const bool flat = demo.kind == DemoKind::crowd;
  const auto world =
      std::make_shared<World>(flat ? make_crowd(demo.count, Random(seed)) : make_particles(demo.count, Random(seed)));
  Frames frames;
  frames.title = concat(flat ? "generated crowd" : "generated particles", ", seed ", seed);
  frames.flat = flat;
  frames.in_metres = flat;
  frames.count = demo.frames;
  frames.largest = demo.count;
  frames.objects = demo.count * demo.frames;
  frames.bounds = {{0, 0, 0}, {world->size, world->size, flat ? 0 : world->size}};
  frames.median_radius = flat ? 0.25F : 0.5F;
  if (flat) frames.frames_per_second = frames_per_second;
  frames.frame = [world](std::size_t index) { return world->frame(index); };
  return frames;
}

float demo_skin(DemoKind kind) { return kind == DemoKind::crowd ? 0.3F : 0.25F; }

}  // namespace lockstep::tools
