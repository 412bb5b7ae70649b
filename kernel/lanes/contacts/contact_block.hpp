// W pairs whose contacts are asked for, of space or of the plane, as they come and go.
#pragma once

#include "lanes/distance/lane_points.hpp"
#include "table/contact_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What the caller knows of W pairs. `swapped`: the caller's a is b.
struct LaneSides {
  Real lower;
  Mask swapped;
};

/// The queries of a batch from number k on; behind the last one, copies of it.
template <class Batch>
struct ContactBlock {
  const Batch& batch;
  int first;
  LanePoints normal;
  LaneSides sides;

  ContactBlock(const Batch& of, int k) : batch(of), first(k) {
    double lower[Real::width], swapped[Real::width];
    for (int i = 0; i < Real::width; ++i) {
      const double(&n)[3] = query(i).normal;
      normal.set(i, {n[0], n[1], n[2]});
      lower[i] = query(i).lower, swapped[i] = query(i).swapped ? 1 : 0;
    }
    sides = {Real::load(lower), Real::load(swapped) > Real(0)};
  }
  const typename Batch::Query& query(int i) const {
    return batch.queries[first + i < batch.count ? first + i : batch.count - 1];
  }
};

inline std::uint32_t feature_at(const double (&features)[Real::width], int lane) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(features[lane]));
}

/// All but the points.
template <class Answer>
void store_counts(const Real& count, const Real& of_a, const Real& of_b, Answer* answers) {
  double counts[Real::width], features_a[Real::width], features_b[Real::width];
  count.store(counts), of_a.store(features_a), of_b.store(features_b);
  for (int i = 0; i < Real::width; ++i) {
    answers[i].count = feature_at(counts, i);
    answers[i].feature_a = feature_at(features_a, i), answers[i].feature_b = feature_at(features_b, i);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
