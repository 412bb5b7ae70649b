// The answers of `first_contacts`, `any_contacts` and `all_contacts` for shapes that move through a world, against
// those of `cast` for every pair.
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "cast_list.hpp"
#include "lockstep/rays.hpp"
#include "lockstep/world.hpp"

namespace lockstep::test {

/// Spheres, boxes or shapes of all kinds, as an argument of a call and as a set.
struct Crowd {
  std::vector<Sphere> balls;
  std::vector<Aabb> boxes;
  ShapeSet set;

  /// use(objects): a view of spheres or boxes if there are any, else the set.
  template <class Use>
  auto with(const Use& use) const {
    if (!balls.empty()) return use(SphereView::of(balls, &Sphere::center, &Sphere::radius));
    if (!boxes.empty()) return use(AabbView::of(boxes, &Aabb::min, &Aabb::max));
    return use(set);
  }
  [[nodiscard]] World world() const {
    return with([](const auto& objects) { return World(objects); });
  }
};

inline bool same_lists(const HitLists& a, const HitLists& b) {
  return a.first == b.first && a.shapes == b.shapes && a.fractions == b.fractions;
}

/// The answers for each moving shape.
struct Firsts {
  std::vector<std::uint32_t> objects;
  std::vector<Met> met;
  std::vector<std::uint64_t> any, any_proven;
  HitLists all, all_proven;

  friend bool operator==(const Firsts& a, const Firsts& b) {
    return a.objects == b.objects && a.any == b.any && a.any_proven == b.any_proven && same_lists(a.all, b.all) &&
           same_lists(a.all_proven, b.all_proven) &&
           std::equal(a.met.begin(), a.met.end(), b.met.begin(), b.met.end(),
                      [](const Met& p, const Met& q) { return same_bits(p, q); });
  }
};

template <class Shapes, class MotionType = Vec3>
Firsts firsts_of(const Shapes& shapes, const std::vector<MotionType>& list, const World& world,
                 RayOptions options = {}) {
  const std::span<const MotionType> motions(list);
  Firsts found;
  found.objects.resize(motions.size());
  std::vector<Interval> fractions(motions.size());
  std::vector<Vec3d> points(motions.size()), normals(motions.size());
  first_contacts(shapes, motions, world, {found.objects, fractions, points, normals}, options);
  found.met = collected(fractions, points, normals);
  found.any.resize(mask_words(motions.size())), found.any_proven.resize(mask_words(motions.size()));
  any_contacts(shapes, motions, world, found.any, options);
  found.all = all_contacts(shapes, motions, world, options);
  options.touching = Touching::separate;
  any_contacts(shapes, motions, world, found.any_proven, options);
  found.all_proven = all_contacts(shapes, motions, world, options);
  return found;
}

/// By all pairs of the visible shapes of `movers` and `objects`.
struct AllPairs {
  std::vector<Pair> pairs;
  std::vector<Met> met;

  template <class MotionType>
  AllPairs(const ShapeSet& movers, const std::vector<MotionType>& motions, const ShapeSet& objects,
           const RayOptions& options = {}) {
    std::vector<MotionType> of_pairs;
    const auto& [masks, groups] = options.filter;
    for (std::uint32_t i = 0; i < movers.size(); ++i)
      for (std::uint32_t j = 0; j < objects.size(); ++j) {
        const bool seen = ((masks.empty() ? ~0U : masks[i]) & (groups.empty() ? ~0U : groups[j])) != 0;
        if (seen && movers.contains(i) && objects.contains(j)) pairs.push_back({i, j}), of_pairs.push_back(motions[i]);
      }
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
    cast(movers, objects, pairs, std::span<const MotionType>(of_pairs), {fractions, points, normals});
    met = collected(fractions, points, normals);
  }
  AllPairs(const std::vector<Ray>& rays, const ShapeSet& objects) {
    for (std::uint32_t i = 0; i < rays.size(); ++i)
      for (std::uint32_t j = 0; j < objects.size(); ++j)
        if (objects.contains(j)) pairs.push_back({i, j});
    std::vector<Interval> fractions(pairs.size());
    std::vector<Vec3d> points(pairs.size()), normals(pairs.size());
    cast_rays(rays, objects, pairs, {fractions, points, normals});
    met = collected(fractions, points, normals);
  }
};

/// For each shape the least ends of all pairs. Bounding boxes may raise a lower end, so place and normal may belong to
/// another pair. Returns the number of shapes that hit.
inline std::size_t count_first(const Firsts& found, const AllPairs& all) {
  std::size_t k = 0, hits = 0;
  for (std::size_t i = 0; i < found.objects.size(); ++i) {
    double lower = std::numeric_limits<double>::infinity(), upper = lower;
    const Met* first = nullptr;
    std::uint32_t object = no_object;
    for (; k < all.pairs.size() && all.pairs[k].a == i; ++k) {
      const Met& met = all.met[k];
      lower = std::min(lower, met.fractions.lower);
      if (met.fractions.upper < upper) upper = met.fractions.upper, first = &met, object = all.pairs[k].b;
    }
    const Met& got = found.met[i];
    SCOPED_TRACE("shape " + std::to_string(i) + ": " + text(got));
    EXPECT_EQ(got.fractions.upper, upper);
    EXPECT_GE(got.fractions.lower, lower);
    EXPECT_LE(got.fractions.lower, got.fractions.upper);
    if (first != nullptr) {
      EXPECT_EQ(found.objects[i], object);
      EXPECT_TRUE(same_bits(got.point, first->point) && same_bits(got.normal, first->normal));
      ++hits;
    }
    if (lower > 1) {
      EXPECT_EQ(found.objects[i], no_object);
    }
    EXPECT_EQ(found.any_proven[i / 64] >> i % 64 & 1U, static_cast<unsigned>(upper <= 1));
    EXPECT_EQ(found.any[i / 64] >> i % 64 & 1U, static_cast<unsigned>(lower <= 1));
  }
  return hits;
}
inline void expect_first(const Firsts& found, const AllPairs& all) { EXPECT_GT(count_first(found, all), 0U); }

/// The list of one shape, whose pairs begin with number k: it is sorted, and contains all pairs that are proven hits or
/// not proven misses. Bounding boxes may raise lower ends, and so prove open pairs to be misses.
inline void expect_list(const HitList& list, const AllPairs& all, std::size_t k, std::size_t shape, bool proven) {
  const auto key = [&](std::size_t n) {
    return std::tuple(list.fractions[n].lower, list.fractions[n].upper, list.shapes[n]);
  };
  std::map<std::uint32_t, Interval> left;
  for (std::size_t n = 0; n < list.shapes.size(); ++n) {
    EXPECT_TRUE(n == 0 || key(n - 1) < key(n));
    EXPECT_TRUE(left.emplace(list.shapes[n], list.fractions[n]).second) << "twice: " << list.shapes[n];
  }
  for (; k < all.pairs.size() && all.pairs[k].a == shape; ++k) {
    const Interval& fraction = all.met[k].fractions;
    const auto at = left.find(all.pairs[k].b);
    if (at == left.end()) {
      EXPECT_TRUE(fraction.lower > 1 || !(fraction.upper <= 1)) << "not listed: " << all.pairs[k].b;
      continue;
    }
    EXPECT_LE(fraction.lower, at->second.lower);
    EXPECT_LE(at->second.lower, 1);
    EXPECT_EQ(at->second.upper, fraction.upper <= 1 ? fraction.upper : std::numeric_limits<double>::infinity());
    EXPECT_TRUE(!proven || fraction.upper <= 1);
    left.erase(at);
  }
  EXPECT_TRUE(left.empty());
}

/// Returns the number of lists with several hits.
inline std::size_t expect_lists(const Firsts& found, const AllPairs& all) {
  EXPECT_EQ(found.all.size(), found.objects.size());
  EXPECT_EQ(found.all_proven.size(), found.objects.size());
  std::size_t k = 0, several = 0;
  for (std::size_t i = 0; i < found.objects.size(); ++i) {
    SCOPED_TRACE("shape " + std::to_string(i));
    expect_list(found.all[i], all, k, i, false);
    expect_list(found.all_proven[i], all, k, i, true);
    EXPECT_EQ(found.any[i / 64] >> i % 64 & 1U, static_cast<unsigned>(!found.all[i].shapes.empty()));
    several += found.all[i].shapes.size() > 1 ? 1U : 0U;
    while (k < all.pairs.size() && all.pairs[k].a == i) ++k;
  }
  return several;
}

}  // namespace lockstep::test
