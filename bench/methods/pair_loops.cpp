// `sat_loop`, `closed_loop` and `plain` of distances: pair tests by a programmer who knows that the compiler vectorises
// a plain loop over arrays. They have no early out, and get the flags that such a loop would get, fast math and fused
// multiply-add included. If a list names neighbours, the shapes are in two parallel arrays and need no list; if it
// names any two, the loop gathers through it.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "methods/per_isa.hpp"
#include "work/reference_shapes.hpp"

namespace lockstep::bench {
namespace {

using Columns = std::vector<std::vector<float>>;  // one array per number

/// Rotations are converted to axes beforehand.
std::vector<float> numbers(const Box& box) {
  const auto axes = reference::rotation_axes(quaternion<float>(box.rotation));
  std::vector<float> row{box.center.x, box.center.y, box.center.z};
  for (const auto& axis : axes) row.insert(row.end(), {axis.x, axis.y, axis.z});
  row.insert(row.end(), {box.half_extents.x, box.half_extents.y, box.half_extents.z});
  return row;
}
std::vector<float> numbers(const Capsule& c) { return {c.p0.x, c.p0.y, c.p0.z, c.p1.x, c.p1.y, c.p1.z, c.radius}; }
std::vector<float> numbers(const Aabb& b) { return {b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z}; }
std::vector<float> numbers(const Sphere& s) { return {s.center.x, s.center.y, s.center.z, s.radius}; }
std::vector<float> numbers(const Circle2& c) { return {c.center.x, c.center.y, c.radius}; }

template <class T>
struct Triple {
  T x, y, z;
};
using V = Triple<float>;
template <class T>
T dot(Triple<T> a, Triple<T> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
Triple<T> operator-(Triple<T> a, Triple<T> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
Triple<T> operator+(Triple<T> a, Triple<T> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class T>
Triple<T> operator*(Triple<T> a, T s) {
  return {a.x * s, a.y * s, a.z * s};
}

/// The arrays of one kind of shape, `count` of them.
template <std::size_t count>
struct Arrays {
  const float* column[count];

  explicit Arrays(const Columns& columns) {
    for (std::size_t i = 0; i < count; ++i) column[i] = columns[i].data();
  }
  template <class T = float>
  Triple<T> vec(int at, std::int32_t i) const {
    return {column[at][i], column[at + 1][i], column[at + 2][i]};
  }
};

// Test::answer(a, b, i, j): whether shapes i of a and j of b overlap, or their signed distance.

/// 15 axes. Source: Gottschalk, Lin, Manocha, "OBBTree", 1996; the small constant is Ericson's, 4.4.1.
struct SatTest {
  using Answer = std::uint8_t;
  static constexpr std::size_t count = 15;
  using Boxes = Arrays<count>;

  [[gnu::always_inline]] static bool answer(const Boxes& a, const Boxes& b, std::int32_t i, std::int32_t j) {
    const V axis_a[3] = {a.vec(3, i), a.vec(6, i), a.vec(9, i)}, axis_b[3] = {b.vec(3, j), b.vec(6, j), b.vec(9, j)};
    const V half_a = a.vec(12, i), half_b = b.vec(12, j);
    const float ha[3] = {half_a.x, half_a.y, half_a.z}, hb[3] = {half_b.x, half_b.y, half_b.z};
    const V c = b.vec(0, j) - a.vec(0, i);
    const float t[3] = {dot(c, axis_a[0]), dot(c, axis_a[1]), dot(c, axis_a[2])};
    float r[3][3], q[3][3];
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) r[k][l] = dot(axis_a[k], axis_b[l]), q[k][l] = std::fabs(r[k][l]) + 1e-6F;

    bool apart = false;
    for (int k = 0; k < 3; ++k) {
      apart |= std::fabs(t[k]) > ha[k] + hb[0] * q[k][0] + hb[1] * q[k][1] + hb[2] * q[k][2];
      const float along = t[0] * r[0][k] + t[1] * r[1][k] + t[2] * r[2][k];
      apart |= std::fabs(along) > hb[k] + ha[0] * q[0][k] + ha[1] * q[1][k] + ha[2] * q[2][k];
    }
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3, l1 = (l + 1) % 3, l2 = (l + 2) % 3;
        const float reach = ha[k1] * q[k2][l] + ha[k2] * q[k1][l] + hb[l1] * q[k][l2] + hb[l2] * q[k][l1];
        apart |= std::fabs(t[k2] * r[k1][l] - t[k1] * r[k2][l]) > reach;
      }
    return !apart;
  }
};

/// The segments of two capsules. Source: Ericson, Real-Time Collision Detection, 5.1.9, without its branches.
template <class T>
struct Capsules {
  using Number = T;
  static constexpr std::size_t count = 7;

  static T unit(T x) { return x < 0 ? 0 : x > 1 ? 1 : x; }

  [[gnu::always_inline]] static Triple<T> gap(const Arrays<count>& first, const Arrays<count>& second, std::int32_t i,
                                              std::int32_t j) {
    const auto p = first.vec<T>(0, i), q = second.vec<T>(0, j);
    const auto d1 = first.vec<T>(3, i) - p, d2 = second.vec<T>(3, j) - q, r = p - q;
    const T a = dot(d1, d1), b = dot(d1, d2), c = dot(d1, r), e = dot(d2, d2), f = dot(d2, r);
    const T area = a * e - b * b;
    const T near = unit((b * f - c * e) / (area > T(1e-12F) ? area : 1));
    const T t = unit((b * near + f) / e);
    const T s = unit((b * t - c) / a);
    return r + d1 * s - d2 * t;
  }
};

template <class T>
struct Spheres {
  using Number = T;
  static constexpr std::size_t count = 4;

  [[gnu::always_inline]] static Triple<T> gap(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                              std::int32_t j) {
    return a.vec<T>(0, i) - b.vec<T>(0, j);
  }
};

struct Circles {
  using Number = float;
  static constexpr std::size_t count = 3;

  [[gnu::always_inline]] static Triple<float> gap(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                                  std::int32_t j) {
    return {a.column[0][i] - b.column[0][j], a.column[1][i] - b.column[1][j], 0};
  }
};

// For round shapes, from the gap between their cores; the radius is the last number.

template <class Cores>
struct RoundTest {
  using Answer = std::uint8_t;
  static constexpr std::size_t count = Cores::count;

  [[gnu::always_inline]] static bool answer(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                            std::int32_t j) {
    const auto gap = Cores::gap(a, b, i, j);
    const float reach = a.column[count - 1][i] + b.column[count - 1][j];
    return dot(gap, gap) <= reach * reach;
  }
};

template <class Cores>
struct RoundDistance {
  using Answer = typename Cores::Number;
  static constexpr std::size_t count = Cores::count;

  [[gnu::always_inline]] static Answer answer(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                              std::int32_t j) {
    const auto gap = Cores::gap(a, b, i, j);
    return std::sqrt(dot(gap, gap)) - (Answer{a.column[count - 1][i]} + Answer{b.column[count - 1][j]});
  }
};

/// Two aligned boxes: their distance along each axis, negative if they overlap there.
template <class T>
struct Aabbs {
  static constexpr std::size_t count = 6;

  [[gnu::always_inline]] static Triple<T> gaps(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                               std::int32_t j) {
    const auto up = b.vec<T>(0, j) - a.vec<T>(3, i), down = a.vec<T>(0, i) - b.vec<T>(3, j);
    return {std::max(up.x, down.x), std::max(up.y, down.y), std::max(up.z, down.z)};
  }
};

struct AabbTest {
  using Answer = std::uint8_t;
  static constexpr std::size_t count = 6;

  [[gnu::always_inline]] static bool answer(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                            std::int32_t j) {
    const auto gap = Aabbs<float>::gaps(a, b, i, j);
    return std::max(std::max(gap.x, gap.y), gap.z) <= 0;
  }
};

template <class T>
struct AabbDistance {
  using Answer = T;
  static constexpr std::size_t count = 6;

  [[gnu::always_inline]] static T answer(const Arrays<count>& a, const Arrays<count>& b, std::int32_t i,
                                         std::int32_t j) {
    const auto gap = Aabbs<T>::gaps(a, b, i, j);
    const T most = std::max(std::max(gap.x, gap.y), gap.z);
    const Triple<T> apart{std::max(gap.x, T(0)), std::max(gap.y, T(0)), std::max(gap.z, T(0))};
    return most > 0 ? std::sqrt(dot(apart, apart)) : most;
  }
};

// Separate functions, because clang respects __restrict only in arguments. The pointers are copied, because a store of
// a byte may alias anything in memory.

template <class Test>
[[gnu::noinline]] void test_in_order(const Arrays<Test::count>& first, const Arrays<Test::count>& second,
                                     std::int32_t count, typename Test::Answer* __restrict answers) {
  const Arrays<Test::count> a = first, b = second;
  for (std::int32_t i = 0; i < count; ++i) answers[i] = Test::answer(a, b, i, i);
}

template <class Test>
[[gnu::noinline]] void test_through_list(const Arrays<Test::count>& shapes, const std::int32_t* first,
                                         const std::int32_t* second, std::int32_t count,
                                         typename Test::Answer* __restrict answers) {
  const Arrays<Test::count> a = shapes;
  for (std::int32_t i = 0; i < count; ++i) answers[i] = Test::answer(a, a, first[i], second[i]);
}

template <class Test, class Kind>
class PairLoop : public Kind {
 public:
  template <class Shape>
  PairLoop(const std::vector<Shape>& shapes, const std::vector<Pair>& pairs) : answers_(pairs.size()) {
    for (std::size_t i = 0; i < pairs.size(); ++i)
      neighbours_ = neighbours_ && pairs[i] == Pair{static_cast<std::uint32_t>(2 * i), pairs[i].a + 1};
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const std::vector<float> row = numbers(shapes[i]);
      Columns& to = neighbours_ && i % 2 == 1 ? second_ : first_;
      to.resize(row.size());
      for (std::size_t k = 0; k < row.size(); ++k) to[k].push_back(row[k]);
    }
    if (neighbours_) return;
    for (const Pair& pair : pairs) {
      a_.push_back(static_cast<std::int32_t>(pair.a));
      b_.push_back(static_cast<std::int32_t>(pair.b));
    }
  }

  void run() final {
    const auto count = static_cast<std::int32_t>(answers_.size());
    using Shapes = Arrays<Test::count>;
    if (neighbours_)
      test_in_order<Test>(Shapes(first_), Shapes(second_), count, answers_.data());
    else
      test_through_list<Test>(Shapes(first_), a_.data(), b_.data(), count, answers_.data());
  }

 protected:
  [[nodiscard]] typename Test::Answer answer(std::size_t query) const { return answers_[query]; }

 private:
  bool neighbours_ = true;
  Columns first_, second_;
  std::vector<std::int32_t> a_, b_;
  std::vector<typename Test::Answer> answers_;
};

template <class Test>
class PairTests final : public PairLoop<Test, Method> {
 public:
  using PairLoop<Test, Method>::PairLoop;
  bool hit(std::size_t query) const override { return this->answer(query) != 0; }
};

template <class Test>
class PairDistances final : public PairLoop<Test, DistanceMethod> {
 public:
  using PairLoop<Test, DistanceMethod>::PairLoop;
  Interval distance(std::size_t query) const override { return exactly(this->answer(query)); }
};

std::unique_ptr<Method> loop_over(const std::vector<Box>& boxes, const std::vector<Pair>& pairs) {
  return std::make_unique<PairTests<SatTest>>(boxes, pairs);
}
std::unique_ptr<Method> loop_over(const std::vector<Aabb>& boxes, const std::vector<Pair>& pairs) {
  return std::make_unique<PairTests<AabbTest>>(boxes, pairs);
}
std::unique_ptr<Method> loop_over(const std::vector<Capsule>& capsules, const std::vector<Pair>& pairs) {
  return std::make_unique<PairTests<RoundTest<Capsules<float>>>>(capsules, pairs);
}
std::unique_ptr<Method> loop_over(const std::vector<Sphere>& spheres, const std::vector<Pair>& pairs) {
  return std::make_unique<PairTests<RoundTest<Spheres<float>>>>(spheres, pairs);
}
template <class Shapes>
std::unique_ptr<Method> loop_over(const Shapes&, const std::vector<Pair>&) {
  return nullptr;  // hulls and mixed kinds: scanning vertices in a search is not a plain loop
}

template <class T>
std::unique_ptr<DistanceMethod> distances(const PairWorkload& workload) {
  if (const auto* spheres = std::get_if<std::vector<Sphere>>(&workload.shapes))
    return std::make_unique<PairDistances<RoundDistance<Spheres<T>>>>(*spheres, workload.pairs);
  if (const auto* boxes = std::get_if<std::vector<Aabb>>(&workload.shapes))
    return std::make_unique<PairDistances<AabbDistance<T>>>(*boxes, workload.pairs);
  return std::make_unique<PairDistances<RoundDistance<Capsules<T>>>>(std::get<std::vector<Capsule>>(workload.shapes),
                                                                     workload.pairs);
}

}  // namespace

std::unique_ptr<DistanceMethod> plain_distances(const PairWorkload& workload) { return distances<float>(workload); }
std::unique_ptr<DistanceMethod> plain_double_distances(const PairWorkload& workload) {
  return distances<double>(workload);
}

std::unique_ptr<DistanceMethod> plain_distances2(const PairWorkload2& workload) {
  return std::make_unique<PairDistances<RoundDistance<Circles>>>(std::get<std::vector<Circle2>>(workload.shapes),
                                                                 workload.pairs);
}

std::unique_ptr<Method> pair_loop(const PairWorkload& workload) {
  return std::visit([&](const auto& shapes) { return loop_over(shapes, workload.pairs); }, workload.shapes);
}

}  // namespace lockstep::bench
