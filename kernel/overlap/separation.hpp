// How to part two shapes that an overlap pass has found, of space or of the plane, as `distance` measures them.
#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <span>

#include "base/parallel.hpp"
#include "distance/distance_list.hpp"
#include "lockstep/overlap.hpp"

namespace lockstep::detail {

/// The end of the interval that the direction itself proves: moved so far, the shapes are parted. Of round shapes it is
/// the better one as well, since the error of a direction counts there by its square.
inline Separation separation_of(const DistanceAnswer& answer) {
  const auto x = static_cast<float>(answer.normal[0]), y = static_cast<float>(answer.normal[1]),
             z = static_cast<float>(answer.normal[2]), depth = static_cast<float>(-answer.lower);
  if (!std::isfinite(depth) || std::isnan(x + y + z)) return {{1, 0, 0}, 0};  // of what is no shape nothing is known
  return {{x, y, z}, depth};
}

/// Measures pairs of shapes of two sets, or of one.
template <class World>
class Separations {
 public:
  /// Throws `InvalidInput` if the instruction set cannot run here.
  Separations(const typename World::View& first, const typename World::View& second, std::optional<Isa> isa)
      : job_{{World::kernels_for_pairs(isa), first, second}, World::kernels_for_distances(isa), 0} {}

  /// Those of up to pair_tile pairs, and of at least one: to[i] is that of pairs[i].
  void write_tile(std::span<const Pair> pairs, Separation* to) const {
    std::array<DistanceAnswer, pair_tile> answers;
    measure_tile(job_, pairs, answers.data());
    for (std::size_t i = 0; i < pairs.size(); ++i) to[i] = separation_of(answers[i]);
  }

  /// Those of any number of pairs, in parallel.
  void write(std::span<const Pair> pairs, Separation* to) const {
    for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
      write_tile(pairs.subspan(begin, end - begin), to + begin);
    });
  }

 private:
  DistanceJob<World> job_;
};

}  // namespace lockstep::detail
