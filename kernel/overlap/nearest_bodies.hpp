// The bodies of a kept world that are nearest to a point. A body is as far away as its nearest part, between the least
// lower end and the least upper end of all its parts.
//
// Two steps. The walk measures all parts whose lower end is no greater than the k-th least of those of different
// bodies, which falls on the way: no body that none of them belongs to is one of the nearest. Then the upper ends of
// those bodies come down to what the rest of their parts tell. (Upper ends cannot bound the walk: those of the k
// nearest may rise where a body comes in that is known less well.)
#pragma once

#include "overlap/nearest_shapes.hpp"
#include "sets/body_store.hpp"

namespace lockstep::detail {

/// What is known of bodies, each once: a table that is open to all places behind the first.
class KnownBodies {
 public:
  void clear() {
    known_.clear();
    std::fill(place_.begin(), place_.end(), none);
  }
  void take(std::uint32_t body, const Interval& part) {
    if (2 * known_.size() >= place_.size()) grow();
    std::uint32_t& place = place_of(body);
    if (place == none) {
      place = static_cast<std::uint32_t>(known_.size());
      known_.push_back({part, body});
      return;
    }
    bring_down(known_[place].distance, part);
  }
  [[nodiscard]] std::span<const NearShape> all() const { return known_; }

  static void bring_down(Interval& body, const Interval& part) {
    body = {std::min(body.lower, part.lower), std::min(body.upper, part.upper)};
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  [[nodiscard]] std::uint32_t& place_of(std::uint32_t body) {
    std::size_t at = std::uint64_t{body} * 0x9e3779b97f4a7c15U >> 32 & (place_.size() - 1);
    while (place_[at] != none && known_[place_[at]].index != body) at = (at + 1) & (place_.size() - 1);
    return place_[at];
  }
  void grow() {
    place_.assign(std::max<std::size_t>(64, 2 * place_.size()), none);
    for (std::uint32_t k = 0; k < known_.size(); ++k) place_of(known_[k].index) = k;
  }

  std::vector<NearShape> known_;
  std::vector<std::uint32_t> place_;  // in `known_`; a power of two of them
};

/// One thread's.
class NearestBodies {
 public:
  NearestBodies(const World::Store& store, std::size_t k, std::optional<Isa> isa)
      : bodies_(store.bodies->set.store()),
        distances_(store, isa),
        k_(std::min(k, bodies_.bodies.size() - bodies_.holes)) {}

  /// Those of a point, the nearest first.
  std::span<const NearShape> operator()(const Vec3& point) {
    known_.clear(), found_.clear();
    if (k_ == 0) return found_;
    reach_ = infinity, parts_ = 0, next_look_ = k_;
    distances_.begin(point);
    distances_.walk([this] { return reach(); },
                    [this](const NearShape& part) {
                      ++parts_;
                      known_.take(bodies_.body_of_part[part.index], part.distance);
                    });
    const double kth = kth_lower_end();
    for (const NearShape& body : known_.all())
      if (body.distance.lower <= kth) found_.push_back({with_the_rest(body, kth), body.index});
    std::sort(found_.begin(), found_.end());
    return std::span<const NearShape>(found_).first(k_);
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// No part whose lower end is farther matters. Looked for anew where so many more parts are known that all looks
  /// together take no longer than the last few.
  [[nodiscard]] float reach() {
    if (parts_ >= next_look_) reach_ = kth_lower_end(), next_look_ = parts_ + parts_ / 8 + 1;
    return rounded_up(reach_);
  }

  /// The k-th least lower end, as far as is known; infinite of fewer than k.
  [[nodiscard]] double kth_lower_end() {
    if (known_.all().size() < k_) return infinity;
    lower_ends_.clear();
    for (const NearShape& body : known_.all()) lower_ends_.push_back(body.distance.lower);
    const auto kth = lower_ends_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
    std::nth_element(lower_ends_.begin(), kth, lower_ends_.end());
    return *kth;
  }

  /// What the walk knows of a body, and what the parts that it may have left out tell: those behind the k-th lower end.
  [[nodiscard]] Interval with_the_rest(const NearShape& body, double kth) const {
    Interval distance = body.distance;
    if (distance.upper <= kth) return distance;
    std::array<std::uint32_t, DistancesFromPoint::at_once> open;
    std::size_t count = 0;
    const auto flush = [&] {
      distances_.measure(std::span<const std::uint32_t>(open).first(std::exchange(count, 0)),
                         [&](const NearShape& part) { KnownBodies::bring_down(distance, part.distance); });
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
  KnownBodies known_;
  double reach_ = infinity;
  std::size_t parts_ = 0, next_look_ = 0;  // that were measured, and so many before reach_ is looked for
  std::vector<NearShape> found_;
  std::vector<double> lower_ends_;
};

}  // namespace lockstep::detail
