// Two directions perpendicular to a third, over any scalar type.
// Source: T. Duff et al., "Building an Orthonormal Basis, Revisited", Journal of Computer Graphics Techniques 6, 2017.
#pragma once

#include "base/vector.hpp"

namespace lockstep::detail {

template <class T>
struct Perpendicular {
  math::Vector<T> x, y;
};

/// The results have unit length, as n does. `sign` is 1 with the sign of n.z: this avoids cancellation for every n.
template <class T>
[[gnu::always_inline]] inline Perpendicular<T> perpendicular_to(const math::Vector<T>& n, const T& sign) {
  const T a = T(-1) / (sign + n.z), b = (n.x * n.y) * a;
  return {{T(1) + (sign * (n.x * n.x)) * a, sign * b, -(sign * n.x)}, {b, sign + (n.y * n.y) * a, -n.y}};
}

}  // namespace lockstep::detail
