// Overlap scenes to time: many objects that move a little from frame to frame, and overlap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <lockstep/shapes.hpp>
#include <lockstep/views.hpp>

#include "work/scenes.hpp"

namespace lockstep::bench {

struct CircleColumns {
  std::vector<float> x, y, radius;
  [[nodiscard]] std::size_t size() const { return x.size(); }
  [[nodiscard]] Circle2 operator[](std::size_t i) const { return {{x[i], y[i]}, radius[i]}; }
  [[nodiscard]] CircleView view() const { return {{x.data()}, {y.data()}, {radius.data()}, size()}; }
};

/// A shape about its own origin, before a pose moves it. A capsule lies along z.
using BodyShape = std::variant<Sphere, Box, Capsule, HullInstance>;

struct BodyShapes {
  std::vector<std::vector<Vec3>> meshes;  ///< of the instances
  std::vector<Aabb> mesh_bounds;
  std::vector<BodyShape> shapes;
};

/// Poses of bodies; their shapes stay the same.
struct BodyColumns {
  std::shared_ptr<const BodyShapes> what;
  std::vector<Pose> poses;
  [[nodiscard]] std::size_t size() const { return poses.size(); }
};

enum class OverlapKind : std::uint8_t { spheres, circles, bodies };

struct OverlapScene {
  /// At least two. Every object moves from one to the next; the last does not lead to the first.
  std::variant<std::vector<SphereColumns>, std::vector<CircleColumns>, std::vector<BodyColumns>> frames;
  float step = 0;  ///< the largest motion of an object in a frame
  [[nodiscard]] std::size_t object_count() const {
    return std::visit([](const auto& columns) { return columns.front().size(); }, frames);
  }
  [[nodiscard]] std::size_t frame_count() const {
    return std::visit([](const auto& columns) { return columns.size(); }, frames);
  }
  /// Forwards to the last frame, back to the first, and so on: neighbouring steps show neighbouring frames.
  [[nodiscard]] std::size_t frame_of(std::size_t step_number) const {
    const std::size_t last = frame_count() - 1, turn = step_number % (2 * last);
    return std::min(turn, 2 * last - turn);
  }
};

struct OverlapSceneSpec {
  const char* name;
  OverlapKind kind;
  std::size_t objects;
  std::size_t bytes;  ///< memory of the scene and all methods
  bool series;        ///< lockstep alone: one size of a series, which all stay in memory to be timed in turns, or too
                      ///< hard for others
  OverlapScene (*make)();
};

[[nodiscard]] std::span<const OverlapSceneSpec> overlap_scenes();

}  // namespace lockstep::bench
