// Balls that the broad phase leaves undecided, in double lanes.
#include "lanes/pairs/decide_double.hpp"
#include "lanes/shapes/zonotope.hpp"
#include "table/broad_phase_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

void decide_balls(const detail::BallPairs& pairs);

/// The formula of `intersect` for two balls, with a margin added to the radii.
void decide_balls(const detail::BallPairs& pairs) {
  for (int k = 0; k < pairs.count; k += Real::width) {
    const auto center = [&](const float* const(&ball)[4]) {
      return Vec{Real::load(ball[0] + k), Real::load(ball[1] + k), Real::load(ball[2] + k)};
    };
    const Real reach = (Real::load(pairs.a[3] + k) + Real::load(pairs.b[3] + k)) + Real(pairs.margin);
    const Verdicts v = round_pair(Zonotope<0>{center(pairs.a) - center(pairs.b), {}, {}, reach, reach});
    const unsigned separated = bits(v.separated), overlapping = bits(v.overlapping);
    for (int i = 0; i < Real::width && k + i < pairs.count; ++i)
      pairs.codes[k + i] = code_of(separated, overlapping, i);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
