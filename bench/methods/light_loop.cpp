// `light_loop` of culling: which lights reach which clusters of a view, as engines write it. One loop over the lights:
// their distances to the planes between slices, columns and rows give the ranges that they reach, then the distance to
// the box of each cluster in these ranges, along the axes of the camera, decides. It gets the flags of the other loops.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "methods/per_isa.hpp"

namespace lockstep::bench {
namespace {

/// The parts in a row that a light reaches: `last` < `first` if it reaches none.
struct Range {
  std::size_t first = 1, last = 0;
};

/// From its distances to the sides between `parts` parts and at both ends.
Range parts_within(const float* distances, std::size_t parts, float radius) {
  if (distances[0] < -radius || distances[parts] > radius) return {};
  Range range{0, parts - 1};
  while (distances[range.first + 1] > radius) ++range.first;
  while (distances[range.last] < -radius) --range.last;
  return range;
}

/// The clusters are made once, as long as the lens stays the same: in the coordinates of the camera.
class LightLoop final : public Method {
 public:
  explicit LightLoop(const CullScene& scene)
      : lights_(std::get<SphereColumns>(scene.objects)), parts_{scene.parts->columns, scene.parts->rows} {
    const auto& m = scene.parts->row_major;
    for (const std::size_t row : {0U, 1U, 3U}) {  // to the right, up, forward
      const float *const of = m.data() + 4 * row, scale = std::hypot(of[0], of[1], of[2]);
      axes_[std::min<std::size_t>(row, 2)] = {{of[0] / scale, of[1] / scale, of[2] / scale}, of[3] / scale};
      if (row < 2) add_sides(row, scale);
    }
    depths_.push_back(scene.parts->near_depth);
    depths_.insert(depths_.end(), scene.parts->depths.begin(), scene.parts->depths.end());
    depths_.push_back(scene.parts->far_depth);
    add_boxes();
    distances_.resize(std::max({sides_[0].size(), sides_[1].size(), depths_.size()}));
    first_.resize(low_[0].size() + 1);
  }

  void run() override {
    hits_.clear();
    std::fill(first_.begin(), first_.end(), 0);
    for (std::size_t i = 0; i < lights_.size(); ++i) find_clusters(i);
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    next_.assign(first_.begin(), first_.end() - 1);
    lists_.resize(hits_.size());
    for (const auto& [cluster, light] : hits_) lists_[next_[cluster]++] = light;
  }
  bool hit(std::size_t query) const override {
    const std::size_t cluster = query / lights_.size();
    return std::binary_search(lists_.data() + first_[cluster], lists_.data() + first_[cluster + 1],
                              static_cast<std::uint32_t>(query % lights_.size()));
  }

 private:
  struct Hit {
    std::uint32_t cluster, light;
  };
  /// Between columns or rows: where the coordinate is `slope` times the depth.
  struct Side {
    float slope;
    Plane plane;  ///< positive towards higher parts
  };

  void add_sides(std::size_t axis, float scale) {
    for (std::size_t k = 0; k <= parts_[axis]; ++k) {
      const float slope = (-1 + 2 * static_cast<float>(k) / static_cast<float>(parts_[axis])) / scale;
      sides_[axis].push_back({slope, {{1 / std::hypot(1.0F, slope), -slope / std::hypot(1.0F, slope), 0}, 0}});
    }
  }
  void add_boxes() {
    for (std::size_t z = 0; z + 1 < depths_.size(); ++z)
      for (std::size_t y = 0; y < parts_[1]; ++y)
        for (std::size_t x = 0; x < parts_[0]; ++x) {
          const std::array<std::size_t, 2> part{x, y};
          for (std::size_t axis = 0; axis < 2; ++axis) {
            const float low = sides_[axis][part[axis]].slope, high = sides_[axis][part[axis] + 1].slope;
            low_[axis].push_back(low * (low < 0 ? depths_[z + 1] : depths_[z]));
            high_[axis].push_back(high * (high < 0 ? depths_[z] : depths_[z + 1]));
          }
          low_[2].push_back(depths_[z]), high_[2].push_back(depths_[z + 1]);
        }
  }

  Range parts_along(std::size_t axis, const std::array<float, 3>& center, float radius) {
    const std::vector<Side>& sides = sides_[axis];
    for (std::size_t k = 0; k < sides.size(); ++k)
      distances_[k] = sides[k].plane.normal.x * center[axis] + sides[k].plane.normal.y * center[2];
    return parts_within(distances_.data(), parts_[axis], radius);
  }
  void find_clusters(std::size_t light) {
    const float x = lights_.x[light], y = lights_.y[light], z = lights_.z[light], radius = lights_.radius[light];
    std::array<float, 3> center;
    for (std::size_t k = 0; k < 3; ++k)
      center[k] = axes_[k].normal.x * x + axes_[k].normal.y * y + axes_[k].normal.z * z + axes_[k].offset;
    for (std::size_t k = 0; k < depths_.size(); ++k) distances_[k] = center[2] - depths_[k];
    const Range slices = parts_within(distances_.data(), depths_.size() - 1, radius);
    if (slices.last < slices.first) return;
    const Range columns = parts_along(0, center, radius);
    if (columns.last < columns.first) return;
    const Range rows = parts_along(1, center, radius);
    for (std::size_t s = slices.first; s <= slices.last; ++s)
      for (std::size_t r = rows.first; r <= rows.last; ++r)
        for (std::size_t c = columns.first; c <= columns.last; ++c)
          test((s * parts_[1] + r) * parts_[0] + c, center, radius, light);
  }
  void test(std::size_t cluster, const std::array<float, 3>& center, float radius, std::size_t light) {
    float square = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const float beside = std::max(std::max(low_[k][cluster] - center[k], center[k] - high_[k][cluster]), 0.0F);
      square += beside * beside;
    }
    if (square > radius * radius) return;
    hits_.push_back({static_cast<std::uint32_t>(cluster), static_cast<std::uint32_t>(light)});
    ++first_[cluster + 1];
  }

  const SphereColumns& lights_;
  std::array<std::size_t, 2> parts_;  // columns and rows
  std::array<Plane, 3> axes_;
  std::array<std::vector<Side>, 2> sides_;
  std::vector<float> depths_;
  std::array<std::vector<float>, 3> low_, high_;  // the box of each cluster
  std::vector<float> distances_;
  std::vector<Hit> hits_;
  std::vector<std::size_t> first_, next_;
  std::vector<std::uint32_t> lists_;
};

}  // namespace

std::unique_ptr<Method> light_loop(const CullScene& scene) { return std::make_unique<LightLoop>(scene); }

}  // namespace lockstep::bench
