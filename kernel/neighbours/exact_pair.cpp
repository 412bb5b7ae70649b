#include "neighbours/exact_pair.hpp"

#include "base/exact_number.hpp"
#include "base/exact_sum.hpp"

namespace lockstep::detail {

namespace {

/// Any number of the search is an integer times 2^-1074, of 1135 bits at most. A difference of coordinates adds 34, and
/// the sum of three squares has 2,342.
using WideNumber = ExactInteger<75>;

WideNumber wide(double x) {
  int exponent = 0;
  const auto mantissa = static_cast<std::int64_t>(std::frexp(x, &exponent) * 0x1p53);
  const int shift = exponent - 53 + 1074;
  // A number below 2^-1022 has fewer bits, and its last ones are 0.
  return shift >= 0 ? WideNumber(mantissa, static_cast<unsigned>(shift))
                    : WideNumber(mantissa / (std::int64_t{1} << -shift), 0);
}

/// |to + image * edges - from|^2, in numbers that `make` converts to.
template <class Number, class Make, class Whole>
Number square_between(const Vec3d& from, const ImageOfPoint& to, const CellFrame& frame, const Make& make,
                      const Whole& integer) {
  const auto square_of = [&](double Vec3d::*axis) {
    Number difference = make(to.point.*axis) - make(from.*axis);
    for (std::size_t k = 0; k < 3; ++k)
      if (to.image[k] != 0) difference = difference + integer(to.image[k]) * make(frame.edge[k].*axis);
    return difference * difference;
  };
  return square_of(&Vec3d::x) + square_of(&Vec3d::y) + square_of(&Vec3d::z);
}

/// The sign of what `excess` computes: in sums of doubles if these show it, otherwise in whole numbers.
template <class Excess>
int sign_of(const Excess& excess) {
  const auto sum = [](auto x) { return ExactSum(static_cast<double>(x)); };
  const ExactSum fast = excess(sum, sum);
  if (fast.is_known()) return fast.sign();
  return excess(wide, [](std::int64_t x) { return WideNumber(x, 0); }).sign();
}

}  // namespace

bool is_within(const Vec3d& from, const Vec3d& to, const Image& image, const CellFrame& frame, double cutoff) {
  return sign_of([&](const auto& make, const auto& integer) {
           using Number = decltype(make(cutoff));
           return square_between<Number>(from, {to, image}, frame, make, integer) - make(cutoff) * make(cutoff);
         }) <= 0;
}

int compare_distances(const Vec3d& from, const ImageOfPoint& a, const ImageOfPoint& b, const CellFrame& frame) {
  return sign_of([&](const auto& make, const auto& integer) {
    using Number = decltype(make(0.0));
    return square_between<Number>(from, a, frame, make, integer) -
           square_between<Number>(from, b, frame, make, integer);
  });
}

}  // namespace lockstep::detail
