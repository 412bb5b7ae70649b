// Overlap passes: which pairs of these moving shapes overlap now?
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

/// Who may meet whom. Objects i and j are asked about only if `group[i] & mask[j]` and `group[j] & mask[i]` are both
/// not 0. An empty span stands for all bits set, for every object.
struct OverlapFilter {
  std::span<const std::uint32_t> group = {};
  std::span<const std::uint32_t> mask = {};
};

/// How pairs are written. In order costs a third to a half of a crowd's pass, and 8 bytes of memory for each pair.
enum class PairOrder : std::uint8_t {
  sorted,  ///< in rising order of `a`, then `b`: the same bytes whatever the machine, the threads and the history
  any      ///< as they are found: the same pairs, in an order that may be another one in each run
};

struct OverlapOptions {
  /// Pairs no farther apart than this (>= 0) count as well: the shapes' distance is compared with it, exactly as far as
  /// touching goes. Of mixed shapes pairs that come near it are decided in double lanes, several times as slow.
  float margin = 0;
  Touching touching = Touching::overlap;  ///< the default never loses a contact
  OverlapFilter filter = {};              ///< of the only set, or of the first of two
  OverlapFilter second_filter = {};       ///< of the second of two
  Check check = Check::inputs;            ///< one more pass over the objects, at the speed of memory
  std::optional<Isa> isa = {};            ///< forces an instruction set; empty: `default_isa()`
  PairOrder order = PairOrder::sorted;    ///< of OverlapOutput::pairs
  Executor executor = {};                 ///< who runs the parts; empty: TBB
};

/// How to part a pair: moving shape `a` by `depth * direction` leaves both in contact. `depth` is negative where they
/// are apart (within the margin): the gap. `direction` is a unit vector but for rounding, from `b` to `a`; (1, 0, 0)
/// where every direction is as good as another. In the plane z is 0.
///
/// Of a ShapeSet or a ShapeSet2 these are -Interval::lower and the normal that `distance` (distance.hpp) proves, each
/// rounded to the nearest float: so moved, the shapes are parted but for that rounding, and a gap is no less than said.
/// The move is longer than the shortest one by the interval's width at most. That is rounding in double for most kinds;
/// of ellipsoids, cylinders and cones in each other, or in a volume, one of a thousand may have 1e-3 of its size and
/// more, most of which is the other end's.
///
/// Of two bodies it is that of the two parts that are deepest in each other, the nearest two where all are apart (of
/// several that are as deep, the first by the parts' indices in `a`, then in `b`). Moved so, these two are in contact,
/// and other parts may still overlap: in a few rounds bodies come apart that are not hooked into each other.
struct Separation {
  Vec3 direction;
  float depth = 0;
  friend bool operator==(const Separation&, const Separation&) = default;
};

/// What a pass writes: each of these, or none if it is empty.
struct OverlapOutput {
  /// Pairs, in rising order of `a`, then `b`, if OverlapOptions::order is not `any`. Of one set a < b, each pair once;
  /// of two sets `a` is of the first.
  std::span<Pair> pairs = {};
  /// For each pair in `pairs`; as long as `pairs`. Of mixed shapes, of space or of the plane, each costs as much as
  /// `distance` with normals; of bodies each two parts that meet do, and take up to 56 bytes of memory.
  std::span<Separation> separations = {};
  /// For each pair in `pairs`; as long as `pairs`: to the bit what `contacts` (contacts.hpp) says of it with the pass's
  /// margin. Of spheres the same as of a ShapeSet that holds them, and so of circles and a ShapeSet2; of the plane z is
  /// 0, and there are up to two points. Of two bodies the manifold of the two parts whose separation is theirs: of a
  /// body that stands on two feet, the contacts of one. A solver wants BodyPairs::parts.
  std::span<Manifold> contacts = {};
  /// How many others each object (of the first set) meets.
  std::span<std::uint32_t> counts = {};
  /// Bit i % 64 of any[i / 64]: object i (of the first set) meets another. mask_words(count) words.
  std::span<std::uint64_t> any = {};
  /// Called with some pairs at a time, from several threads at once and in no particular order; all calls together hand
  /// over each pair once. What it throws ends the pass and reaches the caller.
  std::function<void(std::span<const Pair>)> tile = {};
};

/// What a pass over bodies reports. Filters are of bodies either way.
enum class BodyPairs : std::uint8_t {
  bodies,  ///< which bodies meet, each pair once however many of their parts do; counts and bits are of bodies
  parts    ///< which parts of different bodies meet, by their indices in BodySet::parts(); so are counts and bits
};

/// What a pass says of it: to ignore that is to take pairs for all of them that may not be.
struct [[nodiscard("tells how many pairs there are, and whether `pairs` holds them all")]] OverlapResult {
  std::uint64_t pairs = 0;  ///< how many there are, whatever the buffers hold
  bool complete = true;     ///< false: `pairs` was given but too short; it holds as many as fit, if sorted the first
  bool sorted = true;       ///< false: the pass's skin spared the search, and the list of an earlier run served
};

namespace detail {
struct OverlapMemory;
}

/// Says that a pass is to choose its skin.
struct AutomaticSkin {};
inline constexpr AutomaticSkin automatic_skin{};

/// An overlap pass and the memory that it works in. One pass serves one set of objects frame after frame; several may
/// run at once.
///
/// Every pair is decided as `intersect` decides it, with the same proofs, so the pairs are the same for every
/// instruction set, number of threads and history of the pass. The world needs no bounds, and sizes may be any:
/// expected O(objects + pairs), and O(objects) again for each octave of sizes at worst, where small objects crowd among
/// larger ones. Where many of about one size lie in one place without overlapping (needles, say), as many as meet in a
/// cell of the grid's are compared with each other, and with the smaller ones around them. Runs in the caller's TBB
/// arena. Memory is O(objects), never O(candidates), and for pairs in order 8 bytes for each that is found, 16 at most
/// for each that `pairs` holds; a skin takes more; `memory_bytes` tells how much. A pass that is no larger than the one
/// before allocates nothing.
///
/// `run` throws `InvalidInput` before anything is written if a span has the wrong length or shares memory with the
/// objects, if the forced instruction set cannot run here or, with `Check::inputs`, if a number is bad. An object with
/// a NaN, an infinity or a negative radius (Check::none) meets every other, by `touching`, in O(objects); its
/// separations are ((1, 0, 0), 0). What `tile` throws and `std::bad_alloc` leave the outputs of no use, and the pass
/// ready for the next call.
///
/// Source of the algorithm: hierarchical grids, C. Ericson, "Real-Time Collision Detection", 2005, 7.2; neighbours of
/// a cell as windows of the sorted objects, S. Green, "Particle simulation using CUDA", 2010.
class LOCKSTEP_API OverlapPass {
 public:
  /// `skin` (>= 0), in the unit of the coordinates: with more than 0, the default, the pass lists all pairs that can be
  /// near while no object has moved and grown by more than half of the skin, and the next runs look through that list
  /// instead of searching. The pairs are the same. When objects have come farther, or their number, the margin or the
  /// kind of sets is another one, the run makes a new list; a few that come farther than the others, as what teleports,
  /// are listed anew alone. Filters may change from run to run.
  ///
  /// If v is the farthest that any object moves in a frame, a list lasts for k = skin / (2 v) frames (rounded down)
  /// after the one that made it: one run in k + 1 makes a list, which takes about twice as long as a run without a
  /// skin. The list has as many pairs as there would be within a margin of the skin, and each run looks at all of them.
  /// So choose skin = 2 k v with k from 3 on, if that is less than the size of the largest object; below 2 v each run
  /// makes a list, and costs more than without. `OverlapResult::sorted` tells how often that was; docs/design.md has
  /// figures.
  ///
  /// Takes 8 bytes for each listed pair and some 60 for each object. A list of more than 64 pairs for each object is
  /// not kept: such a run searches, and so do the next 16. Nothing is kept either where an object is none.
  explicit OverlapPass(float skin = 0);
  /// A pass that chooses: the skin that is cheapest as far as the motion so far and the number of pairs tell, anew for
  /// each list, and none where none pays. Counts decide, never a clock: two runs of a program choose the same. The
  /// first run, and some later ones, look how far objects move.
  explicit OverlapPass(AutomaticSkin automatic);
  ~OverlapPass();
  OverlapPass(OverlapPass&&) noexcept;
  OverlapPass& operator=(OverlapPass&&) noexcept;

  /// Of one set: which overlap each other?
  OverlapResult run(const SphereView& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const CircleView& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const ShapeSet2& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const BodySet& objects, const OverlapOutput& out, const OverlapOptions& options = {},
                    BodyPairs report = BodyPairs::bodies);

  /// Of two sets: which of the first overlap which of the second?
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

  /// Of kept worlds (world.hpp), by the indices of their objects: which of one overlap each other, or which of the
  /// first overlap which of the second? The answers of the same objects in a view, or in a set. Counts, bits and
  /// filters have an element for each index; holes meet nothing. A skin's list lasts while no object comes or goes. A
  /// world of boxes of which margin, separations or contacts are asked is copied to a set, which the pass keeps and
  /// does not count; of bodies, pairs are of bodies. `Check` has nothing left to look at. Throws `InvalidInput` if two
  /// worlds are of different kinds as well.
  OverlapResult run(const World& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const World& first, const World& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});
  /// The same of the plane (world2.hpp). Contacts of circles are those of their views, and those of two boxes up to two
  /// points, of which `contacts` proves that of such boxes of space; z is 0 in all that is written.
  OverlapResult run(const World2& objects, const OverlapOutput& out, const OverlapOptions& options = {});
  OverlapResult run(const World2& first, const World2& second, const OverlapOutput& out,
                    const OverlapOptions& options = {});

  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  std::unique_ptr<detail::OverlapMemory> memory_;
};

/// One pass that keeps nothing: `OverlapPass().run(...)` with the same arguments; of bodies it reports bodies.
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
