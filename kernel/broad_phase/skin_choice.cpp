#include "broad_phase/skin_choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lockstep::detail {

namespace {

// In nanoseconds on one machine (docs/design.md); only the ratios matter.
constexpr double search_object = 30, make_object = 34, make_pair = 6, run_object = 6, run_pair = 1.2;
/// Candidate skins start at this part of the reach and rise by a quarter octave per step.
constexpr double least_skin = 0x1p-7, step = 1.189207115002721;
constexpr int steps = 33;
/// The number of runs that ignore motion after no list has paid.
constexpr std::size_t runs_at_rest = 16;

constexpr int below_all = 1023 - 200;  // the exponent of 2^-200, as doubles store it

}  // namespace

std::size_t MotionSurvey::class_of(double moved) {
  const auto top = static_cast<std::int64_t>(std::bit_cast<std::uint64_t>(moved) >> 49) - 8 * std::int64_t{below_all};
  return static_cast<std::size_t>(std::clamp(top, std::int64_t{0}, static_cast<std::int64_t>(classes) - 1));
}

double MotionSurvey::distance_of_all_but(std::uint64_t few) const {
  std::size_t c = classes - 1;
  for (std::uint64_t above = 0; c > 0 && above + count[c] <= few; --c) above += count[c];
  if (c == 0) return 0;
  return std::bit_cast<double>(static_cast<std::uint64_t>(c + 1 + 8 * std::size_t{below_all}) << 49);  // the upper end
                                                                                                       // of the class
}

/// The factor by which the number of pairs grows if the reach grows by the skin.
double SkinChoice::grown(double skin) const noexcept {
  const double by = (reach_ + skin) / reach_;
  return in_plane_ ? by * by : by * by * by;
}

/// The length of the last list is a better estimate than the model's. Lists for other skins are scaled from it by the
/// model's growth.
double SkinChoice::pairs_at(double skin) const noexcept {
  return listed_ > 0 && skin_ > 0 ? listed_ * grown(skin) / grown(skin_) : near_ * grown(skin);
}

void SkinChoice::take_cheapest(double moved_per_run, double objects) noexcept {
  double best = search_object * objects, chosen = 0, skin = least_skin * reach_;
  for (int i = 0; i < steps && reach_ > 0; ++i, skin *= step) {
    const double pairs = pairs_at(skin), runs = moved_per_run > 0 ? std::floor(skin / (2 * moved_per_run)) + 1 : 1e6;
    const double cost = (make_object * objects + make_pair * pairs) / runs + run_object * objects + run_pair * pairs;
    if (cost < best) best = cost, chosen = skin;
  }
  if (listed_ > 0) listed_ = pairs_at(chosen);
  skin_ = chosen < 0x1p127 ? static_cast<float>(chosen) : 0;
}

void SkinChoice::choose(double moved, std::size_t objects, double mean_reach, bool in_plane) noexcept {
  if (skin_ > 0 && served_ == 0) return rest(runs_at_rest);
  if (skin_ == 0) reach_ = mean_reach, in_plane_ = in_plane;  // otherwise they describe bounds
  take_cheapest(moved / static_cast<double>(served_ + 1), static_cast<double>(objects));
  if (skin_ == 0) rest(runs_at_rest);
}

void SkinChoice::rest(std::size_t runs) noexcept {
  skin_ = 0, listed_ = 0, served_ = 0;
  at_rest_ = runs;
}

bool SkinChoice::wants_motion() noexcept {
  if (at_rest_ != 0) --at_rest_;
  return at_rest_ == 0;
}

}  // namespace lockstep::detail
