// The shapes of a pair file as the scalar reference takes them, in double: one type for all, so that a search is
// compiled once for space and once for the plane.
#pragma once

#include <functional>

#include <lockstep/reference/support.hpp>

#include "pairs/pairs.hpp"

namespace lockstep::tools {

template <class V>
struct AnySupport {
  using Scalar = double;
  std::function<V(const V&)> of;

  V support(const V& direction) const noexcept { return of(direction); }
};

/// Volumes are those of their corners rounded to floats. What is given by a NaN has NaNs for support points.
[[nodiscard]] AnySupport<reference::Vector<double>> any_support(const PairShape& shape);
[[nodiscard]] AnySupport<reference::Vector2<double>> any_support(const PlaneShape& shape);

}  // namespace lockstep::tools
