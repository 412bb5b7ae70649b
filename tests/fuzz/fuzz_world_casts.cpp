// Bytes as shapes that move through a World, past objects that they may touch, slide along or miss, and that turn.
// Every instruction set gives the same bits, and never contradicts a proof of `cast` for a pair.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "lockstep/cast.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

struct Scene {
  ShapeSet movers, objects;
  std::vector<Sphere> balls;  // the world's objects if there are any,
  std::vector<Aabb> boxes;    // or these; else the set has the objects
  std::vector<Motion> motions;

  [[nodiscard]] World world() const {
    if (!balls.empty()) return World(SphereView::of(balls, &Sphere::center, &Sphere::radius));
    if (!boxes.empty()) return World(AabbView::of(boxes, &Aabb::min, &Aabb::max));
    return World(objects);
  }
};

/// The answers of a world for each moving shape.
struct Said {
  std::vector<std::uint32_t> objects;
  std::vector<Interval> fractions;
  std::vector<std::uint64_t> any;
  HitLists all;

  Said(const Scene& scene, const World& world, const RayOptions& options)
      : objects(scene.motions.size()), fractions(objects.size()), any(mask_words(objects.size())) {
    const std::span<const Motion> motions(scene.motions);
    first_contacts(scene.movers, motions, world, {objects, fractions}, options);
    any_contacts(scene.movers, motions, world, any, options);
    all = all_contacts(scene.movers, motions, world, options);
  }
  [[nodiscard]] bool is_any(std::size_t i) const { return (any[i / 64] >> i % 64 & 1) != 0; }
};

bool are_same(const std::vector<Interval>& a, const std::vector<Interval>& b) {
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const Interval& p, const Interval& q) {
    return bits(p.lower) == bits(q.lower) && bits(p.upper) == bits(q.upper);
  });
}

/// The proven answers of all pairs of shape i.
void judge_one(const Scene& scene, const Said& said, std::uint32_t i) {
  std::vector<Pair> pairs;
  for (std::uint32_t j = 0; j < scene.objects.size(); ++j) pairs.push_back({i, j});
  std::vector<Interval> proven(pairs.size());
  const std::vector<Motion> motions(pairs.size(), scene.motions[i]);
  cast(scene.movers, scene.objects, pairs, std::span<const Motion>(motions), {proven}, {.check = Check::none});
  double upper = std::numeric_limits<double>::infinity();
  for (const Interval& of_pair : proven) upper = std::min(upper, of_pair.upper);
  if (upper <= 1 && said.fractions[i].upper != upper) broken("a first contact that is proven is not named");
  if (upper <= 1 && !(said.fractions[i].lower <= upper)) broken("a first contact begins behind its end");
  if (upper <= 1 && !said.is_any(i)) broken("a contact that is proven is none");
  const HitList list = said.all[i];
  for (std::uint32_t j = 0; j < proven.size(); ++j) {
    const auto at = std::find(list.shapes.begin(), list.shapes.end(), j);
    if (at == list.shapes.end() && proven[j].upper <= 1) broken("a contact that is proven is not listed");
    if (at != list.shapes.end() && proven[j].lower > 1) broken("a miss that is proven is listed");
  }
}

void judge(const Scene& scene, RayOptions options) {
  const World world = scene.world();
  options.isa = Isa::scalar;
  const Said expected(scene, world, options);
  for (std::uint32_t i = 0; i < scene.motions.size(); ++i) judge_one(scene, expected, i);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    const Said said(scene, world, options);
    const bool same = said.objects == expected.objects && are_same(said.fractions, expected.fractions) &&
                      said.any == expected.any && said.all.first == expected.all.first &&
                      said.all.shapes == expected.all.shapes && are_same(said.all.fractions, expected.all.fractions);
    if (!same) broken(std::string(name(isa)) + ": not what scalar lanes say");
  }
}

/// A component of a motion: along axes, or nearly.
float make_motion(Input& in) {
  switch (in.below(4)) {
    case 0: return 0;
    case 1: return std::ldexp(in.number(), -static_cast<int>(in.below(40)));
    case 2: return std::ldexp(1.0F, -static_cast<int>(in.below(150)));
    default: return in.number();
  }
}

Vec3 make_vector(Input& in) {
  const float x = in.number(), y = in.number();
  return {x, y, in.number()};
}

void add_object(Scene& scene, const AnyShape& shape, unsigned kind, Input& in) {
  const Vec3 low = make_vector(in), high = make_vector(in);
  if (kind == 0) {
    add_to(scene.objects, shape, Check::none);
  } else if (kind == 1) {
    const Sphere ball{low, std::abs(high.x)};
    scene.objects.add(ball), scene.balls.push_back(ball);
  } else {
    const Aabb box{{std::min(low.x, high.x), std::min(low.y, high.y), std::min(low.z, high.z)},
                   {std::max(low.x, high.x), std::max(low.y, high.y), std::max(low.z, high.z)}};
    scene.objects.add(box), scene.boxes.push_back(box);
  }
}

/// A moving shape, from its place or from some way back, and an object.
void add_pair(Scene& scene, unsigned kind, Input& in) {
  const oracle::ShapePair pair = make_pair(in);
  const auto is_odd = [](const AnyShape& shape) { return is_finite(shape) && !is_a_shape(shape); };
  if (is_odd(pair.first) || is_odd(pair.second)) return;
  const float x = make_motion(in), y = make_motion(in);
  Motion motion{{x, y, make_motion(in)}, {}, {}};
  if (in.once_in(3)) motion.turn = make_vector(in), motion.about = make_vector(in);
  AnyShape mover = pair.first;
  if (is_in_range(mover) && std::abs(motion.by.x) < 1e18F && std::abs(motion.by.y) < 1e18F &&
      std::abs(motion.by.z) < 1e18F) {
    const double t = -0.25 * in.below(5);
    mover = oracle::moved(mover, t * motion.by.x, t * motion.by.y, t * motion.by.z);
  }
  if (is_odd(mover)) return;
  try {
    add_to(scene.movers, mover, Check::none);
    scene.motions.push_back(motion);
    add_object(scene, pair.second, kind, in);
  } catch (const InvalidInput&) {  // a shape that a set or a view refuses
  }
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  using namespace lockstep::test;
  Input in(data, size);
  const auto touching = in.below(2) == 0 ? Touching::overlap : Touching::separate;
  const unsigned kind = in.below(3);
  Scene scene;
  for (int made = 0; made < 20 && !in.at_end(); ++made) add_pair(scene, kind, in);
  judge(scene, {.touching = touching, .check = Check::none});
  return 0;
}
