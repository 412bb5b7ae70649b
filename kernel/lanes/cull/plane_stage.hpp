// The first stage of culling: which objects no plane has outside, and of which of them that is not yet the whole
// answer. An object with a NaN is outside of no plane, and never inside all of them. There is one branch for each 64
// objects and none for an object: what a camera sees of objects in no order can't be foreseen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "lanes/cull/lane_planes.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// What the planes tell of 64 objects, a bit for each.
struct PlaneWords {
  std::uint64_t kept;     // no plane culls it
  std::uint64_t unclear;  // and it is not clear yet that it reaches into the volume; never set without `kept`
};

/// How far an object reaches into the volume, by the plane that leaves least of it inside and by the next.
struct Reach {
  Real least, second;
};

/// Registers of objects that are held against the planes together: they share what is loaded of a plane, and their
/// chains of minima run side by side.
template <class Object>
inline constexpr std::size_t group = Real::width == 1 ? 1 : Object::side_by_side;

template <bool Exact, class Loader>
struct PlaneTest {
  using Object = decltype(std::declval<const Loader&>().from(0));
  static constexpr std::size_t registers = group<Object>;
  static constexpr int lanes = static_cast<int>(registers) * Real::width;

  const Loader& loader;
  const VolumeData& volume = *loader.batch.volume;
  const Planes planes{volume};
  const Real shared_bound = bound_of(volume);

  static constexpr int offset(std::size_t k) { return static_cast<int>(k) * Real::width; }
  [[nodiscard]] Real bound(const Object& object) const {
    return fused(object.lengths(), Real(plane_bound), shared_bound);
  }

  void reach_inside(const Object (&object)[registers], Reach (&reach)[registers]) const {
    for (std::size_t k = 0; k < registers; ++k)
      reach[k] = {object[k].along(planes.plane[0]).most, Real(__builtin_inff())};
    for (int i = 1; i < planes.count; ++i)
#pragma GCC unroll 4
      for (std::size_t k = 0; k < registers; ++k) {
        const Real inside = object[k].along(planes.plane[i]).most;
        // min and max hand on their second operand where one is NaN. The last plane gives NaN where an edge is NaN.
        if constexpr (Exact) reach[k].second = min(reach[k].second, max(reach[k].least, inside));
        reach[k].least = min(reach[k].least, inside);
      }
    if constexpr (Object::round)
      for (std::size_t k = 0; k < registers; ++k) {
        reach[k].least = reach[k].least + object[k].radius;
        reach[k].second = reach[k].second + object[k].radius;
      }
  }

  /// Whether the object is seen: at most one plane cuts it, or its centre is inside all planes. Its farthest point by
  /// the plane that leaves least of it inside is inside the others then.
  static Mask is_visible(const Object& object, const Reach& reach, Real bound) {
    const Real depth = reach.least - bound;
    if constexpr (!Exact)
      return depth > Real(0);
    else if constexpr (!Object::is_tight)
      return first_lanes(0);
    else if constexpr (Object::is_symmetric)
      return (depth > Real(0)) & object.is_thinner_than(max(reach.second - bound, depth + depth));
    else
      return (depth > Real(0)) & object.is_thinner_than(reach.second - bound);
  }

  /// The objects of a group, which begins at `first` and at this bit of the words.
  void test(int first, int bit, PlaneWords& words) const {
    Object object[registers];
    for (std::size_t k = 0; k < registers; ++k) object[k] = loader.from(first + offset(k));
    Reach reach[registers];
    reach_inside(object, reach);
    for (std::size_t k = 0; k < registers; ++k) {
      const Real bound = this->bound(object[k]);
      // Comparisons with NaN are false: a bad object is kept, and is not visible.
      const Mask culled = reach[k].least + bound < Real(0), visible = is_visible(object[k], reach[k], bound);
      const int at = bit + offset(k);
      words.kept |= std::uint64_t{bits(!culled)} << at;
      words.unclear |= std::uint64_t{bits(!(culled | visible))} << at;
    }
  }

  /// Of up to 64 objects; lanes past the last one see copies of it.
  [[nodiscard]] PlaneWords word(int first, int count) const {
    PlaneWords words{0, 0};
    for (int bit = 0; bit < count; bit += lanes) test(first + bit, bit, words);
    if (Exact && !volume.planes_are_exact) words.unclear = words.kept;
    const std::uint64_t objects = ~std::uint64_t{0} >> (64 - count);
    return {words.kept & objects, words.unclear & objects};
  }

  /// Is each of 64 objects outside the plane? Then `word` would cull them all: none of its minima is more.
  [[nodiscard]] bool all_outside(const Plane& plane, int first) const {
    for (int at = first; at < first + 64; at += Real::width) {
      const Object object = loader.from(at);
      Real inside = object.along(plane).most;
      if constexpr (Object::round) inside = inside + object.radius;
      if (!all(inside + bound(object) < Real(0))) return false;
    }
    return true;
  }

  /// A plane that has all of 64 objects outside, or none (-1): mostly they are outside different ones.
  [[nodiscard]] int plane_outside_all(int first) const {
    for (int i = 0; i < planes.count; ++i)
      if (all_outside(planes.plane[i], first)) return i;
    return -1;
  }
};

/// Writes the objects' bits, and calls unclear(first, bits) with those of each 64 that planes leave open. Where views
/// are checked, the first object that is none ends it, and is noted.
template <bool Exact, class Loader, class Unclear>
[[gnu::flatten, gnu::noinline]] void plane_stage(const Loader& loader, const Unclear& unclear) {
  const auto& batch = loader.batch;
  const PlaneTest<Exact, Loader> test{loader};
  // What lies together in memory often lies together in space: the plane that had 64 objects outside is tried first.
  int hint = -1;
  for (int first = 0; first < batch.count; first += 64) {
    if constexpr (requires { batch.bad; })
      if (batch.bad != nullptr && loader.has_bad(first)) return;
    if (hint >= 0 && test.all_outside(test.planes.plane[hint], first)) {
      batch.visible[first / 64] = 0;
      continue;
    }
    const int left = batch.count - first;
    const PlaneWords words = test.word(first, left < 64 ? left : 64);
    hint = words.kept == 0 && left > 64 ? test.plane_outside_all(first) : -1;
    batch.visible[first / 64] = words.kept;
    unclear(first, words.unclear);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
