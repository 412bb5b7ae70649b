// Exact sums and products of doubles, as expansions: sums of doubles whose digits do not overlap. Source: J. R.
// Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates", 1997.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace lockstep::detail {

/// A number as an expansion, smallest part first. It becomes unknown if it needs more parts than there is room for, or
/// if its factors are so small that products might underflow. Results of unknown numbers are unknown.
class ExactSum {
 public:
  ExactSum() = default;
  ExactSum(double x) {  // NOLINT(google-explicit-constructor): a scalar of templates
    if (x == 0) return;
    is_known_ = std::abs(x) >= least && std::abs(x) <= 1 / least;
    part_[count_++] = x;
  }

  /// A number of any size: sums are exact, and products with whole numbers.
  static ExactSum of_any_size(double x) {
    ExactSum number;
    if (x != 0) number.part_[number.count_++] = x;
    return number;
  }

  /// Subtracts the nearest double, or one of the two nearest, and returns it.
  double take() {
    double high = 0;
    for (std::size_t i = count_; i > 0; --i) high += part_[i - 1];
    add(-high);
    return high;
  }

  [[nodiscard]] bool is_known() const { return is_known_; }
  /// The sign of a known number.
  [[nodiscard]] int sign() const { return count_ == 0 ? 0 : part_[count_ - 1] < 0 ? -1 : 1; }

  friend ExactSum operator+(const ExactSum& a, const ExactSum& b) {
    ExactSum sum = a;
    sum.is_known_ &= b.is_known_;
    for (std::size_t i = 0; i < b.count_; ++i) sum.add(b.part_[i]);
    return sum;
  }
  friend ExactSum operator-(const ExactSum& a) {
    ExactSum opposite = a;
    for (std::size_t i = 0; i < a.count_; ++i) opposite.part_[i] = -a.part_[i];
    return opposite;
  }
  friend ExactSum operator-(const ExactSum& a, const ExactSum& b) { return a + -b; }
  friend ExactSum operator*(const ExactSum& a, const ExactSum& b) {
    ExactSum product;
    product.is_known_ = a.is_known_ && b.is_known_;
    for (std::size_t i = 0; i < a.count_; ++i)
      for (std::size_t k = 0; k < b.count_; ++k) product.add_product(a.part_[i], b.part_[k]);
    return product;
  }

 private:
  /// Products of ten such numbers, and their rounding errors, neither overflow nor underflow.
  static constexpr double least = 0x1p-60;
  static constexpr std::size_t most = 48;

  void add(double x) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const double y = part_[i], sum = x + y, of_y = sum - x;
      const double rest = (x - (sum - of_y)) + (y - of_y);
      if (rest != 0) part_[kept++] = rest;
      x = sum;
    }
    if (x != 0 && kept == most) is_known_ = false;
    if (x != 0 && kept < most) part_[kept++] = x;
    count_ = kept;
  }
  void add_product(double x, double y) {
    const auto high_half = [](double number) {
      const double shifted = number * 0x8000001p0;
      return shifted - (shifted - number);
    };
    const double product = x * y, x_high = high_half(x), y_high = high_half(y), x_low = x - x_high, y_low = y - y_high;
    const double rest = x_low * y_low - (((product - x_high * y_high) - x_low * y_high) - x_high * y_low);
    if (rest != 0) add(rest);
    add(product);
  }

  std::array<double, most> part_;  // the first count_ are in use
  std::size_t count_ = 0;
  bool is_known_ = true;
};

}  // namespace lockstep::detail
