// The scalar reference of contact manifolds (manifold.hpp): contact points with features, and the reduction of many to
// four: the deepest; the one farthest from it; the one that makes the largest triangle with both; the one that adds the
// most area to that.
//
// Complexity: O(contacts).
// Allocates: lists of contacts.
// Throws: `std::bad_alloc`.
// Threads: safe; no shared state.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include <lockstep/reference/vector.hpp>

namespace lockstep::reference {

/// The identity of a contact from frame to frame. Edge k of a face runs from its corner k to the next. An edge of the
/// incident face is k, a side of the reference face -1 - k; a single point has no edges (both are `no_edge`).
struct Feature {
  static constexpr int no_edge = (std::numeric_limits<int>::min)();
  int face_a, face_b;
  bool reference_is_a;
  int first_edge, second_edge;

  friend constexpr bool operator==(const Feature&, const Feature&) = default;
};

template <class V>
struct ContactPoint {
  typename V::Scalar depth;  ///< along the normal; negative if they do not touch there yet
  V on_a, on_b;
  Feature feature;
};

/// Up to four contacts.
template <class T>
struct Manifold {
  Vector<T> normal{};  ///< unit, from b to a
  std::array<ContactPoint<Vector<T>>, 4> point{};
  std::size_t count = 0;

  const ContactPoint<Vector<T>>* begin() const noexcept { return point.data(); }
  const ContactPoint<Vector<T>>* end() const noexcept { return point.data() + count; }
};

/// The index of the contact with the largest `measure`, the first of equal ones.
template <class Contacts, class Measure>
std::size_t index_of_most(const Contacts& contacts, const Measure& measure) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < contacts.size(); ++i) {
    if (measure(contacts[i]) > measure(contacts[best])) best = i;
  }
  return best;
}

/// Keeps four of the contacts: the deepest, and as much area as possible.
template <class T>
void keep_four(Manifold<T>& manifold, std::vector<ContactPoint<Vector<T>>> contacts) {
  using Contact = ContactPoint<Vector<T>>;
  const auto take = [&](std::size_t i) {
    manifold.point[manifold.count++] = contacts[i];
    contacts.erase(contacts.begin() + static_cast<std::ptrdiff_t>(i));
  };
  const auto at = [&](std::size_t i) -> const Vector<T>& { return manifold.point[i].on_a; };
  const auto area = [&](const Vector<T>& p, const Vector<T>& q, const Vector<T>& r) {
    return dot(manifold.normal, cross(q - p, r - p));
  };
  if (contacts.size() > 4) {
    take(index_of_most(contacts, [](const Contact& c) { return c.depth; }));
    take(index_of_most(contacts, [&](const Contact& c) { return dot(c.on_a - at(0), c.on_a - at(0)); }));
    take(index_of_most(contacts, [&](const Contact& c) {
      const T doubled = area(at(0), at(1), c.on_a);
      return doubled < 0 ? -doubled : doubled;
    }));
    // The triangle's orientation is `way`; a point beyond an edge adds the triangle that it makes with that edge.
    const T sign = area(at(0), at(1), at(2)) < 0 ? T(-1) : T(1);
    take(index_of_most(contacts, [&](const Contact& c) {
      T most = -sign * area(at(0), at(1), c.on_a);
      for (std::size_t i = 1; i < 3; ++i) {
        const T added = -sign * area(at(i), at((i + 1) % 3), c.on_a);
        if (added > most) most = added;
      }
      return most;
    }));
    return;
  }
  while (!contacts.empty()) take(0);
}

}  // namespace lockstep::reference
