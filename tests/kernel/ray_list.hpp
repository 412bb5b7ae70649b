// Pairs of a ray and a shape, and all answers of `cast_rays` for them.
#pragma once

#include "cast_list.hpp"

namespace lockstep::test {

/// A list of moving points, as rays.
struct RayList : CastList {
  [[nodiscard]] std::vector<Ray> rays() const {
    std::vector<Ray> all;
    for (std::size_t i = 0; i < pairs.size(); ++i)
      all.push_back({std::get<Point>(shapes[i].first).position, motions[i]});
    return all;
  }
  [[nodiscard]] std::vector<Met> ray_answers(const CastOptions& options = {}) const {
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
    cast_rays(rays(), second, pairs, {fractions, points, normals}, options);
    return collected(fractions, points, normals);
  }
};

/// Random rays that come near the shape, rays that start on it or next to it, and rays that graze it.
inline void append_rays(RayList& list, Rng& rng, Kind kind, int count, const Lengths& lengths = {}) {
  for (int i = 0; i < count; ++i) {
    const int choice = oracle::below(rng, 4);
    const double gap = choice == 1 ? 0 : std::pow(10, oracle::uniform(rng, -9, -2));
    const ShapePair pair = choice < 2 ? oracle::random_pair(rng, Kind::point, kind)
                                      : oracle::near_contact_pair(rng, Kind::point, kind, choice == 2 ? gap : -gap);
    if (oracle::below(rng, 8) == 0) {
      list.append(pair, oracle::below(rng, 2) == 0 ? Vec3{0, 0, 0} : random_motion(rng, pair, lengths));
    } else {
      const auto [far, motion] = approaching(rng, pair, lengths);
      list.append(far, motion);
    }
  }
}

}  // namespace lockstep::test
