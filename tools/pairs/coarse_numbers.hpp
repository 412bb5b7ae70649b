// Pairs whose coordinates are too large for the precision of float32.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "pairs/pairs.hpp"
#include "text/error.hpp"

namespace lockstep::tools {

/// Sees all queries. Reports the first one in which neighbouring float32 numbers of the coordinates' size are farther
/// apart than a thousandth of the smallest size, and the number of further ones. Pairs of points have no size and do
/// not count.
class CoarseNumbers {
 public:
  template <class Query>
  void see(const Query& query) {
    Numbers numbers;
    std::visit(numbers, query.first), std::visit(numbers, query.second);
    const float step = std::nextafter(numbers.farthest, std::numeric_limits<float>::infinity()) - numbers.farthest;
    if (!std::isfinite(numbers.smallest) || !(step > numbers.smallest / 1000)) return;
    if (count_++ == 0) first_ = {query.line, step, numbers.farthest, numbers.smallest};
  }

  /// Nothing if no query is; `file` is the name in messages.
  [[nodiscard]] std::optional<std::string> note(std::string_view file) const {
    if (count_ == 0) return std::nullopt;
    const std::string more = count_ == 1 ? "" : concat(" (and ", count_ - 1, " more)");
    return concat(file, ":", first_.line, more, ": float32 numbers are ", first_.step, " apart near ", first_.farthest,
                  ", more than a thousandth of the smallest size, ", first_.smallest,
                  ": answers are about the numbers rounded so; subtract the same from all coordinates of a pair first");
  }

 private:
  struct Numbers {
    float farthest = 0, smallest = std::numeric_limits<float>::infinity();

    template <class Shape>
    void operator()(const Shape& shape) {
      if constexpr (requires { shape.center; }) at(shape.center);
      if constexpr (requires { shape.p0; }) at(shape.p0), at(shape.p1);
      if constexpr (requires { shape.position; }) at(shape.position);
      if constexpr (requires { shape.min; }) at(shape.min), at(shape.max), sizes_between(shape.min, shape.max);
      if constexpr (requires { shape.size(); })
        for (const auto& vertex : shape) at(vertex);
      if constexpr (requires { shape.base; }) at(shape.base), at(shape.apex);
      if constexpr (requires { shape.radius; }) size(shape.radius);
      if constexpr (requires { shape.half_extents; }) sizes(shape.half_extents);
      if constexpr (requires { shape.radii; }) sizes(shape.radii);
    }
    template <class Vector>
    void at(const Vector& v) {
      farthest = std::max({farthest, std::abs(v.x), std::abs(v.y)});
      if constexpr (requires { v.z; }) farthest = std::max(farthest, std::abs(v.z));
    }
    template <class Vector>
    void sizes(const Vector& v) {
      size(v.x), size(v.y);
      if constexpr (requires { v.z; }) size(v.z);
    }
    void sizes_between(const Vec3& low, const Vec3& high) {
      size(high.x - low.x), size(high.y - low.y), size(high.z - low.z);
    }
    void size(float number) {
      if (number > 0) smallest = std::min(smallest, number);
    }
  };
  struct Seen {
    std::size_t line = 0;
    float step = 0, farthest = 0, smallest = 0;
  };

  std::size_t count_ = 0;
  Seen first_;
};

}  // namespace lockstep::tools
