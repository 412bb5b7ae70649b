// Broad phase and narrow phase in one pass over moving objects: which pairs of these shapes overlap now? Hierarchical
// grid (spatial hashing), collision filters by group and mask, neighbour (Verlet) lists with a skin, penetration depths
// and contact manifolds of the pairs found.
//
//   std::vector<lockstep::Pair> pairs(100'000);
//   lockstep::OverlapPass pass;                                       // keeps its memory from frame to frame
//   lockstep::OverlapResult found = pass.run(balls, {.pairs = pairs});
//   if (!found.complete) pairs.resize(found.pairs), found = pass.run(balls, {.pairs = pairs});
//   for (const lockstep::Pair& pair : std::span(pairs).first(found.pairs)) ...
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>

#include <lockstep/bitmask.hpp>
#include <lockstep/body_set.hpp>
#include <lockstep/contacts.hpp>
#include <lockstep/executor.hpp>
#include <lockstep/export.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

class World;   // world.hpp
class World2;  // world2.hpp

/// Collision filter: objects i and j are tested only if `group[i] & mask[j]` and `group[j] & mask[i]` are both not 0.
/// An empty span stands for all bits set, for every object.
struct OverlapFilter {
  std::span<const std::uint32_t> group = {};
  std::span<const std::uint32_t> mask = {};
};

/// The order in which pairs are written. Sorting costs a third to a half of a crowd's pass, and 8 bytes of memory for
/// each pair.
enum class PairOrder : std::uint8_t {
  sorted,  ///< in rising order of `a`, then `b`: the same bytes for every machine, thread count and history
  any      ///< as they are found: the same pairs, in an order that may differ from run to run
};

struct OverlapOptions {
  /// Pairs no farther apart than this (>= 0) count as well: the distance of the shapes is compared with it as exactly
  /// as overlaps are decided. Pairs of mixed shapes whose distance is close to it are decided in double lanes, several
  /// times as slow.
  float margin = 0;
  Touching touching = Touching::overlap;  ///< the default never loses a contact
  OverlapFilter filter = {};              ///< for the only set, or for the first of two
  OverlapFilter second_filter = {};       ///< for the second of two
  Check check = Check::inputs;            ///< one more pass over the objects, at the speed of memory
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  PairOrder order = PairOrder::sorted;    ///< of OverlapOutput::pairs
  Executor executor = {};                 ///< runs the parts; empty: TBB
};

/// The minimum translation of a pair: moving shape `a` by `depth * direction` leaves both in contact. `depth` is
/// negative if they are apart (within the margin): minus the gap. `direction` is a unit vector up to rounding, from `b`
/// to `a`, and (1, 0, 0) if every direction is equally good. In the plane z is 0.
///
/// For a ShapeSet or a ShapeSet2 these are -Interval::lower and the normal that `distance` (distance.hpp) proves, each
/// rounded to the nearest float: the move separates the shapes up to that rounding, and a gap is no smaller than given.
/// The move is longer than the shortest one by the interval's width at most. That is rounding in double for most kinds.
/// For overlapping ellipsoids, cylinders and cones, or one of these in a volume, one in a thousand may have 1e-3 of its
/// size and more, most of it at the other end.
///
/// For two bodies it is that of the two parts that are deepest in each other, or the nearest two if all are apart (ties
/// go to the parts' indices in `a`, then in `b`). The move brings these two into contact, and other parts may still
/// overlap: in a few rounds bodies that are not hooked into each other come apart.
struct Separation {
  Vec3 direction;
  float depth = 0;
  friend bool operator==(const Separation&, const Separation&) = default;
};

/// Outputs of a pass. Empty spans are not written.
struct OverlapOutput {
  /// Pairs, in rising order of `a`, then `b`, unless OverlapOptions::order is `any`. With one set a < b, each pair
  /// once; with two sets `a` is of the first.
  std::span<Pair> pairs = {};
  /// One for each pair in `pairs`; as long as `pairs`. For mixed shapes, of space or of the plane, each costs as much
  /// as `distance` with normals; for bodies so does each pair of parts that meet, which takes up to 56 bytes of memory.
  std::span<Separation> separations = {};
  /// One for each pair in `pairs`; as long as `pairs`: to the bit the manifold that `contacts` (contacts.hpp) gives
  /// with the pass's margin. Spheres have the same as in a ShapeSet, and circles as in a ShapeSet2; in the plane z is
  /// 0, and there are up to two points. Two bodies have the manifold of the two parts of their `Separation`: a body
  /// that stands on two feet has the contacts of one. A solver needs BodyPairs::parts.
  std::span<Manifold> contacts = {};
  /// The number of others that each object (of the first set) meets.
  std::span<std::uint32_t> counts = {};
  /// Bit i % 64 of any[i / 64]: object i (of the first set) meets another. mask_words(count) words.
  std::span<std::uint64_t> any = {};
  /// Called with a batch of pairs at a time, from several threads at once and in no particular order; all calls
  /// together pass each pair once. An exception that it throws ends the pass and reaches the caller.
  std::function<void(std::span<const Pair>)> tile = {};
};

/// What a pass over bodies reports. Filters apply to bodies in both cases.
enum class BodyPairs : std::uint8_t {
  bodies,  ///< bodies that meet, each pair once whatever the number of parts; counts and bits are of bodies
  parts    ///< parts of different bodies that meet, by their indices in BodySet::parts(); so are counts and bits
};

/// The result of a pass. A caller that ignores it may take part of the pairs for all of them.
struct [[nodiscard("tells how many pairs there are, and whether `pairs` holds them all")]] OverlapResult {
  std::uint64_t pairs = 0;  ///< number of pairs, whatever fits in the buffers
  bool complete = true;     ///< false: `pairs` was given but too short; it holds as many as fit, if sorted the first
  bool sorted = true;       ///< false: the skin saved the search, and the list of an earlier run served
};

namespace detail {
struct OverlapMemory;
}

/// Tag: the pass chooses its skin.
struct AutomaticSkin {};
inline constexpr AutomaticSkin automatic_skin{};

/// An overlap pass (broad phase and narrow phase) and its working memory. One pass serves one set of objects frame
/// after frame.
///
/// Every pair is decided as `intersect` decides it, with the same proofs, so the pairs are the same for every
/// instruction set, thread count and history of the pass. The world needs no bounds, and sizes may be any.
///
/// The contract of `run`:
///
/// Complexity: expected O(objects + pairs), and O(objects) again for each octave of sizes at worst, if small objects
/// crowd among larger ones. If many objects of similar size lie in one place without overlapping (needles, say), all
/// objects that meet in a cell of the grid are compared with each other, and with the smaller ones around them.
/// Allocates: O(objects), never O(candidates), and for sorted pairs 8 bytes for each that is found, 16 at most for each
/// that `pairs` holds; a skin takes more; `memory_bytes` has the total. A pass that is no larger than the one before
/// allocates nothing.
/// Throws: `InvalidInput` before anything is written if a span has the wrong length or shares memory with the objects,
/// if the forced instruction set cannot run here or, with `Check::inputs`, if a number is invalid. With `Check::none`
/// an object with a NaN, an infinity or a negative radius meets every other, as `touching`, in O(objects); its
/// separations are ((1, 0, 0), 0). Exceptions from `tile` and `std::bad_alloc` leave the outputs of no use, and the
/// pass ready for the next call.
/// Threads: runs in the caller's TBB arena or `options.executor`. One pass serves one caller at a time; several passes
/// may run at once.
///
/// Source of the algorithm: hierarchical grids, C. Ericson, "Real-Time Collision Detection", 2005, 7.2; neighbours of a
/// cell as windows of the sorted objects, S. Green, "Particle simulation using CUDA", 2010.
class LOCKSTEP_API OverlapPass {
 public:
  /// `skin` (>= 0), in the unit of the coordinates. With a skin above 0 (the default is 0) the pass keeps a Verlet
  /// list: all pairs that can be near while no object has moved and grown by more than half of the skin. The next runs
  /// test the pairs of that list instead of searching. The pairs are the same. A run rebuilds the list if objects have
  /// come farther, or if their number, the margin or the kind of sets has changed; a few that come farther than the
  /// others, by teleporting, say, are searched again alone. Filters may change from run to run.
  ///
  /// If v is the farthest that any object moves in a frame, a list lasts for k = skin / (2 v) frames (rounded down)
  /// after its own. So one run in k + 1 builds a list, which takes about twice as long as a run without a skin. The
  /// list has as many pairs as a margin of the skin would find, and each run tests all of them. Choose skin = 2 k v
  /// with k >= 3, if that is less than the size of the largest object; below 2 v each run rebuilds the list, and costs
  /// more than without. `OverlapResult::sorted` shows the runs that rebuilt; docs/design.md has figures.
  ///
  /// A skin takes 8 bytes for each listed pair and some 60 for each object. A list of more than 64 pairs for each
  /// object is dropped: such a run searches, and so do the next 16. Nothing is kept either if an object is invalid.
  explicit OverlapPass(float skin = 0);
  /// A pass that chooses the cheapest skin for the motion and the number of pairs so far, again for each list, and no
  /// skin if none pays. It decides by counts, never by a clock: two runs of a program choose the same. The first run,
  /// and some later ones, measure how far objects move.
  explicit OverlapPass(AutomaticSkin automatic);
  ~OverlapPass();
  OverlapPass(OverlapPass&&) noexcept;
  OverlapPass& operator=(OverlapPass&&) noexcept;

  /// One set: which objects overlap each other?
  OverlapResult run(const SphereView& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const CircleView& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet2& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const BodySet& objects, const OverlapOutput& out, const OverlapOptions& options = {},
                    BodyPairs report = BodyPairs::bodies);

  /// Two sets: which objects of the first overlap which of the second?
  OverlapResult run(const SphereView& first, const SphereView& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  OverlapResult run(const CircleView& first, const CircleView& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet& first, const ShapeSet& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet2& first, const ShapeSet2& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  OverlapResult run(const BodySet& first, const BodySet& second, const OverlapOutput& out,
                    const OverlapOptions& options = {}, BodyPairs report = BodyPairs::bodies);

  /// Kept worlds (world.hpp), by the indices of their objects: which objects of one overlap each other, or which of the
  /// first overlap which of the second? The answers are those of the same objects in a view, or in a set. Counts, bits
  /// and filters have an element for each index; free slots meet nothing. A skin's list lasts while no object is added
  /// or removed. A world of boxes is copied to a set if margin, separations or contacts are wanted; the pass keeps this
  /// set and `memory_bytes` does not count it. With worlds of bodies pairs are of bodies. `Check` has no effect. Throws
  /// `InvalidInput` as well if two worlds are of different kinds.
  OverlapResult run(const World& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const World& first, const World& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  /// The same in the plane (world2.hpp). Contacts of circles are those of their views; two boxes have up to two points,
  /// those that `contacts` proves for such boxes of space; z is 0 in all outputs.
  OverlapResult run(const World2& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const World2& first, const World2& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});

  /// The memory that the pass keeps, in bytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::OverlapMemory> memory_;
};

/// One pass that keeps nothing: `OverlapPass().run(...)` with the same arguments and contract; for bodies it reports
/// bodies.
template <class Objects>
OverlapResult overlap(const Objects& objects, const OverlapOutput& out, const OverlapOptions& options = {}) {
  return OverlapPass().run(objects, out, options);
}
template <class Objects>
OverlapResult overlap(const Objects& first, const Objects& second, const OverlapOutput& out,
                      const OverlapOptions& options = {}) {
  return OverlapPass().run(first, second, out, options);
}

}  // namespace lockstep
