// The bounds of the closed forms of round shapes (docs/numerics.md, sections 3 and 4). Only verdicts are visible, so
// the search brings each pair to the exact margin at which its verdict changes: that margin has to be on the right side
// of contact, and the rest of the full bound is the error.
#include <gtest/gtest.h>

#include <cmath>

#include "bounds_truth.hpp"
#include "oracle.hpp"

namespace lockstep::test {
namespace {

using oracle::Kind;

/// Bisects low .. high, where `holds` is true of low and false of high, down to neighbours.
template <class Holds>
void bisect(float& low, float& high, const Holds& holds) {
  for (;;) {
    const auto middle = static_cast<float>((double{low} + double{high}) / 2);
    if (middle == low || middle == high) return;
    (holds(middle) ? low : high) = middle;
  }
}

/// Grows the shapes of a pair, number by number, until its verdict is about to change.
class Growth {
 public:
  Growth(const BoundsProbe& probe, const PairOfKinds& kinds, Numbers numbers, bool to_overlapping)
      : probe_(probe), kinds_(kinds), numbers_(std::move(numbers)), to_overlapping_(to_overlapping) {}

  /// From radius 0, until the pair is no longer separated, or overlaps. Then in finer steps than the radius allows: by
  /// radii and half extents of the other shape, by at most a few of the radius' last units. False if that does not
  /// happen.
  bool grow(std::size_t radius, const std::vector<std::size_t>& others, float most) {
    float unit = 0, grown = 0;
    if (!grow(radius, 0, most, grown)) return false;
    unit = std::nextafter(numbers_[radius], HUGE_VALF) - numbers_[radius];
    std::size_t last = radius;
    for (const std::size_t i : others) {
      const float from = std::abs(numbers_[i]);
      float to = 0;
      if (grow(i, from, from + 4 * unit, to)) last = i, grown = to;
    }
    if (to_overlapping_) numbers_[last] = grown;
    return true;
  }
  [[nodiscard]] const Numbers& numbers() const { return numbers_; }
  [[nodiscard]] ClosedAnswer answer() const {
    const PairOfRecords records(kinds_.shapes(numbers_));
    return kinds_.of(probe_.closed)(records.a(), records.b());
  }

 private:
  /// Stores the largest number with the old verdict; `grown` is the next one.
  bool grow(std::size_t i, float low, float high, float& grown) {
    const float before = numbers_[i];
    const auto is_old = [&](float x) {
      numbers_[i] = x;
      return to_overlapping_ ? !answer().overlapping : answer().separated;
    };
    const bool changes = is_old(low) && !is_old(high);
    if (changes) bisect(low, high, is_old);
    numbers_[i] = changes ? low : before;
    grown = high;
    return changes;
  }

  const BoundsProbe& probe_;
  const PairOfKinds& kinds_;
  Numbers numbers_;
  bool to_overlapping_;
};

/// The numbers that make the second shape larger.
std::vector<std::size_t> growing(const PairOfKinds& kinds) {
  const std::size_t b = kinds.first_of_b();
  switch (kinds.b) {
    case Kind::sphere: return {b + 3};
    case Kind::capsule: return {b + 6};
    case Kind::box: return {b + 7, b + 8, b + 9};
    default: return {};
  }
}

class ClosedForms : public testing::TestWithParam<PairOfKinds> {
 protected:
  const PairOfKinds kinds_ = GetParam();

  void search(const BoundsProbe& probe, bool to_overlapping) const {
    const std::string name = std::string(to_overlapping ? "overlapping, " : "separated, ") + kinds_.name() +
                             (probe.is_double ? ", double lanes" : ", float lanes");
    const double bound =
        to_overlapping || kinds_.b == Kind::box || kinds_.b == Kind::aabb ? probe.vertex_bound : probe.support_bound;
    expect_bound_holds(name, 1200, kinds_.start(0), [&](const Numbers& x) {
      if (!is_turned_plainly(kinds_.shapes(x).second)) return illegal;
      Growth growth(probe, kinds_, x, to_overlapping);
      if (!growth.grow(radius_of_a(), growing(kinds_), 0x1p42F)) return illegal;
      const ClosedAnswer answer = growth.answer();
      const oracle::ShapePair pair = kinds_.shapes(growth.numbers());
      const std::optional<double> gap = oracle::signed_distance(pair.first, pair.second);
      if (!gap.has_value() || !std::isfinite(answer.scale)) return illegal;
      EXPECT_TRUE(to_overlapping ? answer.overlapping : answer.separated);
      return 1 - (to_overlapping ? -*gap : *gap) * answer.scale / bound;
    });
  }

 private:
  [[nodiscard]] std::size_t radius_of_a() const { return kinds_.a == Kind::sphere ? 3 : 6; }
};

TEST_P(ClosedForms, Separated) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) search(*probe, false);
}

TEST_P(ClosedForms, Overlapping) {
  for (const BoundsProbe* probe : {&probe_float::bounds_probe, &probe_double::bounds_probe}) search(*probe, true);
}

INSTANTIATE_TEST_SUITE_P(, ClosedForms,
                         testing::Values(PairOfKinds{Kind::sphere, Kind::sphere}, PairOfKinds{Kind::sphere, Kind::aabb},
                                         PairOfKinds{Kind::sphere, Kind::box}, PairOfKinds{Kind::sphere, Kind::capsule},
                                         PairOfKinds{Kind::capsule, Kind::capsule}),
                         [](const testing::TestParamInfo<PairOfKinds>& pair) { return pair.param.name(); });

}  // namespace
}  // namespace lockstep::test
