// One scene culled in many ways: as views and as a shape set, as a list of pairs, in other units, with other axes, with
// larger objects.
#include <gtest/gtest.h>

#include "every_isa.hpp"
#include "lockstep/reference/quaternion.hpp"
#include "objects.hpp"
#include "pair_line.hpp"
#include "twins.hpp"
#include "variations.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

constexpr std::uint64_t seed = 400;
constexpr std::size_t objects_of_each = 300;

/// Objects near a volume, as columns and as shapes.
struct CullScene {
  NamedVolume volume;
  Columns columns;
  std::vector<AnyShape> shapes;
};

CullScene scene_about(const NamedVolume& volume, Objects kind, Rng& rng) {
  CullScene scene{volume, objects_near(volume.volume, kind, objects_of_each, rng), {}};
  for (std::size_t i = 0; i < objects_of_each; ++i) scene.shapes.push_back(object_at(scene.columns, i));
  return scene;
}

std::vector<CullScene> scenes() {
  Rng rng(seed);
  std::vector<CullScene> all;
  for (const NamedVolume& volume : volumes())
    for (const Objects kind : objects_of_sets) all.push_back(scene_about(volume, kind, rng));
  return all;
}

/// Culls twice, with touching objects kept and not. `mask(options)` is the mask that `cull` writes.
template <class Mask>
std::vector<Verdict> verdicts_of(Isa isa, const Mask& mask) {
  CullOptions options{.isa = isa};
  const std::vector<std::uint64_t> kept = mask(options);
  options.touching = Touching::separate;
  const std::vector<std::uint64_t> proven = mask(options);
  std::vector<Verdict> verdicts;
  for (std::size_t i = 0; i < objects_of_each; ++i)
    verdicts.push_back(!is_set(kept, i)    ? Verdict::separated
                       : is_set(proven, i) ? Verdict::overlapping
                                           : Verdict::touching);
  return verdicts;
}

std::vector<Verdict> cull_set(Isa isa, const ConvexVolume& volume, const std::vector<AnyShape>& shapes) {
  ShapeSet set;
  for (const AnyShape& shape : shapes) add_to(set, shape);
  return verdicts_of(isa, [&](const CullOptions& options) {
    std::vector<std::uint64_t> mask(mask_words(set.size()));
    cull(volume, set, mask, options);
    return mask;
  });
}

template <class Change>
std::vector<AnyShape> changed(const std::vector<AnyShape>& shapes, const Change& change) {
  std::vector<AnyShape> result;
  for (const AnyShape& shape : shapes) result.push_back(change(shape));
  return result;
}

/// The library's volume for the changed truth.
template <class Change>
ConvexVolume changed_volume(const CullScene& scene, const Change& change) {
  const AnyShape truth = change(scene.volume.truth);
  const auto* corners = std::get_if<oracle::Corners8>(&truth);
  return corners != nullptr ? volume_of(*corners) : volume_of(std::get<oracle::MatrixVolume>(truth));
}

class MetamorphicCull : public EveryIsa {
 protected:
  /// The share of answers that differ.
  double compare(const CullScene& scene, const std::vector<Verdict>& a, const std::vector<Verdict>& b,
                 Allowed allowed) {
    int differ = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      differ += a[i] == b[i] ? 0 : 1;
      EXPECT_TRUE(allowed(a[i], b[i])) << a[i] << ", then " << b[i] << ", seed " << seed << "\n"
                                       << oracle::to_pair_line(scene.volume.name, scene.volume.truth, scene.shapes[i]);
    }
    return double(differ) / double(a.size());
  }
  [[nodiscard]] std::vector<Verdict> cull_scene(const CullScene& scene) const {
    return cull_set(GetParam(), scene.volume.volume, scene.shapes);
  }
};

TEST_P(MetamorphicCull, ViewsAndSets) {
  for (const CullScene& scene : scenes()) {
    const auto of_view = verdicts_of(GetParam(), [&](const CullOptions& options) {
      return mask_of(scene.volume.volume, packed(scene.columns), objects_of_each, options);
    });
    compare(scene, of_view, cull_scene(scene), do_not_contradict);
  }
}

/// The matrix of a box' rotation and center. Box and parallelepiped differ by the rounding of its entries.
oracle::TransformedBox transformed(const Box& box) {
  const Quat& q = box.rotation;
  const auto axes = reference::rotation_axes(reference::Quaternion<double>{q.x, q.y, q.z, q.w});
  const auto row = [&](double x, double y, double z, float origin) {
    return std::array<float, 4>{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z), origin};
  };
  const std::array<float, 4> x = row(axes[0].x, axes[1].x, axes[2].x, box.center.x),
                             y = row(axes[0].y, axes[1].y, axes[2].y, box.center.y),
                             z = row(axes[0].z, axes[1].z, axes[2].z, box.center.z);
  const Vec3& h = box.half_extents;
  return {{x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], z[0], z[1], z[2], z[3]}, {-h.x, -h.y, -h.z}, h};
}

/// Rigid matrices: the answer is that of a `BoxView` for a box a little larger or smaller.
TEST_P(MetamorphicCull, RigidMatrices) {
  for (const CullScene& scene : scenes()) {
    if (scene.columns.size() != stream_count(Objects::boxes)) continue;
    Columns matrices(18, std::vector<float>(objects_of_each));
    std::vector<AnyShape> smaller, larger;
    for (std::size_t i = 0; i < objects_of_each; ++i) {
      Box box = std::get<Box>(scene.shapes[i]);
      put_object(matrices, i, transformed(box));
      Vec3& h = box.half_extents;
      const float step = 4e-7F * (h.x + h.y + h.z);
      h = {h.x + step, h.y + step, h.z + step};
      larger.push_back(box);
      h = {std::max(0.0F, h.x - 2 * step), std::max(0.0F, h.y - 2 * step), std::max(0.0F, h.z - 2 * step)};
      smaller.push_back(box);
    }
    const auto answers = verdicts_of(GetParam(), [&](const CullOptions& options) {
      return mask_of(scene.volume.volume, packed(matrices), objects_of_each, options);
    });
    compare(scene, cull_set(GetParam(), scene.volume.volume, smaller), answers, may_grow);
    compare(scene, answers, cull_set(GetParam(), scene.volume.volume, larger), may_grow);
    EXPECT_LE(compare(scene, answers, cull_scene(scene), [](Verdict, Verdict) { return true; }), 0.02);
  }
}

/// An aligned box is its own image; it is also the image of a smaller one, enlarged, from elsewhere with permuted axes.
TEST_P(MetamorphicCull, MatricesOfPowersOfTwo) {
  Rng rng(seed + 4);
  for (const CullScene& scene : scenes()) {
    if (scene.columns.size() != stream_count(Objects::aabbs)) continue;
    Columns matrices(18, std::vector<float>(objects_of_each));
    for (std::size_t i = 0; i < objects_of_each; ++i) {
      const SignedAxes axes = random_axes(rng);
      const float scale = std::ldexp(1.0F, oracle::below(rng, 9) - 4);
      oracle::TransformedBox box{};  // the world taken as local space; then from there to its place
      const auto turned_box = std::get<Aabb>(turned(scene.shapes[i], axes));
      box.min = turned_box.min, box.max = turned_box.max;
      for (std::size_t k = 0; k < 3; ++k) box.row_major[4 * axes.axis[k] + k] = axes.sign[k] * scale;
      for (Vec3* const p : {&box.min, &box.max}) *p = {p->x / scale, p->y / scale, p->z / scale};
      put_object(matrices, i, box);
    }
    const auto answers = verdicts_of(GetParam(), [&](const CullOptions& options) {
      return mask_of(scene.volume.volume, packed(matrices), objects_of_each, options);
    });
    compare(scene, cull_scene(scene), answers, do_not_contradict);
  }
}

/// The same for matrices: larger boxes, other units, other axes.
TEST_P(MetamorphicCull, TransformedBoxes) {
  Rng rng(seed + 5);
  for (const NamedVolume& volume : volumes()) {
    const CullScene scene = scene_about(volume, Objects::transformed_boxes, rng);
    const auto ask = [&](const ConvexVolume& in, const std::vector<AnyShape>& shapes) {
      Columns columns(18, std::vector<float>(objects_of_each));
      for (std::size_t i = 0; i < objects_of_each; ++i) put_object(columns, i, shapes[i]);
      return verdicts_of(GetParam(), [&](const CullOptions& options) {
        return mask_of(in, packed(columns), objects_of_each, options);
      });
    };
    const std::vector<Verdict> before = ask(volume.volume, scene.shapes);
    const auto larger = changed(scene.shapes, [&](const AnyShape& shape) { return grown(shape, rng); });
    compare(scene, before, ask(volume.volume, larger), may_grow);
    if (volume.volume.infinite_far()) continue;
    for (const int exponent : {-20, 1, 24}) {
      const auto change = [&](const AnyShape& shape) { return scaled(shape, exponent); };
      compare(scene, before, ask(changed_volume(scene, change), changed(scene.shapes, change)), are_equal);
    }
    const SignedAxes axes = random_axes(rng);
    const auto change = [&](const AnyShape& shape) { return turned(shape, axes); };
    compare(scene, before, ask(changed_volume(scene, change), changed(scene.shapes, change)), do_not_contradict);
  }
}

TEST_P(MetamorphicCull, ListsOfPairs) {
  for (const CullScene& scene : scenes()) {
    PairList list;  // an infinite volume is cut far behind all objects
    for (const AnyShape& shape : scene.shapes) list.append({scene.volume.truth, shape});
    compare(scene, list.answers({.isa = GetParam()}), cull_scene(scene), do_not_contradict);
  }
}

TEST_P(MetamorphicCull, GrowingNeverCulls) {
  Rng rng(seed + 1);
  for (const CullScene& scene : scenes()) {
    const auto larger = changed(scene.shapes, [&](const AnyShape& shape) { return grown(shape, rng); });
    compare(scene, cull_scene(scene), cull_set(GetParam(), scene.volume.volume, larger), may_grow);
  }
}

TEST_P(MetamorphicCull, PowersOfTwoChangeNothing) {
  for (const CullScene& scene : scenes()) {
    if (scene.volume.volume.infinite_far()) continue;
    for (const int exponent : {-20, 1, 24}) {
      const auto change = [&](const AnyShape& shape) { return scaled(shape, exponent); };
      const auto answers = cull_set(GetParam(), changed_volume(scene, change), changed(scene.shapes, change));
      compare(scene, cull_scene(scene), answers, are_equal);
    }
  }
}

TEST_P(MetamorphicCull, AxesAndMirrors) {
  Rng rng(seed + 2);
  double share = 0;
  int compared = 0;
  for (const CullScene& scene : scenes()) {
    if (scene.volume.volume.infinite_far()) continue;
    const SignedAxes axes = random_axes(rng);
    const auto change = [&](const AnyShape& shape) { return turned(shape, axes); };
    const auto answers = cull_set(GetParam(), changed_volume(scene, change), changed(scene.shapes, change));
    share += compare(scene, cull_scene(scene), answers, do_not_contradict);
    ++compared;
  }
  EXPECT_LE(share, 0.001 * compared);
}

/// A camera at (3, -2, 8) that looks along -z: its depth is w = 8 - z of the world, the near side at 1. Clip depth is
/// slope * (w - 1), so 17 / 16 puts the far side at 17 and 1 at infinity; the other conventions express the same
/// exactly.
oracle::MatrixVolume camera(DepthRange range, bool reversed, float slope) {
  oracle::MatrixVolume m{{1, 0, 0, -3, 0, 2, 0, 4, 0, 0, 0, 0, 0, 0, -1, 8}, range};
  const bool symmetric = range == DepthRange::minus_one_to_one;
  for (std::size_t i = 0; i < 4; ++i) {
    const float w = m.row_major[12 + i], forward = i == 2 ? -slope : i == 3 ? 7 * slope : 0;
    const float depth = reversed ? w - forward : forward;
    m.row_major[8 + i] = symmetric ? 2 * depth - w : depth;
  }
  return m;
}

TEST_P(MetamorphicCull, DepthConventionsChangeNothing) {
  Rng rng(seed + 3);
  for (const float slope : {1.0F, 1.0625F}) {
    const oracle::MatrixVolume usual = camera(DepthRange::zero_to_one, false, slope);
    const CullScene scene = scene_about({"camera", volume_of(usual), usual}, Objects::aabbs, rng);
    for (const DepthRange range : {DepthRange::zero_to_one, DepthRange::minus_one_to_one})
      for (const bool reversed : {false, true}) {
        const ConvexVolume other = volume_of(camera(range, reversed, slope));
        compare(scene, cull_scene(scene), cull_set(GetParam(), other, scene.shapes), are_equal);
      }
  }
}

INSTANTIATE_TEST_SUITE_P(, MetamorphicCull, isas(), isa_name);

}  // namespace
}  // namespace lockstep::test
