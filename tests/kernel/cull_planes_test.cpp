// CullMethod::planes is the plane test that its name says: it keeps exactly the objects that no plane of the volume
// separates, within double arithmetic, for a close near side and a far far side.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "every_isa.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "objects.hpp"
#include "pair_list.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using oracle::uniform;
using Wide = reference::Vector<double>;

/// normal . p + offset >= 0 inside, of unit length.
struct WidePlane {
  Wide normal;
  double offset;
};
using Planes = std::array<WidePlane, 6>;

Wide wide(const Vec3& v) { return {v.x, v.y, v.z}; }

/// w + x, w - x, w + y, w - y, z, w - z of a matrix: depth is from zero to one.
Planes planes_of(const oracle::MatrixVolume& volume) {
  const auto plane = [&](double w, std::size_t row, double sign) {
    const auto at = [&](std::size_t c) { return w * volume.row_major[12 + c] + sign * volume.row_major[4 * row + c]; };
    const Wide normal{at(0), at(1), at(2)};
    const double scale = 1 / std::sqrt(dot(normal, normal));
    return WidePlane{normal * scale, at(3) * scale};
  };
  return {plane(1, 0, 1), plane(1, 0, -1), plane(1, 1, 1), plane(1, 1, -1), plane(0, 2, 1), plane(1, 2, -1)};
}

/// The extent of a shape along a direction of unit length.
struct Reach {
  Wide n;

  double operator()(const Sphere& s) const { return dot(n, wide(s.center)) + s.radius; }
  double operator()(const Capsule& s) const { return std::max(dot(n, wide(s.p0)), dot(n, wide(s.p1))) + s.radius; }
  double operator()(const Aabb& s) const {
    return dot(n, {n.x > 0 ? s.max.x : s.min.x, n.y > 0 ? s.max.y : s.min.y, n.z > 0 ? s.max.z : s.min.z});
  }
  double operator()(const Box& s) const {
    const Quat& q = s.rotation;
    const auto axes = reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w});
    return dot(n, wide(s.center)) + std::abs(dot(n, axes[0])) * s.half_extents.x +
           std::abs(dot(n, axes[1])) * s.half_extents.y + std::abs(dot(n, axes[2])) * s.half_extents.z;
  }
  /// The direction goes to the box's own space: n . (M p + t) = (n M) . p + n . t.
  double operator()(const oracle::TransformedBox& s) const {
    const auto column = [&](std::size_t j) { return Wide{s.row_major[j], s.row_major[4 + j], s.row_major[8 + j]}; };
    const Wide local{dot(n, column(0)), dot(n, column(1)), dot(n, column(2))};
    return Reach{local}(Aabb{s.min, s.max}) + dot(n, column(3));
  }
  template <class Other>
  double operator()(const Other&) const {
    throw std::logic_error("a shape that this test does not make");
  }
};

double inside(const AnyShape& shape, const WidePlane& plane) {
  return std::visit(Reach{plane.normal}, shape) + plane.offset;
}

/// Its depth inside the plane with the least.
double inside(const AnyShape& shape, const Planes& planes) {
  double least = HUGE_VAL;
  for (const WidePlane& plane : planes) least = std::min(least, inside(shape, plane));
  return least;
}

/// Moved along the normal of a plane, to where it just reaches inside or just does not.
AnyShape brought_near(const AnyShape& shape, const Planes& planes, Rng& rng) {
  const WidePlane& plane = planes[rng() % planes.size()];
  const double gap = std::pow(10, uniform(rng, -6, -2)) * (oracle::below(rng, 2) == 0 ? 1 : -1);
  const Wide by = plane.normal * (gap - inside(shape, plane));
  return oracle::moved(shape, by.x, by.y, by.z);
}

/// The resolution of float lanes in a view of this size, and that of double lanes.
constexpr double far_side = 1000, float_bound = 48 * 0x1p-24 * far_side, double_bound = 1e-9;

/// The kept objects against the truth. `close` counts objects outside that float lanes cannot distinguish from inside,
/// `unknown` those for which the test cannot decide.
struct Tally {
  std::size_t close = 0, kept = 0, inside = 0, unknown = 0;

  void judge(const AnyShape& shape, const Planes& planes, bool is_kept) {
    const double reach = test::inside(shape, planes);
    if (std::abs(reach) < double_bound) {
      ++unknown;
      return;
    }
    EXPECT_EQ(is_kept, reach > 0) << "reaches " << reach << " inside";
    close += reach < 0 && reach > -float_bound ? 1 : 0;
    kept += is_kept ? 1 : 0, inside += reach > 0 ? 1 : 0;
  }
};

class CullPlanes : public EveryIsa {
 protected:
  static constexpr std::size_t count = 200;
  const CullOptions options_{.method = CullMethod::planes, .isa = GetParam()};

  static Columns objects_about(const ConvexVolume& volume, const Planes& planes, Objects kind, Rng& rng) {
    Columns columns = objects_near(volume, kind, count, rng);
    for (std::size_t i = 0; i < count; i += 2) put_object(columns, i, brought_near(object_at(columns, i), planes, rng));
    return columns;
  }
};

TEST_P(CullPlanes, KeepsWhatNoPlaneSeparates) {
  Rng rng(120);
  Tally tally;
  for (int view = 0; view < 60 && !HasFailure(); ++view) {
    const oracle::MatrixVolume camera = camera_between(rng, 0.01, far_side);
    const Planes planes = planes_of(camera);
    const ConvexVolume volume = volume_of(camera);
    for (const Objects kind : all_objects) {
      const Columns columns = objects_about(volume, planes, kind, rng);
      const auto mask = mask_of(volume, packed(columns), count, options_);
      for (std::size_t i = 0; i < count; ++i) tally.judge(object_at(columns, i), planes, is_set(mask, i));
    }
    ShapeSet set;
    std::vector<AnyShape> shapes;
    const Columns places = objects_about(volume, planes, Objects::boxes, rng);
    for (std::size_t i = 0; i < count; ++i) {
      AnyShape shape = object_at(places, i);
      const Vec3 at = std::get<Box>(shape).center, half = std::get<Box>(shape).half_extents;
      if (i % 4 == 1) shape = Capsule{at, {at.x + half.x, at.y - half.y, at.z + half.z}, half.x};
      if (i % 4 == 3) shape = brought_near(Capsule{at, {at.x, at.y + half.y, at.z}, half.z}, planes, rng);
      add_to(set, shapes.emplace_back(shape));
    }
    std::vector<std::uint64_t> mask(mask_words(count));
    cull(volume, set, mask, options_);
    for (std::size_t i = 0; i < count; ++i) tally.judge(shapes[i], planes, is_set(mask, i));
  }
  EXPECT_EQ(tally.kept, tally.inside);
  EXPECT_GT(tally.close, 5000U) << "the objects test nothing";
  EXPECT_LT(tally.unknown, 20U) << "the objects test nothing";
}

/// The parts of a view share planes, and other volumes have common bounds. So fewer objects may be kept than by each
/// alone, but no more, and no visible one is lost.
TEST_P(CullPlanes, OfManyVolumesKeepNoMore) {
  Rng rng(121);
  CullOptions exact = options_;
  exact.method = CullMethod::exact;
  const std::vector<double> depths = split_depths(0.01, far_side, 3);
  for (int view = 0; view < 6; ++view) {
    const oracle::MatrixVolume camera = camera_between(rng, 0.01, far_side);
    const VolumeSet grid = VolumeSet::grid(camera.row_major, camera.range, {.columns = 4, .rows = 3, .depths = depths});
    std::vector<ConvexVolume> parts;
    for (std::size_t v = 0; v < grid.size(); ++v) parts.push_back(grid[v]);
    for (const Objects kind : all_objects) {
      const Columns columns = objects_about(volume_of(camera), planes_of(camera), kind, rng);
      for (const VolumeSet& set : {grid, VolumeSet(parts)}) {
        std::vector<std::uint64_t> masks(set.size() * mask_words(count));
        cull_streams(set, packed(columns), count, {.by_volume = masks}, options_);
        for (std::size_t v = 0; v < set.size(); ++v) {
          const auto alone = mask_of(set[v], packed(columns), count, options_);
          const auto seen = mask_of(set[v], packed(columns), count, exact);
          for (std::size_t word = 0; word < alone.size(); ++word) {
            const std::uint64_t kept = masks[v * alone.size() + word];
            EXPECT_EQ(kept & ~alone[word], 0U) << name(kind) << ", part " << v;
            EXPECT_EQ(seen[word] & ~kept, 0U) << name(kind) << ", part " << v;
          }
        }
      }
    }
  }
}

/// Placed far from the origin, the vertices of a mesh are not floats, but off by half a unit in the last place in each
/// coordinate: more than that along an oblique plane's normal.
TEST_P(CullPlanes, LoseNoHullThatIsPlacedFarAway) {
  Rng rng(122);
  std::size_t kept = 0;
  for (int view = 0; view < 40; ++view) {
    const auto far_number = [&] { return uniform(rng, -1e5, 1e5); };
    const Wide eye{far_number(), far_number(), far_number()};
    const auto axes = reference::rotation_axes(reference::Quaternion<double>{uniform(rng, -1, 1), uniform(rng, -1, 1),
                                                                             uniform(rng, -1, 1), uniform(rng, -1, 1)});
    oracle::MatrixVolume cube{{}, DepthRange::minus_one_to_one};  // of side 2 about the eye
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 n{static_cast<float>(axes[i].x), static_cast<float>(axes[i].y), static_cast<float>(axes[i].z)};
      const float row[] = {2 * n.x, 2 * n.y, 2 * n.z, 2 * static_cast<float>(-dot(wide(n), eye))};
      std::copy_n(row, 4, &cube.row_major[4 * i]);
    }
    cube.row_major[15] = 2;  // with 1 it would be a view without a projection
    const ConvexVolume volume = volume_of(cube);
    ShapeSet set;
    std::vector<bool> reaches;
    for (int i = 0; i < 1000; ++i) {
      double at[] = {uniform(rng, -1, 1), uniform(rng, -1, 1), uniform(rng, -1, 1)};
      at[i % 3] = (oracle::below(rng, 2) == 0 ? 1 : -1) * uniform(rng, 0.995, 1);
      const Wide p = eye + axes[0] * at[0] + axes[1] * at[1] + axes[2] * at[2];
      const Vec3 place{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
      const Vec3 rest{static_cast<float>(p.x - place.x), static_cast<float>(p.y - place.y),
                      static_cast<float>(p.z - place.z)};
      set.add(HullInstance{set.add_mesh(ConvexHull{{&rest, 1}}), {place, {}}});
      double most = 0;  // of |clip coordinate|; w is 2
      for (std::size_t k = 0; k < 3; ++k) {
        const float* const row = &cube.row_major[4 * k];
        most = std::max(most, std::abs(dot(Wide{row[0], row[1], row[2]}, wide(place) + wide(rest)) + row[3]));
      }
      reaches.push_back(most < 2);
    }
    std::vector<std::uint64_t> mask(mask_words(set.size()));
    cull(volume, set, mask, options_);
    for (std::size_t i = 0; i < reaches.size(); ++i) {
      if (!reaches[i]) continue;
      EXPECT_TRUE(is_set(mask, i)) << "view " << view << ", hull " << i;
      ++kept;
    }
  }
  EXPECT_GT(kept, 10000U) << "the hulls test nothing";
}

INSTANTIATE_TEST_SUITE_P(, CullPlanes, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
