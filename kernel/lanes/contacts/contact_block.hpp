// The input and output of W pairs whose contacts are computed, of space or of the plane.
#pragma once

#include "lanes/registers/vec.hpp"
#include "table/contact_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// W queries of a batch, from query k on.
template <class Batch>
struct ContactBlock {
  const Batch& batch;
  int first;

  ContactBlock(const Batch& of, int k) : batch(of), first(k) {}
  [[nodiscard]] Vec normal() const {
    const auto& n = batch.sides->normal;
    return {Real::load(n[0] + first), Real::load(n[1] + first), Real::load(n[2] + first)};
  }
  [[nodiscard]] Real lower() const { return Real::load(batch.sides->lower + first); }
  /// The lanes in which the caller's a is b.
  [[nodiscard]] Mask swapped() const { return Real::load(batch.sides->swapped + first) > Real(0); }
  [[nodiscard]] Real numbers() const {
    double number[Real::width];
    for (int i = 0; i < Real::width; ++i) number[i] = first + i;
    return Real::load(number);
  }
  [[nodiscard]] const typename Batch::Query& query(int i) const { return batch.queries[first + i]; }
};

inline std::uint32_t feature_at(const double (&features)[Real::width], int lane) {
  return static_cast<std::uint32_t>(static_cast<std::uint64_t>(features[lane]));
}

/// Stores everything except the points.
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
