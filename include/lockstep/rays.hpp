// Ray casts of many rays against many convex shapes: first hit (closest hit), any hit (shadow ray, line of sight,
// occlusion test), or all hits in order.
//
//   std::vector<lockstep::Ray> lasers = {{.origin = {0, 0, 1}, .motion = {40, 0, 0}}};   // 40 long
//   std::vector<std::uint32_t> shapes(lasers.size());
//   std::vector<lockstep::Interval> fractions(lasers.size());
//   lockstep::first_hits(lasers, set, {shapes, fractions});
//   if (shapes[0] != lockstep::no_shape) ...                          // at 40 * fractions[0].lower
//   lockstep::HitLists all = lockstep::all_hits(lasers, set);
//   for (const std::uint32_t shape : all[0].shapes) ...               // in the order in which the laser comes to them
//
// Contract of all functions:
//
// Throws: `InvalidInput` before anything is written if a span has the wrong length, if spans share memory with each
// other or with the input, if the forced instruction set cannot run here or, with `Check::inputs`, if the origin of a
// ray is not a valid coordinate, a motion is not finite, or an option is negative or NaN; and `std::bad_alloc`.
// Threads: tiles of rays run in the caller's TBB arena or `options.executor`. Same bits for every thread count,
// instruction set and order of the rays. Thread-safe while no thread changes the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/bitmask.hpp>
#include <lockstep/cast.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/types.hpp>

namespace lockstep {

/// Stands for the shape of a ray that misses all shapes.
inline constexpr std::uint32_t no_shape = 0xffffffff;

/// Outputs for each ray. Empty spans are not written.
struct RayHits {
  std::span<std::uint32_t> shapes = {};  ///< the shape that it hits first, or `no_shape`
  std::span<Interval> fractions = {};    ///< of the ray's motion; they hold the first contact with any shape
  std::span<Vec3d> points = {};          ///< the hit point, on that shape
  std::span<Vec3d> normals = {};         ///< unit, from the shape to the ray; NaN, like the points, without a hit
  std::span<std::uint32_t> parts = {};   ///< for bodies in a world the number of the part; else 0, or `no_shape`
};

/// Visibility mask: ray i is tested against shape j only if `masks[i] & groups[j]` is not 0. An empty span stands for
/// all bits set; `groups` has one number for each index of the set, free slots included.
struct RayFilter {
  std::span<const std::uint32_t> masks = {};
  std::span<const std::uint32_t> groups = {};
};

struct RayOptions {
  double tolerance = 0;                   ///< as CastOptions::tolerance
  Touching touching = Touching::overlap;  ///< for `any_hits` and `all_hits`: the meaning of an unproven hit
  RayFilter filter = {};
  Check check = Check::inputs;  ///< rays and options; shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< runs the parts; empty: TBB
  /// As CastOptions::ignore_start_contact, for shapes that move (world_casts.hpp). Rays hit the shapes that they start
  /// in.
  bool ignore_start_contact = false;
};

/// The first hit of each ray. For each ray, with [l_j, u_j] the interval that `cast_rays` proves for it and shape j
/// (l_j is at least where the ray enters the box around j):
///
///   fractions   [least l_j, least u_j] of all shapes: nothing is hit before its lower end, something by its upper end
///   shape       the one with the least u_j, the lowest index of several; it is surely hit by fractions.upper. Another
///               one may be hit as early if their intervals overlap: within rounding both are first. A ray that
///               starts in several shapes has the lowest index of them
///   no proof    if no hit is proven and some shape is not proven to be missed, the upper end is infinite, and the
///               shape is the one with the least l_j, the lowest index of several
///   a miss      both ends are infinite, and `no_shape`
///
/// With `Check::none` an invalid shape may be hit by any ray from 0 on; an invalid ray has [0, infinity] and the lowest
/// index that its filter lets it see.
///
/// Complexity: O(rays * shapes) box tests, each a few operations of a lane; with at least 512 rays and 512 shapes, the
/// time to build and query a `World` of the shapes instead (world_rays.hpp; callers that query often should keep one).
/// In addition a closed form or a few measurements, as in `cast_rays`, for each shape whose box the ray enters before
/// the first proven hit.
/// Allocates: 24 or 80 bytes for each shape, and memory for the boxes that the rays of a tile meet.
/// Throws, Threads: see top.
///
/// Source of the algorithm: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986, for boxes and the order of
/// candidates. The bounds are derived in docs/numerics.md, section 14.
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const ShapeSet& shapes, const RayHits& out,
                             const RayOptions& options = {});

/// Any hit (occlusion): sets bit i % 64 of hits[i / 64] if ray i hits a shape; mask_words(rays.size()) words. The
/// proofs are the same; a ray ends as soon as one hit is proven. If none is proven and some shape is not proven to be
/// missed, `options.touching` decides. The contract is that of `first_hits`.
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const ShapeSet& shapes, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});

/// The hits of one ray: shapes and as many intervals of its motion.
struct HitList {
  std::span<const std::uint32_t> shapes;
  std::span<const Interval> fractions;
};

/// A list of hits for each ray, one after the other.
struct HitLists {
  std::vector<std::size_t> first;     ///< the start of each list in the arrays, and the end of the last one
  std::vector<std::uint32_t> shapes;  ///< the lists
  std::vector<Interval> fractions;    ///< one for each hit

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] HitList operator[](std::size_t i) const {
    const std::size_t begin = first[i], count = first[i + 1] - begin;
    return {std::span(shapes).subspan(begin, count), std::span(fractions).subspan(begin, count)};
  }
};

/// All shapes that each ray hits within its length, each once, with the fractions that `first_hits` would give for that
/// shape alone: it is not hit before the lower end, and is hit by the upper one. If neither a hit nor a miss is proven,
/// the upper end is infinite, and `options.touching` decides whether the shape is listed.
///
/// A list is in rising order of lower ends, then of upper ends, then of indices. So a shape that is proven to be hit
/// before another one comes before it; if two intervals overlap, their order proves nothing. Shapes that a ray starts
/// in come first, by index. (The shape that `first_hits` names is the one with the least upper end, which need not lead
/// the list if intervals overlap.) `cast_rays` of the pairs has points and normals.
///
/// Complexity: O(rays * shapes) box tests, or with at least 512 rays and 512 shapes the time to build and query a
/// `World`; and a closed form or a few measurements for each shape whose box the ray meets.
/// Allocates: 24 bytes for each hit beside the result.
/// Throws, Threads: see top.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const ShapeSet& shapes,
                                             const RayOptions& options = {});

}  // namespace lockstep
