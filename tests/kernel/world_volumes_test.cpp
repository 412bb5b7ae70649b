// A World against many volumes: the bits of a call with the view that it was made of, or with each volume alone, for
// any history of the world.
#include <gtest/gtest.h>

#include <tbb/global_control.h>

#include <algorithm>
#include <string>
#include <vector>

#include "body_worlds.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "shape_worlds.hpp"
#include "thread_executor.hpp"
#include "volume_sets.hpp"
#include "world_scenes.hpp"
#include "worlds.hpp"

namespace lockstep::test {
namespace {

bool is_grid(const VolumeSet& set) { return !set.grid_planes()[0].empty(); }

/// Some small ones, far from each other, and many small ones close together.
VolumeSet many_boxes(std::size_t count, double half_room) {
  oracle::Rng rng(290);
  std::vector<ConvexVolume> all;
  while (all.size() < count) {
    std::array<float, 3> at{};
    for (float& x : at) x = static_cast<float>(oracle::uniform(rng, -half_room, half_room));
    std::array<Vec3, 8> corners;
    for (std::size_t k = 0; k < 8; ++k) {
      const auto side = [&](std::size_t axis, bool high) { return at[axis] + (high ? 1.5F : 0.0F); };
      corners[k] = {side(0, k % 4 == 1 || k % 4 == 2), side(1, k % 4 >= 2), side(2, k >= 4)};
    }
    all.push_back(ConvexVolume::from_corners(corners));
  }
  return VolumeSet(all);
}

/// The expected output for one volume: that of the view alone. Cells of a grid keep less by planes, like many volumes
/// with a view.
class ExpectedRows {
 public:
  ExpectedRows(const VolumeSet& set, const Streams& streams, std::size_t count, const CullOptions& options)
      : set_(set), streams_(streams), count_(count), row_(mask_words(count)) {
    if (!is_grid(set) || options.method == CullMethod::exact) return;
    rows_.resize(set.size() * row_);
    cull_streams(set, streams, count, {.by_volume = rows_}, options);
  }
  Words operator()(std::size_t v, const CullOptions& options) const {
    if (rows_.empty()) return mask_of(set_[v], streams_, count_, options);
    const auto row = rows_.begin() + static_cast<std::ptrdiff_t>(v * row_);
    return {row, row + static_cast<std::ptrdiff_t>(row_)};
  }

 private:
  const VolumeSet& set_;
  const Streams& streams_;
  std::size_t count_, row_;
  Words rows_;
};

void expect_as_view(const VolumeSet& set, const World& world, const Columns& columns, const CullOptions& options) {
  const Streams streams = packed(columns);
  expect_same(set, world.size(), options, ExpectedRows(set, streams, world.size(), options),
              [&](const VisibleSets& out, const CullOptions& o) { return cull(set, world, out, o); });
}

class WorldVolumes : public EveryIsa {
 protected:
  [[nodiscard]] static std::vector<CullOptions> all_options() {
    return {{.method = CullMethod::exact, .isa = GetParam()},
            {.method = CullMethod::exact, .touching = Touching::separate, .isa = GetParam()},
            {.method = CullMethod::planes, .isa = GetParam()}};
  }
};

TEST_P(WorldVolumes, GiveTheBitsOfTheView) {
  oracle::Rng rng(291);
  for (const NamedSet& named : sets()) {
    SCOPED_TRACE(named.name);
    const ConvexVolume about = named.set.size() > 0 ? named.set[named.set.size() / 2] : volumes()[0].volume;
    const ConvexVolume around = is_grid(named.set) ? named.set.roots()[0].bound : about;
    for (const Objects kind : objects_of_worlds) {
      Columns columns = objects_near(around, kind, 1500, rng);
      const Columns near = objects_near(about, kind, 300, rng);
      for (std::size_t s = 0; s < columns.size(); ++s)
        columns[s].insert(columns[s].end(), near[s].begin(), near[s].end());
      const World world = world_of(columns);
      for (const CullOptions& options : all_options()) expect_as_view(named.set, world, columns, options);
    }
  }
}

/// Numbers that are hard to sort and to compare, of few and of many objects, against bounds that keep few and many.
TEST_P(WorldVolumes, OfAnyObjects) {
  oracle::Rng rng(292);
  const VolumeSet set = many_boxes(100, 10);
  for (const Distribution& d : distributions)
    for (const Objects kind : objects_of_worlds)
      for (const std::size_t count : {0U, 1U, 64U, 65U, 3000U}) {
        SCOPED_TRACE(std::string(d.name) + ", " + std::to_string(count));
        const Columns columns = objects_of(d, kind, count, rng);
        for (const CullOptions& options : all_options()) expect_as_view(set, world_of(columns), columns, options);
      }
}

/// More nodes than one level holds: those far from all volumes are never visited. Cells that see thousands.
TEST_P(WorldVolumes, OfManyObjects) {
  oracle::Rng rng(293);
  const NamedSet cascades = grid("perspective_0_1", 1, 1, {5, 20, 60}), tiles = grid("perspective_1_1", 8, 6, {});
  for (const Objects kind : objects_of_worlds)
    for (const std::size_t count : {16385U, 70000U}) {
      Columns columns = objects_of(distributions[0], kind, count, rng);
      for (std::size_t i = 0; i < count / 2; ++i)
        for (std::size_t s = 0; s < columns.size() && !(kind == Objects::spheres && s == 3); ++s) columns[s][i] *= 20;
      const World world = world_of(columns);
      for (const VolumeSet& set : {many_boxes(70, 60), VolumeSet::cube({1, 2, 3}, 0.25F, 40), cascades.set, tiles.set})
        expect_as_view(set, world, columns, {.isa = GetParam()});
      expect_as_view(tiles.set, world, columns, {.method = CullMethod::planes, .isa = GetParam()});
    }
}

/// A volume around everything: more of the largest boxes follow each other than a kernel takes at once.
TEST_P(WorldVolumes, OfMoreBoxesThanAKernelTakes) {
  constexpr std::size_t count = 300'000;
  oracle::Rng rng(294);
  const World world = world_of(objects_of(distributions[0], Objects::spheres, count, rng));
  const ConvexVolume everything = VolumeSet::cube({0, 0, 1000}, 1, 1e5)[5];
  std::vector<std::size_t> counts(2);
  EXPECT_EQ(cull(VolumeSet(std::vector{everything, everything}), world, {.counts = counts}, {.isa = GetParam()}),
            2 * count);
  EXPECT_EQ(counts, (std::vector<std::size_t>{count, count}));
}

/// Few of many objects near the volumes, and the large ones, which come last: a bound keeps some of boxes that are far
/// from each other in the world's order.
TEST_P(WorldVolumes, OfObjectsThatAreFarApartInTheirOrder) {
  oracle::Rng rng(299);
  constexpr std::size_t count = 70000, near = 1000, large = 100;
  ThreadExecutor one_thread(1);  // with more, bounds are used if there are more volumes
  for (const Objects kind : objects_of_worlds) {
    Columns columns = objects_of(distributions[0], kind, count, rng);
    for (std::size_t i = near; i < count; ++i)
      if (i < count - large)
        columns[0][i] += 1000, columns[3][i] += kind == Objects::aabbs ? 1000.0F : 0.0F;
      else
        columns[3][i] += 50;
    const World world = world_of(columns);
    for (CullOptions options : all_options()) {
      options.executor = one_thread.executor();
      expect_as_view(many_boxes(70, 10), world, columns, options);
    }
  }
}

/// More shapes of a kind than are tested together.
TEST_P(WorldVolumes, OfManyShapesInAGrid) {
  oracle::Rng rng(300);
  const NamedSet tiles = grid("perspective_0_1", 12, 8, {});
  ShapeSet shapes;
  const Columns columns = objects_near(tiles.set.roots()[0].bound, Objects::spheres, 12000, rng);
  for (std::size_t i = 0; i < 12000; ++i)
    shapes.add(Sphere{{columns[0][i], columns[1][i], columns[2][i]}, columns[3][i]});
  Words rows(tiles.set.size() * mask_words(shapes.size())), of_world(rows.size(), 77);
  const std::size_t total = cull(tiles.set, shapes, {.by_volume = rows}, {.isa = GetParam()});
  EXPECT_EQ(cull(tiles.set, World(shapes), {.by_volume = of_world}, {.isa = GetParam()}), total);
  EXPECT_EQ(of_world, rows);
}

/// Shapes of all kinds, with free slots and invalid shapes, and bodies.
TEST_P(WorldVolumes, OfShapesAndBodies) {
  ShapeSet shapes = shapes_in_a_cube(294, 1200);
  shapes.add(Sphere{{not_a_number, 0, 0}, 1}, Check::none);
  const BodySet bodies = bodies_in_a_cube(295, 300, 5);
  const World of_shapes(shapes), of_bodies(bodies);
  for (const NamedSet& named : sets()) {
    SCOPED_TRACE(named.name);
    for (const CullOptions& options : all_options()) {
      const bool together = is_grid(named.set) && options.method == CullMethod::planes;
      const auto row_of = [&](const ShapeSet& set, std::size_t v) {
        Words row(mask_words(set.size())), rows(together ? named.set.size() * row.size() : 0);
        if (!together) return cull(named.set[v], set, row, options), row;
        cull(named.set, set, {.by_volume = rows}, options);
        std::copy_n(rows.begin() + static_cast<std::ptrdiff_t>(v * row.size()), row.size(), row.begin());
        return row;
      };
      if (together && named.set.size() > 100) continue;
      expect_same(
          named.set, shapes.size(), options, [&](std::size_t v, const CullOptions&) { return row_of(shapes, v); },
          [&](const VisibleSets& out, const CullOptions& o) { return cull(named.set, of_shapes, out, o); });
      expect_same(
          named.set, bodies.size(), options,
          [&](std::size_t v, const CullOptions&) { return bits_of_bodies(bodies, row_of(bodies.parts(), v)); },
          [&](const VisibleSets& out, const CullOptions& o) { return cull(named.set, of_bodies, out, o); });
    }
  }
}

/// By several threads, and by an executor of the host's.
TEST_P(WorldVolumes, ByAnyThreads) {
  oracle::Rng rng(296);
  const VolumeSet boxes = many_boxes(70, 10);
  const NamedSet clusters = grid("perspective_0_1", 4, 3, split_depths(0.1F, 100, 4));
  for (const Objects kind : objects_of_worlds) {
    const Columns columns = objects_near(clusters.set.roots()[0].bound, kind, 3000, rng);
    const World world = world_of(columns);
    ThreadExecutor executor(3);
    for (const int threads : {1, 4}) {
      const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads));
      for (const VolumeSet& set : {boxes, clusters.set}) {
        expect_as_view(set, world, columns, {.isa = GetParam()});
        expect_as_view(set, world, columns, {.isa = GetParam(), .executor = executor.executor()});
      }
    }
  }
}

/// Objects are added, removed and moved, in a world that is sorted incrementally: the answers are those of the
/// remaining ones.
TEST_P(WorldVolumes, WhateverTheHistory) {
  oracle::Rng rng(297);
  const VolumeSet boxes = many_boxes(60, 10);
  const NamedSet tiles = grid("perspective_0_1", 4, 3, {2, 9});
  for (const Objects kind : objects_of_worlds) {
    Columns columns = objects_of(distributions[0], kind, 4000, rng);
    World world = world_of(columns);
    std::vector<bool> living(4000, true);
    for (int step = 0; step < 12; ++step) {
      const Columns moved = objects_of(distributions[0], kind, 4000, rng);
      Indices gone, some;
      for (std::uint32_t i = 0; i < 4000; ++i) {
        if (step < 3 && living[i] && rng() % 9 == 0) gone.push_back(i), living[i] = false;
        if (living[i] && rng() % 3 == 0) some.push_back(i);
      }
      world.remove(gone);
      for (const std::uint32_t i : some)
        for (std::size_t s = 0; s < columns.size(); ++s) columns[s][i] = moved[s][i];
      with_view(some_of(columns, some), [&](const auto& view) { world.move(some, view); });
      const Indices left = [&] {
        Indices indices;
        for (std::uint32_t i = 0; i < 4000; ++i)
          if (living[i]) indices.push_back(i);
        return indices;
      }();
      const Columns of_left = some_of(columns, left);
      const Streams streams = packed(of_left);
      for (const VolumeSet& set : {boxes, tiles.set})
        for (const CullOptions& options : all_options()) {
          const ExpectedRows rows(set, streams, left.size(), options);
          expect_same(
              set, 4000, options,
              [&](std::size_t v, const CullOptions& o) {
                const Words of_those = rows(v, o);
                Words mask(mask_words(4000));
                for (std::size_t k = 0; k < left.size(); ++k)
                  if (is_set(of_those, k)) mask[left[k] / 64] |= std::uint64_t{1} << left[k] % 64;
                return mask;
              },
              [&](const VisibleSets& out, const CullOptions& o) { return cull(set, world, out, o); });
        }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, WorldVolumes, isas(), isa_name);

TEST(WorldVolumesErrors, SayWhatIsWrong) {
  const NamedSet tiles = grid("perspective_0_1", 4, 3, {});
  oracle::Rng rng(298);
  const World world = world_of(objects_near(tiles.set.roots()[0].bound, Objects::spheres, 100, rng));
  const auto error = [&](const VisibleSets& visible) { return error_of([&] { cull(tiles.set, world, visible); }); };
  Answers answers(12, 100);
  expect_outputs_refused(answers, error);
  EXPECT_EQ(answers.by_volume, Words(25, 77));
  EXPECT_EQ(answers.counts, std::vector<std::size_t>(13, 77));
}

}  // namespace
}  // namespace lockstep::test
