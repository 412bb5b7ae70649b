// The way to the nearest objects of one point after the other, of which each tells where to look for those of the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/rounded_up.hpp"
#include "world/nearness.hpp"
#include "world/walked_world.hpp"
#include "world/world_store.hpp"

namespace lockstep::detail {

struct Candidate {
  RoundedDistance distance;
  std::uint32_t index, position;
};

/// The k nearest objects of a point. On the way floats tell how far the k-th is at most, and what is farther is left
/// out. At the end they mostly prove the order of what is left; else that is measured in double and sorted.
template <ViewKind K>
class Nearest {
 public:
  Nearest(const World::Store& store, std::size_t k, const WorldKernels& kernels)
      : store_(store),
        kernel_(kernels.list_near[static_cast<std::size_t>(K)]),
        walked_(walked_world(store)),
        k_(std::min(k, store.count)),
        least_(k_) {
    make_room(256);
    walk_.top = start_of_walk(store);
    walk_.k = static_cast<std::uint32_t>(k_), walk_.least = least_.data();
    walk_.point = {0, 0, 0}, walk_.reach = infinity;
  }

  /// The next point.
  void begin(const Vec3& point);
  /// A step of the way to its nearest objects; what the next one needs is asked for. False at the end of the way.
  [[nodiscard]] bool go_on();
  /// Found at the end of the way, the nearest first; without distances unless these are wanted.
  [[nodiscard]] std::span<const Candidate> found(bool with_distances);

 private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  void make_room(std::size_t room) {
    const std::size_t size = room + world_block + 16;
    lower_.resize(size), upper_.resize(size), position_.resize(size);
    walk_.lower = lower_.data(), walk_.upper = upper_.data(), walk_.position = position_.data();
    walk_.room = static_cast<std::uint32_t>(room);
  }
  /// How far the k-th object of the next point may be: somewhat farther than it mostly was, or than it was last where
  /// that changes much. Asking about blocks in vain costs less than asking anew.
  void learn(float reach) {
    const bool is_usual = reach < 2 * usual_reach_ && 2 * reach > usual_reach_;
    usual_reach_ = is_usual ? usual_reach_ + (reach - usual_reach_) / 4 : reach;
    guess_ = 1.3F * usual_reach_;
  }
  /// What is found at the end of the way: in order, or all that matters.
  [[nodiscard]] std::span<const std::uint32_t> positions() const {
    if (walk_.is_in_order) return std::span(walk_.in_order).first(k_);
    return std::span(position_).first(walk_.found);
  }
  [[nodiscard]] bool is_nearer(const Candidate& a, const Candidate& b) const {
    const double more = b.distance.value - a.distance.value, error = a.distance.error + b.distance.error;
    if (more > error) return true;
    if (more < -error) return false;
    const Solid<K> solid_a(store_, a.position), solid_b(store_, b.position);
    const int order = error == 0 ? 0 : compare_exactly(walk_.point, solid_a, solid_b);
    return order != 0 ? order < 0 : a.index < b.index;
  }

  const World::Store& store_;
  bool (*kernel_)(const WalkedWorld&, NearWalk&);
  WalkedWorld walked_;
  std::size_t k_;
  std::vector<float> lower_, upper_;
  std::vector<std::uint32_t> least_, position_;
  NearWalk walk_;
  float usual_reach_ = infinity, guess_ = infinity;
  std::vector<Candidate> found_;
};

/// What is known of the last point holds for this one as well, farther by the way between them.
template <ViewKind K>
void Nearest<K>::begin(const Vec3& point) {
  const double x = double{point.x} - walk_.point.x, y = double{point.y} - walk_.point.y,
               z = double{point.z} - walk_.point.z;
  walk_.limit = rounded_up(walk_.reach + std::sqrt(x * x + y * y + z * z));
  walk_.within = std::min(walk_.limit, guess_);
  walk_.point = point;
  walk_.found = 0, walk_.stage = NearWalk::Stage::start;
}

template <ViewKind K>
bool Nearest<K>::go_on() {
  const bool is_on_way = kernel_(walked_, walk_);
  if (walk_.found > walk_.room) make_room(std::size_t{2} * walk_.found);
  if (is_on_way) return true;
  learn(walk_.reach);
  for (const std::uint32_t at : positions()) __builtin_prefetch(&store_.order[at]);
  return false;
}

template <ViewKind K>
std::span<const Candidate> Nearest<K>::found(bool with_distances) {
  found_.clear();
  const bool measured = with_distances || !walk_.is_in_order;
  for (const std::uint32_t at : positions())
    found_.push_back(
        {measured ? rounded_distance(walk_.point, Solid<K>(store_, at)) : RoundedDistance{}, store_.order[at], at});
  if (!walk_.is_in_order)
    std::sort(found_.begin(), found_.end(), [this](const Candidate& a, const Candidate& b) { return is_nearer(a, b); });
  return std::span(found_).first(k_);
}

}  // namespace lockstep::detail
