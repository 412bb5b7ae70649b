// Triangles of a world that stands still, in any number and of any form: how far away, where in contact, when hit?
//
//   lockstep::TriangleMesh terrain(vertices, indices);                // 3 indices for each triangle
//   std::vector<lockstep::Ray> rays = {{{0, 0, 9}, {0, 0, -10}}};
//   std::vector<lockstep::Interval> fractions(rays.size());
//   std::vector<std::uint32_t> triangles(rays.size());
//   lockstep::cast_rays(rays, terrain, {fractions, triangles});       // the first triangle that each ray hits
//   lockstep::TriangleMesh hills({.heights = heights, .columns = 1025, .rows = 1025});    // z over x and y
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <lockstep/cast.hpp>
#include <lockstep/contacts.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/export.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// What stands in the place of a triangle where there is none.
inline constexpr std::uint32_t no_triangle = 0xffffffffU;

/// Heights over a grid: a terrain. The point of column c in row r stands at
///
///   origin + c * column_step + r * row_step + heights[r * columns + c] * up
///
/// computed in double and rounded to float32 once, the same bits everywhere. The vectors need not be at right angles or
/// of length 1: `up` = {0, 0, 0.1F} has heights of which ten make a unit.
///
/// Each cell, which is the square between four neighbouring points, has two triangles, cut along the diagonal from its
/// point (c, r) to (c + 1, r + 1): first that of (c, r), (c + 1, r), (c + 1, r + 1), then that of (c, r), (c + 1, r +
/// 1), (c, r + 1). Of the cell of column c in row r, of which there are columns - 1 in a row, they are triangles 2 * k
/// and 2 * k + 1 with k = r * (columns - 1) + c, as long as there are no holes.
///
/// A height that is NaN is none: the cells around its point are holes in the terrain, through which anything falls.
/// They have no triangles, and those of the cells behind them move up.
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
/// has two sides and no inside. Corners that coincide or lie on a line are legal: the hull is an edge or a point then.
/// A mesh need not be closed, connected or flat anywhere, and stays as it is.
///
/// It keeps a copy of the corners of each triangle and a tree of boxes, some 48 bytes for each triangle, and no
/// vertices; `memory_bytes` tells how many. O(triangles * log(triangles)) to make. Reading from several threads is
/// safe.
///
/// Throws `InvalidInput` that names the element and its value where the number of indices is no multiple of 3, there
/// are more than 2^32 - 2 triangles or an index is that of no vertex; with `Check::inputs` also where a coordinate is
/// not finite or beyond `max_coordinate`. (With `Check::none` a triangle with such a corner is `touching` with
/// everything.)
class LOCKSTEP_API TriangleMesh {
 public:
  TriangleMesh();  ///< without triangles
  TriangleMesh(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices, Check check = Check::inputs);
  /// The triangles of a terrain; without cells, none. Throws `InvalidInput` that names the element and its value where
  /// there are not columns * rows heights or more than 2^32 - 2 triangles; with `Check::inputs` also where a height is
  /// infinite, or a point is beyond `max_coordinate`. It takes some 36 bytes for each point more while it is made.
  explicit TriangleMesh(const HeightField& terrain, Check check = Check::inputs);
  ~TriangleMesh();
  TriangleMesh(const TriangleMesh&);
  TriangleMesh(TriangleMesh&&) noexcept;
  TriangleMesh& operator=(const TriangleMesh&);
  TriangleMesh& operator=(TriangleMesh&&) noexcept;

  /// How many triangles.
  [[nodiscard]] std::size_t size() const noexcept;
  /// The corners of a triangle. Throws `InvalidInput` if there is no such triangle.
  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  /// For the kernels.
  struct Store;
  [[nodiscard]] const Store& store() const noexcept { return *store_; }

 private:
  std::unique_ptr<Store> store_;
};

// Lists of pairs of a shape (or a ray) and a triangle: pairs[i].b is a triangle. What the calls of the same names
// promise for two sets holds here, and what they throw: a triangle is answered, to the bit, as a ConvexHull with these
// three vertices in this order is. Nothing is allocated.

LOCKSTEP_API void intersect(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                            std::span<Verdict> verdicts, const IntersectOptions& options = {});
LOCKSTEP_API void distance(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                           const DistanceOutput& out, const DistanceOptions& options = {});
LOCKSTEP_API void contacts(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                           std::span<Manifold> out, const ContactOptions& options = {});
LOCKSTEP_API void cast(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const Pair> pairs,
                       std::span<const Vec3> motions, const CastOutput& out, const CastOptions& options = {});
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const TriangleMesh& mesh, std::span<const Pair> pairs,
                            const CastOutput& out, const CastOptions& options = {});

// The whole mesh. Each answer is that of the triangles one by one, put together: the same bits for every instruction
// set, thread count and order of the list, and whatever else is in the list. Boxes around triangles say which are worth
// a look; only a triangle that they prove to be of no account is left out, and where an answer about one triangle is
// wider than what its boxes prove, the boxes count.

/// What is wanted of each shape; a span that is empty is not written.
struct MeshDistanceOutput {
  std::span<Interval> distances;            ///< one for each shape: holds the least signed distance to any triangle
  std::span<std::uint32_t> triangles = {};  ///< one for each shape, or none: that with the least upper end, the lowest
                                            ///< index of several; `no_triangle` if none is known to be near enough
  std::span<WitnessPoints> points = {};     ///< the same: of that triangle; b lies on it
  std::span<Vec3d> normals = {};            ///< the same: unit, from the triangle to the shape
};

/// Answers out.distances[i] = the signed distance of shape shapes[i] and the nearest triangle: from the least lower end
/// to the least upper end of what `distance` says of each triangle. A triangle has no inside, so a shape that overlaps
/// is as deep as the deepest triangle in it, and one that lies behind a closed surface is apart from it.
///
/// Farther than `no_farther_than`, and from a mesh without triangles, a shape is as `distance` tells it: from there to
/// infinity, points and normal NaN.
///
/// About O(log(triangles)) boxes and a handful of triangles for each shape that is small beside the mesh and near or
/// outside of it; a shape with a bad number (Check::none) is asked about with every triangle. Allocates nothing. Throws
/// what `distance` throws, and names `list` in place of pairs.
LOCKSTEP_API void distance(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
                           const MeshDistanceOutput& out, const DistanceOptions& options = {});

/// What is wanted of each shape or ray; a span that is empty is not written.
struct MeshCastOutput {
  std::span<Interval> fractions;            ///< one for each: holds the first contact with any triangle
  std::span<std::uint32_t> triangles = {};  ///< one for each, or none: that with the least upper end, of several that
                                            ///< with the least lower end, then the lowest index; `no_triangle` if the
                                            ///< mesh is missed
  std::span<Vec3d> points = {};             ///< the same: of that triangle, as CastOutput says
  std::span<Vec3d> normals = {};            ///< the same
};

/// Shape list[i] moves by motions[i]: out.fractions[i] = when it first meets the mesh, from the least lower end to the
/// least upper end of what `cast` says of each triangle. Of a motion that is not finite (Check::none) nothing is known:
/// [0, infinity] and `no_triangle`.
///
/// A box that the shape's box passes by, or reaches after a contact that is proven, is left out with all triangles in
/// it. Allocates nothing. Throws what `cast` throws.
LOCKSTEP_API void cast(const ShapeSet& shapes, const TriangleMesh& mesh, std::span<const std::uint32_t> list,
                       std::span<const Vec3> motions, const MeshCastOutput& out, const CastOptions& options = {});

/// The same of rays: which triangle does each of them hit first?
LOCKSTEP_API void cast_rays(std::span<const Ray> rays, const TriangleMesh& mesh, const MeshCastOutput& out,
                            const CastOptions& options = {});

/// Which triangle does each ray hit first, and when? All is as for `first_hits` of a set (rays.hpp), a triangle being a
/// shape: what the outputs mean, and options, with `filter.groups` for each triangle. A triangle is closed: a ray that
/// meets the common edge of two, or a corner, hits, and hits what is behind them no sooner. `unproven` are at most rays
/// that run along the plane of a triangle, and what they meet of triangles without area, which `cast_rays` has as well.
/// This is many times as fast as `cast_rays`, whose intervals may differ; both hold.
///
/// About O(log(triangles)) for each ray: boxes and triangles in lanes of floats, what is left over by a closed form in
/// doubles, on edges exactly. Allocates memory for the triangles that the rays of a tile may hit.
///
/// Source of the algorithm: T. Möller, B. Trumbore, "Fast, minimum storage ray/triangle intersection", 1997. The
/// bounds are derived in docs/numerics.md, section 15.
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const TriangleMesh& mesh, const RayHits& out,
                             const RayOptions& options = {});
/// Does any triangle stand in the way? As `any_hits` of a set.
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const TriangleMesh& mesh, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});
/// All triangles that each ray goes through, as `all_hits` of a set (rays.hpp): a ray that meets the common edge of two
/// has both. O(log(triangles) + triangles whose boxes it meets) for each ray.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const TriangleMesh& mesh,
                                             const RayOptions& options = {});

/// Where to write contacts with a mesh.
struct MeshContactOutput {
  std::span<Pair> pairs;          ///< a shape, and a triangle that it is in contact with
  std::span<Manifold> manifolds;  ///< of these; as long as `pairs`
};

/// How many there are: to ignore that is to take what was written for all of them that may not be.
struct [[nodiscard("tells how many contacts there are, and whether the output holds them all")]] MeshContacts {
  std::size_t pairs = 0;  ///< in contact, whatever the output holds
  bool complete = true;   ///< false: the output is too short, and holds the first of them
};

/// All triangles that shapes of the list are in contact with, each with the manifold that `contacts` gives: those that
/// have a point. In the order of the list, the triangles of a shape in rising order. Neighbouring triangles have
/// contacts of their own, also across the edge that they have in common.
///
/// O(triangles near each shape) beside what `contacts` takes. Allocates scratch memory, some 320 bytes for each pair
/// in contact. Throws what `contacts` throws.
LOCKSTEP_API MeshContacts contacts(const ShapeSet& shapes, const TriangleMesh& mesh,
                                   std::span<const std::uint32_t> list, const MeshContactOutput& out,
                                   const ContactOptions& options = {});

}  // namespace lockstep
