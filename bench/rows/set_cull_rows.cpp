#include "rows/set_cull_rows.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <lockstep/cull.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/types.hpp>
#include <lockstep/world.hpp>

#include "methods/cast_method.hpp"
#include "rows/world_row.hpp"
#include "work/set_scenes.hpp"

namespace lockstep::bench {
namespace {

/// The field is 200 wide, and the corners of a camera's volume are rounded to float.
constexpr double rounding = 1e-3;

/// Sets the bits of the objects that a camera sees, and returns their number.
class SetCull {
 public:
  virtual ~SetCull() = default;
  virtual std::size_t cull_by(const ConvexVolume& volume, std::span<std::uint64_t> visible) = 0;
};

class KeptSet final : public SetCull {
 public:
  KeptSet(const SetScene& scene, Isa isa)
      : world_(scene.kind == SetOf::shapes ? World(scene.shapes, {.isa = isa}) : World(scene.bodies, {.isa = isa})) {
    options_.isa = isa;
  }
  std::size_t cull_by(const ConvexVolume& volume, std::span<std::uint64_t> visible) override {
    return cull(volume, world_, visible, options_);
  }

 private:
  World world_;
  CullOptions options_;
};

/// For bodies culls their parts, and then keeps each body with a visible part.
class SetAsSuch final : public SetCull {
 public:
  SetAsSuch(const SetScene& scene, Isa isa) : scene_(scene), seen_(mask_words(scene.parts().size())) {
    options_.isa = isa;
    if (scene.kind == SetOf::bodies)
      for (std::uint32_t part = 0; part < scene.parts().size(); ++part)
        body_of_.push_back(scene.bodies.owner(part).body);
  }
  std::size_t cull_by(const ConvexVolume& volume, std::span<std::uint64_t> visible) override {
    if (scene_.kind == SetOf::shapes) return cull(volume, scene_.shapes, visible, options_);
    found_.resize(cull(volume, scene_.parts(), seen_, options_));
    list_indices(seen_, found_);
    std::fill(visible.begin(), visible.end(), 0);
    std::size_t count = 0;
    for (const std::uint32_t part : found_) {
      std::uint64_t& word = visible[body_of_[part] / 64];
      const std::uint64_t bit = std::uint64_t{1} << (body_of_[part] % 64);
      count += (word & bit) == 0 ? 1U : 0U;
      word |= bit;
    }
    return count;
  }

 private:
  const SetScene& scene_;
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint32_t> body_of_, found_;
  CullOptions options_;
};

/// The number of objects that a camera sees, or does not, against the distances of its corners' hull to all parts.
std::size_t wrong_bits(const SetScene& scene, const Camera& camera, std::span<const std::uint64_t> visible) {
  ShapeSet view;
  view.add(ConvexHull{camera.corners});
  std::vector<Pair> pairs;
  for (std::uint32_t part = 0; part < scene.parts().size(); ++part) pairs.push_back({part, 0});
  std::vector<Interval> distances(pairs.size()), of_objects(scene.size(), miss);
  distance(scene.parts(), view, pairs, {distances});
  for (std::uint32_t part = 0; part < distances.size(); ++part) {
    Interval& least = of_objects[scene.kind == SetOf::shapes ? part : scene.bodies.owner(part).body];
    least = {std::min(least.lower, distances[part].lower), std::min(least.upper, distances[part].upper)};
  }
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < of_objects.size(); ++i) {
    const bool seen = (visible[i / 64] >> (i % 64) & 1) != 0;
    wrong += (seen ? of_objects[i].lower > rounding : of_objects[i].upper < -rounding) ? 1U : 0U;
  }
  return wrong;
}

void time_culling(benchmark::State& state, const SetScene& scene, SetCull& method, Isa isa) {
  std::vector<std::uint64_t> visible(mask_words(scene.size()));
  std::size_t hits = method.cull_by(scene.cameras[0].volume, visible);
  if (wrong_bits(scene, scene.cameras[0], visible) != 0) return state.SkipWithError("wrong objects");
  for ([[maybe_unused]] auto _ : state) {
    hits = 0;
    for (const Camera& camera : scene.cameras) hits += method.cull_by(camera.volume, visible);
    benchmark::DoNotOptimize(visible.data());
  }
  count_up(state, isa, scene.cameras.size() * scene.size(), hits);
}

/// One scene is in memory at a time.
const SetScene& scene_of(SetOf kind, bool narrow) {
  static std::unique_ptr<SetScene> scene;
  static bool is_narrow = false;
  if (!scene || scene->kind != kind || is_narrow != narrow) {
    scene.reset();
    scene = std::make_unique<SetScene>(make_set_scene(kind, narrow)), is_narrow = narrow;
  }
  return *scene;
}

void add_rows_of(SetOf kind, bool narrow, Isa isa) {
  const std::string workload =
      std::string(kind == SetOf::shapes ? "cull_shapes_100k" : "cull_bodies_100k") + (narrow ? "_narrow" : "");
  add_world_row(workload + "/kept", [kind, narrow, isa](benchmark::State& state) {
    const SetScene& scene = scene_of(kind, narrow);
    KeptSet method(scene, isa);
    time_culling(state, scene, method, isa);
  });
  add_world_row(workload + "/set", [kind, narrow, isa](benchmark::State& state) {
    const SetScene& scene = scene_of(kind, narrow);
    SetAsSuch method(scene, isa);
    time_culling(state, scene, method, isa);
  });
}

}  // namespace

void add_set_cull_rows(Isa isa) {
  for (const SetOf kind : {SetOf::shapes, SetOf::bodies})
    for (const bool narrow : {false, true}) add_rows_of(kind, narrow, isa);
}

}  // namespace lockstep::bench
