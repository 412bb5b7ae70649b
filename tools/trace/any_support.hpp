// The shapes of a pair file for the scalar reference, in double. They have one type, so that a search is compiled only
// twice, for space and for the plane.
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

/// A volume is the hull of its corners rounded to floats. A volume of NaNs has NaNs for support points.
[[nodiscard]] AnySupport<reference::Vector<double>> any_support(const PairShape& shape);
[[nodiscard]] AnySupport<reference::Vector2<double>> any_support(const PlaneShape& shape);

}  // namespace lockstep::tools
