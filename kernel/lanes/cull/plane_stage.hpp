// The first stage of frustum culling: finds the objects that no plane culls, and those of them that need more than the
// planes. An object with a NaN is outside no plane, and never inside all of them. There is one branch for each 64
// objects and none per object, because with objects in no order it would be mispredicted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "lanes/cull/lane_planes.hpp"
#include "table/cull_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

/// The result of the plane tests for 64 objects, one bit each.
struct PlaneWords {
  std::uint64_t kept;     // no plane culls it
  std::uint64_t unclear;  // not yet proven to reach into the volume; set only with `kept`
  Mask may_be_bad;        // in checked views
};

/// Whether a loader checks the objects that it reads.
template <class Loader>
concept Checks = requires(const Loader& loader) {
  loader.has_bad(0);
};

/// The distance that an object reaches into the volume, for the plane that leaves the least of it inside, and for the
/// next one.
struct Reach {
  Real least, second;
};

/// Registers of objects tested against the planes together: they share the loads of a plane, and their chains of minima
/// run in parallel.
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
        // If one operand is NaN, min and max return the second. The last plane gives NaN if an edge is NaN.
        if constexpr (Exact) reach[k].second = min(reach[k].second, max(reach[k].least, inside));
        reach[k].least = min(reach[k].least, inside);
      }
    if constexpr (Object::round)
      for (std::size_t k = 0; k < registers; ++k) {
        reach[k].least = reach[k].least + object[k].radius;
        reach[k].second = reach[k].second + object[k].radius;
      }
  }

  /// Whether the object is proven visible: at most one plane cuts it, or its centre is inside all planes. In the first
  /// case, its farthest point by the plane that leaves the least of it inside is inside all other planes.
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

  /// Tests the objects of a group, which begins at `first` and at bit `bit` of the words.
  void test(int first, int bit, PlaneWords& words) const {
    Object object[registers];
    for (std::size_t k = 0; k < registers; ++k) object[k] = loader.from(first + offset(k));
    Reach reach[registers];
    reach_inside(object, reach);
    for (std::size_t k = 0; k < registers; ++k) {
      const Real bound = this->bound(object[k]);
      // Comparisons with NaN are false: an invalid object is kept, and not proven visible.
      const Mask culled = reach[k].least + bound < Real(0), visible = is_visible(object[k], reach[k], bound);
      const int at = bit + offset(k);
      words.kept |= std::uint64_t{bits(!culled)} << at;
      if constexpr (Checks<Loader>)
        words.may_be_bad = words.may_be_bad | loader.may_be_bad(first + offset(k), object[k]);
      words.unclear |= std::uint64_t{bits(!(culled | visible))} << at;
    }
  }

  /// Tests up to 64 objects. Lanes past the last one see copies of it.
  [[nodiscard]] PlaneWords word(int first, int count) const {
    PlaneWords words{0, 0, first_lanes(0)};
    for (int bit = 0; bit < count; bit += lanes) test(first + bit, bit, words);
    if (Exact && !volume.planes_are_exact) words.unclear = words.kept;
    const std::uint64_t objects = ~std::uint64_t{0} >> (64 - count);
    return {words.kept & objects, words.unclear & objects, words.may_be_bad};
  }

  /// Whether each of 64 objects is outside the plane, and valid if it is checked. Then `word` would cull them all,
  /// because none of its minima is larger.
  [[nodiscard]] bool all_outside(const Plane& plane, int first) const {
    for (int at = first; at < first + 64; at += Real::width) {
      const Object object = loader.from(at);
      Real inside = object.along(plane).most;
      if constexpr (Object::round) inside = inside + object.radius;
      Mask passes = inside + bound(object) < Real(0);
      if constexpr (Checks<Loader>) passes = passes & !loader.may_be_bad(at, object);
      if (!all(passes)) return false;
    }
    return true;
  }

  /// A plane that has all of 64 objects outside, or -1: often they are outside different planes.
  [[nodiscard]] int plane_outside_all(int first) const {
    for (int i = 0; i < planes.count; ++i)
      if (all_outside(planes.plane[i], first)) return i;
    return -1;
  }
};

/// Writes the visibility bits. Calls unclear(first, bits) for each 64 objects with those that the planes leave
/// undecided. A loader that checks stops it at the first invalid object, and stores the index of that.
template <bool Exact, class Loader, class Unclear>
[[gnu::flatten, gnu::noinline]] void plane_stage(const Loader& loader, const Unclear& unclear) {
  const auto& batch = loader.batch;
  const PlaneTest<Exact, Loader> test{loader};
  // Objects close in memory are often close in space: the plane that had the last 64 objects outside is tested first.
  int hint = -1;
  for (int first = 0; first < batch.count; first += 64) {
    if (hint >= 0 && test.all_outside(test.planes.plane[hint], first)) {
      batch.visible[first / 64] = 0;
      continue;
    }
    const int left = batch.count - first;
    const PlaneWords words = test.word(first, left < 64 ? left : 64);
    if constexpr (Checks<Loader>)
      if (any(words.may_be_bad) && loader.has_bad(first)) return;
    hint = words.kept == 0 && left > 64 ? test.plane_outside_all(first) : -1;
    batch.visible[first / 64] = words.kept;
    unclear(first, words.unclear);
  }
}

}  // namespace lockstep::LOCKSTEP_ISA
