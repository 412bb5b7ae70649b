// The pairs of a tile that are measured directly, in double lanes, several registers side by side.
#pragma once

#include "lanes/distance/aligned_gap.hpp"
#include "lanes/distance/capsule_gap.hpp"

namespace lockstep::LOCKSTEP_ISA {

template <RecordKind K>
using DirectGap = std::conditional_t<K == RecordKind::aabb, AlignedGap, CapsuleGap>;

/// The number of registers of a kind that are measured together.
template <RecordKind K>
inline constexpr unsigned registers_at_once = K == RecordKind::capsule ? 4 : 1;

template <RecordKind K>
struct DirectTile {
  using Gap = DirectGap<K>;
  const detail::DistanceBatch& batch;
  const DistanceTileOf<DistanceTraits3, K, K> tile{batch, nullptr};

  template <class PositionOf>
  void load(Gap& gap, const PositionOf& at) const {
    const Rows<2> a([&](int i) { return batch.first.shape_of(batch.queries[at(i)].a); });
    const Rows<2> b([&](int i) { return batch.second.shape_of(batch.queries[at(i)].b); });
    gap.load(a, b);
  }

  template <class PositionOf>
  void store(const Gap& gap, const DirectBounds& found,
             const AnswerSlots<detail::DistanceBatch, PositionOf>& to) const {
    if (batch.answers == nullptr) return store_bounds(found.lower, found.upper, Real(1), Real(0), false, to);
    const DirectPoints points = gap.points();
    store_bounds(found.lower, found.upper, Real(1), points.size, false, to);
    store_points(WorldPoints(points.on_a, Real(1), points.place_a), WorldPoints(points.on_b, Real(1), points.place_b),
                 points.normal, 0, to);
  }

  /// N registers of pairs from k on; the first `live` pairs are valid.
  template <unsigned N, class PositionOf, class Then>
  void measure_block(int k, int live, const PositionOf& position, const Then& then) const {
    const auto place = [&](unsigned j) {  // of the lanes of register j
      return [&position, from = k + static_cast<int>(j) * Real::width](int i) { return position(from + i); };
    };
    const int lanes = live < Real::width ? live : Real::width;
    Gap gaps[N];
    LOCKSTEP_EACH_REGISTER(j, N) load(gaps[j], place(j));
    measure(gaps);
    LOCKSTEP_EACH_REGISTER(j, N) {
      const auto at = place(j);
      const DirectBounds found = gaps[j].bounds();
      const AnswerSlots to(batch, at, lanes);
      store(gaps[j], found, to);
      if constexpr (K == RecordKind::capsule) to.note_near(bits(first_lanes(lanes) & found.contact));
      then(k + static_cast<int>(j) * Real::width, first_lanes(lanes) & found.undecided);
    }
  }
};

/// Measures `count` pairs; pair i is at position(i) of the batch. Calls `then` with the lanes that stay open.
template <RecordKind K, class PositionOf, class Then>
[[gnu::flatten]] void measure_directly(const detail::DistanceBatch& batch, int count, const PositionOf& position,
                                       const Then& then) {
  constexpr unsigned most = registers_at_once<K>;
  constexpr int step = static_cast<int>(most) * Real::width, ahead = step > 3 * Real::width ? step : 3 * Real::width;
  const DirectTile<K> direct{batch};
  const auto prefetch = [&](int from) {
    for (int k = from; k < from + step && k < count; k += Real::width)
      direct.tile.prefetch([&](int i) { return position(k + i); });
  };
  for (int k = 0; k < ahead; k += step) prefetch(k);
  int k = 0;
  for (; k + step <= count; k += step)
    prefetch(k + ahead), direct.template measure_block<most>(k, step, position, then);
  for (; k < count; k += Real::width) direct.template measure_block<1>(k, count - k, position, then);
}

}  // namespace lockstep::LOCKSTEP_ISA
