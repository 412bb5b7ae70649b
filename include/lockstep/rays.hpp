// Many rays against many shapes: what does each laser hit first, does anything stand in its way, or what is all that it
// goes through?
//
//   std::vector<lockstep::Ray> lasers = {{.origin = {0, 0, 1}, .motion = {40, 0, 0}}};   // 40 long
//   std::vector<std::uint32_t> shapes(lasers.size());
//   std::vector<lockstep::Interval> fractions(lasers.size());
//   lockstep::first_hits(lasers, set, {shapes, fractions});
//   if (shapes[0] != lockstep::no_shape) ...                          // at 40 * fractions[0].lower
//   lockstep::HitLists all = lockstep::all_hits(lasers, set);
//   for (const std::uint32_t shape : all[0].shapes) ...               // in the order in which the laser comes to them
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

/// Stands for the shape of a ray that misses them all.
inline constexpr std::uint32_t no_shape = 0xffffffff;

/// What is wanted of each ray; a span that is empty is not written.
struct RayHits {
  std::span<std::uint32_t> shapes = {};  ///< the shape that it hits first, or `no_shape`
  std::span<Interval> fractions = {};    ///< of the ray's motion, that hold the first contact with any shape
  std::span<Vec3d> points = {};          ///< where, on that shape
  std::span<Vec3d> normals = {};         ///< unit, from the shape to the ray; NaN, as the points, where there is none
  std::span<std::uint32_t> parts = {};   ///< of bodies in a world, the number of the part; else 0, or `no_shape`
};

/// Which shapes a ray sees: ray i is asked about shape j only if `masks[i] & groups[j]` is not 0. An empty span stands
/// for all bits set; `groups` has one number for each index of the set, holes included.
struct RayFilter {
  std::span<const std::uint32_t> masks = {};
  std::span<const std::uint32_t> groups = {};
};

struct RayOptions {
  double tolerance = 0;                   ///< as CastOptions::tolerance
  Touching touching = Touching::overlap;  ///< of `any_hits` and `all_hits`: what an unproven hit counts as
  RayFilter filter = {};
  Check check = Check::inputs;  ///< rays and options; shapes were checked when they were added
  std::optional<Isa> isa = {};  ///< forces an instruction set that `supported_isas` lists; empty: `default_isa()`
  Executor executor = {};       ///< who runs the parts; empty: TBB
  /// As CastOptions::ignore_start_contact, of shapes that move (world_casts.hpp). Rays hit what they start in.
  bool ignore_start_contact = false;
};

/// Which shape does each ray hit first, and when? For each ray, with [l_j, u_j] the interval that `cast_rays` proves of
/// it and shape j (l_j is at least where the ray enters the box around j):
///
///   fractions   [least l_j, least u_j] of all shapes: nothing is hit before its lower end, something by its upper end
///   shape       the one whose u_j is the least, the lowest index of several; it is hit by fractions.upper for sure.
///               Another one may be hit as early where their intervals overlap: as far as rounding can tell, both are
///               first. A ray that starts in several shapes has the lowest index of them
///   no proof    where no hit is proven and some shape is not proven to be missed, the upper end is infinite, and the
///               shape is the one whose l_j is the least, the lowest index of several
///   a miss      both ends are infinite, and `no_shape`
///
/// The answers are the same bits for every thread count, instruction set and order of the rays. A shape that is not
/// made of valid numbers (Check::none) may be hit by any ray from 0 on; a ray that is not has [0, infinity] and the
/// lowest index that it sees.
///
/// O(rays * shapes) tests of boxes, each a few operations of a lane, or, from 512 rays and 512 shapes on, as long as a
/// `World` of the shapes takes to be built and asked (world_rays.hpp; who asks often keeps one); and a closed form or a
/// few measurements, as of `cast_rays`, for each shape whose box the ray enters before the first hit that is proven.
/// Allocates 24 bytes for each shape, or 80, and memory for the boxes that the rays of a tile meet. Runs tiles of rays
/// in the caller's TBB arena. Thread-safe as long as nobody changes the set.
///
/// Throws `InvalidInput` before anything is written if a span has the wrong length, if spans share memory with each
/// other or with the input, if the forced instruction set cannot run here or, with `Check::inputs`, if the origin of a
/// ray is no coordinate, a motion is not finite, or an option is negative or NaN; and `std::bad_alloc`.
///
/// Source of the algorithm: T. Kay, J. Kajiya, "Ray tracing complex scenes", 1986, for boxes and the order of
/// candidates. The bounds are derived in docs/numerics.md, section 14.
LOCKSTEP_API void first_hits(std::span<const Ray> rays, const ShapeSet& shapes, const RayHits& out,
                             const RayOptions& options = {});

/// Does anything stand in the way? Bit i % 64 of hits[i / 64]: ray i hits a shape; mask_words(rays.size()) words. The
/// same proofs; a ray is left as soon as one hit is proven. Where none is proven and some shape is not proven to be
/// missed, `options.touching` decides. All else is as for `first_hits`.
LOCKSTEP_API void any_hits(std::span<const Ray> rays, const ShapeSet& shapes, std::span<std::uint64_t> hits,
                           const RayOptions& options = {});

/// What one ray hits: as many shapes as intervals of its motion.
struct HitList {
  std::span<const std::uint32_t> shapes;
  std::span<const Interval> fractions;
};

/// A list of hits for each ray, one after the other.
struct HitLists {
  std::vector<std::size_t> first;     ///< where each list begins in the arrays, and where the last one ends
  std::vector<std::uint32_t> shapes;  ///< the lists
  std::vector<Interval> fractions;    ///< of each hit

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] HitList operator[](std::size_t i) const {
    const std::size_t begin = first[i], count = first[i + 1] - begin;
    return {std::span(shapes).subspan(begin, count), std::span(fractions).subspan(begin, count)};
  }
};

/// All shapes that each ray hits within its length, each once, with the fractions that `first_hits` would have of that
/// shape alone: nothing of it is hit before the lower end, it is by the upper one. Where no hit is proven and neither
/// is a miss, the upper end is infinite, and `options.touching` says whether the shape is listed.
///
/// A list is in rising order of lower ends, then of upper ends, then of indices. So a shape that is proven to be hit
/// before another one comes before it; where two intervals overlap, the order tells nothing. Shapes that a ray starts
/// in come first, by index. (The shape that `first_hits` names is the one whose upper end is the least, which need not
/// lead the list where intervals overlap.) The same bits for every thread count, instruction set and order of the rays.
///
/// O(rays * shapes) tests of boxes, or from 512 rays and 512 shapes on as long as a `World` takes to be built and
/// asked; and a closed form or a few measurements for each shape whose box the ray meets. `cast_rays` of the pairs has
/// points and normals. Allocates 24 bytes for each hit more than it returns; throws what `first_hits` throws.
[[nodiscard]] LOCKSTEP_API HitLists all_hits(std::span<const Ray> rays, const ShapeSet& shapes,
                                             const RayOptions& options = {});

}  // namespace lockstep
