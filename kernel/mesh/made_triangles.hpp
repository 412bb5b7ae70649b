// Triangles of a mesh as hulls, made for a tile of pairs: a set of all of them would take 24 times the
// memory.
#pragma once

#include <array>

#include "cast/made_shapes.hpp"
#include "intersect/pair_source.hpp"
#include "mesh/mesh_store.hpp"
#include "sets/hull_records.hpp"

namespace lockstep::detail {

/// Pairs of a shape and a triangle of a mesh: a source of shapes (pair_source.hpp).
struct MeshPairs {
  ShapesView first;
  const TriangleMesh::Store& mesh;

  class Tile;
};

class MeshPairs::Tile {
 public:
  Tile(const MeshPairs& source, std::span<const Pair> pairs) {
    hulls_.rotations.fill({});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto at = static_cast<std::uint32_t>(i);
      hulls_.records[i] = make(source.mesh.corners(pairs[i].b), at);
      pairs_[i] = {pairs[i].a, at};
    }
    ShapesView view = hulls_.view();
    view.vertices = vertices_.data(), view.low_parts = low_parts_.data();
    shapes = {source.first, view, std::span<const Pair>(pairs_).first(pairs.size())};
  }
  Tile(const Tile&) = delete;
  Tile& operator=(const Tile&) = delete;

  PairsOf<InSpace> shapes;

 private:
  static constexpr std::size_t floats = hull_floats(3);
  using Room = std::array<float, pair_tile * floats>;

  MadeShapes hulls_{RecordKind::hull};
  alignas(64) Room vertices_, low_parts_;
  std::array<Pair, pair_tile> pairs_;

  Record make(const std::array<Vec3, 3>& corners, std::uint32_t i) {
    const std::uint32_t at = i * static_cast<std::uint32_t>(floats / vertex_padding);
    return record_of_vertices(lay_out_vertices({vertices_.data(), low_parts_.data(), at}, corners));
  }
};

}  // namespace lockstep::detail
