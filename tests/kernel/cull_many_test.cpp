// Culling against many volumes gives the bits of culling against each one.
#include <gtest/gtest.h>

#include <tbb/global_control.h>

#include <string>
#include <vector>

#include "every_isa.hpp"
#include "pair_list.hpp"
#include "volume_sets.hpp"

namespace lockstep::test {
namespace {

class CullMany : public EveryIsa {
 protected:
  [[nodiscard]] static std::vector<CullOptions> all_options() {
    return {{.method = CullMethod::exact, .touching = Touching::overlap, .check = Check::inputs, .isa = GetParam()},
            {.method = CullMethod::exact, .touching = Touching::separate, .check = Check::none, .isa = GetParam()}};
  }
};

TEST_P(CullMany, GivesTheBitsOfEach) {
  oracle::Rng rng(91);
  for (const NamedSet& named : sets()) {
    SCOPED_TRACE(named.name);
    const ConvexVolume about = named.set.size() > 0 ? named.set[named.set.size() / 2] : volumes()[0].volume;
    const ConvexVolume around = named.name == "any" || named.set.size() == 0 ? about : named.set.roots()[0].bound;
    for (const Objects kind : all_objects) {
      Columns columns = objects_near(around, kind, 700, rng);
      const Columns near = objects_near(about, kind, 200, rng);
      for (std::size_t s = 0; s < columns.size(); ++s)
        columns[s].insert(columns[s].end(), near[s].begin(), near[s].end());
      constexpr std::size_t count = 900;
      for (const CullOptions& options : all_options())
        expect_same(
            named.set, count, options,
            [&](std::size_t v, const CullOptions& o) { return mask_of(named.set[v], packed(columns), count, o); },
            [&](const VisibleSets& out, const CullOptions& o) {
              return cull_streams(named.set, packed(columns), count, out, o);
            });
    }
    const ShapeSet shapes = mixed_shapes(around, 500, rng);
    for (const CullOptions& options : all_options())
      expect_same(
          named.set, shapes.size(), options,
          [&](std::size_t v, const CullOptions& o) {
            Words mask(mask_words(shapes.size()));
            cull(named.set[v], shapes, mask, o);
            return mask;
          },
          [&](const VisibleSets& out, const CullOptions& o) { return cull(named.set, shapes, out, o); });
  }
}

/// Several tiles of objects, spread in memory, by one thread and by several.
TEST_P(CullMany, WholeTilesAndStrides) {
  oracle::Rng rng(92);
  const NamedSet tiles = grid("perspective_0_1", 8, 4, {});
  for (const std::size_t count : {std::size_t{4096}, std::size_t{4097}, std::size_t{10000}}) {
    const Columns columns = objects_near(tiles.set.roots()[0].bound, Objects::aabbs, count, rng);
    std::vector<float> spread(count * 7);
    Streams strided;
    for (std::size_t s = 0; s < 6; ++s) {
      for (std::size_t i = 0; i < count; ++i) spread[i * 7 + s] = columns[s][i];
      strided.push_back({spread.data() + s, 7 * sizeof(float)});
    }
    for (const int threads : {1, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
      for (const Streams& streams : {packed(columns), strided})
        expect_same(
            tiles.set, count, {.isa = GetParam()},
            [&](std::size_t v, const CullOptions& o) { return mask_of(tiles.set[v], streams, count, o); },
            [&](const VisibleSets& out, const CullOptions& o) {
              return cull_streams(tiles.set, streams, count, out, o);
            });
    }
  }
}

/// Bounds that keep most of some tiles and little of others, which decides between gathering and reading in place; more
/// objects than a task takes.
TEST_P(CullMany, BoundsThatPayAndBoundsThatDoNot) {
  oracle::Rng rng(94);
  const VolumeSet set = any_volumes();
  const auto spheres_about = [&](std::size_t volume, std::size_t count) {
    return objects_near(set[volume], Objects::spheres, count, rng);
  };
  Columns columns = spheres_about(0, 20'000);
  for (const std::size_t volume : {set.size() - 1, set.size() / 2, set.size() - 7}) {
    const Columns more = spheres_about(volume, 18'000);
    for (std::size_t s = 0; s < columns.size(); ++s)
      columns[s].insert(columns[s].end(), more[s].begin(), more[s].end());
  }
  for (std::size_t i = 0; i < 4096; ++i)  // a tile with few kept objects, before others with most kept
    if (i % 10 != 0) columns[0][i] += 1e6F;
  expect_same(
      set, columns[0].size(), {.check = Check::none, .isa = GetParam()},
      [&](std::size_t v, const CullOptions& o) { return mask_of(set[v], packed(columns), columns[0].size(), o); },
      [&](const VisibleSets& out, const CullOptions& o) {
        return cull_streams(set, packed(columns), columns[0].size(), out, o);
      });
}

/// Objects of one kind that follow each other, and words that two kinds share.
TEST_P(CullMany, RunsOfKindsInASet) {
  ShapeSet shapes;
  for (int i = 0; i < 5000; ++i) {
    const Vec3 at{static_cast<float>(i % 17), static_cast<float>(i % 13), static_cast<float>(i % 41)};
    if (i >= 100 && i < 4500)
      shapes.add(Sphere{at, 0.5F});
    else
      shapes.add(Box{at, {0, 0, 0, 1}, {0.5F, 1, 2}});  // a run to the middle of a word; spheres are culled before
  }
  for (const VolumeSet& set : {any_volumes(), VolumeSet(std::vector<ConvexVolume>(2, volumes()[0].volume))})
    expect_same(
        set, shapes.size(), {.isa = GetParam()},
        [&](std::size_t v, const CullOptions& o) {
          Words mask(mask_words(shapes.size()));
          cull(set[v], shapes, mask, o);
          return mask;
        },
        [&](const VisibleSets& out, const CullOptions& o) { return cull(set, shapes, out, o); });
}

INSTANTIATE_TEST_SUITE_P(, CullMany, isas(), isa_name);

/// Only the requested outputs are written; planes alone never leave out an object that the exact answer keeps.
TEST(CullManyOutputs, AreOptional) {
  oracle::Rng rng(93);
  constexpr std::size_t count = 500;
  const NamedSet tiles = grid("perspective_0_1", 4, 3, {});
  const Columns columns = objects_near(tiles.set.roots()[0].bound, Objects::spheres, count, rng);
  Answers all(tiles.set.size(), count), planes = all;
  const std::size_t total = cull_streams(tiles.set, packed(columns), count, all.spans(), {});
  EXPECT_EQ(cull_streams(tiles.set, packed(columns), count, {}, {}), total);
  Answers one(tiles.set.size(), count);
  cull_streams(tiles.set, packed(columns), count, {.counts = one.spans().counts}, {});
  EXPECT_EQ(one.counts, all.counts);
  EXPECT_GE(cull_streams(tiles.set, packed(columns), count, planes.spans(), {.method = CullMethod::planes}), total);
  for (std::size_t word = 0; word + 1 < all.by_volume.size(); ++word)
    EXPECT_EQ(all.by_volume[word] & ~planes.by_volume[word], 0U);
}

/// The parts of a camera's view together contain all that the camera sees.
TEST(CullManyGrid, LosesNothing) {
  oracle::Rng rng(94);
  constexpr std::size_t count = 5000;
  for (const NamedSet& named : sets()) {
    if (named.name.find('x') == std::string::npos) continue;
    SCOPED_TRACE(named.name);
    const ConvexVolume& view = named.set.roots()[0].bound;
    const Columns columns = objects_near(view, Objects::boxes, count, rng);
    Words by_object(count * mask_words(named.set.size()));
    cull_streams(named.set, packed(columns), count, {.by_object = by_object}, {});
    const Words seen = mask_of(view, packed(columns), count, {});
    for (std::size_t i = 0; i < count; ++i) {
      bool in_a_part = false;
      for (std::size_t word = 0; word < mask_words(named.set.size()); ++word)
        in_a_part |= by_object[i * mask_words(named.set.size()) + word] != 0;
      EXPECT_EQ(in_a_part, is_set(seen, i)) << i;
    }
  }
}

TEST(CullManyErrors, SayWhatIsWrong) {
  const NamedSet tiles = grid("perspective_0_1", 4, 3, {});
  std::vector<float> x(100, 1);
  const SphereView spheres{.x = {x.data()}, .y = {x.data()}, .z = {x.data()}, .radius = {x.data()}, .count = 100};
  const auto error = [&](const VisibleSets& visible) -> std::string {
    try {
      cull(tiles.set, spheres, visible);
    } catch (const InvalidInput& refused) {
      return refused.what();
    }
    return "";
  };
  Answers answers(12, 100);
  expect_outputs_refused(answers, error);
  const std::span<std::uint64_t> over_objects(reinterpret_cast<std::uint64_t*>(x.data()), 24);
  EXPECT_EQ(error({.by_volume = over_objects}), "visible.by_volume: shares memory with spheres.x");
  const std::span<std::uint32_t> indices(reinterpret_cast<std::uint32_t*>(x.data()), 100);
  EXPECT_EQ(error({.indices = indices}), "visible.indices: shares memory with spheres.x");
  x[70] = -1;
  EXPECT_EQ(error(answers.spans()).substr(0, 22), "spheres.radius[70] = -");
  EXPECT_EQ(answers.by_volume, Words(25, 77));
}

}  // namespace
}  // namespace lockstep::test
