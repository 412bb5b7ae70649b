// The depth of the origin in a convex set, by the expanding polytope algorithm (EPA) of van den Bergen: a polytope of
// points of the set grows where its surface is nearest to the origin, until the set ends there as well. On any number
// type. With integers every step is exact, and the result is the depth. With double the result is a guess, but a good
// witness: its surface stays closed under any rounding (see `grow`), so that bounds on its facets are a proof.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "nearest.hpp"

namespace lockstep::oracle {

/// A triangle of three corners, counterclockwise seen from outside. The polytope is where normal . p <= offset.
template <class T>
struct Facet {
  /// Integers of a few thousand bits fit into the exponent of long double. They are rounded only for the order of a
  /// search.
  using Rough = std::conditional_t<std::is_same_v<T, double>, double, long double>;

  std::array<std::size_t, 3> corner{};
  Vector<T> normal{};
  T offset{};
  T top{};                ///< normal . p from which on a point counts as beyond: the offset, in double a little more
  Rough distance{};       ///< of its plane from the origin
  bool is_final = false;  ///< the set ends at its plane
};

template <class T>
class Polytope {
 public:
  std::vector<Corner<T>> corners;
  std::vector<Facet<T>> facets;

  /// The tetrahedron of four corners that are not in one plane. A point at most `tolerance` beyond a facet does not
  /// make it grow; for integers it is 0.
  Polytope(std::vector<Corner<T>> start, double tolerance) : corners(std::move(start)), tolerance_(tolerance) {
    constexpr std::array<std::array<std::size_t, 3>, 4> faces = {{{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}};
    const auto at = [&](std::size_t k) -> const Vector<T>& { return corners[k].at; };
    const bool flipped = dot(at(3) - at(0), cross(at(1) - at(0), at(2) - at(0))) > 0;
    for (const auto& [i, j, k] : faces) flipped ? add(i, k, j) : add(i, j, k);
  }

  [[nodiscard]] static bool is_beyond(const Facet<T>& facet, const Vector<T>& p) {
    return dot(facet.normal, p) > facet.top;
  }

  /// Replaces the facets that the corner is beyond by those from it to the edge of the hole. An edge that two of them
  /// share, once in each direction, is not on the edge of the hole; the rest is a closed curve, and so the surface
  /// stays closed even if rounding chose the facets. They are connected with the facet `first`, as all of them are
  /// without rounding.
  void grow(const Corner<T>& corner, std::size_t first) {
    std::vector<std::array<std::size_t, 2>> rim;
    const auto back = [&](const Facet<T>& facet, std::size_t k) {
      return std::find(rim.begin(), rim.end(), std::array{facet.corner[(k + 1) % 3], facet.corner[k]});
    };
    const auto is_next = [&](const Facet<T>& facet) {
      return is_beyond(facet, corner.at) &&
             (back(facet, 0) != rim.end() || back(facet, 1) != rim.end() || back(facet, 2) != rim.end());
    };
    for (std::size_t next = first; next < facets.size();) {
      for (std::size_t k = 0; k < 3; ++k) {
        const auto shared = back(facets[next], k);
        if (shared == rim.end())
          rim.push_back({facets[next].corner[k], facets[next].corner[(k + 1) % 3]});
        else
          rim.erase(shared);
      }
      std::swap(facets[next], facets.back());
      facets.pop_back();
      next = std::size_t(std::find_if(facets.begin(), facets.end(), is_next) - facets.begin());
    }
    corners.push_back(corner);
    for (const auto& [from, to] : rim) add(from, to, corners.size() - 1);
  }

  /// The facet nearest to the origin that is not known to be final; null if there is none.
  [[nodiscard]] Facet<T>* nearest_open() {
    Facet<T>* nearest = nullptr;
    for (Facet<T>& facet : facets)
      if (!facet.is_final && (nearest == nullptr || facet.distance < nearest->distance)) nearest = &facet;
    return nearest;
  }

 private:
  double tolerance_;

  void add(std::size_t i, std::size_t j, std::size_t k) {
    const Vector<T>&a = corners[i].at, &b = corners[j].at, &c = corners[k].at;
    Facet<T> facet{{i, j, k}, cross(b - a, c - a)};
    const T squared = dot(facet.normal, facet.normal);
    facet.offset = facet.top = dot(facet.normal, a);
    if constexpr (std::is_same_v<T, double>) {
      const double length = std::sqrt(squared);
      facet.top += tolerance_ * length;
      facet.distance = facet.offset / length;
    } else {
      using Rough = typename Facet<T>::Rough;
      facet.distance = facet.offset.template convert_to<Rough>() / std::sqrt(squared.template convert_to<Rough>());
    }
    facets.push_back(std::move(facet));
  }
};

/// Grows the polytope until the facets nearest to the origin are final. `support` maps a direction to the corner of the
/// set that is farthest along it. With integers and no bound on the steps, no facet is nearer than the nearest of the
/// final ones: rough distances are off by less than 2^-40 of themselves. A sphere of triangles has at most twice as
/// many of them as corners; many more come from rounding, and would grow without end.
template <class T, class Support>
void expand(Polytope<T>& polytope, const Support& support, int steps) {
  using Rough = typename Facet<T>::Rough;
  std::optional<Rough> least;  // of the final ones, which stay
  for (int step = 0; step < steps && polytope.facets.size() <= 6 * polytope.corners.size(); ++step) {
    Facet<T>* const facet = polytope.nearest_open();
    if (facet == nullptr || (least && facet->distance > *least * Rough(1 + 0x1p-40))) return;
    const Corner<T> corner = support(facet->normal);
    if (Polytope<T>::is_beyond(*facet, corner.at)) {
      polytope.grow(corner, std::size_t(facet - polytope.facets.data()));
      continue;
    }
    facet->is_final = true;
    if (!least || facet->distance < *least) least = facet->distance;
  }
}

/// For up to three corners: the normal of their plane, or directions one of which is off their line or point wherever
/// another point is.
template <class T>
std::vector<Vector<T>> normals_of(const std::vector<Corner<T>>& corners) {
  const T one(1), zero(0);
  std::vector<Vector<T>> normals = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  const auto edge = [&](std::size_t k) { return corners[k].at - corners[0].at; };
  if (corners.size() == 3) return {cross(edge(1), edge(2))};
  if (corners.size() == 2)
    for (Vector<T>& n : normals) n = cross(edge(1), n);
  return normals;
}

/// Four corners of the set that are not in one plane, starting from the given ones. If there are none, a normal of the
/// plane of the set, or of a line or point in all directions around it. Steps off a plane of up to `tolerance` do not
/// count.
template <class T, class Support>
std::optional<Vector<T>> flat_normal(std::vector<Corner<T>>& corners, const Support& support, double tolerance) {
  const std::vector<Corner<T>> given = std::exchange(corners, {corners[0]});
  const auto take = [&](const Vector<T>& n, const Corner<T>& corner) {
    const T step = dot(n, corner.at - corners[0].at);
    if constexpr (std::is_same_v<T, double>) {
      if (!(std::abs(step) > tolerance * std::sqrt(dot(n, n)))) return false;
    } else {
      if (step == 0) return false;
    }
    corners.push_back(corner);
    return true;
  };
  while (corners.size() < 4) {
    const std::vector<Vector<T>> normals = normals_of(corners);
    const bool found = std::any_of(normals.begin(), normals.end(), [&](const Vector<T>& n) {
      return std::any_of(given.begin(), given.end(), [&](const Corner<T>& corner) { return take(n, corner); }) ||
             take(n, support(n)) || take(n, support(-n));
    });
    if (!found) {
      return *std::max_element(normals.begin(), normals.end(),
                               [](const Vector<T>& n, const Vector<T>& m) { return dot(n, n) < dot(m, m); });
    }
  }
  return std::nullopt;
}

}  // namespace lockstep::oracle
