// The steps of a search in lanes, one at a time, against those of the scalar reference in double. A search that keeps
// the wrong part of a simplex mostly recovers, or the query is decided in double lanes: no verdict shows it. The
// coordinates are small integers, with which both compute exactly.
#include <array>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "every_isa.hpp"
#include "lane_probe.hpp"
#include "lockstep/reference/gjk.hpp"

namespace lockstep::test {
namespace {

using reference::Region;
using Point = reference::Vector<double>;
using Retained = reference::Simplex<double>;

/// A simplex, the point that joins it, and the part that the reference keeps.
struct Step {
  Retained before;
  Point a;
  Retained after;
  Region region;
};

std::array<double, 3> numbers(const Point& p) { return {p.x, p.y, p.z}; }
bool same(const Point& p, const Point& q) { return numbers(p) == numbers(q); }
std::string text(const Point& p) {
  return "(" + std::to_string(p.x) + ", " + std::to_string(p.y) + ", " + std::to_string(p.z) + ")";
}
std::string text(const Step& step) {
  const Retained& s = step.before;
  return "b " + text(s.b) + ", c " + text(s.c) + ", d " + text(s.n == 3 ? s.d : s.b) + ", v " + text(s.v) + ", a " +
         text(step.a) + ", region " + std::to_string(static_cast<int>(step.region));
}

class Generator {
 public:
  explicit Generator(std::uint32_t seed) : rng_(seed) {}

  /// A segment whose interior is nearest to the origin.
  Retained segment() {
    for (;;) {
      const Point b = point(), c = point(), v = reference::perpendicular(c - b, -b);
      if (dot(c - b, -b) > 0 && dot(b - c, -c) > 0 && dot(v, v) > 0) return {2, v, b, c, b};
    }
  }

  /// The step to a point at least as far away as the origin. Nothing if the origin lies in the plane of three points,
  /// or right above an edge: then either side is right, and the lanes choose another than the reference.
  std::optional<Step> step(const Retained& before) {
    Point a = point();
    while (!(dot(a, before.v) >= 0)) a = point();
    Step step{before, a, before, Region::none};
    if (is_ambiguous(before.b, before.c, a)) return std::nullopt;
    if (before.n == 3 && (is_ambiguous(before.c, before.d, a) || is_ambiguous(before.d, before.b, a)))
      return std::nullopt;
    step.region = before.n == 2 ? update_triangle(step.after, a) : update_tetrahedron(step.after, a);
    return step;
  }

 private:
  Point point() { return {coordinate(), coordinate(), coordinate()}; }
  double coordinate() { return static_cast<double>(rng_() % 17) - 8; }

  static bool is_ambiguous(const Point& p, const Point& q, const Point& a) {
    const Point normal = cross(p - a, q - a);
    return dot(normal, a) == 0 || dot(normal, cross(p, a)) == 0 || dot(normal, cross(q, a)) == 0;
  }

  std::mt19937 rng_;
};

/// Steps of segments, or of triangles.
std::vector<Step> steps(int points, std::size_t count, std::uint32_t seed) {
  Generator generator(seed);
  std::vector<Step> all;
  while (all.size() < count) {
    std::optional<Step> step = generator.step(generator.segment());
    if (step && points == 3) step = step->after.n == 3 ? generator.step(step->after) : std::nullopt;
    if (step) all.push_back(*step);
  }
  return all;
}

TEST(StepsOfTheReference, MeetEveryRegion) {
  const auto met = [](int points, std::uint32_t seed) {
    std::set<Region> regions;
    for (const Step& step : steps(points, 4096, seed)) regions.insert(step.region);
    return regions;
  };
  using enum Region;
  EXPECT_EQ(met(2, 1), (std::set{ab, ac, abc}));
  EXPECT_EQ(met(2, 2), (std::set{ab, ac, abc}));
  EXPECT_EQ(met(3, 3), (std::set{ab, ac, abc, ad, adb, acd, abcd}));
}

class SimplexSteps : public EveryIsa {
 protected:
  const LaneProbe& probe_ = lane_probe(GetParam());
  const std::size_t width_ = static_cast<std::size_t>(probe_.width);

  using Numbers = std::vector<float>;

  /// The size of a query after scaling to unit size.
  static constexpr float scale = 1.0F / 16;

  void put(Numbers& to, std::size_t vector, std::size_t lane, const Point& p, float by) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      to[(3 * vector + axis) * width_ + lane] = static_cast<float>(numbers(p)[axis]) * by;
  }
  Point get(const Numbers& from, std::size_t vector, std::size_t lane, float by) const {
    const auto number = [&](std::size_t axis) {
      return static_cast<double>(from[(3 * vector + axis) * width_ + lane] / by);
    };
    return {number(0), number(1), number(2)};
  }

  /// Calls update(simplex, a) with registers full of steps, and expects each lane to keep the reference's part.
  template <class Update>
  void check(const std::vector<Step>& all, const Update& update) const {
    for (std::size_t first = 0; first + width_ <= all.size(); first += width_) {
      Numbers simplex(12 * width_), a(3 * width_);
      for (std::size_t lane = 0; lane < width_; ++lane) {
        const Step& step = all[first + lane];
        const Retained& s = step.before;
        put(simplex, 0, lane, s.b, scale), put(simplex, 1, lane, s.c, scale);
        put(simplex, 2, lane, s.n == 3 ? s.d : s.b, scale), put(simplex, 3, lane, s.v, scale);
        put(a, 0, lane, step.a, scale);
      }
      const EnclosedLanes lanes = update(simplex.data(), a.data());
      for (std::size_t lane = 0; lane < width_; ++lane)
        ASSERT_NO_FATAL_FAILURE(check(all[first + lane], simplex, lane, lanes)) << text(all[first + lane]);
    }
  }

 private:
  void check(const Step& step, const Numbers& simplex, std::size_t lane, EnclosedLanes lanes) const {
    const bool enclosed = step.region == Region::abcd;
    ASSERT_EQ((lanes.enclosed >> lane & 1U) != 0, enclosed);
    ASSERT_EQ((lanes.proven >> lane & 1U) != 0, enclosed);
    if (enclosed) return;
    const Retained& kept = step.after;
    ASSERT_TRUE(same(get(simplex, 0, lane, scale), kept.b)) << "kept as b";
    ASSERT_TRUE(same(get(simplex, 1, lane, scale), kept.c)) << "kept as c";
    ASSERT_TRUE(same(get(simplex, 2, lane, scale), kept.n == 3 ? kept.d : kept.b)) << "kept as d";
    ASSERT_TRUE(same(get(simplex, 3, lane, kept.n == 3 ? scale * scale : scale * scale * scale), kept.v))
        << "searches along " << text(get(simplex, 3, lane, 1));
  }
};

TEST_P(SimplexSteps, OfATriangle) {
  check(steps(2, 4096, 1), [&](float* simplex, const float* a) {
    probe_.update_triangle(simplex, a);
    return EnclosedLanes{0, 0};
  });
}

/// A triangle is a tetrahedron with d = b.
TEST_P(SimplexSteps, OfATriangleAmongTetrahedra) {
  check(steps(2, 4096, 2), [&](float* simplex, const float* a) { return probe_.update_tetrahedron(simplex, a); });
}

TEST_P(SimplexSteps, OfATetrahedron) {
  check(steps(3, 4096, 3), [&](float* simplex, const float* a) { return probe_.update_tetrahedron(simplex, a); });
}

INSTANTIATE_TEST_SUITE_P(, SimplexSteps, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
