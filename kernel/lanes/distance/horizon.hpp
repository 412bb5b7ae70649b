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
  static constexpr int room = 3 * max_polytope_faces;
  std::uint16_t edge[room + 1];  // from the corner of the first one to the corner of the second one; see `name`
  int edges = 0;

  static unsigned name(unsigned p, unsigned q) { return p * max_polytope_corners + q; }
  static unsigned name(const Face& face, int k) { return name(face.corner[k], face.corner[(k + 1) % 3]); }
  static unsigned twin(const Face& face, int k) { return name(face.corner[(k + 1) % 3], face.corner[k]); }
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
};

}  // namespace lockstep::LOCKSTEP_ISA
