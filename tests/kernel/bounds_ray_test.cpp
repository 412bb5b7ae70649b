// The margin for rounding with which rays, and moving boxes, are tested against the boxes of a world (docs/numerics.md,
// section 16): a box that is hit at the last moment counts as hit, whatever the numbers, and one that is farther away
// than the margin is left out.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bounds_probe.hpp"
#include "generate.hpp"
#include "long_tests.hpp"

namespace lockstep::test {
namespace {

using oracle::below;
using oracle::Rng;
using oracle::uniform;

constexpr double rounding = 0x1p-24;
constexpr float infinite = std::numeric_limits<float>::infinity();

/// A moving box along one axis, and the fraction at which it shall hit.
struct OneAxis {
  float origin, reach, motion, fraction;

  /// The position of the middle.
  [[nodiscard]] long double place() const {
    return static_cast<long double>(origin) + static_cast<long double>(fraction) * static_cast<long double>(motion);
  }
  /// The margin of the lanes.
  [[nodiscard]] double room() const { return 0x1p-21 * (std::abs(double{origin}) + double{reach}) + 0x1p-90; }
  [[nodiscard]] std::string text() const {
    char line[200];
    std::snprintf(line, sizeof line, "origin %.9g reach %.9g motion %.9g fraction %.9g", origin, reach, motion,
                  fraction);
    return line;
  }
};

/// A float beside x, on that side.
float float_above(long double x) {
  const auto nearest = static_cast<float>(x);
  return static_cast<long double>(nearest) < x ? std::nextafter(nearest, infinite) : nearest;
}
float float_below(long double x) { return -float_above(-x); }

/// Whether a box from low to high along axis k is hit, which is entered at a fraction along another axis.
bool meets(const OneAxis& axis, int k, float low, float high, float entered, float limit) {
  detail::RayOfBox ray{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, 0};
  float box[6] = {-infinite, -infinite, -infinite, infinite, infinite, infinite};
  ray.origin[k] = axis.origin, ray.motion[k] = axis.motion, ray.reach[k] = axis.reach;
  box[k] = low, box[k + 3] = high;
  const int other = (k + 1) % 3;
  ray.motion[other] = 1, box[other] = entered;
  detail::RaysToBoxes rays;
  probe_double::bounds_probe.start_ray(ray, rays);
  return probe_float::bounds_probe.meets_box(rays, limit, box);
}

/// Of any size, often the same as another length, or negligible beside it.
float some_length(Rng& rng, float beside) {
  const auto length = static_cast<float>(std::exp2(uniform(rng, -40, 40)));
  switch (below(rng, 8)) {
    case 0: return 0;
    case 1: return std::numeric_limits<float>::denorm_min() * static_cast<float>(1 + below(rng, 9));
    case 2: return beside * static_cast<float>(std::exp2(uniform(rng, -40, 0)));
    case 3: return beside * static_cast<float>(std::exp2(-below(rng, 40)));
    case 4: return beside;
    default: return length;
  }
}

OneAxis some_axis(Rng& rng) {
  OneAxis axis{};
  const auto sign = [&] { return below(rng, 2) == 0 ? 1.0F : -1.0F; };
  axis.origin = sign() * some_length(rng, 1), axis.reach = some_length(rng, std::abs(axis.origin));
  axis.motion = sign() * some_length(rng, std::max(std::abs(axis.origin), axis.reach));
  const int when = below(rng, 4);
  axis.fraction = when == 0 ? 0 : when == 1 ? 1 : static_cast<float>(uniform(rng, 0, 1));
  return axis;
}

/// Planes of boxes of a set are rounded by 3.2 units of the last place, and by one if they are moved. Outwards for the
/// set is the direction that lanes must not lose.
TEST(RaysAtBoxes, MeetWhatIsMetAtTheLastMoment) {
  Rng rng(901);
  for (int count = long_tests() ? 50'000'000 : 500'000; count-- != 0;) {
    const OneAxis axis = some_axis(rng);
    const bool is_above = below(rng, 2) == 0;
    const long double plane = axis.place() + (is_above ? 1 : -1) * static_cast<long double>(axis.reach);
    const long double moved = std::abs(plane) * 4.1L * rounding * uniform(rng, 0, 1);
    const float flat = is_above ? float_below(plane + moved) : float_above(plane - moved);
    const float other = is_above ? std::max(flat, float_above(plane)) : std::min(flat, float_below(plane));
    const float low = is_above ? flat : below(rng, 2) == 0 ? other : -infinite;
    const float high = is_above ? below(rng, 2) == 0 ? other : infinite : flat;
    const float limit = below(rng, 2) == 0 ? 1 : axis.fraction;
    ASSERT_TRUE(meets(axis, below(rng, 3), low, high, axis.fraction, limit))
        << axis.text() << " at " << low << ", " << high;
  }
}

/// A box that does not move along an axis leaves out boxes beside it.
TEST(RaysAtBoxes, LeaveOutWhatIsBesideTheirWay) {
  Rng rng(902);
  for (int count = long_tests() ? 10'000'000 : 100'000; count-- != 0;) {
    OneAxis axis = some_axis(rng);
    axis.motion = 0;
    const long double off = static_cast<long double>(axis.reach) + 2.01L * axis.room();
    const int k = below(rng, 3);
    const float above = float_above(static_cast<long double>(axis.origin) + off);
    const float under = float_below(static_cast<long double>(axis.origin) - off);
    ASSERT_FALSE(meets(axis, k, above, infinite, 0, 1)) << axis.text() << " from " << above;
    ASSERT_FALSE(meets(axis, k, -infinite, under, 0, 1)) << axis.text() << " to " << under;
  }
}

}  // namespace
}  // namespace lockstep::test
