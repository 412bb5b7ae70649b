// The nearest shapes of a point in a kept world: boxes cull distant shapes, and the kernels of `distance` measure the
// others.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "base/bits.hpp"
#include "base/rounded_up.hpp"
#include "base/scratch.hpp"
#include "distance/distance_list.hpp"
#include "intersect/pair_source.hpp"
#include "intersect/undecided_pairs.hpp"
#include "lockstep/world.hpp"
#include "overlap/images.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_store.hpp"
#include "world/point_traversal.hpp"

namespace lockstep::detail {

/// A shape and its distance; the order is that of nearness.
struct NearShape {
  Interval distance;
  std::uint32_t index;
  Cells by{};  // in a cell: by which the point was moved

  friend bool operator<(const NearShape& a, const NearShape& b) {
    const auto order = [](const NearShape& shape) {
      return std::tuple(shape.distance.lower, shape.distance.upper, shape.index);
    };
    return order(a) == order(b) ? a.by > b.by : order(a) < order(b);  // the shape is moved by -by
  }
};

/// The distances between a point and shapes of a world, for one thread.
class DistancesFromPoint {
 public:
  DistancesFromPoint(const World::Store& store, std::optional<Isa> isa)
      : store_(store),
        shapes_(store.shape_set()->store().view_with_positions()),
        kernels_(kernels_for(world_tables, isa)),
        traverse_(store, kernels_),
        measurer_(isa, 0, std::numeric_limits<float>::infinity()) {}
  DistancesFromPoint(const DistancesFromPoint&) = delete;
  DistancesFromPoint& operator=(const DistancesFromPoint&) = delete;

  /// The number of shapes measured at a time, before their distances shrink the reach.
  static constexpr std::size_t at_once = 8;

  /// The point is relative to `origin`, and to what this has below its last place.
  void begin(const Vec3& point, const Vec3d& origin, const LowPosition& low = {}) {
    point_ = point, origin_ = origin, low_ = low, record_.put(0, Sphere{point, 0});
    const auto [x, y, z] = offset_of(origin_, store_.origin);
    at_boxes_ = {static_cast<float>(point.x + x), static_cast<float>(point.y + y), static_cast<float>(point.z + z)};
    off_ = 0x1p-50 * (size_of({point.x, point.y, point.z}) + size_of(origin_) + size_of(store_.origin));
  }

  /// Calls take(shape) for all shapes that may be within reach(), which may shrink during traversal. Shapes of one
  /// block come nearest first.
  template <class Reach, class Take>
  void traverse(const Reach& reach, const Take& take) {
    traverse_(
        at_boxes_, [&] { return square_of_reach(reach_at_boxes(reach())); },
        [&](std::size_t block) { measure_block(block * world_block, reach, take); });
  }

  /// Calls take(shape) for up to `at_once` of these indices.
  template <class Take>
  void measure(std::span<const std::uint32_t> shapes, const Take& take) const {
    std::array<Pair, at_once> pairs;
    std::array<Interval, at_once> distances;
    for (std::size_t i = 0; i < shapes.size(); ++i) pairs[i] = {0, shapes[i]};
    ShapesView point = record_.view();
    point.kinds = &ball_;
    if (has_positions()) point.positions = &origin_, point.low_positions = &low_;
    measurer_.measure({point, shapes_, std::span<const Pair>(pairs).first(shapes.size())}, distances.data());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const auto [lower, upper] = distances[i];
      take(NearShape{{std::max(lower, gap_to_box(shapes[i])), std::max(upper, 0.0)}, shapes[i]});
    }
  }

  /// A lower bound of the distance from the point to the shape's box, and so to the shape.
  [[nodiscard]] double gap_to_box(std::uint32_t index) const {
    if (has_positions())  // whatever the origin of the world's boxes
      return gap_to_bounds(shapes_.records[index], shapes_.kinds[index], point_,
                           offset_of(offset_of(position_of(shapes_, index), origin_), low_.middle));
    const std::size_t at = store_.position[index];
    const float p[3] = {point_.x, point_.y, point_.z};
    double square = 0;
    for (std::size_t s = 0; s < 3; ++s) {
      const double below = double{store_.number(s, at)} - p[s], above = p[s] - double{store_.number(s + 3, at)};
      const double gap = std::max({below, above, 0.0});
      square += gap * gap;
    }
    return std::sqrt(square) * (1 - 0x1p-49);
  }

 private:
  /// A shape, and a lower bound of the distance to its box.
  struct Open {
    float lower;
    std::size_t at;
    friend bool operator<(const Open& a, const Open& b) { return std::tie(a.lower, a.at) < std::tie(b.lower, b.at); }
  };

  [[nodiscard]] bool has_positions() const { return shapes_.positions != nullptr || origin_ != Vec3d{}; }
  static double size_of(const Vec3d& v) { return std::abs(v.x) + std::abs(v.y) + std::abs(v.z); }
  /// With room for what rounding takes from the point (docs/numerics.md, section 19).
  [[nodiscard]] float reach_at_boxes(float reach) const { return has_positions() ? rounded_up(reach + off_) : reach; }

  template <class Reach, class Take>
  void measure_block(std::size_t first, const Reach& reach, const Take& take) {
    DistanceBounds bounds;
    const std::uint64_t maybe = kernels_.distances[static_cast<std::size_t>(ViewKind::aabbs)](
        store_.from(0).data(), first, at_boxes_, reach_at_boxes(reach()), bounds);
    std::size_t count = 0;
    for_each_bit(maybe & store_.alive(first / world_block), [&](std::size_t bit) {
      open_[count++] = {bounds.lower[bit], first + bit};
    });
    std::sort(open_.begin(), open_.begin() + static_cast<std::ptrdiff_t>(count));
    std::array<std::uint32_t, at_once> shapes;
    for (std::size_t begin = 0; begin < count && open_[begin].lower <= reach_at_boxes(reach()); begin += at_once) {
      const std::size_t some = std::min(at_once, count - begin);
      for (std::size_t i = 0; i < some; ++i) shapes[i] = store_.order[open_[begin + i].at];
      measure(std::span<const std::uint32_t>(shapes).first(some), take);
    }
  }

  const World::Store& store_;
  const ShapesView shapes_;
  Vec3d origin_;
  LowPosition low_;
  const WorldKernels& kernels_;
  PointTraversal traverse_;
  const Measurer<InSpace, Interval> measurer_;
  const RecordKind ball_ = RecordKind::sphere;
  FewRecords<InSpace, 1> record_;
  Vec3 point_{};
  Vec3 at_boxes_{};  // the point relative to the origin of the boxes,
  double off_ = 0;   // off by no more than this and its last rounding
  std::array<Open, world_block> open_;
};

/// The search of one thread.
class NearestShapes {
 public:
  NearestShapes(const World::Store& store, std::size_t k, const NearOptions& options)
      : distances_(store, options.isa), k_(options.cell ? k : std::min(k, store.count)) {}

  /// The nearest shapes of a point that is relative to `origin`, nearest first.
  std::span<const NearShape> operator()(const Vec3& point, const Vec3d& origin, std::size_t) {
    found_.clear();
    if (k_ != 0) search(point, origin, {}, {}, [](std::uint32_t) { return true; });
    return sorted();
  }

 protected:
  std::span<const NearShape> sorted() {
    std::sort_heap(found_.begin(), found_.end());
    return found_;
  }
  /// Adds the nearest shapes of another image of the point, of those for which counts(index) is true.
  template <class Counts>
  void search(const Vec3& point, const Vec3d& origin, const LowPosition& low, const Cells& by, const Counts& counts) {
    distances_.begin(point, origin, low);
    distances_.traverse([this] { return reach(); },
                        [&](const NearShape& shape) {
                          if (counts(shape.index)) take({shape.distance, shape.index, by});
                        });
  }
  /// The k-th lower end so far.
  [[nodiscard]] double kth() const {
    return found_.size() < k_ ? std::numeric_limits<double>::infinity() : found_.front().distance.lower;
  }
  /// An upper bound of the lower ends that matter.
  [[nodiscard]] float reach() const { return rounded_up(kth()); }
  void clear() { found_.clear(); }

 private:
  void take(const NearShape& shape) {
    if (found_.size() == k_) {
      if (!(shape < found_.front())) return;
      std::pop_heap(found_.begin(), found_.end());
      found_.pop_back();
    }
    found_.push_back(shape);
    std::push_heap(found_.begin(), found_.end());
  }

  DistancesFromPoint distances_;
  const std::size_t k_;
  ScratchVector<NearShape> found_;  // a heap with the farthest shape on top
};

}  // namespace lockstep::detail
