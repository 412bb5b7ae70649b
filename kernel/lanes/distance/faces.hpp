// The faces of a polytope that EPA grows, as triangles that know their neighbours.
#pragma once

#include <cstdint>

#include "lanes/distance/lane_points.hpp"

namespace lockstep::LOCKSTEP_ISA {

inline constexpr int max_polytope_corners = 128, max_polytope_faces = 2 * max_polytope_corners;

/// An edge of a face, and where the face across has it the other way round: 4 times the number of that face, and which
/// of its edges. In one word, for it is moved about more than it is read.
class Edge {
 public:
  Edge() = default;
  Edge(unsigned from, unsigned to, unsigned twin) : word_(from | to << 8 | twin << 16) {}
  static unsigned name(unsigned face, unsigned edge) { return 4 * face + edge; }

  [[nodiscard]] unsigned from() const { return word_ & 255; }
  [[nodiscard]] unsigned to() const { return word_ >> 8 & 255; }
  [[nodiscard]] unsigned across() const { return word_ >> 18; }
  [[nodiscard]] unsigned edge_across() const { return word_ >> 16 & 3; }
  [[nodiscard]] Edge with_twin(unsigned twin) const { return {from(), to(), twin}; }

 private:
  std::uint32_t word_;
};

/// A triangle, counter-clockwise as seen from outside. The first corner is that where the first edge begins.
struct Face {
  Edge edge[3];

  [[nodiscard]] unsigned corner(int k) const { return edge[k % 3].from(); }
};

/// A bit for each face.
struct FaceSet {
  static constexpr int block = 64;
  std::uint64_t bits[max_polytope_faces / block];

  [[nodiscard]] bool has(unsigned f) const { return (bits[f / block] >> (f % block) & 1U) != 0; }
  void add(unsigned f) { bits[f / block] |= std::uint64_t{1} << (f % block); }
};

/// What a new corner takes the place of.
struct Hole {
  std::uint16_t face[4 * max_polytope_faces];  // where the new faces go, one for each edge: first those that went
  int faces = 0;                               // that went
  Edge edge[3 * max_polytope_faces + 1];       // around them, as they had it
  int edges = 0;
};

struct Faces {
  Face face[max_polytope_faces];
  int count = 0;

  void find_hole(const FaceSet& set, Hole& hole) const;
  template <class Then>
  bool fill_hole(const Hole& hole, unsigned newest, const Then& then);
  void link_all();
};

/// Without a branch but the loops': an edge across which a face of the set lies is inside of it.
inline void Faces::find_hole(const FaceSet& set, Hole& hole) const {
  int taken = 0, edges = 0;
  for (int first = 0; first < count; first += FaceSet::block)
    for (std::uint64_t left = set.bits[first / FaceSet::block]; left != 0; left &= left - 1) {
      const int f = first + __builtin_ctzll(left);
      hole.face[taken++] = static_cast<std::uint16_t>(f);
      for (const Edge& edge : face[f].edge) {
        hole.edge[edges] = edge;
        edges += static_cast<int>(!set.has(edge.across()));
      }
    }
  hole.faces = taken, hole.edges = edges;
  for (int j = taken, f = count; j < edges; ++j, ++f) hole.face[j] = static_cast<std::uint16_t>(f);
}

/// Joins the edges of a hole, which has no fewer edges than faces, to a new corner, and tells `then` each new face and
/// its edge. False if several of them begin at one corner, so that new faces do not know their neighbours (`link_all`).
template <class Then>
bool Faces::fill_hole(const Hole& hole, unsigned newest, const Then& then) {
  std::uint16_t at[max_polytope_corners];  // the new face whose edge begins at a corner
  for (int j = 0; j < hole.edges; ++j) {
    const Edge edge = hole.edge[j];
    const unsigned f = hole.face[j];
    at[edge.from()] = hole.face[j];
    face[f].edge[0] = edge, face[f].edge[2] = {newest, edge.from(), 0};
    Edge& across = face[edge.across()].edge[edge.edge_across()];
    across = across.with_twin(Edge::name(f, 0));
  }
  bool is_simple = true;
  for (int j = 0; j < hole.edges; ++j) {
    const Edge edge = hole.edge[j];
    const unsigned f = hole.face[j], next = at[edge.to()];
    is_simple = is_simple & (at[edge.from()] == f);
    face[f].edge[1] = {edge.to(), newest, Edge::name(next, 2)};
    face[next].edge[2] = {newest, edge.to(), Edge::name(f, 1)};
    then(f, edge);
  }
  count += hole.edges - hole.faces;
  return is_simple;
}

/// Finds all neighbours anew: where two faces share their corners with others, any pairs will do.
[[gnu::noinline]] inline void Faces::link_all() {
  bool linked[max_polytope_faces][3] = {};
  for (int e = 0; e < 3 * count; ++e) {
    const int f = e / 3, k = e % 3;
    Edge& edge = face[f].edge[k];
    for (int other = e + 1; other < 3 * count && !linked[f][k]; ++other) {
      const int g = other / 3, l = other % 3;
      Edge& twin = face[g].edge[l];
      if (linked[g][l] || twin.from() != edge.to() || twin.to() != edge.from()) continue;
      edge = edge.with_twin(Edge::name(static_cast<unsigned>(g), static_cast<unsigned>(l)));
      twin = twin.with_twin(Edge::name(static_cast<unsigned>(f), static_cast<unsigned>(k)));
      linked[f][k] = linked[g][l] = true;
    }
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
