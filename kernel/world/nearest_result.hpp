// Nearest-neighbour searches for one point after the other. The answer for each point bounds the search for the next.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "base/rounded_up.hpp"
#include "base/scratch.hpp"
#include "world/nearness.hpp"
#include "world/world_store.hpp"
#include "world/world_view.hpp"

namespace lockstep::detail {

struct Candidate {
  RoundedDistance distance;
  std::uint32_t index, position;
};

/// The k nearest neighbours of a point. During traversal, floats bound the distance of the k-th, and farther objects
/// are culled. At the end, these bounds mostly prove the order of the remaining candidates; otherwise the distances are
/// computed in double and sorted.
template <ViewKind K>
class Nearest {
 public:
  Nearest(const World::Store& store, std::size_t k, const WorldKernels& kernels)
      : store_(store),
        kernel_(kernels.list_near[static_cast<std::size_t>(K)]),
        view_(world_view(store)),
        k_(std::min(k, store.count)),
        least_(k_) {
    make_room(256);
    state_.top = root_word(store);
    state_.k = static_cast<std::uint32_t>(k_), state_.least = least_.data();
    state_.point = {0, 0, 0}, state_.reach = infinity;
  }

  /// Starts the search for the next point.
  void begin(const Vec3& point);
  /// Takes one step of the traversal and prefetches for the next one. Returns false when the traversal has ended.
  [[nodiscard]] bool advance();
  /// The result after the traversal, nearest first; distances are computed only if `with_distances`.
  [[nodiscard]] std::span<const Candidate> found(bool with_distances);

 private:
  static constexpr float infinity = std::numeric_limits<float>::infinity();

  void make_room(std::size_t room) {
    const std::size_t size = room + world_block + 16;
    lower_.resize(size), upper_.resize(size), position_.resize(size);
    state_.lower = lower_.data(), state_.upper = upper_.data(), state_.position = position_.data();
    state_.room = static_cast<std::uint32_t>(room);
  }
  /// Predicts the distance of the k-th neighbour of the next point: a little more than the running average, or than the
  /// last value where it changes a lot. Testing some blocks in vain costs less than searching again.
  void learn(float reach) {
    const bool is_usual = reach < 2 * usual_reach_ && 2 * reach > usual_reach_;
    usual_reach_ = is_usual ? usual_reach_ + (reach - usual_reach_) / 4 : reach;
    guess_ = 1.3F * usual_reach_;
  }
  /// The candidates after the traversal: exactly the k nearest in order, or a superset of them.
  [[nodiscard]] std::span<const std::uint32_t> positions() const {
    if (state_.is_in_order) return std::span(state_.in_order).first(k_);
    return std::span(position_).first(state_.found);
  }
  [[nodiscard]] bool is_nearer(const Candidate& a, const Candidate& b) const {
    const double more = b.distance.value - a.distance.value, error = a.distance.error + b.distance.error;
    if (more > error) return true;
    if (more < -error) return false;
    const Solid<K> solid_a(store_, a.position), solid_b(store_, b.position);
    const int order = error == 0 ? 0 : compare_exactly(state_.point, solid_a, solid_b);
    return order != 0 ? order < 0 : a.index < b.index;
  }

  const World::Store& store_;
  bool (*kernel_)(const WorldView&, NearestState&);
  WorldView view_;
  std::size_t k_;
  ScratchVector<float> lower_, upper_;
  ScratchVector<std::uint32_t> least_, position_;
  NearestState state_;
  float usual_reach_ = infinity, guess_ = infinity;
  ScratchVector<Candidate> found_;
};

/// The bound of the last point also holds for this one, plus the distance between the two.
template <ViewKind K>
void Nearest<K>::begin(const Vec3& point) {
  const double x = double{point.x} - state_.point.x, y = double{point.y} - state_.point.y,
               z = double{point.z} - state_.point.z;
  state_.limit = rounded_up(state_.reach + std::sqrt(x * x + y * y + z * z));
  state_.within = std::min(state_.limit, guess_);
  state_.point = point;
  state_.found = 0, state_.stage = NearestState::Stage::start;
}

template <ViewKind K>
bool Nearest<K>::advance() {
  const bool goes_on = kernel_(view_, state_);
  if (state_.found > state_.room) make_room(std::size_t{2} * state_.found);
  if (goes_on) return true;
  learn(state_.reach);
  for (const std::uint32_t at : positions()) __builtin_prefetch(&store_.order[at]);
  return false;
}

template <ViewKind K>
std::span<const Candidate> Nearest<K>::found(bool with_distances) {
  found_.clear();
  const bool measured = with_distances || !state_.is_in_order;
  for (const std::uint32_t at : positions())
    found_.push_back(
        {measured ? rounded_distance(state_.point, Solid<K>(store_, at)) : RoundedDistance{}, store_.order[at], at});
  if (!state_.is_in_order)
    std::sort(found_.begin(), found_.end(), [this](const Candidate& a, const Candidate& b) { return is_nearer(a, b); });
  return std::span(found_).first(k_);
}

}  // namespace lockstep::detail
