// Static triangle meshes and height fields (terrain) in a BVH: signed distance, contact manifolds, shape casts and ray
// casts (Möller-Trumbore, watertight) against triangles in any number and of any form.
//
//   lockstep::TriangleMesh terrain(vertices, indices);                // 3 indices for each triangle
//   std::vector<lockstep::Ray> rays = {{{0, 0, 9}, {0, 0, -10}}};
//   std::vector<lockstep::Interval> fractions(rays.size());
//   std::vector<std::uint32_t> triangles(rays.size());
//   lockstep::cast_rays(rays, terrain, {fractions, triangles});       // the first triangle that each ray hits
//   lockstep::TriangleMesh hills({.heights = heights, .columns = 1025, .rows = 1025});    // z over x and y
//
// Contract of all functions, unless they say otherwise:
//
// Allocates: nothing.
// Throws: `InvalidInput` as the call of the same name for two sets does (intersect.hpp, distance.hpp, cast.hpp,
// rays.hpp), before anything is written.
// Threads: parts run in the caller's TBB arena or `options.executor`. Same bits for every thread count, instruction set
// and order of the list. Thread-safe while no thread changes sets or mesh.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <lockstep/cast.hpp>
#include <lockstep/config.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// Stands for a missing triangle.
inline constexpr std::uint32_t no_triangle = 0xffffffffU;

/// A terrain: heights over a grid. The point of column c in row r stands at
///
///   origin + c * column_step + r * row_step + heights[r * columns + c] * up
///
/// computed in double and rounded to float32 once, the same bits everywhere. The vectors need not be perpendicular or
/// of length 1: with `up` = {0, 0, 0.1F} ten heights make a unit.
///
/// Each cell, the square between four neighbouring points, has two triangles, cut along the diagonal from its point (c,
/// r) to (c + 1, r + 1): first (c, r), (c + 1, r), (c + 1, r + 1), then (c, r), (c + 1, r + 1), (c, r + 1). There are
/// columns - 1 cells in a row. Those of the cell of column c in row r are triangles 2 * k and 2 * k + 1 with k = r *
/// (columns - 1) + c, as long as no cell is left out.
///
/// A NaN height is no point: the cells around it are left out of the terrain, so that anything falls through. They have
/// no triangles, and the numbers of the cells behind them move up.
struct HeightField {
  std::span<const float> heights;  ///< row by row, columns * rows
  std::size_t columns = 0;
  std::size_t rows = 0;
  Vec3 origin = {};
  Vec3 column_step = {1, 0, 0};  ///< from a column to the next one
  Vec3 row_step = {0, 1, 0};     ///< from a row to the next one
  Vec3 up = {0, 0, 1};           ///< times a height
};

/// Triangles with common vertices, in world space. Each is the convex hull of its three corners, exactly as given: it
/// has two sides and no inside. Degenerate triangles are legal: corners that coincide or lie on a line make an edge or
/// a point. A mesh need not be closed, connected or flat anywhere. It never changes.
///
/// Complexity: O(triangles * log(triangles)) to make.
/// Allocates: some 48 bytes for each triangle, for a copy of its corners and a tree of boxes (BVH), and no vertices;
/// `memory_bytes` has the total.
/// Throws: `InvalidInput` that names the element and its value if the number of indices is not a multiple of 3, there
/// are more than 2^32 - 2 triangles or an index has no vertex; with `Check::inputs` also if a coordinate is not finite
/// or beyond `max_coordinate`. (With `Check::none` a triangle with such a corner is `touching` with everything.)
/// Threads: safe to read from several threads.
class LOCKSTEP_API TriangleMesh {
 public:
  TriangleMesh();  ///< without triangles
  TriangleMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, Check check = Check::inputs);
  /// The triangles of a terrain; without cells, an empty mesh.
  ///
  /// Allocates: some 36 bytes for each point more while the mesh is made.
  /// Throws: `InvalidInput` that names the element and its value if there are not columns * rows heights or more than
  /// 2^32 - 2 triangles; with `Check::inputs` also if a height is infinite, or a point is beyond `max_coordinate`.
  explicit TriangleMesh(const HeightField& terrain, Check check = Check::inputs);
  ~TriangleMesh();
  TriangleMesh(const TriangleMesh&);
  TriangleMesh(TriangleMesh&&) noexcept;
  TriangleMesh& operator=(const TriangleMesh&);
  TriangleMesh& operator=(TriangleMesh&&) noexcept;

  /// The number of triangles.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The corners of a triangle. O(1). Throws `InvalidInput` if there is no such triangle.
  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const;
  /// The memory of the mesh, in bytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// For the kernels.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<Store> store_;
};

// The whole mesh, by traversal of its BVH. (Pair lists, whose pairs[i].b is a triangle, and first_hits, any_hits,
// all_hits, overlapping and any_overlapping take a mesh as well.) Each answer is that of the triangles one by one, put
// together, whatever else is in the list. A triangle is left out only if its bounding boxes prove that it cannot
// matter; and if an answer about one triangle is wider than the proof of its boxes, the boxes count.

/// Outputs for each shape. Empty spans are not written.
struct MeshDistanceOutput {
  std::span<Interval> distances;            ///< one for each shape: holds the least signed distance to any triangle
  std::span<std::uint32_t> triangles = {};  ///< one for each shape, or empty: that with the least upper end, the lowest
                                            ///< index of several; `no_triangle` if none is known to be near enough
  std::span<WitnessPoints> points = {};     ///< the same: for that triangle; b lies on it
  std::span<Vec3d> normals = {};            ///< the same: unit, from the triangle to the shape
};

/// Writes out.distances[i] = the signed distance of shape list[i] and the nearest triangle: from the least lower end to
/// the least upper end of `distance` to each triangle. A triangle has no inside, so an overlapping shape is as deep as
/// the deepest triangle in it, and one behind a closed surface is apart from it.
///
/// A shape farther than `no_farther_than`, or from a mesh without triangles, has the answer of `distance` for that
/// case: from there to infinity, points and normal NaN.
///
/// Complexity: about O(log(triangles)) boxes and a handful of triangles for each shape that is small beside the mesh
/// and near or outside of it. An invalid shape (Check::none) is tested against every triangle.
/// Throws: as `distance` of two sets; messages name `list` in place of pairs.
LOCKSTEP_API void distance(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
                           const MeshDistanceOutput& out, const DistanceOptions& options = {});

/// Outputs for each shape or ray. Empty spans are not written.
struct MeshCastOutput {
  std::span<Interval> fractions;            ///< one for each: holds the first contact with any triangle
  std::span<std::uint32_t> triangles = {};  ///< one for each, or empty: that with the least upper end, of several that
                                            ///< with the least lower end, then the lowest index; `no_triangle` if the
                                            ///< mesh is missed
  std::span<Vec3d> points = {};             ///< the same: on that triangle, as in CastOutput
  std::span<Vec3d> normals = {};            ///< the same
};

/// Shape cast: shape list[i] moves by motions[i]. Writes out.fractions[i] = the first contact with the mesh, from the
/// least lower end to the least upper end of `cast` to each triangle. A motion that is not finite (Check::none) gives
/// [0, infinity] and `no_triangle`.
///
/// Complexity: `cast` for each triangle that boxes leave. A box that the shape's box misses, or reaches after a proven
/// contact, is left out with all its triangles.
LOCKSTEP_API void cast(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
                       std::span<const Vec3> motions, const MeshCastOutput& out, const CastOptions& options = {});

/// Ray cast: the first triangle that each ray hits. The contract is that of the shape cast.
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const TriangleMesh& mesh, const MeshCastOutput& out,
                            const CastOptions& options = {});

/// Outputs of contacts with a mesh.
struct MeshContactOutput {
  std::span<Pair> pairs;          ///< a shape and a triangle in contact with it
  std::span<Manifold> manifolds;  ///< of these; as long as `pairs`
};

/// The result of `contacts`. A caller that ignores it may take part of the contacts for all of them.
struct [[nodiscard("tells how many contacts there are, and whether the output holds them all")]] MeshContacts {
  std::size_t pairs = 0;  ///< number of pairs in contact, whatever fits in the output
  bool complete = true;   ///< false: the output is too short and holds the first of them
};

/// All triangles in contact with the shapes of the list, each with the manifold of `contacts` (those that have a
/// point), in the order of the list, the triangles of a shape in rising order. Neighbouring triangles have contacts of
/// their own, also across their common edge.
///
/// Complexity: O(triangles near each shape) beside the cost of `contacts`.
/// Allocates: some 320 bytes for each pair in contact; nothing from the second call on with `options.executor.scratch`.
/// Throws: as `contacts` of two sets; `std::bad_alloc`.
LOCKSTEP_API MeshContacts contacts(const ShapeSet& shapes, const TriangleMesh& mesh,
                                   std::span<const std::uint32_t> list, const MeshContactOutput& out,
                                   const ContactOptions& options = {});

}  // namespace lockstep
