#include "rows/world_volume_rows.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <lockstep/world.hpp>

#include "rows/world_row.hpp"
#include "work/random.hpp"
#include "work/scenes.hpp"

namespace lockstep::bench {
namespace {

CullScene scene_of(std::string_view name) {
  for (const CullSceneSpec& spec : cull_scenes())
    if (spec.name == name) return spec.make();
  throw std::logic_error("no scene " + std::string(name));
}

const AabbColumns& boxes_of(const CullScene& scene) { return std::get<AabbColumns>(scene.objects); }

VolumeSet cameras_of(const CullScene& scene) {
  std::vector<ConvexVolume> volumes;
  for (const Camera& camera : scene.cameras) volumes.push_back(camera.volume);
  return VolumeSet(volumes);
}

/// The reach of 256 lights: cubes of 5 anywhere in the field of the objects.
VolumeSet small_volumes(const CullScene& scene) {
  Random random(29);
  const AabbColumns& objects = boxes_of(scene);
  std::vector<ConvexVolume> volumes;
  while (volumes.size() < 256) {
    const Aabb at = objects[static_cast<std::size_t>(random.uniform(0, 1) * static_cast<float>(objects.size() - 1))];
    std::array<Vec3, 8> corners;
    for (std::size_t k = 0; k < 8; ++k) {
      const auto side = [](bool high) { return high ? 5.0F : 0.0F; };
      corners[k] = {at.min.x + side(k % 4 == 1 || k % 4 == 2), at.min.y + side(k % 4 >= 2), at.min.z + side(k >= 4)};
    }
    volumes.push_back(ConvexVolume::from_corners(corners));
  }
  return VolumeSet(volumes);
}

struct Masks {
  std::vector<std::uint64_t> rows;
  std::vector<std::size_t> counts;

  Masks(std::size_t volumes, std::size_t objects) : rows(volumes * mask_words(objects)), counts(volumes) {}
  [[nodiscard]] VisibleSets spans() { return {.by_volume = rows, .counts = counts}; }
  friend bool operator==(const Masks&, const Masks&) = default;
};

template <class Objects>
void time_cull(benchmark::State& state, const VolumeSet& volumes, const Objects& objects, std::size_t count,
               const Masks& expected, Isa isa) {
  Masks masks(volumes.size(), count);
  const CullOptions options{.check = Check::none, .isa = isa};
  const std::size_t hits = cull(volumes, objects, masks.spans(), options);
  if (masks != expected) return state.SkipWithError("the world and the view answer otherwise");
  for ([[maybe_unused]] auto _ : state) {
    cull(volumes, objects, masks.spans(), options);
    benchmark::DoNotOptimize(masks.rows.data());
  }
  count_up(state, isa, volumes.size() * count, hits);
}

void add_rows(const std::string& row, std::string_view scene_name, VolumeSet (*volumes_of)(const CullScene&), Isa isa) {
  for (const bool kept : {true, false})
    add_world_row(row + (kept ? "/kept" : "/view"), [=](benchmark::State& state) {
      const CullScene scene = scene_of(scene_name);
      const VolumeSet volumes = volumes_of(scene);
      const AabbView view = boxes_of(scene).view();
      Masks expected(volumes.size(), view.count);
      for (std::size_t v = 0; v < volumes.size(); ++v)
        expected.counts[v] =
            cull(volumes[v], view, std::span(expected.rows).subspan(v * mask_words(view.count), mask_words(view.count)),
                 {.isa = isa});
      if (kept)
        time_cull(state, volumes, World(view, {.isa = isa}), view.count, expected, isa);
      else
        time_cull(state, volumes, view, view.count, expected, isa);
    });
}

}  // namespace

void add_world_volume_rows(Isa isa) {
  add_rows("cameras_100k", "aabb_100k", cameras_of, isa);
  add_rows("volumes_100k", "aabb_100k", small_volumes, isa);
  add_rows(
      "tiles16x9_100k", "tiles16x9_100k", [](const CullScene& scene) { return scene.parts->volumes(); }, isa);
}

}  // namespace lockstep::bench
