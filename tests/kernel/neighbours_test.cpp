// Neighbour lists of periodic cells against all images of all pairs, in exact arithmetic.
#include "lockstep/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "error_of.hpp"
#include "exact.hpp"
#include "long_tests.hpp"
#include "thread_executor.hpp"

namespace lockstep {
namespace {

using oracle::Integer;
using Shift = std::array<std::int32_t, 3>;
using Entry = std::tuple<std::uint32_t, std::uint32_t, Shift>;

struct Scene {
  std::vector<Vec3d> points;
  Cell cell;
  double cutoff;
};

std::array<double, 3> numbers(const Vec3d& v) { return {v.x, v.y, v.z}; }
std::array<std::array<double, 3>, 3> edges_of(const Cell& cell) {
  return {numbers(cell.a), numbers(cell.b), numbers(cell.c)};
}

/// The exact vectors of a scene's pairs.
class ExactScene {
 public:
  explicit ExactScene(const Scene& scene) : edge_(edges_of(scene.cell)), points_(scene.points) {
    const auto see = [&](double x) {
      if (x != 0) exponent_ = std::min(exponent_, oracle::lowest_exponent(x));
    };
    see(scene.cutoff);
    for (const Vec3d& p : scene.points)
      for (const double x : numbers(p)) see(x);
    for (std::size_t k = 0; k < 3; ++k)
      for (const double x : edge_[k]) see(scene.cell.periodic[k] ? x : 0);
    const Integer cutoff = in_units(scene.cutoff);
    limit_ = cutoff * cutoff;
  }
  [[nodiscard]] Integer part(const Entry& e, std::size_t axis) const {
    const auto& [i, j, shift] = e;
    Integer sum = in_units(numbers(points_[j])[axis]) - in_units(numbers(points_[i])[axis]);
    for (std::size_t k = 0; k < 3; ++k)
      if (shift[k] != 0) sum += Integer(shift[k]) * in_units(edge_[k][axis]);
    return sum;
  }
  [[nodiscard]] Integer squared(const Entry& e) const {
    Integer sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) sum += part(e, axis) * part(e, axis);
    return sum;
  }
  [[nodiscard]] bool is_within(const Entry& e) const { return squared(e) <= limit_; }
  /// number in the unit of part().
  [[nodiscard]] Integer in_units(double number) const {
    return number == 0 ? Integer(0) : oracle::scaled(number, exponent_);
  }
  [[nodiscard]] long double unit() const { return std::ldexp(1.0L, exponent_); }

 private:
  std::array<std::array<double, 3>, 3> edge_;
  std::vector<Vec3d> points_;
  int exponent_ = 1000;
  Integer limit_;
};

using Wide = std::array<long double, 3>;
Wide cross(const Wide& a, const Wide& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
long double dot(const Wide& a, const Wide& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// All pairs by looking at every image that can be near, and twice as far; those near the cutoff in exact arithmetic.
class AllImages {
 public:
  explicit AllImages(const Scene& scene) : scene_(scene), exact_(scene) {
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t axis = 0; axis < 3; ++axis) edge_[k][axis] = edges_of(scene.cell)[k][axis];
    for (std::size_t k = 0; k < 3; ++k)
      if (!scene.cell.periodic[k]) edge_[k] = {};
    // Fractions along the periodic edges by their Gram matrix, which needs no axes for the other directions.
    for (std::size_t k = 0; k < 3; ++k) {
      std::array<Wide, 2> other = {edge_[(k + 1) % 3], edge_[(k + 2) % 3]};
      Wide up = edge_[k];
      if (dot(other[0], other[0]) == 0) std::swap(other[0], other[1]);
      remove(up, other[0]);
      Wide second = other[1];
      remove(second, other[0]);
      remove(up, second);
      const long double squared = dot(up, up);
      for (std::size_t axis = 0; axis < 3; ++axis) row_[k][axis] = squared == 0 ? 0 : up[axis] / squared;
    }
  }
  [[nodiscard]] std::vector<Entry> pairs() const {
    std::vector<Entry> found;
    for (std::uint32_t i = 0; i < scene_.points.size(); ++i)
      for (std::uint32_t j = 0; j < scene_.points.size(); ++j) add(i, j, found);
    return found;
  }

 private:
  static void remove(Wide& from, const Wide& direction) {
    const long double squared = dot(direction, direction);
    if (squared == 0) return;
    const long double share = dot(from, direction) / squared;
    for (std::size_t axis = 0; axis < 3; ++axis) from[axis] -= share * direction[axis];
  }
  void add(std::uint32_t i, std::uint32_t j, std::vector<Entry>& found) const {
    const auto a = numbers(scene_.points[i]), b = numbers(scene_.points[j]);
    Wide between = {b[0], b[1], b[2]};
    for (std::size_t axis = 0; axis < 3; ++axis) between[axis] -= a[axis];
    std::array<std::array<std::int32_t, 2>, 3> range = {};
    for (std::size_t k = 0; k < 3; ++k) {
      if (!scene_.cell.periodic[k]) continue;
      const long double middle = -dot(row_[k], between);
      const long double reach = scene_.cutoff * std::sqrt(dot(row_[k], row_[k])) + 1;
      range[k] = {static_cast<std::int32_t>(std::floor(middle - reach)),
                  static_cast<std::int32_t>(std::ceil(middle + reach))};
    }
    Shift s;
    for (s[0] = range[0][0]; s[0] <= range[0][1]; ++s[0])
      for (s[1] = range[1][0]; s[1] <= range[1][1]; ++s[1])
        for (s[2] = range[2][0]; s[2] <= range[2][1]; ++s[2]) {
          if (i == j && s == Shift{}) continue;
          Wide d = between;
          for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t axis = 0; axis < 3; ++axis) d[axis] += s[k] * edge_[k][axis];
          const long double distance = std::sqrt(dot(d, d)), cutoff = scene_.cutoff;
          const bool is_close = std::abs(distance - cutoff) < 1e-6L * (cutoff + 1);
          if (is_close ? exact_.is_within({i, j, s}) : distance < cutoff) found.emplace_back(i, j, s);
        }
  }

  const Scene& scene_;
  ExactScene exact_;
  std::array<Wide, 3> edge_, row_;
};

std::vector<Entry> entries_of(const NeighbourList& list) {
  std::vector<Entry> entries;
  for (std::size_t pair = 0; pair < list.i.size(); ++pair)
    entries.emplace_back(list.i[pair], list.j[pair], list.shifts[pair]);
  std::sort(entries.begin(), entries.end());
  return entries;
}

std::vector<Entry> half_of(const std::vector<Entry>& entries) {
  std::vector<Entry> half;
  for (const Entry& e : entries) {
    const auto& [i, j, shift] = e;
    if (i < j || (i == j && shift > Shift{})) half.push_back(e);
  }
  return half;
}

/// Vectors against exact ones, within the documented bounds.
void expect_vectors(const Scene& scene, const NeighbourList& list) {
  const ExactScene exact(scene);
  for (std::size_t pair = 0; pair < list.i.size(); pair += 1 + list.i.size() / 500) {
    const Entry e{list.i[pair], list.j[pair], list.shifts[pair]};
    const auto from = numbers(scene.points[list.i[pair]]), to = numbers(scene.points[list.j[pair]]);
    long double squared = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      long double size = std::abs(from[axis]) + std::abs(to[axis]);
      for (std::size_t k = 0; k < 3; ++k)
        if (scene.cell.periodic[k])
          size += std::abs(static_cast<long double>(list.shifts[pair][k]) * edges_of(scene.cell)[k][axis]);
      const double given = numbers(list.vectors[pair])[axis];
      const Integer part = exact.part(e, axis);
      // 2^-64 of the long double itself on top.
      const long double error = std::abs(part.convert_to<long double>() * exact.unit() - given);
      EXPECT_LE(error, std::abs(static_cast<long double>(given)) * 0x1.01p-52L + size * 0x1p-98L);
      squared += static_cast<long double>(given) * given;
    }
    EXPECT_LE(std::abs(list.distances[pair] - std::sqrt(squared)), std::sqrt(squared) * 0x1p-51L);
  }
}

void expect_exact(const Scene& scene, const std::string& what) {
  SCOPED_TRACE(what);
  const std::vector<Entry> expected = AllImages(scene).pairs();
  const NeighbourList list = neighbours(scene.points, scene.cell, scene.cutoff);
  EXPECT_EQ(entries_of(list), expected);
  ASSERT_EQ(list.first.size(), scene.points.size() + 1);
  for (std::size_t i = 0; i < scene.points.size(); ++i)
    for (std::size_t pair = list.first[i]; pair < list.first[i + 1]; ++pair) ASSERT_EQ(list.i[pair], i);
  expect_vectors(scene, list);
  const NeighbourList half = neighbours(scene.points, scene.cell, scene.cutoff, {.half = true});
  EXPECT_EQ(entries_of(half), half_of(expected));
}

using Random = std::mt19937_64;
double between(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11) * 0x1p-53;
}

/// A triclinic cell of either hand, thin or not, whose edges are not too parallel.
Cell random_cell(Random& random) {
  while (true) {
    Cell cell;
    for (Vec3d* const edge : {&cell.a, &cell.b, &cell.c}) {
      const double size = random() % 4 == 0 ? between(random, .05, .3) : between(random, .5, 2);
      *edge = {size * between(random, -1, 1), size * between(random, -1, 1), size * between(random, -1, 1)};
    }
    for (bool& is_periodic : cell.periodic) is_periodic = random() % 4 != 0;
    const auto edges = edges_of(cell);
    const Wide a = {edges[0][0], edges[0][1], edges[0][2]}, b = {edges[1][0], edges[1][1], edges[1][2]},
               c = {edges[2][0], edges[2][1], edges[2][2]};
    const long double volume = std::abs(dot(a, cross(b, c)));
    if (volume > .2L * std::sqrt(dot(a, a) * dot(b, b) * dot(c, c))) return cell;
  }
}

Vec3d at(const Cell& cell, double a, double b, double c) {
  return {a * cell.a.x + b * cell.b.x + c * cell.c.x, a * cell.a.y + b * cell.b.y + c * cell.c.y,
          a * cell.a.z + b * cell.b.z + c * cell.c.z};
}

Scene random_scene(std::uint64_t seed) {
  Random random(seed);
  Scene scene{{}, random_cell(random), 0};
  const double spread = std::array{1.0, 3.0, 1e3, 1e6}[random() % 4];
  const auto fraction = [&](std::size_t k) {
    return scene.cell.periodic[k] ? between(random, -spread, spread) : between(random, 0, 2);
  };
  const std::size_t count = 1 + random() % 40;
  for (std::size_t i = 0; i < count; ++i) scene.points.push_back(at(scene.cell, fraction(0), fraction(1), fraction(2)));
  scene.cutoff = between(random, .1, 1);
  return scene;
}

TEST(Neighbours, RandomCells) {
  const std::uint64_t seeds = test::long_tests() ? 20000 : 100;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) expect_exact(random_scene(seed), "seed " + std::to_string(seed));
}

/// Lattices have exact ties, and with noise differences in the last places.
Scene lattice(std::uint64_t seed) {
  Random random(seed);
  Scene scene;
  const double step = std::array{1.0, .5, .1, 1.0 / 3}[random() % 4];
  const auto size = static_cast<int>(1 + random() % 4);
  const double edge = step * size;
  const double skew = random() % 2 == 0 ? 0 : step;
  scene.cell = {{edge, 0, 0}, {skew, edge, 0}, {-skew, skew, edge}};
  for (bool& is_periodic : scene.cell.periodic) is_periodic = random() % 5 != 0;
  const double noise = random() % 2 == 0 ? 0 : 1e-15;
  const bool is_far = random() % 3 == 0;
  const auto jitter = [&] { return between(random, -noise, noise); };
  for (int x = 0; x < size; ++x)
    for (int y = 0; y < size; ++y)
      for (int z = 0; z < size; ++z) {
        const auto cells = [&](std::size_t k) {
          return is_far && scene.cell.periodic[k] ? static_cast<double>(random() % 2000001) - 1e6 : 0;
        };
        const Vec3d away = at(scene.cell, cells(0), cells(1), cells(2));
        scene.points.push_back(
            {x * step + away.x + jitter(), y * step + away.y + jitter(), z * step + away.z + jitter()});
      }
  scene.cutoff = step * std::array{1.0, std::sqrt(2.0), std::sqrt(3.0), 2.0}[random() % 4];
  return scene;
}

TEST(Neighbours, LatticesWithTies) {
  const std::uint64_t seeds = test::long_tests() ? 20000 : 60;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) expect_exact(lattice(seed), "seed " + std::to_string(seed));
}

/// Types, their cutoffs, and pairs that are left out.
struct Rules {
  std::vector<std::uint32_t> types;
  std::vector<double> cutoffs;
  std::vector<Pair> exclusions;

  Rules(const Scene& scene, std::uint64_t seed) {
    Random random(seed);
    const std::size_t count = random() % 4;
    for (std::size_t i = 0; i < scene.points.size() && count > 0; ++i)
      types.push_back(static_cast<std::uint32_t>(random() % count));
    cutoffs.resize(count * count);
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b <= a; ++b)
        cutoffs[a * count + b] = cutoffs[b * count + a] = std::array{-1.0, 0.5, 0.75, 1.0}[random() % 4] * scene.cutoff;
    for (std::size_t i = random() % (3 * scene.points.size()); i > 0; --i)
      exclusions.push_back({static_cast<std::uint32_t>(random() % scene.points.size()),
                            static_cast<std::uint32_t>(random() % scene.points.size())});
  }
  /// The pairs of a scene that obey, each cutoff by itself.
  [[nodiscard]] std::vector<Entry> pairs(const Scene& scene) const {
    std::vector<Entry> found;
    for (const double cutoff : cutoffs.empty() ? std::set{scene.cutoff} : std::set(cutoffs.begin(), cutoffs.end())) {
      if (cutoff < 0) continue;
      const Scene with_cutoff{scene.points, scene.cell, cutoff};
      for (const Entry& e : AllImages(with_cutoff).pairs())
        if (cutoff_of(e, scene.cutoff) == cutoff && !is_excluded(e)) found.push_back(e);
    }
    std::sort(found.begin(), found.end());
    return found;
  }

 private:
  [[nodiscard]] double cutoff_of(const Entry& e, double only) const {
    const auto count = static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(cutoffs.size()))));
    return cutoffs.empty() ? only : cutoffs[types[std::get<0>(e)] * count + types[std::get<1>(e)]];
  }
  [[nodiscard]] bool is_excluded(const Entry& e) const {
    const Pair pair{std::get<0>(e), std::get<1>(e)}, other{pair.b, pair.a};
    return std::any_of(exclusions.begin(), exclusions.end(), [&](const Pair& p) { return p == pair || p == other; });
  }
};

TEST(Neighbours, TypesAndExclusions) {
  const std::uint64_t seeds = test::long_tests() ? 5000 : 60;
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Scene scene = seed % 2 == 0 ? random_scene(seed) : lattice(seed);
    const Rules rules(scene, seed);
    NeighbourOptions options{.types = rules.types, .cutoffs = rules.cutoffs, .exclusions = rules.exclusions};
    const std::vector<Entry> expected = rules.pairs(scene);
    all += expected.size();
    EXPECT_EQ(entries_of(neighbours(scene.points, scene.cell, scene.cutoff, options)), expected);
    options.half = true;
    EXPECT_EQ(entries_of(neighbours(scene.points, scene.cell, scene.cutoff, options)), half_of(expected));
  }
  EXPECT_GT(all, 50 * seeds);
}

TEST(Neighbours, RefuseRulesAboutWhatIsNotThere) {
  const std::vector<Vec3d> points = {{0, 0, 0}, {.5, 0, 0}};
  const std::vector<std::uint32_t> types = {0, 1}, three = {0, 2};
  const auto error_with = [&](const NeighbourOptions& options) {
    return test::error_of([&] { (void)neighbours(points, {}, 1, options); });
  };
  const auto with_cutoffs = [&](const std::vector<double>& cutoffs) {
    return error_with({.types = types, .cutoffs = cutoffs});
  };
  const std::vector<double> four = {1, 1, 1, 1};
  const std::vector<Pair> pairs = {{0, 1}, {2, 0}};
  EXPECT_EQ(with_cutoffs({1, -1, -1, 0}), "");
  EXPECT_EQ(with_cutoffs({1, 1}), "cutoffs: has 2 elements, needs one for each two types: 1, 4, 9 and so on");
  EXPECT_EQ(with_cutoffs({}), "cutoffs: has 0 elements, needs one for each two types: 1, 4, 9 and so on");
  EXPECT_EQ(with_cutoffs({1, 1, 1, 1.5}), "cutoffs[3] = 1.5: must be a number of at most the search's cutoff");
  EXPECT_EQ(with_cutoffs({1, .5, 1, 1}),
            "cutoffs[1] = 0.5: must be the cutoff of the same two types in the other order");
  EXPECT_EQ(with_cutoffs({std::numeric_limits<double>::quiet_NaN(), 1, 1, 1}),
            "cutoffs[0] = nan: must be a number of at most the search's cutoff");
  EXPECT_EQ(error_with({.cutoffs = four}), "types: has 0 elements, needs one for each of the 2 points");
  EXPECT_EQ(error_with({.types = three, .cutoffs = four}),
            "types[1] = 2: must be below 2, the number of types that have cutoffs");
  EXPECT_EQ(error_with({.exclusions = pairs}), "exclusions[1] = 2: there are 2 points");
}

/// The nearest of exact pairs, in exact order.
std::vector<Entry> nearest_of(const Scene& scene, const std::vector<Entry>& pairs, std::size_t count) {
  const ExactScene exact(scene);
  std::vector<std::pair<Integer, Entry>> sorted;
  for (const Entry& e : pairs) sorted.emplace_back(exact.squared(e), e);
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    const std::uint32_t i = std::get<0>(a.second), j = std::get<0>(b.second);
    return i != j ? i < j : a < b;
  });
  std::vector<Entry> nearest;
  for (const auto& [squared, e] : sorted) {
    const std::size_t already = nearest.size();
    if (already < count || std::get<0>(nearest[already - count]) != std::get<0>(e)) nearest.push_back(e);
  }
  std::sort(nearest.begin(), nearest.end());
  return nearest;
}

TEST(Neighbours, NearestOnes) {
  const std::uint64_t seeds = test::long_tests() ? 5000 : 40;
  std::size_t all = 0, left = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Scene scene = seed % 2 == 0 ? random_scene(seed) : lattice(seed);
    const auto count = static_cast<std::uint32_t>(1 + seed / 2 % 13);
    const std::vector<Entry> pairs = AllImages(scene).pairs(), expected = nearest_of(scene, pairs, count);
    const NeighbourList list = neighbours(scene.points, scene.cell, scene.cutoff, {.nearest = count});
    EXPECT_EQ(entries_of(list), expected);
    expect_vectors(scene, list);
    for (std::size_t i = 0; i < scene.points.size(); ++i)
      for (std::size_t pair = list.first[i] + 1; pair < list.first[i + 1]; ++pair)
        EXPECT_LE(std::tuple(list.distances[pair - 1], list.j[pair - 1], list.shifts[pair - 1]),
                  std::tuple(list.distances[pair], list.j[pair], list.shifts[pair]));
    all += pairs.size(), left += expected.size();
  }
  EXPECT_LT(2 * left, all);
  EXPECT_GT(left, 100 * seeds);
}

/// The last places of distances have another order than the distances.
TEST(Neighbours, NearestOnASphere) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Random random(seed);
    Scene scene{{{.1, .2, .3}}, {.periodic = {false, false, false}}, 1.5};
    for (int i = 0; i < 40; ++i) {
      const double z = between(random, -1, 1), turn = between(random, 0, 7), r = std::sqrt(1 - z * z);
      scene.points.push_back({.1 + r * std::cos(turn), .2 + r * std::sin(turn), .3 + z});
    }
    const NeighbourList list = neighbours(scene.points, scene.cell, scene.cutoff, {.nearest = 20});
    EXPECT_EQ(entries_of(list), nearest_of(scene, AllImages(scene).pairs(), 20)) << "seed " << seed;
  }
}

/// Differences below the last place of a distance decide.
TEST(Neighbours, NearestOfNearlyEqualOnes) {
  const Cell cell{{8, 0, 0}, {0, 8, 0}, {0, 0, 8}};
  std::vector<Vec3d> points;
  for (const double step : {0x1p-40, 0x1p-80}) {
    points = {{0, 0, 0}, {1, 0, 3 * step}, {0, 1, 2 * step}, {-1, step, 0}, {0, 0, 1}};
    for (std::uint32_t count = 1; count <= 4; ++count) {
      const NeighbourList list = neighbours(points, cell, 1.25, {.nearest = count});
      const std::set<std::uint32_t> found(list.j.begin(), list.j.begin() + count);
      EXPECT_EQ(found.size(), count);
      EXPECT_EQ(*found.begin(), 5 - count);
    }
  }
  EXPECT_EQ(test::error_of([&] { (void)neighbours(points, cell, 1.25, {.half = true, .nearest = 1}); }),
            "nearest: a half list has no nearest neighbours of each point, ask for both ways");
}

/// What is not stale has all pairs within the cutoff less the skin, and half the skin for each point is never stale.
TEST(Neighbours, StaleLists) {
  std::size_t stale = 0, fresh = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed);
    Scene scene = random_scene(seed);
    const double skin = .25 * scene.cutoff;
    const NeighbourSearch search(scene.points, scene.cell, scene.cutoff);
    const std::vector<Entry> listed = entries_of(neighbours(scene.points, scene.cell, scene.cutoff));
    EXPECT_FALSE(search.is_stale(scene.points, 0));
    const double most = between(random, .1, 1) * skin;
    double moved[2] = {0, 0};
    for (Vec3d& p : scene.points) {
      const Vec3d from = p;
      p.x += between(random, -most, most), p.y += between(random, -most, most);
      const double way = std::hypot(p.x - from.x, p.y - from.y);
      moved[1] = std::max(moved[1], std::min(moved[0], way)), moved[0] = std::max(moved[0], way);
    }
    if (search.is_stale(scene.points, skin)) {
      ++stale;
      EXPECT_GT(moved[0] + moved[1], skin * (1 - 1e-9));
      continue;
    }
    ++fresh;
    EXPECT_LE(moved[0] + moved[1], skin * (1 + 1e-9));
    const std::vector<Entry> near = entries_of(neighbours(scene.points, scene.cell, scene.cutoff - skin));
    EXPECT_TRUE(std::includes(listed.begin(), listed.end(), near.begin(), near.end()));
  }
  EXPECT_GT(stale, 10U);
  EXPECT_GT(fresh, 10U);
  const NeighbourSearch search(std::vector<Vec3d>{{0, 0, 0}, {.5, 0, 0}}, {}, .75);
  const auto error_with = [&](const std::vector<Vec3d>& points, double skin) {
    return test::error_of([&] { (void)search.is_stale(points, skin); });
  };
  EXPECT_TRUE(search.is_stale(std::vector<Vec3d>{{0, 0, 0}, {.5, 0, .25}}, .25 - 0x1p-54));
  EXPECT_TRUE(search.is_stale(std::vector<Vec3d>{{0, 0, -0x1p-60}, {.5, 0, .25}}, .25));
  EXPECT_EQ(error_with({{0, 0, 0}}, .1), "points: has 1 elements, the search has 2 points");
  EXPECT_EQ(error_with({{0, 0, 0}, {.5, 0, 0}}, -1),
            "skin = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(error_with({{0, 0, 0}, {.5, 2e18, 0}}, 1), "points[1].y = 2e+18: must be a finite number of at most 1e18");
  const NeighbourSearch nearest(std::vector<Vec3d>{{0, 0, 0}}, {}, .75, {.nearest = 1});
  EXPECT_EQ(test::error_of([&] {
              (void)nearest.is_stale(std::vector<Vec3d>{{0, 0, 0}}, 1);
            }),
            "is_stale: the nearest neighbours change with any motion");
}

TEST(Neighbours, CutoffOfSeveralThinCells) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const double thin = between(random, .02, .2);
    Scene scene{{}, {{1, 0, 0}, {.3, .9, 0}, {.1, -.2, thin}}, between(random, .5, 3)};
    for (int i = 0; i < 4; ++i)
      scene.points.push_back(at(scene.cell, between(random, -2, 2), between(random, -2, 2), between(random, -2, 2)));
    expect_exact(scene, "seed " + std::to_string(seed));
  }
}

/// Half of the points are moved by a hundred times the cutoff, and their roundings alone would decide ties.
TEST(Neighbours, TiesInLongRows) {
  for (const double step : {.1, 1.0 / 3, .7}) {
    Scene scene{{}, {{100 * step, 0, 0}, {0, 9, 0}, {0, 0, 9}}, step};
    for (int i = -50; i < 50; ++i) scene.points.push_back({i * step, 8.9, .1});
    expect_exact(scene, "step " + std::to_string(step));
  }
}

TEST(Neighbours, CutoffsOfAnyScale) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  expect_exact({{{0, 0, 0}, {0, 0, 0}, {1, 1, 1}}, {}, 0}, "the same place");
  expect_exact({{{0, 0, 0}, {tiny, 0, 0}, {3 * tiny, 0, 0}}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 2 * tiny}, "denormal");
  expect_exact({{{1e-200, 0, 0}, {3e-200, 0, 0}, {1, 0, 1e-300}}, {}, 2e-200}, "squares that underflow");
  expect_exact({{{1e-17, 0, 0}, {1, 1e-30, 0}}, {{2, 1e-40, 0}, {0, 2, 0}, {0, 0, 2}}, 1}, "far apart digits");
  expect_exact({{{9e17, 0, 0}, {-9e17, 0, 0}, {0, 1, 0}}, {{2e17, 0, 0}, {0, 9e17, 0}, {0, 0, 9e17}}, 3e17}, "large");
  expect_exact({{{5e9, 1, 0}, {.25, 1, 0}, {.5, 1, 0}}, {.periodic = {false, true, true}}, .25}, "a far free point");
}

TEST(Neighbours, WithoutPoints) {
  const NeighbourList list = neighbours({}, {}, 1);
  EXPECT_EQ(list.first, std::vector<std::uint64_t>{0});
  EXPECT_TRUE(list.i.empty());
}

TEST(Neighbours, TheSameForEveryNumberOfThreads) {
  Random random(5);
  std::vector<Vec3d> points(3000);
  for (Vec3d& p : points) p = {between(random, -9, 9), between(random, 0, 1), between(random, 0, 1)};
  const Cell cell{{1.5, 0, 0}, {.4, 1.1, 0}, {-.2, .3, .9}, {true, true, false}};
  const NeighbourList one = neighbours(points, cell, .2);
  for (const unsigned threads : {1U, 3U, 8U}) {
    test::ThreadExecutor executor(threads);
    const NeighbourList many = neighbours(points, cell, .2, {.executor = executor.executor()});
    EXPECT_EQ(many.first, one.first);
    EXPECT_EQ(many.j, one.j);
    EXPECT_EQ(many.shifts, one.shifts);
    EXPECT_EQ(many.vectors, one.vectors);
    EXPECT_EQ(many.distances, one.distances);
    EXPECT_GT(executor.calls, 0U);
  }
}

TEST(Neighbours, StoresWhatIsAskedFor) {
  const std::vector<Vec3d> points = {{0, 0, 0}, {.1, 0, 0}, {.9, 0, 0}};
  const NeighbourList some = neighbours(points, {}, .3, {}, "jd");
  EXPECT_EQ(some.j.size(), 6U);
  EXPECT_EQ(some.distances.size(), 6U);
  EXPECT_TRUE(some.i.empty() && some.shifts.empty() && some.vectors.empty());
  const NeighbourSearch search(points, {}, .3, {.half = true});
  EXPECT_EQ(search.pairs(), 3U);
  std::vector<std::int64_t> j(3);
  std::vector<std::array<std::int64_t, 3>> shifts(3);
  search.write(WideNeighbourOutput{.j = j, .shifts = shifts});
  const NeighbourList half = neighbours(points, {}, .3, {.half = true});
  for (std::size_t pair = 0; pair < 3; ++pair) {
    EXPECT_EQ(j[pair], half.j[pair]);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(shifts[pair][k], half.shifts[pair][k]);
  }
}

TEST(Neighbours, RefusesWhatIsInvalid) {
  const std::vector<Vec3d> points = {{0, 0, 0}, {.5, 0, 0}};
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto error_with = [&](const Cell& cell, double cutoff) {
    return test::error_of([&] { (void)neighbours(points, cell, cutoff); });
  };
  const std::string dependent =
      "cell: the vectors of its periodic directions are linearly dependent, or nearly: their volume must be at least a "
      "millionth of the product of their lengths";
  EXPECT_EQ(error_with({{1, 2, 3}, {2, 4, 6}, {0, 0, 1}}, 1), dependent);
  EXPECT_EQ(error_with({{1, 0, 0}, {0, 1, 0}, {0, 0, 0}}, 1), dependent);
  EXPECT_EQ(error_with({{1, 0, 0}, {-3, 0, 0}, {0, 1, 0}, {true, true, false}}, 1), dependent);
  EXPECT_EQ(error_with({{1, 0, 0}, {0, 0, 0}, {0, 0, 0}, {true, false, false}}, 1), "");
  EXPECT_EQ(error_with({{1, 0, 0}, {0, nan, 0}, {0, 0, 1}}, 1),
            "cell.b.y = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(error_with({{1, 0, 0}, {0, 1, 0}, {0, 0, inf}}, 1),
            "cell.c.z = inf: must be a finite number of at most 1e18");
  EXPECT_EQ(error_with({}, -1), "cutoff = -1: must be a finite number, not negative and at most 1e18");
  EXPECT_EQ(error_with({}, nan), "cutoff = nan: must be a finite number, not negative and at most 1e18");
  const std::string far = "neighbours: points and cutoff take more images than 2^31, more than a shift can name";
  EXPECT_EQ(error_with({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 1e10), far);
  const std::vector<Vec3d> bad = {{0, 0, 0}, {0, 0, nan}}, away = {{1e10, 0, 0}};
  EXPECT_EQ(test::error_of([&] { (void)neighbours(bad, {}, 1); }),
            "points[1].z = nan: must be a finite number of at most 1e18");
  EXPECT_EQ(test::error_of([&] { (void)neighbours(away, {}, 1); }), far);
  EXPECT_EQ(test::error_of([&] { (void)neighbours(points, {}, 1, {}, "ijx"); }),
            "quantities: only the letters i, j, S, D and d have a meaning");
  const NeighbourSearch search(points, {}, .6);
  std::vector<double> distances(3);
  EXPECT_EQ(test::error_of([&] { search.write(NeighbourOutput{.distances = distances}); }),
            "distances: has 3 elements, needs one for each of the 4 pairs");
}

}  // namespace
}  // namespace lockstep
