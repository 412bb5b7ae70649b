// Bytes as a World and rays that may graze its objects, start in them or not move. On every instruction set the bits
// are those of testing all shapes of the same set.
#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"
#include "pair_list.hpp"
#include "poison.hpp"
#include "shapes.hpp"
#include "target.hpp"

namespace lockstep::test {

namespace {

/// The outputs of `RayHits`.
struct Hits {
  std::vector<std::uint32_t> shapes;
  std::vector<Interval> fractions;
  std::vector<Vec3d> points, normals;
  std::vector<std::uint64_t> any;

  template <class Objects>
  Hits(const std::vector<Ray>& rays, const Objects& objects, const RayOptions& options)
      : shapes(rays.size()),
        fractions(rays.size()),
        points(rays.size()),
        normals(rays.size()),
        any(mask_words(rays.size())) {
    first_hits(rays, objects, {shapes, fractions, points, normals}, options);
    any_hits(rays, objects, any, options);
  }
};

/// The same bits; any two NaN are equal.
bool is_same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (a != a && b != b);
}
bool is_same(const Interval& a, const Interval& b) { return is_same(a.lower, b.lower) && is_same(a.upper, b.upper); }
bool is_same(const Vec3d& a, const Vec3d& b) { return is_same(a.x, b.x) && is_same(a.y, b.y) && is_same(a.z, b.z); }

template <class T>
bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const T& x, const T& y) { return is_same(x, y); });
}

void judge(const std::vector<Ray>& rays, const World& world, const ShapeSet& shapes, RayOptions options) {
  const Hits expected(rays, shapes, options);
  for (const Isa isa : supported_isas()) {
    options.isa = isa;
    const Hits found(rays, world, options);
    const auto check = [&](const char* what, bool is_right) {
      if (!is_right) broken(std::string(name(isa)) + ": other " + what + " than of the set");
    };
    check("shapes", found.shapes == expected.shapes);
    check("fractions", are_same(found.fractions, expected.fractions));
    check("points", are_same(found.points, expected.points));
    check("normals", are_same(found.normals, expected.normals));
    check("bits", found.any == expected.any);
  }
}

}  // namespace

}  // namespace lockstep::test

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace lockstep;
  using namespace lockstep::test;
  Input in(data, size);
  const auto touching = in.below(2) == 0 ? Touching::overlap : Touching::separate;
  ShapeSet shapes;
  std::vector<Ray> rays;
  const auto vector = [&in] {
    const float x = in.number(), y = in.number();
    return Vec3{x, y, in.number()};
  };
  for (int made = 0; made < 40 && !in.at_end(); ++made) {
    const oracle::ShapePair pair = make_pair(in);
    const auto is_odd = [](const AnyShape& shape) { return is_finite(shape) && !is_a_shape(shape); };
    if (is_odd(pair.first) || is_odd(pair.second)) continue;
    try {
      add_to(shapes, pair.first, Check::none);
      add_to(shapes, pair.second, Check::none);
    } catch (const InvalidInput&) {  // an invalid volume
    }
    const Vec3 from = vector();
    rays.push_back({from, vector()});
  }
  judge(rays, World(shapes), shapes, {.touching = touching, .check = Check::none});
  return 0;
}
