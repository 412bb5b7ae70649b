#include "overlap/separation.hpp"

#include <array>
#include <cmath>

#include "base/parallel.hpp"

namespace lockstep::detail {

namespace {

/// The end of the interval that the direction itself proves: moved so far, the shapes are parted. Of round shapes it is
/// the better one as well, since the error of a direction counts there by its square.
Separation separation_of(const DistanceAnswer& answer) {
  const auto x = static_cast<float>(answer.normal[0]), y = static_cast<float>(answer.normal[1]),
             z = static_cast<float>(answer.normal[2]), depth = static_cast<float>(-answer.lower);
  if (!std::isfinite(depth) || std::isnan(x + y + z)) return {{1, 0, 0}, 0};  // of what is no shape nothing is known
  return {{x, y, z}, depth};
}

}  // namespace

Separations::Separations(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa)
    : job_{{InSpace::kernels_for_pairs(isa), first.view(), second.view()}, InSpace::kernels_for_distances(isa), 0} {}

void Separations::write_tile(std::span<const Pair> pairs, Separation* to) const {
  std::array<DistanceAnswer, pair_tile> answers;
  measure_tile(job_, pairs, answers.data());
  for (std::size_t i = 0; i < pairs.size(); ++i) to[i] = separation_of(answers[i]);
}

void write_separations(const ShapeStore& first, const ShapeStore& second, std::optional<Isa> isa,
                       std::span<const Pair> pairs, Separation* to) {
  const Separations separations(first, second, isa);
  for_each_range(pairs.size(), pair_tile, [&](std::size_t begin, std::size_t end) {
    separations.write_tile(pairs.subspan(begin, end - begin), to + begin);
  });
}

}  // namespace lockstep::detail
