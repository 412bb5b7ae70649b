// The nearest bodies of a point in a kept world. The distance of a body is that of its nearest part: it lies between
// the least lower end and the least upper end of all its parts.
//
// The search has two steps. First, a traversal measures all parts whose lower end is at most the k-th least lower end
// of different bodies. This bound falls during the traversal, and each of the k nearest bodies has such a part. Then
// the remaining parts lower the upper ends of the bodies found. (Upper ends cannot bound the traversal: those of the k
// nearest may rise when a body with a less precise distance joins them.)
#pragma once

#include "overlap/nearest_shapes.hpp"
#include "sets/body_store.hpp"

namespace lockstep::detail {

/// The distances of bodies so far: a hash table with open addressing.
class MeasuredBodies {
 public:
  void clear() {
    measured_.clear();
    std::fill(place_.begin(), place_.end(), none);
  }
  void add(std::uint32_t body, const Interval& part) {
    if (2 * measured_.size() >= place_.size()) grow();
    std::uint32_t& place = place_of(body);
    if (place == none) {
      place = static_cast<std::uint32_t>(measured_.size());
      measured_.push_back({part, body});
      return;
    }
    lower_to(measured_[place].distance, part);
  }
  [[nodiscard]] std::span<const NearShape> all() const { return measured_; }

  static void lower_to(Interval& body, const Interval& part) {
    body = {std::min(body.lower, part.lower), std::min(body.upper, part.upper)};
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  [[nodiscard]] std::uint32_t& place_of(std::uint32_t body) {
    std::size_t at = std::uint64_t{body} * 0x9e3779b97f4a7c15U >> 32 & (place_.size() - 1);
    while (place_[at] != none && measured_[place_[at]].index != body) at = (at + 1) & (place_.size() - 1);
    return place_[at];
  }
  void grow() {
    place_.assign(std::max<std::size_t>(64, 2 * place_.size()), none);
    for (std::uint32_t k = 0; k < measured_.size(); ++k) place_of(measured_[k].index) = k;
  }

  ScratchVector<NearShape> measured_;
  ScratchVector<std::uint32_t> place_;  // indices into `measured_`; the size is a power of two
};

/// The search of one thread.
class NearestBodies {
 public:
  NearestBodies(const World::Store& store, std::size_t k, const NearOptions& options)
      : bodies_(store.bodies->set.store()),
        distances_(store, options.isa),
        k_(std::min(k, bodies_.bodies.size() - bodies_.free_slots)) {}

  /// The nearest bodies of a point that is relative to `origin`, nearest first.
  std::span<const NearShape> operator()(const Vec3& point, const Vec3d& origin, std::size_t) {
    measured_.clear(), found_.clear();
    if (k_ == 0) return found_;
    reach_ = infinity, parts_ = 0, next_update_ = k_;
    distances_.begin(point, origin);
    distances_.traverse([this] { return reach(); },
                        [this](const NearShape& part) {
                          ++parts_;
                          measured_.add(bodies_.body_of_part[part.index], part.distance);
                        });
    const double kth = kth_lower_end();
    for (const NearShape& body : measured_.all())
      if (body.distance.lower <= kth) found_.push_back({with_culled_parts(body, kth), body.index});
    std::sort(found_.begin(), found_.end());
    return std::span<const NearShape>(found_).first(k_);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// An upper bound of the lower ends that matter. The interval between recomputations grows with the number of parts,
  /// so that all of them together cost no more than the last few.
  [[nodiscard]] float reach() {
    if (parts_ >= next_update_) reach_ = kth_lower_end(), next_update_ = parts_ + parts_ / 8 + 1;
    return rounded_up(reach_);
  }

  /// The k-th least lower end so far; infinity if there are fewer than k.
  [[nodiscard]] double kth_lower_end() {
    if (measured_.all().size() < k_) return infinity;
    lower_ends_.clear();
    for (const NearShape& body : measured_.all()) lower_ends_.push_back(body.distance.lower);
    const auto kth = lower_ends_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::nth_element(lower_ends_.begin(), kth, lower_ends_.end());
    return *kth;
  }

  /// The distance of a body from the traversal, lowered by the parts that the traversal may have culled: those with
  /// lower ends above the k-th.
  [[nodiscard]] Interval with_culled_parts(const NearShape& body, double kth) const {
    Interval distance = body.distance;
    if (distance.upper <= kth) return distance;
    std::array<std::uint32_t, DistancesFromPoint::at_once> open;
    std::size_t count = 0;
    const auto flush = [&] {
      distances_.measure(std::span<const std::uint32_t>(open).first(std::exchange(count, 0)),
                         [&](const NearShape& part) { MeasuredBodies::lower_to(distance, part.distance); });
    };
    for (std::uint32_t p = bodies_.bodies[body.index].first; p != BodySet::Store::none; p = bodies_.parts[p].next) {
      const double gap = distances_.gap_to_box(p);
      if (gap <= kth || gap > distance.upper) continue;
      open[count++] = p;
      if (count == open.size()) flush();
    }
    if (count != 0) flush();
    return distance;
  }

  const BodySet::Store& bodies_;
  DistancesFromPoint distances_;
  const std::size_t k_;
  MeasuredBodies measured_;
  double reach_ = infinity;
  std::size_t parts_ = 0, next_update_ = 0;  // measured parts; their number at the next update of reach_
  ScratchVector<NearShape> found_;
  ScratchVector<double> lower_ends_;
};

}  // namespace lockstep::detail
