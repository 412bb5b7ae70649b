// Runs the library under conditions that must not change an answer.
#pragma once

#include <optional>

#include "plane_questions.hpp"
#include "questions.hpp"
#include "volumes.hpp"

#include "lockstep/lockstep.hpp"

namespace lockstep::digest {

struct Conditions {
  std::optional<Isa> isa = {};                ///< empty: the best
  int threads = 0;                            ///< 0: TBB's default
  Executor executor = {};                     ///< instead of TBB
  bool swap = false;                          ///< asks about (b, a)
  bool flush_denormals = false;               ///< in the calling thread, while shapes are added and queries run
  std::optional<std::uint64_t> shuffle = {};  ///< seed of an order; answers come back in the order of the questions
  std::size_t offset = 0;  ///< offset of streams and verdicts from the alignment of a cache line, in bytes
};

/// One byte per question, the same under all conditions.
using Answers = std::vector<std::uint8_t>;

Answers ask_pairs(std::span<const ShapePair> questions, Method method, const Conditions& conditions);
Answers ask_pairs(std::span<const ShapePair2> questions, Method method, const Conditions& conditions);

/// A byte that combines all bits of the interval, the points and the normal.
Answers ask_distances(std::span<const ShapePair> questions, double tolerance, const Conditions& conditions);
Answers ask_distances(std::span<const ShapePair2> questions, double tolerance, const Conditions& conditions);

/// The same of whole manifolds.
Answers ask_contacts(std::span<const ShapePair> questions, const Conditions& conditions);
Answers ask_contacts(std::span<const ShapePair2> questions, const Conditions& conditions);

/// The same of the interval and the normal of a cast; with `swap` of (b, a) the other way.
Answers ask_casts(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions);
Answers ask_casts(std::span<const ShapePair2> questions, std::span<const Vec2> motions, const Conditions& conditions);

/// The same of rays that start at the points a; `swap` does not matter.
Answers ask_rays(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions);

/// The same where a turns, or b in every other pair; `swap` does not matter.
Answers ask_turning_casts(std::span<const ShapePair> questions, std::span<const Motion> motions,
                          const Conditions& conditions);
Answers ask_turning_casts(std::span<const ShapePair2> questions, std::span<const Motion2> motions,
                          const Conditions& conditions);

/// For shapes a and one mesh, whose triangles are the first three corners of the hulls b (which take part in all other
/// questions as well): the nearest triangle, the first one that a hits as it moves, all contacts, and the first
/// triangle on a ray through a corner of triangle i. `swap` does not matter.
Answers ask_mesh(std::span<const ShapePair> questions, std::span<const Vec3> motions, const Conditions& conditions);

/// Bit 0: `exact`, touching is visible; bit 1: `exact`, touching is culled; bit 2: `planes`. Objects of one kind are
/// culled as a view if there is one for their kind, else as a `ShapeSet`.
Answers ask_culling(const ConvexVolume& volume, std::span<const AnyShape> objects, const Conditions& conditions);

}  // namespace lockstep::digest
