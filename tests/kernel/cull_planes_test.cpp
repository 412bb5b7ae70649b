// What the planes of a volume leave out is outside.
#include <gtest/gtest.h>

#include <cmath>

#include "every_isa.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;
using Vector = reference::Vector<double>;

Vector wide(const Vec3& v) { return {v.x, v.y, v.z}; }

class CullPlanes : public EveryIsa {
 protected:
  const CullOptions options_{.method = CullMethod::planes, .isa = GetParam()};
};

/// Placed far from the origin, a mesh lies where no float is, off by half a unit in the last place in each coordinate:
/// more than that along a plane's normal that runs along none.
TEST_P(CullPlanes, LoseNoHullThatIsPlacedFarAway) {
  Rng rng(122);
  std::size_t kept = 0;
  for (int view = 0; view < 40; ++view) {
    const auto far_away = [&] { return uniform(rng, -1e5, 1e5); };
    const Vector eye{far_away(), far_away(), far_away()};
    const auto axes = reference::rotation_axes(reference::Quaternion<double>{uniform(rng, -1, 1), uniform(rng, -1, 1),
                                                                             uniform(rng, -1, 1), uniform(rng, -1, 1)});
    oracle::MatrixVolume cube{{}, DepthRange::minus_one_to_one};  // of side 2 about the eye
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 n{static_cast<float>(axes[i].x), static_cast<float>(axes[i].y), static_cast<float>(axes[i].z)};
      const float row[] = {n.x, n.y, n.z, static_cast<float>(-dot(wide(n), eye))};
      std::copy_n(row, 4, &cube.row_major[4 * i]);
    }
    cube.row_major[15] = 1;
    const ConvexVolume volume = volume_of(cube);
    ShapeSet set;
    std::vector<bool> reaches;
    for (int i = 0; i < 1000; ++i) {
      double at[] = {uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)};
      at[i % 3] = (oracle::below(rng, 2) == 0 ? 1 : -1) * uniform(rng, 0.995, 1);
      const Vector p = eye + axes[0] * at[0] + axes[1] * at[1] + axes[2] * at[2];
      const Vec3 place{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
      const Vec3 rest{static_cast<float>(p.x - place.x), static_cast<float>(p.y - place.y),
                      static_cast<float>(p.z - place.z)};
      set.add(HullInstance{set.add_mesh(ConvexHull{{&rest, 1}}), {place, {}}});
      double most = 0;  // of |clip coordinate|; w is 1
      for (std::size_t k = 0; k < 3; ++k) {
        const float* const row = &cube.row_major[4 * k];
        most = std::max(most, std::abs(dot(Vector{row[0], row[1], row[2]}, wide(place) + wide(rest)) + row[3]));
      }
      reaches.push_back(most < 1);
    }
    std::vector<std::uint64_t> mask(mask_words(set.size()));
    cull(volume, set, mask, options_);
    for (std::size_t i = 0; i < reaches.size(); ++i) {
      if (!reaches[i]) continue;
      EXPECT_TRUE((mask[i / 64] >> (i % 64) & 1U) != 0) << "view " << view << ", hull " << i;
      ++kept;
    }
  }
  EXPECT_GT(kept, 10000U) << "the hulls test nothing";
}

INSTANTIATE_TEST_SUITE_P(, CullPlanes, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
