// The traversal of rays by float lanes, against the intervals that double lanes prove of each pair: pruning changes no
// answer, and few pairs remain.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>

#include "every_isa.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "rays/first_in_world.hpp"
#include "solid_rays.hpp"

namespace lockstep::test {
namespace {

/// The end of a ray's traversal, and the objects that it may hit first, with their lower bounds.
struct Left {
  float limit = 1;
  std::map<std::uint32_t, float> lower;
};

/// Whether lanes can handle it.
bool start(const Ray& ray, detail::ViewKind kind, Isa isa, detail::RaysToObjects& to) {
  detail::RayOfBox box_ray;
  detail::copy_ray(ray, box_ray);
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, isa);
  return (kernels.in_double.start_rays_at[static_cast<std::size_t>(kind)](&box_ray, 1, to) & 1) != 0;
}

Left traversed(const Ray& ray, const World& world, Isa isa) {
  const detail::WorldKernels& kernels = detail::kernels_for(detail::world_tables, isa);
  const World::Store& store = world.store();
  const detail::WorldOfRays of(store, false, kernels);
  const auto prepared = std::make_unique<detail::RaysToObjects>();
  Left left;
  if (!start(ray, store.kind, isa, *prepared)) return left;
  prepared->mask[0] = ~0U;
  detail::WavefrontTraversal traversal(of, 1);
  traversal.start(prepared->boxes, 1);
  std::uint32_t active[] = {0};
  const auto entries = std::make_unique<detail::RayEntries>();
  entries->rays = prepared.get(), entries->limits = &left.limit, entries->any = false;
  entries->order = store.order.data(), entries->groups = nullptr;
  const bool at_balls = store.kind == detail::ViewKind::spheres;
  for (bool is_active = true; is_active;) {
    const detail::RayWave& wave = traversal.step(active, &left.limit, at_balls ? prepared.get() : nullptr);
    entries->wave = &wave, entries->next = 0;
    for (bool is_done = false; !is_done;) {
      is_done = kernels.enter[static_cast<std::size_t>(store.kind)](of.view, *entries);
      for (std::uint32_t k = 0; k < entries->found_count; ++k)
        left.lower[store.order[entries->position[k]]] = entries->lower[k];
    }
    is_active = wave.active_count != 0;
  }
  return left;
}

/// Counts rays that hit, and those among them whose traversal ended at a hit that lanes prove closely.
struct Ends {
  int hit = 0, ended = 0;
};

void expect_nothing_lost(const Ray& ray, const ShapeSet& set, const Left& left, Ends& ends) {
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < set.size(); ++j) pairs.push_back({0, j});
  std::vector<Interval> fractions(pairs.size());
  cast_rays(std::span(&ray, 1), set, pairs, {fractions});
  double first = std::numeric_limits<double>::infinity();
  for (std::uint32_t j = 0; j < set.size(); ++j) {
    const auto [lower, upper] = fractions[j];
    first = std::min(first, upper);
    const auto at = left.lower.find(j);
    if (at == left.lower.end()) {
      EXPECT_TRUE(lower >= double{left.limit} || lower > 1) << j << " is left out at " << lower;
    } else {
      EXPECT_LE(double{at->second}, upper) << j;
    }
  }
  if (left.limit > 0 && left.limit < 1) {  // at 0 nodes are assumed to be hit
    EXPECT_LE(first, double{left.limit});
  }
  if (first > 1) return;
  ++ends.hit, ends.ended += left.limit < 1 && left.limit - first < 1e-4 ? 1 : 0;
}

class RayTraversals : public EveryIsa {};

template <class Shape>
void expect_nothing_lost(std::uint64_t seed, double decades, Isa isa) {
  Scales scales{Rng(seed), decades};
  const auto solids = scales.solids<Shape>(200);
  const World world(solids.view());
  const ShapeSet set = solids.set();
  SCOPED_TRACE("seed " + std::to_string(seed));
  Ends random, grazing;
  for (const Ray& ray : scales.rays(300)) {
    detail::RaysToObjects to;
    if (start(ray, world.store().kind, isa, to)) expect_nothing_lost(ray, set, traversed(ray, world, isa), random);
  }
  for (const Ray& ray : grazing_rays(scales, solids))
    expect_nothing_lost(ray, set, traversed(ray, world, isa), grazing);
  // Some rays along axes, or from inside of boxes, stay open.
  if (decades == 0) {
    EXPECT_GE(random.ended, 0.8 * random.hit) << random.hit;
  }
}

TEST_P(RayTraversals, LeaveOutNothingThatMayBeFirst) {
  for (const double decades : {0.0, 2.0, 8.0}) {
    expect_nothing_lost<Sphere>(280 + static_cast<std::uint64_t>(decades), decades, GetParam());
    expect_nothing_lost<Aabb>(281 + static_cast<std::uint64_t>(decades), decades, GetParam());
  }
}

/// A sphere a hundred of its radii away that the ray passes: a miss by a thousandth of the radius is proven, and so is
/// a hit.
TEST_P(RayTraversals, ToABallAsCloseAsFloatsTell) {
  const std::vector<Sphere> balls = {{{3, 40, -5}, 0.5F}};
  const World world(SphereView::of(balls, &Sphere::center, &Sphere::radius));
  for (const float beside : {0.498F, 0.502F}) {
    const Left left = traversed({{3 + beside, -10, -5}, {0, 64, 0}}, world, GetParam());
    EXPECT_EQ(left.lower.size(), beside < 0.5F ? 1U : 0U);
    EXPECT_EQ(left.limit < 1, beside < 0.5F);
  }
  const Left inside = traversed({{3.25F, 40, -5}, {0, 64, 0}}, world, GetParam());
  EXPECT_EQ(inside.limit, 0);
  const Left behind = traversed({{3.25F, 41, -5}, {0, 64, 0}}, world, GetParam());
  EXPECT_TRUE(behind.lower.empty());
}

/// More objects than 4096 times the nodes that a traversal starts with.
TEST_P(RayTraversals, FromTheTopOfManyLevels) {
  constexpr std::size_t count = 600'000;
  Rng rng(285);
  const auto at = [&](double reach) { return static_cast<float>(oracle::uniform(rng, -reach, reach)); };
  std::vector<Sphere> balls(count);
  for (Sphere& ball : balls) ball.center = {at(40), at(40), at(40)}, ball.radius = 0.1F;
  const auto view = SphereView::of(balls, &Sphere::center, &Sphere::radius);
  const World world(view);
  ShapeSet set;
  for (const Sphere& ball : balls) set.add(ball);
  std::vector<Pair> pairs(count);
  std::vector<Interval> fractions(count);
  for (std::uint32_t j = 0; j < count; ++j) pairs[j] = {0, j};
  for (int i = 0; i < 12; ++i) {
    const Ray ray{{at(50), at(50), -60}, {at(9), at(9), 120}};
    cast_rays(std::span(&ray, 1), set, pairs, {fractions});
    const auto first = std::min_element(fractions.begin(), fractions.end(),
                                        [](const Interval& a, const Interval& b) { return a.lower < b.lower; });
    std::vector<std::uint32_t> shape(1);
    std::vector<Interval> found(1);
    first_hits(std::span(&ray, 1), world, {.shapes = shape, .fractions = found}, RayOptions{.isa = GetParam()});
    EXPECT_EQ(found[0].lower, first->lower) << i;
    EXPECT_EQ(shape[0], first->upper <= 1 ? static_cast<std::uint32_t>(first - fractions.begin()) : no_shape) << i;
  }
}

/// Rays along a row of spheres, all but one of which they miss, within their boxes alone: they find more candidates
/// than there is room for.
TEST_P(RayTraversals, AlongALineOfManyBoxes) {
  constexpr std::uint32_t count = 20'000;
  std::vector<Sphere> balls(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const float side = i + 1 == count ? 0.0F : i % 2 == 0 ? 2.0F : -2.0F;
    balls[i] = {{static_cast<float>(i), side, 0}, 1};
  }
  ShapeSet set;
  for (const Sphere& ball : balls) set.add(ball);
  std::vector<Ray> rays(100);
  for (std::size_t i = 0; i < rays.size(); ++i)
    rays[i] = {{-4, 0.9F - 0.018F * static_cast<float>(i), 0}, {2 * count, 0, 0}};
  const RayOptions options{.isa = GetParam()};
  const World worlds[] = {World(SphereView::of(balls, &Sphere::center, &Sphere::radius)), World(set)};
  for (const World& world : worlds) {
    std::vector<std::uint32_t> shapes(rays.size());
    first_hits(rays, world, {.shapes = shapes}, options);
    EXPECT_EQ(shapes, std::vector<std::uint32_t>(rays.size(), count - 1));
    std::vector<std::uint64_t> any(2);
    any_hits(rays, world, any, options);
    EXPECT_EQ(any, (std::vector<std::uint64_t>{~std::uint64_t{0}, (std::uint64_t{1} << 36) - 1}));
  }
}

/// Rays along a row of enough spheres that traversals start above the nodes of the last level: they find more than
/// there is room for, step by step, and each hits another small sphere somewhere between the others.
TEST_P(RayTraversals, AlongALineOfManyLevels) {
  constexpr std::uint32_t count = 600'000;
  std::vector<Sphere> balls(count);
  for (std::uint32_t i = 0; i < count; ++i)
    balls[i] = {{0.125F * static_cast<float>(i), i % 2 == 0 ? 4.0F : -4.0F, 0}, 1};
  std::vector<Ray> rays(64);
  std::vector<std::uint32_t> expected, shapes(rays.size());
  for (std::uint32_t i = 0; i < rays.size(); ++i) {
    const float y = 0.0625F * static_cast<float>(i) - 2;
    expected.push_back(80'000 + (i * 38'183) % (count - 80'000));
    balls[expected.back()].center.y = y, balls[expected.back()].radius = 0.015625F;
    rays[i] = {{700 * static_cast<float>(i % 13) - 4, y, 0}, {100'000, 0, 0}};  // from one such box or another
  }
  const World world(SphereView::of(balls, &Sphere::center, &Sphere::radius));
  first_hits(rays, world, {.shapes = shapes}, RayOptions{.isa = GetParam()});
  EXPECT_EQ(shapes, expected);
}

/// The same rays, but each hits many spheres. A step puts back boxes of any level that it has no room for, and a later
/// step opens them.
TEST_P(RayTraversals, ToManyAlongALineOfManyLevels) {
  constexpr std::uint32_t count = 600'000, of_a_hit = 301;
  std::vector<Sphere> balls(count);
  std::vector<Ray> rays(64);
  for (std::uint32_t i = 0; i < rays.size(); ++i)
    rays[i] = {{700 * static_cast<float>(i % 13) - 4, 0.0625F * static_cast<float>(i) - 2, 0}, {100'000, 0, 0}};
  std::vector<std::vector<std::uint32_t>> expected(rays.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    balls[i] = {{0.125F * static_cast<float>(i), i % 2 == 0 ? 4.0F : -4.0F, 0}, 1};
    if (i % of_a_hit != 0) continue;
    const std::size_t ray = i / of_a_hit % rays.size();
    balls[i].center.y = rays[ray].origin.y, balls[i].radius = 0.015625F;
    if (balls[i].center.x >= rays[ray].origin.x) expected[ray].push_back(i);
  }
  const World world(SphereView::of(balls, &Sphere::center, &Sphere::radius));
  const HitLists hits = all_hits(rays, world, RayOptions{.isa = GetParam()});
  for (std::size_t i = 0; i < rays.size(); ++i) {
    const std::span<const std::uint32_t> found = hits[i].shapes;
    std::vector<std::uint32_t> shapes(found.begin(), found.end());
    std::sort(shapes.begin(), shapes.end());
    EXPECT_EQ(shapes, expected[i]) << i;
  }
}

/// A world whose nodes are full up to the root; then there are some more blocks.
TEST_P(RayTraversals, ToObjectsThatCameLater) {
  constexpr std::uint32_t side = 256, count = side * side;
  std::vector<Sphere> balls(count), later(10);
  const auto at = [](std::uint32_t i) { return Vec3{static_cast<float>(i % side), static_cast<float>(i / side), 0}; };
  for (std::uint32_t i = 0; i < count; ++i) balls[i] = {at(i), 0.25F};
  for (std::uint32_t i = 0; i < later.size(); ++i) later[i] = {{at(6007 * i).x + 0.5F, at(6007 * i).y, 3}, 0.25F};
  const auto view_of = [](std::span<const Sphere> spheres) {
    return SphereView::of(spheres, &Sphere::center, &Sphere::radius);
  };
  World world(view_of(balls));
  std::vector<Ray> rays;
  for (const Sphere& ball : later) rays.push_back({{ball.center.x, ball.center.y, 9}, {0, 0, -18}});
  const RayOptions options{.isa = GetParam()};
  std::vector<std::uint32_t> shapes(rays.size());
  first_hits(rays, world, {.shapes = shapes}, options);
  EXPECT_EQ(shapes, std::vector<std::uint32_t>(rays.size(), no_shape));
  const std::vector<std::uint32_t> indices = world.add(view_of(later));
  first_hits(rays, world, {.shapes = shapes}, options);
  EXPECT_EQ(shapes, indices);
}

/// Around 0.
void set_small(Sphere& ball) { ball = {{0, 0, 0}, 1e-3F}; }
void set_small(Aabb& box) { box = {{-1e-3F, -1e-3F, -1e-3F}, {1e-3F, 1e-3F, 1e-3F}}; }

/// The hits that count as proof that the object's box is entered before: those whose boxes confirm it. Counts them.
template <class Shape>
int expect_in_boxes(const Ray& ray, const Solids<Shape>& solids, const ShapeSet& set, int& others) {
  int in_boxes = 0;
  for (std::uint32_t j = 0; j < set.size(); ++j) {
    const Pair pair{0, j};
    Interval fraction;
    cast_rays(std::span(&ray, 1), set, std::span(&pair, 1), {std::span(&fraction, 1)});
    if (fraction.upper > 1) continue;
    const detail::Record record = detail::make_record(solids.shapes[j]);
    const auto kind = std::is_same_v<Shape, Sphere> ? detail::RecordKind::sphere : detail::RecordKind::aabb;
    if (!detail::is_in_box(fraction, ray, record, kind)) {
      ++others;
      continue;
    }
    const detail::BoxPassage passage = detail::passage_of(ray, detail::bounds_of(record, kind, 0));
    EXPECT_FALSE(passage.misses()) << j;
    EXPECT_LE(passage.enter, fraction.lower) << j;
    ++in_boxes;
  }
  return in_boxes;
}

template <class Shape>
void expect_in_boxes(std::uint64_t seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  Scales scales{Rng(seed), 0};
  const auto solids = scales.solids<Shape>(200);
  const ShapeSet set = solids.set();
  int in_boxes = 0, others = 0;
  for (const Ray& ray : scales.rays(3000)) in_boxes += expect_in_boxes(ray, solids, set, others);
  EXPECT_GT(in_boxes, 100);
  EXPECT_LT(10 * others, in_boxes);
  // From so far away that intervals are as wide as the margins of boxes.
  int far_others = 0;
  Solids<Shape> last;
  last.shapes = {solids.shapes.back()};
  set_small(last.shapes[0]);
  const ShapeSet small = last.set();
  for (int i = 0; i < 200; ++i) {
    const float x = static_cast<float>(scales.at(1e9)), y = static_cast<float>(scales.at(1e9)), z = 1e9F;
    in_boxes += expect_in_boxes({{x, y, z}, {-2 * x, -2 * y, -2 * z}}, last, small, far_others);
  }
  EXPECT_GT(far_others, 20);
}

TEST(HitsAtBoxes, AreEnteredBefore) {
  expect_in_boxes<Sphere>(286);
  expect_in_boxes<Aabb>(287);
}

INSTANTIATE_TEST_SUITE_P(, RayTraversals, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
