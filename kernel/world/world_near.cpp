// What of spheres or boxes is near a point: lanes leave out what is too far by boxes and bounds, double and exact numbers
// decide the rest.
#include "world/world_near.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/bits.hpp"
#include "base/rounded_up.hpp"
#include "world/curve_order.hpp"
#include "world/nearness.hpp"
#include "world/object_lists.hpp"
#include "world/world_walk.hpp"

namespace lockstep {

using detail::for_each_range;
using detail::Solid;
using detail::ViewKind;
using detail::world_block;
using detail::WorldKernels;

namespace {

constexpr std::size_t points_of_part = 256;

/// take(index) for the objects within reach of a point.
template <ViewKind K, class Take>
void find_within(const World::Store& store, const WorldKernels& kernels, detail::WorldWalk& walk, const Vec3& point,
                 float reach, const Take& take) {
  const float reach_square = detail::square_of_reach(reach);
  const auto stream = store.from(0);
  walk(
      point, [&] { return reach_square; },
      [&](std::size_t block) {
        const std::size_t first = block * world_block;
        const detail::WithinWords words =
            kernels.within[static_cast<std::size_t>(K)](stream.data(), first, point, reach);
        detail::for_each_bit(words.maybe & store.alive(block), [&](std::size_t bit) {
          if ((words.surely >> bit & 1) != 0 || detail::is_within(point, Solid<K>(store, first + bit), reach))
            take(store.order[first + bit]);
        });
      });
}

template <ViewKind K>
ObjectLists lists_within(const World::Store& store, std::span<const Vec3> points, float reach,
                         const NearOptions& options) {
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  return detail::lists_of(detail::order_of_points(points), [&](std::span<const std::uint32_t> some, const auto& take) {
    detail::WorldWalk walk(store, kernels);
    for (const std::uint32_t i : some)
      find_within<K>(store, kernels, walk, points[i], reach, [&](std::uint32_t object) { take(i, object); });
  });
}

struct Candidate {
  detail::RoundedDistance distance;
  std::uint32_t index, position;
};

/// The k least of some numbers.
class LeastNumbers {
 public:
  explicit LeastNumbers(std::size_t k) : least_(k) {}

  void clear() { std::fill(least_.begin(), least_.end(), std::numeric_limits<float>::infinity()); }
  /// The k-th, infinite where there are fewer. There is one.
  [[nodiscard]] float greatest() const { return is_heap() ? least_.front() : least_.back(); }
  /// Less than the greatest.
  void add(float x) {
    if (is_heap()) {
      std::pop_heap(least_.begin(), least_.end());
      least_.back() = x;
      std::push_heap(least_.begin(), least_.end());
    } else {  // in order; no branch, which nobody could foresee
      for (std::size_t i = least_.size() - 1; i > 0; --i) least_[i] = std::min(least_[i], std::max(least_[i - 1], x));
      least_[0] = std::min(least_[0], x);
    }
  }

 private:
  [[nodiscard]] bool is_heap() const { return least_.size() > 32; }
  std::vector<float> least_;
};

/// The k nearest objects of a point. On the way floats tell how far the k-th is at most, and what is farther is left
/// out; only what is left at the end is measured in double and put in order.
template <ViewKind K>
class Nearest {
 public:
  Nearest(const World::Store& store, std::size_t k) : store_(store), k_(std::min(k, store.count)), upper_(k_) {}

  /// How many there will be.
  [[nodiscard]] std::size_t count() const { return k_; }
  /// The next point. What is known of the last one holds for this one as well, farther by the way between them.
  void begin(const Vec3& point) {
    const double x = double{point.x} - point_.x, y = double{point.y} - point_.y, z = double{point.z} - point_.z;
    reach_ = detail::rounded_up(reach_ + std::sqrt(x * x + y * y + z * z));
    point_ = point;
    upper_.clear(), open_.clear();
  }
  /// No object that is farther matters.
  [[nodiscard]] float reach() const { return reach_; }
  [[nodiscard]] float reach_square() const { return detail::square_of_reach(reach_); }

  void add(float lower, float upper, std::size_t at) {
    open_.push_back({lower, static_cast<std::uint32_t>(at)});
    if (!(upper < upper_.greatest())) return;
    upper_.add(upper);
    reach_ = std::min(reach_, upper_.greatest());
  }
  /// The nearest first.
  [[nodiscard]] std::span<const Candidate> sorted() {
    found_.clear();
    for (const auto& [lower, at] : open_)
      if (lower <= reach_)
        found_.push_back({detail::rounded_distance(point_, Solid<K>(store_, at)), store_.order[at], at});
    std::sort(found_.begin(), found_.end(), [this](const Candidate& a, const Candidate& b) { return is_nearer(a, b); });
    return std::span(found_).first(k_);
  }

 private:
  [[nodiscard]] bool is_nearer(const Candidate& a, const Candidate& b) const {
    const double more = b.distance.value - a.distance.value, error = a.distance.error + b.distance.error;
    if (more > error) return true;
    if (more < -error) return false;
    const Solid<K> solid_a(store_, a.position), solid_b(store_, b.position);
    const int order = error == 0 ? 0 : detail::compare_exactly(point_, solid_a, solid_b);
    return order != 0 ? order < 0 : a.index < b.index;
  }

  const World::Store& store_;
  std::size_t k_;
  Vec3 point_;
  float reach_ = std::numeric_limits<float>::infinity();
  LeastNumbers upper_;  // ends of distances
  struct Open {
    float lower;
    std::uint32_t position;
  };
  std::vector<Open> open_;
  std::vector<Candidate> found_;
};

template <ViewKind K>
void find_nearest(const World::Store& store, const WorldKernels& kernels, detail::WorldWalk& walk, const Vec3& point,
                  Nearest<K>& nearest) {
  const auto stream = store.from(0);
  nearest.begin(point);
  walk(
      point, [&] { return nearest.reach_square(); },
      [&](std::size_t block) {
        detail::DistanceBounds bounds;
        const std::size_t first = block * world_block;
        const std::uint64_t maybe =
            kernels.distances[static_cast<std::size_t>(K)](stream.data(), first, point, nearest.reach(), bounds);
        detail::for_each_bit(maybe & store.alive(block), [&](std::size_t bit) {
          if (bounds.lower[bit] <= nearest.reach()) nearest.add(bounds.lower[bit], bounds.upper[bit], first + bit);
        });
      });
}

/// Writes what was found for point i, and nothing else where there is no more.
void write(std::span<const Candidate> found, std::size_t i, std::size_t k, const NearestOutput& out) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (std::size_t j = 0; j < k; ++j) {
    out.objects[i * k + j] = j < found.size() ? found[j].index : no_object;
    if (out.distances.empty()) continue;
    Interval& distance = out.distances[i * k + j];
    if (j >= found.size()) {
      distance = {infinity, infinity};
      continue;
    }
    const auto [value, error] = found[j].distance;
    distance = {std::max(value - error, 0.0), value + error};
  }
}

template <ViewKind K>
void nearest_in_store(const World::Store& store, std::span<const Vec3> points, std::size_t k, const NearestOutput& out,
                      const NearOptions& options) {
  const WorldKernels& kernels = detail::kernels_for(detail::world_tables, options.isa);
  const std::vector<std::uint32_t> order = detail::order_of_points(points);
  for_each_range(points.size(), points_of_part, [&](std::size_t begin, std::size_t end) {
    detail::WorldWalk walk(store, kernels);
    Nearest<K> nearest(store, k);
    for (const std::uint32_t i : std::span(order).subspan(begin, end - begin)) {
      if (nearest.count() != 0) find_nearest(store, kernels, walk, points[i], nearest);
      write(nearest.sorted(), i, k, out);
    }
  });
}

}  // namespace

std::vector<std::uint32_t> detail::order_of_points(std::span<const Vec3> points) {
  std::vector<std::uint32_t> order(points.size());
  sort_along_curve(points, order);
  return order;
}

ObjectLists detail::exactly_within(const World::Store& store, std::span<const Vec3> points, float reach,
                                   const NearOptions& options) {
  return store.kind == ViewKind::spheres ? lists_within<ViewKind::spheres>(store, points, reach, options)
                                         : lists_within<ViewKind::aabbs>(store, points, reach, options);
}

void detail::find_nearest(const World::Store& store, std::span<const Vec3> points, std::size_t k,
                          const NearestOutput& out, const NearOptions& options) {
  if (store.kind == ViewKind::spheres)
    nearest_in_store<ViewKind::spheres>(store, points, k, out, options);
  else
    nearest_in_store<ViewKind::aabbs>(store, points, k, out, options);
}

}  // namespace lockstep
