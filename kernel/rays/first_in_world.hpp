// The first hit of each ray of a tile in a kept world of spheres or boxes. Closed forms in float lanes prove most hits
// during the traversal; the candidates that they leave, of all rays, are measured together as pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "rays/boxes_of_world.hpp"
#include "rays/moving_rays.hpp"

namespace lockstep::detail {

/// FirstOfRay of the rays of one tile after the other.
class FirstInWorld {
 public:
  FirstInWorld(const RaySearchJob& job, const WorldOfRays& world)
      : job_(job), world_(world), traversal_(world, std::min(job.size(), ray_tile)) {}
  FirstInWorld(const FirstInWorld&) = delete;
  FirstInWorld& operator=(const FirstInWorld&) = delete;

  /// Fills found[i] with the result of ray begin + i, for `count` rays.
  void run(std::size_t begin, std::size_t count, FirstOfRay* found) {
    begin_ = begin, started_ = 0, bounded_ = 0, candidates_.clear();
    start(count, found);
    traverse(found);
    for (std::size_t first = 0; first < candidates_.size(); first += at_once)
      measure({&candidates_[first], std::min(at_once, candidates_.size() - first)}, found);
    for (std::uint32_t i = 0; i < started_; ++i)
      if (is_supposed(i) && !(found[number_[i]].limit() <= 0)) search(number_[i], found);
  }

 private:
  static constexpr std::size_t at_once = 64;
  /// An object that a ray may hit, and a lower bound of the fraction of its motion at which it does.
  struct Candidate {
    std::uint32_t ray, position;
    float lower;
  };
  struct Contact {
    double lower, upper;
    const double *point, *normal;  // pointers: copying vectors just written would stall (no store forwarding)
  };

  void start(std::size_t count, FirstOfRay* found);
  /// By the rounds of RaySearch, as for shapes.
  void search(std::size_t i, FirstOfRay* found) const {
    RaySearch<CandidatesOfWorld<MovingRays>, FirstOfRay>(job_, world_, begin_ + i, 1).run(found + i);
  }
  /// A box contains the start of the ray. If double lanes agree, objects entered later are not the first hit.
  [[nodiscard]] bool is_supposed(std::uint32_t i) const {
    return world_.store.kind == ViewKind::aabbs && limits_[i] == 0;
  }
  void traverse(FirstOfRay* found);
  void enter(const RayWave& wave, RayEntries& entries);
  void resolve(FirstOfRay* found);
  void measure(std::span<const Candidate> candidates, FirstOfRay* found) const;

  const RaySearchJob& job_;
  const WorldOfRays& world_;
  WavefrontTraversal traversal_;
  std::size_t begin_;  // of the tile
  RaysToObjects rays_;
  std::array<std::uint32_t, ray_tile> number_;  // the number in the tile of each started ray
  std::uint32_t started_;
  std::uint64_t bounded_;               // a bit for each started ray that lanes can bound
  std::array<float, ray_tile> limits_;  // of the started rays
  ScratchVector<Candidate> candidates_;
};

inline void FirstInWorld::start(std::size_t count, FirstOfRay* found) {
  if (world_.store.count == 0) return;
  std::array<RayOfBox, ray_tile> rays;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t mask = job_.filter.masks.empty() ? ~0U : job_.filter.masks[begin_ + i];
    if (mask == 0) continue;
    copy_ray(job_.rays[begin_ + i], rays[started_]);
    rays_.mask[started_] = mask, limits_[started_] = 1, number_[started_++] = static_cast<std::uint32_t>(i);
  }
  const auto kind = static_cast<std::size_t>(world_.store.kind);
  bounded_ = world_.kernels.in_double.start_rays_at[kind](rays.data(), started_, rays_) & first_bits(started_);
  for_each_bit(first_bits(started_) & ~bounded_, [&](std::size_t i) { search(number_[i], found); });
}

inline void FirstInWorld::traverse(FirstOfRay* found) {
  const World::Store& store = world_.store;
  const RaysToObjects* const at_balls = store.kind == ViewKind::spheres ? &rays_ : nullptr;
  traversal_.start(rays_.boxes, bounded_);
  std::array<std::uint32_t, ray_tile> active;
  std::size_t left = 0;
  for_each_bit(bounded_, [&](std::size_t i) { active[left++] = static_cast<std::uint32_t>(i); });
  RayEntries entries;
  entries.rays = &rays_, entries.limits = limits_.data(), entries.any = job_.any;
  entries.order = store.order.data(), entries.groups = job_.filter.groups.empty() ? nullptr : job_.filter.groups.data();
  while (left != 0) {
    const RayWave& wave = traversal_.step(std::span(active).first(left), limits_.data(), at_balls);
    enter(wave, entries);
    std::copy(active.data() + wave.asked, active.data() + left, active.data() + wave.active_count);
    left -= wave.asked - wave.active_count;
  }
  resolve(found);
}

/// Collects the objects that a step has reached.
inline void FirstInWorld::enter(const RayWave& wave, RayEntries& entries) {
  entries.wave = &wave, entries.next = 0;
  bool is_done = false;
  while (!is_done) {
    is_done = world_.kernels.enter[static_cast<std::size_t>(world_.store.kind)](world_.view, entries);
    for (std::uint32_t k = 0; k < entries.found_count; ++k)
      candidates_.push_back({entries.ray[k], entries.position[k], entries.lower[k]});
  }
}

/// For rays that ask for any hit, a proven hit completes the answer: place and time do not matter.
inline void FirstInWorld::resolve(FirstOfRay* found) {
  const auto is_hit = [&](std::uint32_t i) { return job_.any && limits_[i] < 1 && !is_supposed(i); };
  static constexpr double nowhere[3] = {};
  for (std::uint32_t i = 0; i < started_; ++i)
    if (is_hit(i)) found[number_[i]].add(Contact{0, limits_[i], nowhere, nowhere}, 0, 0);
  std::erase_if(candidates_, [&](const Candidate& c) { return c.lower > limits_[c.ray] || is_hit(c.ray); });
}

/// Whether a proven hit implies that the ray hits the box around the object, which is larger by 2^-16 of half the
/// object's longest side. If the ray moves at most half of that between `lower` and `upper`, it is in the box at
/// `lower`, so the box adds nothing (docs/numerics.md, section 16).
inline bool is_in_box(const Interval& hit, const Ray& ray, const Record& record, RecordKind kind) {
  const auto side = [&](int k) { return double{record.row[1][k]} - record.row[0][k]; };
  const double half =
      kind == RecordKind::sphere ? double{record.row[0][3]} : 0.5 * std::max({side(0), side(1), side(2)});
  const auto length = [](float x) { return std::abs(double{x}); };
  const double motion = length(ray.motion.x) + length(ray.motion.y) + length(ray.motion.z);
  return hit.upper <= 1 && (hit.upper - hit.lower) * motion <= half * 0x1p-17;
}

/// Measures candidates from records made on the spot, and, if it is needed, from the box that a set would have for the
/// object.
inline void FirstInWorld::measure(std::span<const Candidate> candidates, FirstOfRay* found) const {
  const World::Store& store = world_.store;
  const RecordKind kind = record_kind(store);
  const std::size_t count = candidates.size();
  std::array<Record, at_once> records;
  std::array<Quat, at_once> rotations;  // not used by these kinds
  std::array<RecordKind, at_once> kinds;
  std::array<Pair, at_once> pairs;
  std::array<std::uint32_t, at_once> objects;
  for (std::uint32_t k = 0; k < count; ++k) {
    records[k] = record_at(store, candidates[k].position), kinds[k] = kind;
    objects[k] = store.order[candidates[k].position];
    pairs[k] = {static_cast<std::uint32_t>(begin_ + number_[candidates[k].ray]), k};
  }
  std::array<Interval, at_once> fractions;
  std::array<Vec3d, at_once> points, normals;
  const ShapesView shapes{records.data(), rotations.data(), kinds.data(), nullptr, nullptr, true};
  find_ray_contacts(job_.contacts.with_shapes(shapes), job_.rays, std::span<const Pair>(pairs).first(count),
                    PlacesIn<InSpace>{fractions.data(), points.data(), normals.data()});
  for (std::size_t k = 0; k < count; ++k) {
    if (fractions[k].lower > 1) continue;
    const Ray& ray = job_.rays[pairs[k].a];
    BoxPassage passage;
    if (!is_in_box(fractions[k], ray, records[k], kind)) passage = passage_of(ray, bounds_of(records[k], kind, 0));
    if (passage.misses()) continue;
    const Contact contact{fractions[k].lower, fractions[k].upper, &points[k].x, &normals[k].x};
    found[pairs[k].a - begin_].add(contact, objects[k], passage.enter);
  }
}

}  // namespace lockstep::detail
