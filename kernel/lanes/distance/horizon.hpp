// The horizon of EPA: the edges around the faces that a new corner replaces.
#pragma once

#include <cstdint>

#include "lanes/registers/lanes.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr int max_polytope_corners = 128, max_polytope_faces = 2 * max_polytope_corners;

/// A triangle of a polytope.
struct Face {
  std::uint8_t corner[3];  // counter-clockwise as seen from outside
};

/// The edges around a set of faces, each directed as in its face.
struct Horizon {
  static constexpr int room = 3 * max_polytope_faces, most_placed = 255;
  std::uint16_t edge[room + 1];  // from the corner of the first one to the corner of the second one; see `name`
  int edges = 0;

  static unsigned name(unsigned p, unsigned q) { return p * max_polytope_corners + q; }
  static unsigned name(const Face& face, int k) { return name(face.corner[k], face.corner[(k + 1) % 3]); }
  static unsigned twin(const Face& face, int k) { return name(face.corner[(k + 1) % 3], face.corner[k]); }
  [[nodiscard]] bool is_at(int k, unsigned named) const { return k < edges && edge[k] == named; }
  [[nodiscard]] int find(unsigned named) const {
    int k = 0;
    while (k < edges && edge[k] != named) ++k;
    return k;
  }
  /// Adds a face. An edge shared by two faces is inside the set and drops out.
  void add(const Face& face) {
    for (int k = 0; k < 3; ++k) {
      const int at = find(twin(face, k));
      if (at < edges)
        --edges, edge[at] = edge[edges];
      else
        edge[edges++] = static_cast<std::uint16_t>(name(face, k));
    }
  }
  /// The same without a search: `place` gives the index of an edge, if that entry is the edge. Returns false if the set
  /// touches itself: an edge may then occur twice, but has only one place.
  bool add_placed(const Face& face, std::uint8_t* place) {
    bool is_new = true;
    const auto put = [&](int at, unsigned named) {
      edge[at] = static_cast<std::uint16_t>(named), place[named] = static_cast<std::uint8_t>(at);
    };
    for (int k = 0; k < 3; ++k) {
      const unsigned named = name(face, k);
      is_new = is_new & !is_at(place[named], named);
      const int of_twin = place[twin(face, k)];
      if (is_at(of_twin, twin(face, k)))
        --edges, put(of_twin, edge[edges]);
      else
        put(edges, named), ++edges;
    }
    return is_new & (edges < most_placed);
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
