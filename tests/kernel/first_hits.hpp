// All answers of `first_hits`, `any_hits` and `all_hits` for some rays, and rays through shapes of all kinds.
#pragma once

#include <algorithm>

#include "lockstep/rays.hpp"
#include "ray_list.hpp"
#include "shape_worlds.hpp"

namespace lockstep::test {

inline bool same_bits(const HitLists& a, const HitLists& b) {
  return a.first == b.first && a.shapes == b.shapes &&
         std::equal(a.fractions.begin(), a.fractions.end(), b.fractions.begin(), b.fractions.end(),
                    [](const Interval& p, const Interval& q) {
                      return same_bits(p.lower, q.lower) && same_bits(p.upper, q.upper);
                    });
}

/// The answers for each ray.
struct FirstHits {
  std::vector<std::uint32_t> shapes;
  std::vector<Met> met;
  std::vector<std::uint64_t> any, any_proven;
  HitLists all, all_proven;

  friend bool operator==(const FirstHits& a, const FirstHits& b) {
    return a.shapes == b.shapes && a.any == b.any && a.any_proven == b.any_proven && same_bits(a.all, b.all) &&
           same_bits(a.all_proven, b.all_proven) &&
           std::equal(a.met.begin(), a.met.end(), b.met.begin(), b.met.end(),
                      [](const Met& p, const Met& q) { return same_bits(p, q); });
  }
};

/// Of a set or of a world.
template <class Shapes>
FirstHits first_hits_of(const std::vector<Ray>& rays, const Shapes& set, RayOptions options = {}) {
  FirstHits found;
  found.shapes.resize(rays.size());
  std::vector<Interval> fractions(rays.size());
  std::vector<Vec3d> points(rays.size()), normals(rays.size());
  first_hits(rays, set, {found.shapes, fractions, points, normals}, options);
  found.met = collected(fractions, points, normals);
  found.any.resize(mask_words(rays.size())), found.any_proven.resize(mask_words(rays.size()));
  any_hits(rays, set, found.any, options);
  found.all = all_hits(rays, set, options);
  options.touching = Touching::separate;
  any_hits(rays, set, found.any_proven, options);
  found.all_proven = all_hits(rays, set, options);
  return found;
}

/// Shapes of all kinds in a cube, with free slots, and rays of all sorts through it.
struct Range {
  ShapeSet set;
  std::vector<Ray> rays;
  Rng rng;

  Range(std::uint64_t seed, int shapes, int count) : rng(seed) {
    set = shapes_in_a_cube(rng, static_cast<std::size_t>(shapes));
    for (int i = 0; i < count; ++i) rays.push_back(random_ray());
  }
  double at(double reach) { return oracle::uniform(rng, -reach, reach); }
  float along(double reach) { return static_cast<float>(at(reach)); }
  Ray random_ray() {
    const int sort = oracle::below(rng, 8);
    const double reach = sort == 0 ? 1e-3 : sort == 1 ? 1e7 : 80;
    Ray ray{{along(40), along(40), along(40)}, {along(reach), along(reach), along(reach)}};
    if (sort == 2 || sort == 3) ray.motion.x = 0;
    if (sort == 3 || sort == 4) ray.motion.z = 0;
    if (sort == 5) ray.motion = {};
    return ray;
  }
};

}  // namespace lockstep::test
