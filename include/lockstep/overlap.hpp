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

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <lockstep/config.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>

namespace lockstep {

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
  /// The world repeats along the vectors of this cell: a periodic pass over spheres, circles, a set of shapes, or a
  /// world of these or of boxes, or a query of a world. Objects may lie outside of the cell and be larger than it; one
  /// meets each image of another, and images of itself. Proofs are about the exact sums of positions and cell vectors;
  /// pairs without a shift are those of a pass without a cell. Objects of the plane repeat along vectors whose z is 0.
  /// With `Check::none` an invalid object meets every other once, with shifts that mean nothing. A skin has no effect.
  /// Allocates: some 100 bytes for each object, 200 more for each that lies outside of the cell and for each further
  /// image that meets the box around all, which a pass keeps; views, queries and a tile's pairs in each run.
  /// Throws: `InvalidInput` if the cell is invalid (neighbours.hpp), if an object is more than 2^28 cells away, if more
  /// than 2^29 images of one, or 2^31 in all, may meet others, or if the sum of a position and cell vectors has more
  /// than 159 bits, or bits below 2^-149.
  std::optional<Cell> cell = {};
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
  /// once; with two sets `a` is of the first. In a cell there are more: see `shifts`.
  std::span<Pair> pairs = {};
  /// One for each pair in `pairs`; as long as `pairs`. For mixed shapes, of space or of the plane, each costs as much
  /// as `distance` with normals; for bodies so does each pair of parts that meet, which takes up to 56 bytes of memory.
  std::span<Separation> separations = {};
  /// One for each pair in `pairs`; as long as `pairs`: to the bit the manifold that `contacts` (distance.hpp) gives
  /// with the pass's margin (where a cell moves `b`, up to rounding). Spheres have the same as in a ShapeSet, and
  /// circles as in a ShapeSet2; in the plane z is 0, and there are up to two points. Two bodies have the manifold of
  /// the two parts of their `Separation`: a body that stands on two feet has the contacts of one. A solver needs
  /// BodyPairs::parts.
  std::span<Manifold> contacts = {};
  /// The number of others that each object (of the first set) meets.
  std::span<std::uint32_t> counts = {};
  /// Bit i % 64 of any[i / 64]: object i (of the first set) meets another. mask_words(count) words.
  std::span<std::uint64_t> any = {};
  /// Called with a batch of pairs at a time, from several threads at once and in no particular order; all calls
  /// together pass each pair once. An exception that it throws ends the pass and reaches the caller.
  std::function<void(std::span<const Pair>)> tile = {};
  /// One for each pair in `pairs`; as long as `pairs`: the numbers of cells along a, b and c by which object `b` is
  /// moved where it meets `a`; 0 without a cell. With a cell each pair and image is listed once, in rising order of
  /// `a`, then `b`, then these; of one set a <= b, and for an object and its own image the first number that is not 0
  /// is above 0. `counts` has each image that an object meets, of its own both of a pair.
  std::span<std::array<std::int32_t, 3>> shifts = {};
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
/// allocates nothing, unless it has a cell.
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
  /// or removed. A world of boxes is copied to a set if margin, separations or contacts are wanted, one of boxes or
  /// spheres in a cell; the pass keeps this set and `memory_bytes` does not count it. With worlds of bodies pairs are
  /// of bodies. `Check` has no effect. Throws `InvalidInput` as well if two worlds are of different kinds.
  OverlapResult run(const World& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const World& first, const World& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  /// The same in the plane (world.hpp). Contacts of circles are those of their views; two boxes have up to two points,
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

// ---- Contact events ----
//
// Contact events (begin, stay, end) from the overlapping pairs of consecutive frames: which pairs have begun to overlap
// since the last frame, which still do, which have ended?
//
//   lockstep::PairEvents events;                                      // keeps the pairs of the last frame
//   const lockstep::OverlapResult found = pass.run(balls, {.pairs = pairs});         // overlap.hpp; every frame
//   const lockstep::PairChanges changes = events.update(std::span(pairs).first(found.pairs));
//   for (const lockstep::Pair& pair : changes.began) ...

/// The changes of pairs from one frame to the next, each list in rising order of `a`, then `b`. The pairs of now have
/// begun or stayed; the pairs of before have stayed or ended.
struct PairChanges {
  std::span<const Pair> began;   ///< in the new list only
  std::span<const Pair> stayed;  ///< in both lists
  std::span<const Pair> ended;   ///< in the old list only
};

namespace detail {
struct PairEventsMemory;
}

/// Compares two sorted lists of pairs, and remembers one from frame to frame.
///
/// A list is the output of an overlap pass with PairOrder::sorted (the default), for any objects: in rising order of
/// `a`, then `b`, each pair once. The caller ensures two things:
///
/// - The list is complete. If OverlapResult::complete is false, the pairs without room would count as ended: make room
///   and run the pass again first.
/// - A number names the same object in both frames. If a shape was removed and its number given to another, their pairs
///   count as those of one object: they stay.
///
/// What a call returns is valid until the next call of the same object. The contract of all calls:
///
/// Complexity: O(pairs of both frames) at the speed of memory, much less than the pass.
/// Allocates: up to 40 bytes for each pair of the longest list so far (and half of that again while lists grow);
/// nothing if lists are no longer than that.
/// Throws: `InvalidInput` if a list shares memory with the last result or, with `Check::inputs`, if it is not in order;
/// `std::bad_alloc`. Strong guarantee: both leave the object as it was. With `Check::none` unsorted lists give useless
/// changes, and do no other harm.
/// Threads: runs in the caller's TBB arena or `executor`. The same for every thread count. One object serves one thread
/// at a time; several may run at once.
///
/// Source of the algorithm: merging, D. Knuth, "The Art of Computer Programming", volume 3, 1973, 5.2.4.
class LOCKSTEP_API PairEvents {
 public:
  PairEvents();
  ~PairEvents();
  PairEvents(PairEvents&&) noexcept;
  PairEvents& operator=(PairEvents&&) noexcept;

  /// The changes from the pairs of the last call of `update` to these, which are remembered for the next one. Before
  /// the first call there were none: all pairs begin.
  PairChanges update(std::span<const Pair> pairs, Check check = Check::inputs, const Executor& executor = {});

  /// The changes from `before` to `now`, if the caller keeps both lists. The pairs that `update` remembers stay as they
  /// are.
  PairChanges compare(std::span<const Pair> before, std::span<const Pair> now, Check check = Check::inputs,
                      const Executor& executor = {});

  /// Returns to the state before the first `update`. O(1); keeps its memory, throws nothing.
  void forget() noexcept;

  /// The memory that the object keeps, in bytes.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::PairEventsMemory> memory_;
};

// ---- Queries of a world or a mesh ----
//
// Overlap queries of shapes in a kept world (BVH): which objects do these spheres, bounding boxes or shapes overlap, or
// do they overlap any?
//
//   lockstep::World level(boxes);                                      // or spheres, a ShapeSet or a BodySet
//   lockstep::ObjectLists met = lockstep::overlapping(level, characters);       // SphereView, AabbView, ShapeSet
//   for (const std::uint32_t box : met[i]) ...                         // the boxes that character i overlaps
//   std::vector<std::uint64_t> blocked(lockstep::mask_words(characters.size()));
//   lockstep::any_overlapping(level, characters, blocked);             // does character i overlap any?
//
// Contract of all functions:
//
// Complexity: about O(log(objects) + objects whose boxes are met) for each shape; a few shapes skip sorting and task
// scheduling. With `Check::none` a shape with a NaN or an infinity is `touching` with every object, in O(objects).
// Allocates: the lists, and temporarily as much, or with a scratch nothing; `any_overlapping` nothing.
// Throws: `InvalidInput` if a filter has the wrong length, the margin is invalid, the forced instruction set cannot run
// here or, with `Check::inputs`, a number of a view is invalid; and `std::bad_alloc`.
// Threads: runs in the caller's TBB arena or `options.executor`. The same for every instruction set, thread count and
// history of the world. Thread-safe while no thread changes the world.

/// A list of objects for each query, one after the other.
struct ObjectLists {
  std::vector<std::size_t> first;      ///< the start of each list in `objects`, and the end of the last one
  std::vector<std::uint32_t> objects;  ///< the lists, each in rising order
  /// In a periodic cell, one for each element of `objects`, else empty: the numbers of cells along a, b and c by which
  /// the object is moved where it meets the query. A list has each image of an object, in rising order of these.
  std::vector<std::array<std::int32_t, 3>> shifts = {};

  [[nodiscard]] std::size_t size() const noexcept { return first.empty() ? 0 : first.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t i) const {
    return std::span(objects).subspan(first[i], first[i + 1] - first[i]);
  }
};

/// The shapes of queries: spheres, boxes or a set; circles or boxes of the plane.
template <class T>
concept QueryShapes = OneOf<T, SphereView, AabbView, ShapeSet, CircleView, Aabb2View>;
/// Those that can be looked up in `Objects`: a world, or for shapes of space a mesh.
template <class T, class Objects>
concept QueryShapesOf = QueryShapes<T> &&
    (std::same_as<Objects, WorldOf<T>> || (std::same_as<Objects, TriangleMesh> && !OfPlane<T>));

/// For each shape, the objects of the world that it overlaps, in rising order: by the verdict that `intersect` gives
/// for the two as shapes of a set, with the same proofs, and within `options.margin` as in an `OverlapPass`. A body is
/// listed once if any of its parts would be, as in an `OverlapPass` over bodies. `options.touching` decides pairs
/// without a proof; `options.filter` applies to the shapes, `options.second_filter` to the objects, by index;
/// `options.order` has no effect here. A free slot of a set meets nothing.
///
/// This is for a few shapes and a large world. If all objects move and all are queried, an `OverlapPass` is faster
/// (docs/design.md has figures).
///
/// **In a cell** (`options.cell`) the world repeats: each image of an object is listed, and of a body. The proofs are
/// those of a periodic pass. Complexity: as above for each image of a shape that meets the box around the world, so
/// keep the objects in the cell, or close to it. A mesh takes no cell.
///
/// **A mesh** has triangles for objects, `options.second_filter` applies to them. A triangle has no inside: a shape
/// behind a closed surface overlaps no triangle. Source of the algorithm: the axis of a triangle's normal among those
/// of S. Gottschalk, M. Lin, D. Manocha, "OBBTree", 1996, before `intersect` searches for a separating axis.
template <class Objects, QueryShapesOf<Objects> T>
[[nodiscard]] LOCKSTEP_API ObjectLists overlapping(const Objects& objects, const T& shapes,
                                                   const OverlapOptions& options = {});

/// Sets bit i % 64 of any[i / 64] if the list of shape i is not empty; mask_words(shapes) words. A shape ends as soon
/// as one object is proven to overlap it. Throws as well, before anything is written, if `any` has the wrong length or
/// shares memory with the input.
template <class Objects, QueryShapesOf<Objects> T>
LOCKSTEP_API void any_overlapping(const Objects& objects, const T& shapes, std::span<std::uint64_t> any,
                                  const OverlapOptions& options = {});

}  // namespace lockstep
