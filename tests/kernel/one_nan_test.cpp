// Unknown answers for invalid numbers, unchecked, are one NaN: the same bits on every instruction set, in every call.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "body_scene.hpp"
#include "pair_list.hpp"
#include "plane_poison.hpp"
#include "poison.hpp"

namespace lockstep::test {
namespace {

constexpr Check no_check = Check::none;

/// The numbers of answers, in sequence. A manifold's gaps and features are numbers as well.
struct AnswerNumbers {
  std::vector<double> all;

  template <class T>
  void operator()(const std::vector<T>& some) {
    static_assert(sizeof(T) % sizeof(double) == 0);
    const std::size_t at = all.size();
    all.resize(at + some.size() * sizeof(T) / sizeof(double));
    std::memcpy(all.data() + at, some.data(), some.size() * sizeof(T));
  }
};

std::uint64_t bits_of(double x) { return std::bit_cast<std::uint64_t>(x); }

/// The invalid numbers of each sign.
std::vector<float> bad_numbers() {
  std::vector<float> all;
  for (const Poison& poison : poisons()) all.push_back(poison.value), all.push_back(-poison.value);
  return all;
}

struct CallsInSpace {
  using Set = ShapeSet;
  using Vector = Vec3d;
  using MotionType = Vec3;
  using Turn = Motion;
  using AnyRay = Ray;
  using Points = WitnessPoints;
  using AnyManifold = Manifold;
  static MotionType motion(float x, float y) { return {x, y, 1}; }
  static Turn turn() { return {{1, 2, 0}, {0.5F, 0, 1}, {0, 0, 0}}; }
  static AnyRay ray(float x) { return {{x, 5, 5}, {-2 * x, -9, -9}}; }
};
struct CallsInPlane {
  using Set = ShapeSet2;
  using Vector = Vec2d;
  using MotionType = Vec2;
  using Turn = Motion2;
  using AnyRay = Ray2;
  using Points = WitnessPoints2;
  using AnyManifold = Manifold2;
  static MotionType motion(float x, float y) { return {x, y}; }
  static Turn turn() { return {{1, 2}, 0.5F, {0, 0}}; }
  static AnyRay ray(float x) { return {{x, 5}, {-2 * x, -9}}; }
};

/// The answers of all calls for pairs of two sets, and for rays at the second one.
template <class In>
AnswerNumbers answers_of(const typename In::Set& first, const typename In::Set& second, const std::vector<Pair>& pairs,
                         Isa isa) {
  using Vectors = std::vector<typename In::Vector>;
  AnswerNumbers numbers;
  const std::size_t count = pairs.size();
  std::vector<Interval> intervals(count);
  std::vector<typename In::Points> witnesses(count);
  Vectors points(count), normals(count);
  const auto keep = [&] { numbers(intervals), numbers(points), numbers(normals); };
  distance(first, second, pairs, {intervals, witnesses, normals}, {.check = no_check, .isa = isa});
  numbers(intervals), numbers(witnesses), numbers(normals);
  std::vector<typename In::MotionType> motions(count, In::motion(1, 2));
  cast(first, second, pairs, motions, {intervals, points, normals}, {.check = no_check, .isa = isa});
  keep();
  const std::vector<typename In::Turn> turns(count, In::turn());
  cast(first, second, pairs, turns, {intervals, points, normals}, {.check = no_check, .isa = isa});
  keep();
  std::vector<typename In::AnyManifold> manifolds(count);
  contacts(first, second, pairs, manifolds, {.check = no_check, .isa = isa});
  numbers(manifolds);
  const std::vector<typename In::AnyRay> rays = {In::ray(0), In::ray(3)};
  std::vector<Pair> hit;
  for (std::uint32_t i = 0; i < count; ++i) hit.push_back({i % 2, pairs[i].b});
  cast_rays(rays, second, hit, {intervals, points, normals}, {.check = no_check, .isa = isa});
  keep();
  return numbers;
}

/// The same for a World, and for rays at all shapes.
AnswerNumbers answers_of_worlds(const ShapeSet& first, const ShapeSet& second, Isa isa) {
  AnswerNumbers numbers;
  const std::vector<Ray> rays(first.size(), CallsInSpace::ray(1));
  const std::vector<Vec3> motions(first.size(), CallsInSpace::motion(1, 2));
  std::vector<std::uint32_t> shapes(first.size());
  std::vector<Interval> fractions(first.size());
  std::vector<Vec3d> points(first.size()), normals(first.size());
  const RayHits out{shapes, fractions, points, normals};
  const RayOptions options{.check = no_check, .isa = isa};
  const auto keep = [&] { numbers(fractions), numbers(points), numbers(normals); };
  const World world(second, {.isa = isa});
  first_hits(rays, second, out, options), keep();
  first_hits(rays, world, out, options), keep();
  first_contacts(first, motions, world, out, options), keep();
  std::vector<Manifold> manifolds(first.size() * second.size());
  std::vector<Pair> pairs(manifolds.size());
  OverlapPass pass;
  const OverlapResult found =
      pass.run(first, second, {.pairs = pairs, .contacts = manifolds}, {.check = no_check, .isa = isa});
  manifolds.resize(found.pairs), numbers(manifolds);
  return numbers;
}

void expect_one_nan(const AnswerNumbers& numbers, const AnswerNumbers& of_scalar, const std::string& what) {
  ASSERT_EQ(numbers.all.size(), of_scalar.all.size()) << what;
  for (std::size_t i = 0; i < numbers.all.size(); ++i) {
    ASSERT_EQ(bits_of(numbers.all[i]), bits_of(of_scalar.all[i])) << what << ", number " << i;
    if (std::isnan(numbers.all[i])) {
      ASSERT_EQ(bits_of(numbers.all[i]), 0x7ff8000000000000U) << what << ", number " << i;
    }
  }
}

/// ask(isa) has the same bits everywhere.
template <class Ask>
void expect_one_nan_of(const Ask& ask, const std::string& what) {
  const AnswerNumbers of_scalar = ask(Isa::scalar);
  for (const Isa isa : supported_isas()) expect_one_nan(ask(isa), of_scalar, what + ", " + std::string(name(isa)));
}

/// For a shape of each kind with one invalid number, and one of each other kind.
template <class Set, class Shape>
struct Spoiled {
  Set first, second;
  std::vector<Pair> pairs;

  void add(const Shape& bad, const Shape& good) {
    const std::uint32_t a = add_to(first, bad, no_check), b = add_to(second, good, no_check);
    const std::uint32_t c = add_to(first, good, no_check), d = add_to(second, bad, no_check);
    pairs.insert(pairs.end(), {{a, b}, {c, d}, {a, d}});
  }
};

TEST(OneNan, InSpace) {
  Rng rng(44);
  for (const Kind a : shape_kinds)
    for (const float bad : bad_numbers()) {
      Spoiled<ShapeSet, AnyShape> shapes;
      for (const Kind b : shape_kinds) {
        const ShapePair pair = oracle::random_pair(rng, a, b);
        AnyShape spoiled = pair.first;
        const std::vector<float*> numbers = numbers_of(spoiled);
        *numbers[rng() % numbers.size()] = bad;
        shapes.add(spoiled, pair.second);
      }
      const std::string what = std::string(name(a)) + " with " + std::to_string(bad);
      expect_one_nan_of(
          [&](Isa isa) { return answers_of<CallsInSpace>(shapes.first, shapes.second, shapes.pairs, isa); }, what);
      expect_one_nan_of([&](Isa isa) { return answers_of_worlds(shapes.first, shapes.second, isa); }, what);
    }
}

TEST(OneNan, InThePlane) {
  Rng rng(44);
  for (const Kind2 a : oracle::all_kinds2)
    for (const float bad : bad_numbers()) {
      Spoiled<ShapeSet2, AnyShape2> shapes;
      for (const Kind2 b : oracle::all_kinds2) {
        const ShapePair2 pair = oracle::random_pair(rng, a, b);
        AnyShape2 spoiled = pair.first;
        const std::vector<float*> numbers = numbers_of(spoiled);
        *numbers[rng() % numbers.size()] = bad;
        shapes.add(spoiled, pair.second);
      }
      expect_one_nan_of(
          [&](Isa isa) { return answers_of<CallsInPlane>(shapes.first, shapes.second, shapes.pairs, isa); },
          std::string(name(a)) + " with " + std::to_string(bad));
    }
}

TEST(OneNan, OfViews) {
  const std::vector<float> bad = bad_numbers();
  const float zero = 0, one = 1;
  const Stream zeros{&zero, 0}, ones{&one, 0}, bads{bad.data()};
  const std::size_t count = bad.size();
  expect_one_nan_of(
      [&](Isa isa) {
        AnswerNumbers numbers;
        std::vector<Interval> intervals(count);
        std::vector<WitnessPoints> points(count);
        std::vector<Vec3d> normals(count);
        std::vector<WitnessPoints2> points2(count);
        std::vector<Vec2d> normals2(count);
        const DistanceOptions options{.check = no_check, .isa = isa};
        const auto measure = [&](const auto& a, const auto& b) {
          distance(a, b, {intervals, points, normals}, options);
          numbers(intervals), numbers(points), numbers(normals);
          distance(b, a, {intervals, {}, {}}, options), numbers(intervals);
        };
        measure(SphereView{bads, zeros, zeros, ones, count}, SphereView{zeros, zeros, zeros, bads, count});
        measure(AabbView{zeros, bads, zeros, ones, ones, ones, count},
                AabbView{zeros, zeros, zeros, ones, ones, bads, count});
        measure(CapsuleView{bads, zeros, zeros, ones, ones, ones, ones, count},
                CapsuleView{zeros, zeros, zeros, ones, ones, ones, bads, count});
        measure(BoxView{bads, zeros, zeros, zeros, zeros, zeros, ones, ones, ones, ones, count},
                BoxView{zeros, zeros, zeros, bads, zeros, zeros, ones, ones, ones, bads, count});
        distance(CircleView{bads, zeros, ones, count}, CircleView{zeros, zeros, bads, count},
                 {intervals, points2, normals2}, options);
        numbers(intervals), numbers(points2), numbers(normals2);
        std::vector<Pair> pairs(count * count);
        std::vector<Manifold> manifolds(pairs.size());
        OverlapPass pass;
        const OverlapResult found = pass.run(SphereView{bads, zeros, zeros, bads, count},
                                             {.pairs = pairs, .contacts = manifolds}, {.check = no_check, .isa = isa});
        manifolds.resize(found.pairs), numbers(manifolds);
        return numbers;
      },
      "views");
}

TEST(OneNan, OfBodiesAndMeshes) {
  Rng rng(44);
  const std::vector<float> bad = bad_numbers();
  BodySet bodies = random_bodies(rng, bad.size(), 3, 2);
  for (std::uint32_t i = 0; i < bad.size(); ++i) {
    Pose at = pose(rng, 1);
    (i % 2 == 0 ? at.position.x : at.rotation.y) = bad[i];
    bodies.move(i, at, no_check);
  }
  const BodySet good = random_bodies(rng, bad.size(), 3, 2);
  std::vector<Vec3> corners;
  std::vector<std::uint32_t> indices;
  for (const float x : bad) {
    const auto first = static_cast<std::uint32_t>(corners.size());
    corners.insert(corners.end(), {{x, 0, 0}, {1, 0, 0.5F}, {0, 1, 0.5F}}),
        indices.insert(indices.end(), {first, first + 1, first + 2});
  }
  const TriangleMesh mesh(corners, indices, no_check);
  std::vector<Pair> pairs;
  std::vector<std::uint32_t> list;
  for (std::uint32_t i = 0; i < bad.size(); ++i) pairs.push_back({i, i}), list.push_back(i);
  ShapeSet balls;
  for (std::uint32_t i = 0; i < bad.size(); ++i) balls.add(Sphere{{0, 0, static_cast<float>(i)}, bad[i]}, no_check);
  const std::vector<Vec3> motions(bad.size(), {1, 2, 3});
  const std::vector<Ray> rays(bad.size(), CallsInSpace::ray(1));
  expect_one_nan_of(
      [&](Isa isa) {
        AnswerNumbers numbers;
        const std::size_t count = pairs.size();
        std::vector<Interval> intervals(count);
        std::vector<WitnessPoints> witnesses(count);
        std::vector<Vec3d> points(count), normals(count);
        const auto keep = [&] { numbers(intervals), numbers(points), numbers(normals); };
        const DistanceOptions how{.check = no_check, .isa = isa};
        const CastOptions cast_how{.check = no_check, .isa = isa};
        distance(bodies, good, pairs, BodyDistanceOutput{intervals, witnesses, normals, {}}, how);
        numbers(intervals), numbers(witnesses), numbers(normals);
        cast(good, bodies, pairs, motions, BodyCastOutput{intervals, points, normals, {}}, cast_how), keep();
        distance(balls, mesh, list, MeshDistanceOutput{intervals, {}, witnesses, normals}, how);
        numbers(intervals), numbers(witnesses), numbers(normals);
        cast(balls, mesh, list, motions, MeshCastOutput{intervals, {}, points, normals}, cast_how), keep();
        cast_rays(rays, mesh, MeshCastOutput{intervals, {}, points, normals}, cast_how), keep();
        std::vector<std::uint32_t> objects(count);
        first_hits(rays, mesh, RayHits{objects, intervals, points, normals}, {.check = no_check, .isa = isa}), keep();
        first_hits(rays, World(bodies, {.isa = isa}), RayHits{objects, intervals, points, normals},
                   {.check = no_check, .isa = isa});
        keep();
        return numbers;
      },
      "bodies and meshes");
}

}  // namespace
}  // namespace lockstep::test
