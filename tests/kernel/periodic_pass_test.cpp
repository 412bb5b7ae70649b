// Overlap passes in periodic cells: spheres against neighbour lists, which are decided in exact arithmetic, and shapes
// of all kinds against sets that hold their images.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "contact_list.hpp"
#include "core.hpp"
#include "error_of.hpp"
#include "every_isa.hpp"
#include "lockstep/lockstep.hpp"
#include "long_tests.hpp"
#include "pair_list.hpp"
#include "spaces.hpp"
#include "thread_executor.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::uniform;
using Shift = std::array<std::int32_t, 3>;
using Entry = std::tuple<std::uint32_t, std::uint32_t, Shift>;

struct Found {
  std::vector<Entry> pairs;
  std::vector<Separation> separations;
  std::vector<Manifold> contacts;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint64_t> any;
  std::vector<Pair> in_tiles;
};

/// A pass with all outputs.
template <class... Objects>
Found found_by(OverlapPass& pass, const OverlapOptions& options, std::size_t objects, const Objects&... sets) {
  Found found;
  found.counts.resize(objects), found.any.resize(mask_words(objects));
  std::mutex mutex;
  const auto run = [&](std::size_t room) {
    std::vector<Pair> pairs(room);
    std::vector<Shift> shifts(room);
    found.separations.resize(room), found.contacts.resize(room), found.in_tiles.clear();
    const OverlapResult result = pass.run(sets...,
                                          {.pairs = pairs,
                                           .separations = found.separations,
                                           .contacts = found.contacts,
                                           .counts = found.counts,
                                           .any = found.any,
                                           .tile =
                                               [&](std::span<const Pair> some) {
                                                 const std::scoped_lock lock(mutex);
                                                 found.in_tiles.insert(found.in_tiles.end(), some.begin(), some.end());
                                               },
                                           .shifts = shifts},
                                          options);
    EXPECT_TRUE(room == 0 || result.complete);
    for (std::size_t p = 0; p < room; ++p) found.pairs.emplace_back(pairs[p].a, pairs[p].b, shifts[p]);
    return static_cast<std::size_t>(result.pairs);
  };
  run(run(0));
  return found;
}
template <class... Objects>
Found found_by(const OverlapOptions& options, std::size_t objects, const Objects&... sets) {
  OverlapPass pass;
  return found_by(pass, options, objects, sets...);
}

bool is_subset(const std::vector<Entry>& some, const std::vector<Entry>& all) {
  return std::includes(all.begin(), all.end(), some.begin(), some.end());
}

struct Gas {
  std::vector<Vec3d> points;
  Cell cell;
  float radius;

  [[nodiscard]] ShapeSet spheres() const {
    ShapeSet set;
    for (const Vec3d& p : points) set.place(set.add(Sphere{{0, 0, 0}, radius}), p);
    return set;
  }
  /// All pairs no farther apart than `cutoff`, exactly.
  [[nodiscard]] std::vector<Entry> within(double cutoff) const {
    const NeighbourList list = neighbours(points, cell, cutoff, {.half = true}, "ijS");
    std::vector<Entry> pairs;
    for (std::size_t p = 0; p < list.i.size(); ++p) pairs.emplace_back(list.i[p], list.j[p], list.shifts[p]);
    std::sort(pairs.begin(), pairs.end());
    return pairs;
  }
};

double distance_of(const Vec3d& a, const Vec3d& b) { return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z); }

Vec3d combined(const Cell& cell, double x, double y, double z) {
  return {x * cell.a.x + y * cell.b.x + z * cell.c.x, x * cell.a.y + y * cell.b.y + z * cell.c.y,
          x * cell.a.z + y * cell.b.z + z * cell.c.z};
}

/// Triclinic boxes of any size, thin ones too, with points far outside, and lattices that touch.
Gas random_gas(Rng& rng) {
  Gas gas;
  const double size = std::pow(10, uniform(rng, -3, 3));
  const auto along = [&] { return uniform(rng, -0.45, 0.45) * size; };
  gas.cell = {{size, 0, 0}, {along(), size * uniform(rng, 0.3, 1), 0}, {along(), along(), size * uniform(rng, 0.3, 1)}};
  if (below(rng, 2) == 0) gas.cell.b.z = along() / 4, gas.cell.a.y = along() / 4;
  for (bool& periodic : gas.cell.periodic) periodic = below(rng, 4) != 0;
  const int kind = below(rng, 4);
  const int count = kind == 0 ? 27 : 5 + below(rng, 40);
  for (int i = 0; i < count; ++i) {
    Vec3d p = combined(gas.cell, uniform(rng, 0, 1), uniform(rng, 0, 1), uniform(rng, 0, 1));
    if (kind == 0) p = combined(gas.cell, (i % 3) / 3.0, (i / 3 % 3) / 3.0, (i / 9) / 3.0);
    if (kind == 0) p.x += uniform(rng, -1, 1) * 1e-15 * size;
    if (kind == 1) {
      const auto far = [&] { return std::round(uniform(rng, -1e6, 1e6)); };
      const Vec3d by = combined(gas.cell, gas.cell.periodic[0] ? far() : 0, gas.cell.periodic[1] ? far() : 0,
                                gas.cell.periodic[2] ? far() : 0);
      p = {p.x + by.x, p.y + by.y, p.z + by.z};
    }
    gas.points.push_back(p);
  }
  const double reach = kind == 0 ? 1.0 / 6 : kind == 2 ? uniform(rng, 0.3, 0.8) : uniform(rng, 0.02, 0.3);
  gas.radius = static_cast<float>(reach * size);
  return gas;
}

struct PeriodicPasses : EveryIsa {
  [[nodiscard]] static OverlapOptions in(const Cell& cell) { return {.isa = GetParam(), .cell = cell}; }
};
INSTANTIATE_TEST_SUITE_P(, PeriodicPasses, isas(), isa_name);

TEST_P(PeriodicPasses, SpheresMeetAsTheirCentresAreNeighbours) {
  std::size_t pairs = 0, undecided = 0;
  for (int scene = 0; scene < (long_tests() ? 20000 : 80); ++scene) {
    SCOPED_TRACE("scene " + std::to_string(scene));
    Rng rng(static_cast<std::uint64_t>(7000 + scene));
    const Gas gas = random_gas(rng);
    const ShapeSet set = gas.spheres();
    OverlapOptions options = in(gas.cell);
    const bool by_margin = below(rng, 3) == 0;
    if (by_margin) options.margin = gas.radius;
    const double cutoff = (by_margin ? 3 : 2) * double{gas.radius};
    const std::vector<Entry> near = gas.within(cutoff), nearly = gas.within(cutoff * (1 + 0x1p-15));
    const Found may = found_by(options, set.size(), set);
    options.touching = Touching::separate;
    const Found surely = found_by(options, set.size(), set);
    ASSERT_TRUE(is_subset(surely.pairs, near));
    ASSERT_TRUE(is_subset(near, may.pairs));
    ASSERT_TRUE(is_subset(may.pairs, nearly));
    pairs += near.size(), undecided += may.pairs.size() - surely.pairs.size();
    // What a distance is about: the exact sum of the positions and the cell's vectors.
    const NeighbourList list = neighbours(gas.points, gas.cell, 2 * cutoff, {.half = true}, "ijSd");
    for (std::size_t p = 0; p < list.i.size(); ++p) {
      const Entry entry(list.i[p], list.j[p], list.shifts[p]);
      const auto at = std::lower_bound(may.pairs.begin(), may.pairs.end(), entry);
      if (at == may.pairs.end() || *at != entry) continue;
      const Interval d = may.contacts[static_cast<std::size_t>(at - may.pairs.begin())].distance;
      const double truth = list.distances[p] - 2 * double{gas.radius}, error = 0x1p-49 * list.distances[p];
      ASSERT_LE(d.lower, truth + error);
      ASSERT_GE(d.upper, truth - error);
      ASSERT_LE(d.upper - d.lower, 0x1p-40 * gas.radius);
    }
  }
  EXPECT_GT(pairs, 5000U);
  EXPECT_LT(undecided, pairs / 2);  // lattices touch
}

void place_at(ShapeSet& set, std::uint32_t i, const Vec3d& at) { set.place(i, at); }
void place_at(ShapeSet2& set, std::uint32_t i, const Vec3d& at) { set.place(i, Vec2d{at.x, at.y}); }

/// Shapes of all kinds at positions, in a cell of numbers so short that all images have positions in double. `S` is
/// Space or Plane.
template <class S>
struct PeriodicSceneIn {
  Rng rng;
  typename S::Set set;
  std::vector<Vec3d> positions;
  Cell cell;

  PeriodicSceneIn(std::uint64_t seed, std::size_t count, double reach) : rng(seed) {
    const auto skew = [&] { return short_number(-reach / 4, reach / 4); };
    cell = {{short_number(reach, 2 * reach), skew(), is_plane<S> ? 0 : skew()},
            {skew(), short_number(reach, 2 * reach), is_plane<S> ? 0 : skew()},
            {skew(), skew(), short_number(reach, 2 * reach)}};
    for (bool& periodic : cell.periodic) periodic = below(rng, 3) != 0;
    if (is_plane<S>) cell.periodic[2] = false;
    const auto ball = S::kinds[0];
    while (set.size() < count) {
      const auto kind = S::kinds[static_cast<std::size_t>(below(rng, static_cast<int>(std::size(S::kinds))))];
      const typename S::Shape shape = random_pair(rng, ball, kind).second;
      if (can_be_moved(shape) && oracle::largest_coordinate(shape) < 3) add_to(set, shape);
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      positions.push_back({short_number(-3, 3), short_number(-3, 3), is_plane<S> ? 0 : short_number(-3, 3)});
      if (below(rng, 10) == 0)
        set.remove(i);
      else
        place_at(set, i, positions[i]);
    }
  }
  double short_number(double low, double high) { return std::round(uniform(rng, low, high) * 1024) / 1024; }
  [[nodiscard]] Vec3d image(std::uint32_t i, const Shift& s) const {
    const Vec3d by = combined(cell, s[0], s[1], s[2]), &p = positions[i];
    return {p.x + by.x, p.y + by.y, p.z + by.z};
  }
  /// False: the shapes are too far apart to meet.
  [[nodiscard]] bool is_near(std::uint32_t a, std::uint32_t b, const Shift& s) const {
    return distance_of(positions[a], image(b, s)) < 11;
  }
};
using PeriodicScene = PeriodicSceneIn<Space>;

/// The contacts of one pair, those of the plane with z = 0.
template <class S>
Manifold manifold_of(const typename S::Set& first, const typename S::Set& second, const Pair& pair, Isa isa) {
  const auto manifold = touch(first, second, {pair}, {.isa = isa})[0];
  if constexpr (is_plane<S>)
    return in_space(manifold);
  else
    return manifold;
}

template <class S>
void shapes_meet_as_their_images_do(Isa isa) {
  std::size_t own = 0, all = 0, same = 0;
  for (std::uint64_t seed = 0; seed < (long_tests() ? 200U : 8U); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PeriodicSceneIn<S> scene(seed, 44, seed % 2 == 0 ? 1.25 : 3);
    const OverlapOptions options{.isa = isa, .cell = scene.cell};
    const Found found = found_by(options, scene.set.size(), scene.set);
    std::vector<std::uint32_t> counts(scene.set.size());
    std::vector<Entry> expected;
    const int most = 8;
    typename S::Set images = scene.set;
    for (int x = -most; x <= most; ++x)
      for (int y = -most; y <= most; ++y)
        for (int z = -most; z <= most; ++z) {
          const Shift s = {x, y, z};
          const auto& periodic = scene.cell.periodic;
          if ((x != 0 && !periodic[0]) || (y != 0 && !periodic[1]) || (z != 0 && !periodic[2])) continue;
          std::vector<Pair> pairs;
          for (std::uint32_t b = 0; b < images.size(); ++b) {
            if (!images.contains(b)) continue;
            place_at(images, b, scene.image(b, s));
            for (std::uint32_t a = 0; a <= b; ++a)
              if (images.contains(a) && (a != b || s > Shift{}) && scene.is_near(a, b, s)) pairs.push_back({a, b});
          }
          std::vector<Verdict> verdicts(pairs.size());
          intersect(scene.set, images, pairs, verdicts, {.isa = isa});
          for (std::size_t p = 0; p < pairs.size(); ++p)
            if (overlaps(verdicts[p])) expected.emplace_back(pairs[p].a, pairs[p].b, s);
        }
    std::sort(expected.begin(), expected.end());
    ASSERT_EQ(found.pairs, expected);
    for (const auto& [a, b, s] : expected) ++counts[a], ++counts[b], own += a == b;
    EXPECT_EQ(found.counts, counts);
    EXPECT_EQ(found.in_tiles.size(), expected.size());
    all += expected.size();
    for (std::size_t p = 0; p < expected.size(); ++p) {
      const auto& [a, b, s] = expected[p];
      place_at(images, b, scene.image(b, s));
      const Manifold manifold = manifold_of<S>(scene.set, images, {a, b}, isa);
      // A sum of more parts may be rounded to the next number.
      const Manifold& of_image = found.contacts[p];
      ASSERT_LE(of_image.distance.lower, manifold.distance.upper + 1e-12);
      ASSERT_GE(of_image.distance.upper, manifold.distance.lower - 1e-12);
      ASSERT_EQ(found.separations[p].depth, static_cast<float>(-of_image.distance.lower));
      if (distance_of(of_image.normal, manifold.normal) > 1e-9) continue;  // two ways out are equally short
      same += of_image.count == manifold.count;
      for (std::uint32_t c = 0; c < manifold.count && of_image.count == manifold.count; ++c)
        ASSERT_LT(distance_of(of_image.points[c].a, manifold.points[c].a), 1e-6);
    }
  }
  EXPECT_GT(same, all * 9 / 10);
  EXPECT_GT(own, 10U);
  EXPECT_GT(all, 500U);
}
TEST_P(PeriodicPasses, ShapesMeetAsTheirImagesDo) { shapes_meet_as_their_images_do<Space>(GetParam()); }
TEST_P(PeriodicPasses, ShapesOfThePlaneMeetAsTheirImagesDo) { shapes_meet_as_their_images_do<Plane>(GetParam()); }

template <class S>
void moves_by_whole_cells_change_shifts_alone(Isa isa) {
  PeriodicSceneIn<S> scene(42, 60, 2);
  const OverlapOptions options{.isa = isa, .cell = scene.cell};
  const std::vector<Entry> before = found_by(options, scene.set.size(), scene.set).pairs;
  std::vector<Shift> moves(scene.set.size());
  for (std::uint32_t i = 0; i < scene.set.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) moves[i][k] = scene.cell.periodic[k] ? below(scene.rng, 2001) - 1000 : 0;
    if (scene.set.contains(i)) place_at(scene.set, i, scene.image(i, moves[i]));
  }
  std::vector<Entry> expected;
  for (auto [a, b, s] : before) {
    for (std::size_t k = 0; k < 3; ++k) s[k] += moves[a][k] - moves[b][k];
    expected.emplace_back(a, b, a == b && s < Shift{} ? Shift{-s[0], -s[1], -s[2]} : s);
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_GT(expected.size(), 50U);
  EXPECT_EQ(found_by(options, scene.set.size(), scene.set).pairs, expected);
}

TEST_P(PeriodicPasses, MovesByWholeCellsChangeShiftsAlone) {
  moves_by_whole_cells_change_shifts_alone<Space>(GetParam());
  moves_by_whole_cells_change_shifts_alone<Plane>(GetParam());
}

template <class S>
void two_sets_and_filters(Isa isa) {
  PeriodicSceneIn<S> scene(5, 40, 2);
  PeriodicSceneIn<S> other(6, 30, 2);
  OverlapOptions options{.isa = isa, .cell = scene.cell};
  std::vector<std::uint32_t> group(40), mask(40), second_group(30, 1);
  for (std::uint32_t i = 0; i < 40; ++i) group[i] = 1U << i % 3, mask[i] = ~(1U << i % 2);
  const Found all = found_by(options, 40, scene.set, other.set);
  options.filter = {group, mask}, options.second_filter = {second_group, {}};
  const Found some = found_by(options, 40, scene.set, other.set);
  std::vector<Entry> expected;
  for (const Entry& entry : all.pairs)
    if ((mask[std::get<0>(entry)] & 1) != 0) expected.push_back(entry);
  EXPECT_LT(expected.size(), all.pairs.size());
  EXPECT_EQ(some.pairs, expected);
  // One set: each pair and image once, and both directions make the pairs of the set with itself.
  options = {.isa = isa, .cell = scene.cell};
  const Found one = found_by(options, 40, scene.set), both = found_by(options, 40, scene.set, scene.set);
  std::vector<Entry> twice;
  for (const auto& [a, b, s] : one.pairs)
    twice.emplace_back(a, b, s), twice.emplace_back(b, a, Shift{-s[0], -s[1], -s[2]});
  for (std::uint32_t i = 0; i < 40; ++i)
    if (scene.set.contains(i)) twice.emplace_back(i, i, Shift{});
  std::sort(twice.begin(), twice.end());
  EXPECT_EQ(both.pairs, twice);
  options.filter = {group, mask};
  const Found filtered = found_by(options, 40, scene.set);
  expected.clear();
  for (const Entry& entry : one.pairs)
    if ((group[std::get<0>(entry)] & mask[std::get<1>(entry)]) != 0 &&
        (group[std::get<1>(entry)] & mask[std::get<0>(entry)]) != 0)
      expected.push_back(entry);
  EXPECT_LT(expected.size(), one.pairs.size());
  EXPECT_EQ(filtered.pairs, expected);
}
TEST_P(PeriodicPasses, TwoSetsAndFilters) {
  two_sets_and_filters<Space>(GetParam());
  two_sets_and_filters<Plane>(GetParam());
}

TEST_P(PeriodicPasses, ViewsAndWorldsAsSets) {
  Rng rng(3);
  const Cell cell{{10.1, 0, 0}, {3.3, 9.7, 0}, {0, 0, 11.3}};
  const Cell in_plane{cell.a, cell.b, cell.c, {true, true, false}};
  std::vector<Sphere> spheres;
  std::vector<Circle2> circles;
  std::vector<Aabb> boxes;
  for (int i = 0; i < 80; ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -15, 15)); };
    const Vec3 at{along(), along(), along()};
    const auto radius = static_cast<float>(uniform(rng, 0.3, 2));
    spheres.push_back({at, radius}), circles.push_back({{at.x, at.y}, radius});
    boxes.push_back({{at.x - radius, at.y - 1, at.z - 1}, {at.x + radius, at.y + 1, at.z + 1}});
  }
  ShapeSet of_spheres, of_circles, of_boxes;
  for (const Sphere& s : spheres) of_spheres.add(s);
  for (const Circle2& c : circles) of_circles.add(Sphere{{c.center.x, c.center.y, 0}, c.radius});
  for (const Aabb& box : boxes) of_boxes.add(box);
  const auto of = SphereView::of(spheres, &Sphere::center, &Sphere::radius);
  const auto of_plane = CircleView::of(circles, &Circle2::center, &Circle2::radius);
  const std::vector<Entry> expected = found_by(in(cell), 80, of_spheres).pairs;
  EXPECT_GT(expected.size(), 100U);
  EXPECT_EQ(found_by(in(cell), 80, of).pairs, expected);
  EXPECT_EQ(found_by(in(cell), 80, World(of)).pairs, expected);
  EXPECT_EQ(found_by(in(cell), 80, of, of).pairs, found_by(in(cell), 80, of_spheres, of_spheres).pairs);
  const std::vector<Entry> planar = found_by(in(in_plane), 80, of_circles).pairs;
  EXPECT_EQ(found_by(in(in_plane), 80, of_plane).pairs, planar);
  EXPECT_EQ(found_by(in(in_plane), 80, World2(of_plane)).pairs, planar);
  const auto view = AabbView::of(boxes, &Aabb::min, &Aabb::max);
  EXPECT_EQ(found_by(in(cell), 80, World(view)).pairs, found_by(in(cell), 80, of_boxes).pairs);
  EXPECT_EQ(found_by(in(cell), 80, World(of_boxes)).pairs, found_by(in(cell), 80, of_boxes).pairs);
}

/// The lists of queries as pairs.
std::vector<Entry> pairs_of(const ObjectLists& lists) {
  EXPECT_EQ(lists.shifts.size(), lists.objects.size());
  std::vector<Entry> pairs;
  for (std::uint32_t i = 0; i < lists.size(); ++i)
    for (std::size_t at = lists.first[i]; at < lists.first[i + 1]; ++at)
      pairs.emplace_back(i, lists.objects[at], lists.shifts[at]);
  return pairs;
}

TEST_P(PeriodicPasses, QueriesOfAWorldFindThePairsOfTwoSets) {
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < (long_tests() ? 200U : 6U); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PeriodicScene scene(seed, 40, 2), other(seed + 1000, 60, 2);
    for (std::uint32_t i = 0; i < 40; ++i) {
      const auto& periodic = scene.cell.periodic;
      const auto far = [&](std::size_t k) { return periodic[k] ? below(scene.rng, 2001) - 1000 : 0; };
      if (scene.set.contains(i) && seed % 2 == 1) scene.set.place(i, scene.image(i, {far(0), far(1), far(2)}));
    }
    OverlapOptions options = in(scene.cell);
    std::vector<std::uint32_t> group(40), mask(60);
    for (std::uint32_t i = 0; i < 40; ++i) group[i] = 1U << i % 3;
    for (std::uint32_t i = 0; i < 60; ++i) mask[i] = ~(1U << i % 2);
    if (seed % 3 == 1) options.margin = 0.25F, options.touching = Touching::separate;
    if (seed % 3 == 2) options.filter.group = group, options.second_filter.mask = mask;
    const Found found = found_by(options, 40, scene.set, other.set);
    const World world(other.set);
    EXPECT_EQ(pairs_of(overlapping(world, scene.set, options)), found.pairs);
    std::vector<std::uint64_t> any(mask_words(40));
    any_overlapping(world, scene.set, any, options);
    EXPECT_EQ(any, found.any);
    if (seed % 3 == 1) {
      const NearOptions near{.isa = GetParam(), .touching = options.touching, .cell = scene.cell};
      EXPECT_EQ(pairs_of(within(world, scene.set, 0.25F, near)), found.pairs);
    }
    all += found.pairs.size();
  }
  EXPECT_GT(all, 500U);
}

TEST_P(PeriodicPasses, QueriesOfBodiesListABodyOncePerImage) {
  PeriodicScene scene(21, 30, 3);
  Rng rng(22);
  BodySet bodies;
  ShapeSet parts;
  std::vector<std::uint32_t> body_of;
  for (int body = 0; body < 20; ++body) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -3, 3)); };
    const Vec3 at{along(), along(), along()};
    std::vector<BodyPart> of_body;
    for (int part = 0; part < 3; ++part) {
      const Sphere sphere{{at.x + 0.25F * static_cast<float>(part), at.y, at.z}, 0.5F};
      of_body.push_back(sphere), parts.add(sphere), body_of.push_back(static_cast<std::uint32_t>(body));
    }
    (void)bodies.add(of_body);
  }
  std::vector<Entry> expected = found_by(in(scene.cell), 30, scene.set, parts).pairs;
  for (Entry& entry : expected) std::get<1>(entry) = body_of[std::get<1>(entry)];
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  EXPECT_GT(expected.size(), 30U);
  EXPECT_EQ(pairs_of(overlapping(World(bodies), scene.set, in(scene.cell))), expected);
}

TEST_P(PeriodicPasses, QueriesOfViewsAndPoints) {
  Rng rng(4);
  const Cell cell{{7.1, 0, 0}, {2.3, 6.7, 0}, {0, 0, 8.3}};
  const Cell in_plane{cell.a, cell.b, cell.c, {true, true, false}};
  std::vector<Sphere> balls;
  std::vector<Circle2> circles;
  std::vector<Aabb> boxes;
  std::vector<Aabb2> squares;
  std::vector<Vec3> points;
  std::vector<Vec3d> doubles;
  std::vector<Vec2> of_plane;
  ShapeSet of_balls, of_boxes, of_points, of_circles;
  for (int i = 0; i < 60; ++i) {
    const auto along = [&] { return static_cast<float>(uniform(rng, -9, 9)); };
    const Vec3 at{along(), along(), along()};
    const auto radius = static_cast<float>(uniform(rng, 0.3, 1));
    balls.push_back({at, radius}), circles.push_back({{at.x, at.y}, radius});
    boxes.push_back({{at.x - 1, at.y - radius, at.z}, {at.x + 1, at.y, at.z + radius}});
    squares.push_back({{at.x - 1, at.y - radius}, {at.x + 1, at.y}});
    points.push_back({along(), along(), along()}), of_plane.push_back({points.back().x, points.back().y});
    doubles.push_back({points.back().x, points.back().y, points.back().z});
    of_balls.add(balls.back()), of_boxes.add(boxes.back()), of_points.add(Sphere{points.back(), 0});
    of_circles.add(Sphere{{at.x, at.y, 0}, radius});
  }
  const auto spheres = SphereView::of(balls, &Sphere::center, &Sphere::radius);
  const auto aabbs = AabbView::of(boxes, &Aabb::min, &Aabb::max);
  const auto circle_view = CircleView::of(circles, &Circle2::center, &Circle2::radius);
  const auto square_view = Aabb2View::of(squares, &Aabb2::min, &Aabb2::max);
  const World of_spheres(spheres), of_aabbs(aabbs), of_set(of_balls);
  const OverlapOptions options = in(cell), planar = in(in_plane);
  const auto expected = [&](const ShapeSet& a, const ShapeSet& b, float margin = 0) {
    OverlapOptions with_margin = options;
    with_margin.margin = margin;
    return found_by(with_margin, 60, a, b).pairs;
  };
  EXPECT_GT(expected(of_balls, of_boxes).size(), 50U);
  EXPECT_EQ(pairs_of(overlapping(of_spheres, spheres, options)), expected(of_balls, of_balls));
  EXPECT_EQ(pairs_of(overlapping(of_aabbs, spheres, options)), expected(of_balls, of_boxes));
  EXPECT_EQ(pairs_of(overlapping(of_set, aabbs, options)), expected(of_boxes, of_balls));
  const NearOptions near{.isa = GetParam(), .cell = cell};
  for (const World* world : {&of_spheres, &of_set}) {
    EXPECT_EQ(pairs_of(within(*world, std::span<const Vec3>(points), 0.5F, near)), expected(of_points, of_balls, 0.5F));
    EXPECT_EQ(pairs_of(within(*world, std::span<const Vec3d>(doubles), 0.5F, near)),
              expected(of_points, of_balls, 0.5F));
  }
  const World2 plane(circle_view);
  EXPECT_EQ(pairs_of(overlapping(plane, circle_view, planar)), found_by(planar, 60, of_circles, of_circles).pairs);
  EXPECT_EQ(pairs_of(overlapping(World2(square_view), circle_view, planar)).size(),
            pairs_of(overlapping(plane, square_view, planar)).size());
  const NearOptions near_in_plane{.isa = GetParam(), .cell = in_plane};
  const ObjectLists of_points_in_plane = within(plane, std::span<const Vec2>(of_plane), 0.5F, near_in_plane);
  EXPECT_EQ(of_points_in_plane.size(), 60U);
  EXPECT_GT(of_points_in_plane.objects.size(), 50U);
}

struct Neighbour {
  Interval distance;
  std::uint32_t object;
  Shift shift;
};
template <class Point>
std::vector<std::vector<Neighbour>> nearest_in(const ShapeSet& set, std::span<const Point> points, std::size_t k,
                                               const NearOptions& options) {
  std::vector<std::uint32_t> objects(k * points.size());
  std::vector<Interval> distances(objects.size());
  std::vector<Shift> shifts(objects.size());
  nearest(World(set), points, k, {objects, distances, shifts}, options);
  std::vector<std::vector<Neighbour>> found(points.size());
  for (std::size_t i = 0; i < objects.size(); ++i) found[i / k].push_back({distances[i], objects[i], shifts[i]});
  return found;
}

TEST_P(PeriodicPasses, NearestImagesOfAll) {
  std::size_t all = 0, same = 0, moved = 0, several = 0;
  for (std::uint64_t seed = 0; seed < (long_tests() ? 300U : 12U); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    PeriodicScene scene(seed, 12, seed % 2 == 0 ? 2 : 6);
    const std::size_t k = seed % 3 == 0 ? 20 : 4;
    std::vector<Vec3d> points;
    for (int i = 0; i < 8; ++i) {
      const Vec3d p{scene.short_number(-3, 3), scene.short_number(-3, 3), scene.short_number(-3, 3)};
      const auto& periodic = scene.cell.periodic;
      const auto far = [&](std::size_t axis) { return periodic[axis] ? below(scene.rng, 201) - 100 : 0; };
      const Vec3d by = seed % 4 == 1 ? combined(scene.cell, far(0), far(1), far(2)) : Vec3d{};
      points.push_back({p.x + by.x, p.y + by.y, p.z + by.z});
    }
    const NearOptions options{.isa = GetParam(), .cell = scene.cell};
    const auto found = nearest_in(scene.set, std::span<const Vec3d>(points), k, options);
    for (std::size_t i = 0; i < points.size(); ++i) {
      // Those of the point's images, around the ones that were found.
      Shift low = found[i][0].shift, high = low;
      for (const Neighbour& n : found[i])
        for (std::size_t axis = 0; axis < 3; ++axis)
          low[axis] = std::min(low[axis], n.shift[axis]), high[axis] = std::max(high[axis], n.shift[axis]);
      const auto more = [&](std::size_t axis) { return scene.cell.periodic[axis] ? 2 : 0; };
      std::vector<Shift> shifts;
      std::vector<Vec3d> images;
      for (int x = low[0] - more(0); x <= high[0] + more(0); ++x)
        for (int y = low[1] - more(1); y <= high[1] + more(1); ++y)
          for (int z = low[2] - more(2); z <= high[2] + more(2); ++z) {
            const Vec3d by = combined(scene.cell, x, y, z);
            shifts.push_back({x, y, z});
            images.push_back({points[i].x - by.x, points[i].y - by.y, points[i].z - by.z});
          }
      std::vector<Neighbour> expected;
      const auto of_images = nearest_in(scene.set, std::span<const Vec3d>(images), k, {.isa = GetParam()});
      for (std::size_t image = 0; image < images.size(); ++image)
        for (const Neighbour& n : of_images[image])
          if (n.object != no_object) expected.push_back({n.distance, n.object, shifts[image]});
      const auto order = [](const Neighbour& n) {
        return std::tuple(n.distance.lower, n.distance.upper, n.object, n.shift);
      };
      std::sort(expected.begin(), expected.end(),
                [&](const Neighbour& a, const Neighbour& b) { return order(a) < order(b); });
      for (std::size_t j = 0; j < k; ++j) {
        const Neighbour& n = found[i][j];
        ASSERT_EQ(n.object == no_object, j >= expected.size());
        if (n.object == no_object) continue;
        // A sum of more parts may be rounded to the next number, so that others come first.
        ASSERT_NEAR(n.distance.lower, expected[j].distance.lower, 1e-12);
        same += n.object == expected[j].object && n.shift == expected[j].shift;
        ++all, moved += n.shift != Shift{}, several += j > 0 && n.object == found[i][0].object;
      }
    }
  }
  EXPECT_GT(same, all - all / 50);
  EXPECT_GT(moved, 300U);
  EXPECT_GT(several, 50U);
}

TEST(PeriodicPass, CopiesBesideShapesThatStayHaveAllDigits) {
  // The first shape stays, the image of the second stands at 2^20 + 2^-30 + 2^-40, which is no double.
  const double length = 0x1p20 + 0x1p-30, truth = 0x1p-20 + 0x1p-40;
  ShapeSet set;
  set.place(set.add(Sphere{{0, 0, 0}, 0}), {length - 0x1p-20, 0, 0});
  set.place(set.add(Sphere{{0, 0, 0}, 0}), {0x1p-40, 0, 0});
  const Cell cell{{length, 0, 0}, {0, 1, 0}, {0, 0, 1}, {true, false, false}};
  const Found found = found_by({.margin = 1, .cell = cell}, 2, set);
  EXPECT_EQ(found.pairs, (std::vector<Entry>{{0, 1, {1, 0, 0}}}));
  EXPECT_LE(found.contacts.at(0).distance.lower, truth);
  EXPECT_GE(found.contacts.at(0).distance.upper, truth);
  EXPECT_LE(found.contacts.at(0).distance.upper - found.contacts.at(0).distance.lower, 0x1p-60);
  // The same of shapes that are equal but for the digits beyond the double.
  set.place(0, {length, 0, 0});
  const World world(set);
  ShapeSet one;
  one.place(one.add(Sphere{{0, 0, 0}, 0}), {0x1p-40, 0, 0});
  EXPECT_EQ(overlapping(world, one, {.cell = cell}).objects, std::vector{1U});
}

TEST(PeriodicPass, NearestImagesHaveAllDigits) {
  // The point's image stands at 2^20 + 2^-30 + 2^-40, which is no double.
  const double length = 0x1p20 + 0x1p-30;
  ShapeSet set;
  set.place(set.add(Sphere{{0, 0, 0}, 0}), {length, 0, 0});
  const Cell cell{{length, 0, 0}, {0, 1, 0}, {0, 0, 1}, {true, false, false}};
  const Vec3d point{0x1p-40, 0, 0};
  const auto found = nearest_in(set, std::span<const Vec3d>(&point, 1), 1, {.cell = cell});
  EXPECT_EQ(found[0][0].shift, (Shift{-1, 0, 0}));
  EXPECT_LE(found[0][0].distance.lower, 0x1p-40);
  EXPECT_GE(found[0][0].distance.upper, 0x1p-40);
  EXPECT_LE(found[0][0].distance.upper - found[0][0].distance.lower, 0x1p-85);
}

TEST(PeriodicPass, NearestErrorsAndWorldsWithoutAnything) {
  const Vec3 point{0, 0, 0};
  std::uint32_t object = 0;
  Shift shift{1, 1, 1};
  const NearestOutput out{std::span(&object, 1), {}, std::span(&shift, 1)};
  const std::span<const Vec3> points(&point, 1);
  nearest(World(ShapeSet()), points, 1, out, {.cell = Cell{}});
  EXPECT_EQ(object, no_object);
  EXPECT_EQ(shift, Shift{});
  const Sphere ball{{0, 0, 0}, 1};
  const auto view = SphereView::of(std::span(&ball, 1), &Sphere::center, &Sphere::radius);
  shift = {1, 1, 1};
  nearest(World(view), points, 1, out);
  EXPECT_EQ(shift, Shift{});
  EXPECT_EQ(error_of([&] { nearest(World(view), points, 1, out, {.cell = Cell{}}); }),
            "options.cell: `nearest` takes one in a world of a ShapeSet, and this one is of spheres");
}

/// A bad object meets every query once, whatever else is in the world; a bad query meets every object once.
TEST(PeriodicPass, UncheckedObjectsInQueries) {
  for (int axis = 0; axis < 4; ++axis) {
    SCOPED_TRACE(axis);
    ShapeSet good, bad;
    for (const Vec3& at : {Vec3{0, 0, 0}, Vec3{0.5F, 0.25F, 0}})
      good.add(Sphere{at, 0.125F}), bad.add(Sphere{at, 0.125F});
    const std::uint32_t index = bad.add(Sphere{{axis == 3 ? NAN : 0, 0, 0}, 0.125F}, Check::none);
    Vec3d place{0, 0, 0};
    if (axis < 3) (axis == 0 ? place.x : axis == 1 ? place.y : place.z) = NAN;
    bad.place(index, place, Check::none);
    const OverlapOptions options{.touching = Touching::overlap, .cell = Cell{}};
    const World of_bad(bad), of_good(good);
    const std::vector<Entry> own = {{0, 0, {}}, {1, 1, {}}};
    std::vector<Entry> with_bad = {{0, 0, {}}, {0, 2, {}}, {1, 1, {}}, {1, 2, {}}};
    EXPECT_EQ(pairs_of(overlapping(of_good, good, options)), own);
    EXPECT_EQ(pairs_of(overlapping(of_bad, good, options)), with_bad);
    with_bad = {{0, 0, {}}, {1, 1, {}}, {2, 0, {}}, {2, 1, {}}};
    EXPECT_EQ(pairs_of(overlapping(of_good, bad, options)), with_bad);
    ShapeSet large;  // meets many images
    large.add(Sphere{{0, 0, 0}, 2});
    const ObjectLists of_large = overlapping(of_bad, large, options);
    EXPECT_EQ(std::count(of_large.objects.begin(), of_large.objects.end(), 2U), 1);
    EXPECT_GT(of_large.objects.size(), 50U);
    std::vector<std::uint64_t> any(1);
    any_overlapping(of_bad, good, any, options);
    EXPECT_EQ(any[0], 3U);
    OverlapPass pass;
    std::vector<Pair> pairs(9);
    EXPECT_EQ(pass.run(bad, {.pairs = pairs}, options).pairs, 2U);
    const Vec3d point{0.25, 0.9, 0.5};
    const auto found = nearest_in(bad, std::span<const Vec3d>(&point, 1), 4, {.cell = Cell{}})[0];
    EXPECT_EQ(found[0].object, 2U);  // at [0, infinity], once
    for (std::size_t j = 1; j < 4; ++j) EXPECT_NE(found[j].object, 2U);
    EXPECT_EQ(found[1].object, 0U);
    EXPECT_EQ(found[1].shift, (Shift{0, 1, 0}));
  }
}

TEST(PeriodicPass, BoxesOfViewsNearlyTouchAsWithoutACell) {
  const Aabb boxes[] = {{{-1000, -1000, -1000}, {1000, 1000, 1000}}, {{100000, -1, -1}, {100002, 1, 1}}};
  const Cell cell{{400000, 0, 0}, {0, 4000, 0}, {0, 0, 4000}};
  for (const Aabb& box : boxes) {
    const World world(AabbView::of(std::span(&box, 1), &Aabb::min, &Aabb::max));
    for (const double gap : {0.0, 6e-11, 1e-9, 6e-9, 1e-4}) {
      ShapeSet set;
      set.place(set.add(Sphere{{0, 0, 0}, 0}), {box.max.x + gap, 0, 0});
      EXPECT_EQ(overlapping(world, set, {.cell = cell}).objects, overlapping(world, set).objects) << gap;
    }
  }
}

TEST(PeriodicPass, NearestInThinCellsAndFarAway) {
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 0});
  const auto nearest_of = [&](const Vec3d& point, const Cell& cell) {
    return nearest_in(set, std::span<const Vec3d>(&point, 1), 2, {.cell = cell})[0];
  };
  const Cell thin{{1e-60, 0, 0}, {0, 1, 0}, {0, 0, 1}, {true, false, false}};
  EXPECT_EQ(error_of([&] {
              (void)nearest_of({0, 5, 0}, thin);
            }),
            "objects: more than 2^29 images of one, or 2^31 in all, may meet others");
  // Far away where nothing repeats: few images are searched.
  const Cell slab{{1, 0, 0}, {0.25, 1, 0}, {0, 0, 1}, {true, true, false}};
  const auto above = nearest_of({0.125, 0, 1e7}, slab);
  EXPECT_EQ(above[0].shift, Shift{});
  EXPECT_EQ(above[1].object, 0U);
  // Many cells away.
  EXPECT_EQ(nearest_of({1e8 + 0.25, 0, 0}, Cell{})[0].shift, (Shift{100000000, 0, 0}));
  // A home cell far away along a skewed edge, where the move is rounded by more than the point's place in it.
  ShapeSet one;
  one.add(Sphere{{0.505859375F, 0, 0}, 0x1p-10F});
  const Cell skewed{{1, 0, 0}, {262144.123456789, 1, 0}, {0, 0, 1}};
  const Vec3d far{70368757394890.08, 268435380, 0};
  const auto found = nearest_in(one, std::span<const Vec3d>(&far, 1), 1, {.cell = skewed})[0][0];
  EXPECT_NEAR(found.distance.lower, 0.497166, 1e-5);
  const Vec3d points[] = {{0.25, 0, 0}, {1e17, 0, 0}};
  std::vector<std::uint32_t> objects(2, 7);
  EXPECT_EQ(error_of([&] { nearest(World(set), std::span<const Vec3d>(points), 1, {objects}, {.cell = Cell{}}); }),
            "points[1]: more than 2^28 cells away from the cell");
  EXPECT_EQ(objects, std::vector(2, 7U));
  EXPECT_EQ(error_of([&] {
              (void)within(World(set), std::span<const Vec3>(), 1, {.cell = Cell{{1, 0, 0}, {1, 0, 0}}});
            }),
            error_of([&] {
              nearest(World(set), std::span<const Vec3>(), 1, {}, {.cell = Cell{{1, 0, 0}, {1, 0, 0}}});
            }));
}

TEST(PeriodicPass, QueriesWithoutAnything) {
  const OverlapOptions options{.cell = Cell{}};
  ShapeSet one;
  one.add(Sphere{{0, 0, 0}, 0.75F});
  const ObjectLists of_nothing = overlapping(World(ShapeSet()), one, options);
  EXPECT_EQ(of_nothing.first, (std::vector<std::size_t>{0, 0}));
  EXPECT_EQ(overlapping(World(one), ShapeSet(), options).size(), 0U);
  EXPECT_EQ(overlapping(World(one), one, options).objects.size(), 19U);  // 6 at 1, 12 at 2^(1/2)
  EXPECT_EQ(error_of([&] { (void)overlapping(World2(CircleView{}), CircleView{}, options); }),
            "options.cell: objects of the plane repeat in the plane, so the z of c must be 0, or the direction not "
            "periodic");
}

TEST_P(PeriodicPasses, AreTheSameForEveryExecutorAndHistory) {
  PeriodicScene scene(8, 200, 3);
  OverlapPass pass(0.5F);
  const OverlapOptions options = in(scene.cell);
  const Found first = found_by(pass, options, 200, scene.set);
  (void)found_by(pass, {.isa = GetParam()}, 200, scene.set);
  ThreadExecutor threads(3);
  OverlapOptions by_threads = options;
  by_threads.executor = threads.executor();
  const Found second = found_by(pass, by_threads, 200, scene.set);
  EXPECT_EQ(first.pairs, second.pairs);
  EXPECT_EQ(first.counts, second.counts);
  EXPECT_EQ(first.any, second.any);
}

TEST(PeriodicPass, AnObjectMeetsItsOwnImages) {
  ShapeSet set;
  set.add(Sphere{{0.25F, 0, 0}, 0.625F});
  const OverlapOptions options{.cell = Cell{}};
  const Found found = found_by(options, 1, set);
  EXPECT_EQ(found.pairs, (std::vector<Entry>{{0, 0, {0, 0, 1}}, {0, 0, {0, 1, 0}}, {0, 0, {1, 0, 0}}}));
  EXPECT_EQ(found.counts, (std::vector<std::uint32_t>{6}));
  EXPECT_EQ(found.any, (std::vector<std::uint64_t>{1}));
}

// Where the second ball is moved to, its height is halfway between two doubles, and rounds away from the first ball.
TEST(PeriodicPass, BoxesOfImagesHaveAllDigits) {
  ShapeSet set;
  const float radius = 1.01F * 0x1p-35F;
  set.place(set.add(Sphere{{0, 0, 0}, radius}), {0.5, 0, 1e6 + 0x1p-33});
  set.place(set.add(Sphere{{0, 0, 0}, radius}), {1.5, 0, 1e6 + 0x1p-32});
  OverlapOptions options{.touching = Touching::separate};
  options.cell = Cell{{1, 0, 0x1p-34}, {}, {}, {true, false, false}};
  const Found found = found_by(options, 2, set);
  ASSERT_EQ(found.pairs, (std::vector<Entry>{{0, 1, {-1, 0, 0}}}));
  EXPECT_NEAR(found.contacts[0].distance.lower, 0x1p-34 - 2 * double{radius}, 0x1p-80);
  EXPECT_NEAR(found.contacts[0].distance.upper, 0x1p-34 - 2 * double{radius}, 0x1p-80);
}

TEST(PeriodicPass, AnUncheckedObjectWithoutValidNumbersMeetsAllOnce) {
  for (std::uint32_t bad = 0; bad < 3; ++bad) {
    ShapeSet set;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const float x = i == bad ? NAN : set.size() == 0 || (i == 1 && bad == 0) ? 0.0625F : 7.9375F;
      set.add(Sphere{{x, 0.5F, 0.5F}, 0.25F}, Check::none);
    }
    const Found found = found_by({.check = Check::none, .cell = Cell{}}, 3, set);
    EXPECT_EQ(found.pairs.size(), 3U) << bad;  // the two valid ones meet through a face
    EXPECT_EQ(found.counts, std::vector<std::uint32_t>(3, 2)) << bad;
    ShapeSet other;
    other.add(Sphere{{0.5F, 0.5F, 0.5F}, 0.75F});
    EXPECT_EQ(found_by({.check = Check::none, .cell = Cell{}}, 3, set, other).counts[bad], 1U);
    EXPECT_EQ(found_by({.check = Check::none, .cell = Cell{}}, 1, other, set).pairs.size() % 2, 1U);
  }
}

// A kept list of another set would meet the invalid objects of a periodic run.
TEST(PeriodicPass, LeavesTheListOfASkinAlone) {
  ShapeSet three, many;
  for (int i = 0; i < 3; ++i) three.add(Sphere{{10.0F * static_cast<float>(i), 0, 0}, 1});
  for (int i = 0; i < 100; ++i) many.add(Sphere{{i == 77 ? NAN : 0.0F, 0, 0}, 0.01F}, Check::none);
  OverlapPass pass(0.5F);
  EXPECT_TRUE(found_by(pass, {}, 3, three).pairs.empty());
  EXPECT_FALSE(found_by(pass, {.check = Check::none, .cell = Cell{}}, 100, many).pairs.empty());
  EXPECT_TRUE(found_by(pass, {}, 3, three).pairs.empty());
}

// Directions without an image must not be searched, and neither must all of a thin cell around a large object.
TEST(PeriodicPass, LargeObjectsInFlatAndThinCells) {
  ShapeSet large, beside;
  large.add(Sphere{{0, 0, 0}, 1e7F});
  beside.add(Sphere{{0, 0, 3e7F}, 1});
  EXPECT_TRUE(found_by({.cell = Cell{.periodic = {true, true, false}}}, 1, large, beside).pairs.empty());
  ShapeSet one;
  one.add(Sphere{{0, 0, 0}, 1});
  const Found thin = found_by({.cell = Cell{{10, 0, 0}, {10, 0.01, 0}, {0, 0, 10}}}, 1, one);
  EXPECT_EQ(thin.pairs.size(), 200U);  // up to two apart, in steps of .01
}

// Cell vectors that cancel: the moved position is off by far more than its own size.
TEST(PeriodicPass, ImagesThroughManySkewedCells) {
  const Cell cell{{1, 0, 0}, {0.7, 0.001, 0}, {0, 0, 1}, {true, true, false}};
  const auto count = [&](Gas gas) {
    const std::vector<Entry> near = gas.within(2 * double{gas.radius});
    const ShapeSet set = gas.spheres();
    const Found found = found_by({.cell = cell}, 2, set);
    EXPECT_TRUE(is_subset(near, found.pairs));
    return std::count_if(near.begin(), near.end(), [](const Entry& e) { return std::get<0>(e) != std::get<1>(e); });
  };
  EXPECT_EQ(
      count({{{-0.52686746306173327, 0.00067593218131108829, 0.5}, {0.67315253147638721, 122528.85667593218, 0.5}},
             cell,
             1e-5F}),
      1);
  EXPECT_EQ(
      count({{{-0.68224399164640503, 0.00045393718334796416, 0.5}, {0.21775602832053745, 743.93745393718336, 0.5}},
             cell,
             1e-8F}),
      1);
  // Near ties at many cells.
  Rng rng(11);
  std::ptrdiff_t pairs = 0;
  for (int scene = 0; scene < 300; ++scene) {
    const auto x = std::round(uniform(rng, -1e8, 1e8)), y = std::round(uniform(rng, -1e8, 1e8));
    const Vec3d p{uniform(rng, -1, 1), uniform(rng, 0, 0.001), 0.5}, by = combined(cell, x, y, 0);
    pairs += count({{p, {p.x + by.x + 2e-5, p.y + by.y, 0.5}}, cell, 1e-5F});
  }
  EXPECT_GT(pairs, 50);
}

// What stands far away in a direction that is not periodic costs nothing.
TEST(PeriodicPass, FarAwayInAnOpenDirection) {
  for (const double z : {1e13, 1e15, 9e17}) {
    ShapeSet set;
    for (int i = 0; i < 60; ++i)
      set.add(Sphere{{0.015625F * static_cast<float>(i), 0.5F, static_cast<float>(i)}, 0.0078125F});
    set.place(set.add(Sphere{{0, 0, 0}, 0.125F}), {0.5, 0.5, z});
    EXPECT_TRUE(found_by({.cell = Cell{.periodic = {true, true, false}}}, 61, set).pairs.empty());
  }
  ShapeSet set;
  for (int i = 0; i < 3; ++i) set.add(Sphere{{0, static_cast<float>(i), 0}, 0.25F});
  set.place(set.add(Sphere{{0, 0, 0}, 0.25F}), {0, 0, 1e300}, Check::none);
  const Found found =
      found_by({.check = Check::none, .cell = Cell{{100, 0, 0}, {0, 100, 0}, {}, {true, true, false}}}, 4, set);
  EXPECT_EQ(found.counts, (std::vector<std::uint32_t>{1, 1, 1, 3}));
}

TEST(PeriodicPass, ContactsOfHullsHaveAllDigits) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({(i & 1) == 0 ? -0.5F : 0.5F, (i & 2) == 0 ? -0.5F : 0.5F, (i & 4) == 0 ? -0.5F : 0.5F});
  ShapeSet set;
  set.place(set.add(ConvexHull{corners}), {0, 1.3e11, 0});
  OverlapOptions options;
  options.cell = Cell{{0.9, 0.000733, 0.2}, {}, {}, {true, false, false}};
  const Found found = found_by(options, 1, set);
  ASSERT_EQ(found.pairs, (std::vector<Entry>{{0, 0, {1, 0, 0}}}));
  ASSERT_EQ(found.contacts[0].count, 4U);
  EXPECT_NEAR(found.contacts[0].points[0].separation, -0.1, 1e-12);
}

TEST(PeriodicPass, Errors) {
  ShapeSet set;
  set.add(Sphere{{0, 0, 0}, 1});
  std::vector<Pair> pairs(9, Pair{7, 7});
  std::vector<Shift> shifts(9);
  OverlapPass pass;
  const auto error = [&](const auto& objects, const Cell& cell) {
    return error_of([&] { (void)pass.run(objects, {.pairs = pairs, .shifts = shifts}, {.cell = cell}); });
  };
  EXPECT_EQ(error(set, {{1, 0, 0}, {2, 0, 0}, {0, 0, 1}}),
            "cell: the vectors of its periodic directions are linearly dependent, or nearly: their volume must be at "
            "least a millionth of the product of their lengths");
  EXPECT_EQ(error(set, {{NAN, 0, 0}}), "cell.a.x = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(
      error(BodySet(), {}),
      "options.cell: only passes over spheres, circles, a set of shapes, or a world of spheres, boxes or shapes take "
      "one, and queries of a world");
  EXPECT_EQ(error(CircleView{}, {}),
            "options.cell: objects of the plane repeat in the plane, so the z of c must be 0, or the direction not "
            "periodic");
  EXPECT_EQ(error(World2(CircleView{}), {}), error(CircleView{}, {}));
  EXPECT_EQ(error(ShapeSet2(), {}), error(CircleView{}, {}));
  set.place(0, {1e12, 0, 0});
  EXPECT_EQ(error(set, {}), "objects[0]: more than 2^28 cells away from the cell");
  set.place(0, {99999999.3, 1.0 / 3, 99999998.3});
  EXPECT_EQ(error(set, {{1, 0x1.5555555555555p-100, 0}, {0, 1, 0}, {0, 0x1.5555555555555p-300, 1}}),
            "objects[0]: the sum of its position and cell vectors has more than 159 bits, or bits below 2^-149");
  set.add(Sphere{{0, 0, 0}, 1e6F});
  set.place(0, {0, 0, 0});
  EXPECT_EQ(error(set, {}), "objects: more than 2^29 images of one, or 2^31 in all, may meet others");
  shifts.resize(8);
  EXPECT_EQ(error(set, {}), "shifts: has 8 elements, needs 9, one for each of pairs");
  EXPECT_EQ(pairs, std::vector<Pair>(9, Pair{7, 7}));
  ShapeSet few;
  few.add(Sphere{{0, 0, 0}, 0.25F});
  few.add(Sphere{{0.25F, 0, 0}, 0.25F});
  shifts.assign(9, Shift{1, 1, 1});
  const OverlapResult found = pass.run(few, {.pairs = pairs, .shifts = shifts});
  EXPECT_EQ(found.pairs, 1U);
  EXPECT_EQ(shifts[0], Shift{});
  const std::array<Vec3, 3> corners{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const std::array<std::uint32_t, 3> indices{0, 1, 2};
  const TriangleMesh mesh(corners, indices);
  EXPECT_EQ(error_of([&] { (void)overlapping(mesh, few, {.cell = Cell{}}); }), error(BodySet(), {}));
}

}  // namespace
}  // namespace lockstep::test
