// The separation of two overlapping shapes, of space or of the plane, as `distance` measures it.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "base/parallel.hpp"
#include "distance/distance_list.hpp"
#include "lockstep/overlap.hpp"

namespace lockstep::detail {

/// Uses the end of the interval that the direction itself proves: moving that far separates the shapes. For round
/// shapes it is also the tighter end, since the error of a direction enters there squared.
inline Separation separation_of(const DistanceAnswer& answer) {
  const auto x = static_cast<float>(answer.normal[0]), y = static_cast<float>(answer.normal[1]),
             z = static_cast<float>(answer.normal[2]), depth = static_cast<float>(-answer.lower);
  if (!std::isfinite(depth) || std::isnan(x + y + z)) return {{1, 0, 0}, 0};  // nothing is known of invalid shapes
  return {{x, y, z}, depth};
}

/// Measures pairs of shapes from two sets, or from one.
template <class Space>
class Separations {
 public:
  /// Throws `InvalidInput` if the instruction set cannot run here.
  Separations(const typename Space::View& first, const typename Space::View& second, std::optional<Isa> isa)
      : job_{{Space::kernels_for_pairs(isa), first, second}, Space::kernels_for_distances(isa), 0} {}

  /// Writes the separations of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Separation* to) const {
    std::array<DistanceAnswer, pair_tile> answers;
    measure_tile(job_, pairs, answers.data());
    for (std::size_t i = 0; i < pairs.size(); ++i) to[i] = separation_of(answers[i]);
  }

  /// Writes the separations of any number of pairs, in parallel.
  void write(std::span<const Pair> pairs, Separation* to) const {
    for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
      write_tile(pairs.subspan(begin, end - begin), to + begin);
    });
  }

 private:
  DistanceJob<Space> job_;
};

}  // namespace lockstep::detail
