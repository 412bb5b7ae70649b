// Casts a tile of rays against a mesh: BVH traversal in float lanes; double lanes measure the remaining candidates of
// all rays together; exact arithmetic, or casts of points, resolve the rest.
#pragma once

#include <algorithm>
#include <array>

#include "base/scratch.hpp"
#include "cast/cast_list.hpp"
#include "cast/ray_contacts.hpp"
#include "mesh/exact_hit.hpp"
#include "mesh/made_triangles.hpp"
#include "rays/ray_checks.hpp"
#include "table/triangle_tables.hpp"

namespace lockstep::detail {

/// The data that all tiles of a call share.
struct MeshRayJob {
  const TriangleMesh::Store& mesh;
  TriangleTree tree;
  const TriangleKernels& kernels;
  MovedDistanceJob<InSpace> points;
  std::span<const Ray> rays;
  RayFilter filter;
  double tolerance;
  bool any = false, every = false;  // one hit of a ray is enough; no hit occludes others
  bool wants_places = false;        // the caller wants points or normals

  [[nodiscard]] std::uint32_t mask_of(std::size_t ray) const { return filter.masks.empty() ? ~0U : filter.masks[ray]; }
  [[nodiscard]] bool is_seen(std::size_t ray, std::uint32_t triangle) const {
    return (mask_of(ray) & (filter.groups.empty() ? ~0U : filter.groups[triangle])) != 0;
  }
};

/// `Found` is the wanted result of each ray: FirstOfRay or AllOfRay.
template <class Found>
class MeshRaySearch {
 public:
  MeshRaySearch(const MeshRayJob& job, std::size_t begin, std::size_t count)
      : job_(job), begin_(begin), count_(count) {}

  /// Fills found[i] with the result of ray begin + i.
  void run(Found* found) {
    start(found);
    traverse(found);
    for (std::size_t first = 0; first < candidates_.size(); first += hits_at_once)
      measure({&candidates_[first], std::min(hits_at_once, candidates_.size() - first)}, found);
  }

 private:
  struct Contact {
    double lower, upper, point[3], normal[3];
  };
  static constexpr std::size_t hits_at_once = 64;
  static_assert(hits_at_once % query_padding == 0 && hits_at_once <= pair_tile);

  void start(Found* found);
  void traverse(Found* found);
  void measure(std::span<const TriangleCandidate> candidates, Found* found);
  void measure_open(std::span<const TriangleCandidate> candidates, std::span<const std::uint16_t> open, Found* found);
  void search(std::span<const TriangleCandidate> candidates, std::span<const std::uint16_t> open, Found* found);
  /// Adds a contact; the bound that float lanes have proven holds as well.
  template <class AnyContact>
  void add_contact(const TriangleCandidate& candidate, AnyContact contact, Found* found) {
    contact.upper = std::min(contact.upper, double{candidate.upper});
    found[number_[candidate.ray]].add(contact, triangle_of(candidate), candidate.lower);
  }
  [[nodiscard]] const Ray& ray_of(const TriangleCandidate& c) const { return job_.rays[begin_ + number_[c.ray]]; }
  [[nodiscard]] std::uint32_t triangle_of(const TriangleCandidate& c) const { return job_.tree.order[c.position]; }

  const MeshRayJob& job_;
  std::size_t begin_, count_;
  TriangleRays rays_;
  std::uint32_t number_[TriangleRays::most];  // the number in the tile of each started ray
  std::uint32_t started_ = 0;
  ScratchVector<TriangleCandidate> candidates_;
};

/// For invalid numbers nothing is proven; the first such triangle is reported.
template <class Found>
void MeshRaySearch<Found>::start(Found* found) {
  for (std::size_t i = 0; i < count_; ++i) {
    const auto& [origin, motion] = job_.rays[begin_ + i];
    const std::uint32_t mask = job_.mask_of(begin_ + i);
    const bool good = is_valid_vec3(origin) && is_finite(motion);
    number_[started_] = static_cast<std::uint32_t>(i), rays_.mask[started_] = mask;
    started_ += good && (mask != 0 || !job_.filter.groups.empty()) ? 1U : 0U;
    for (std::size_t k = good ? job_.tree.valid : 0; k < job_.tree.count; ++k)
      if (job_.is_seen(begin_ + i, job_.tree.order[k])) found[i].add(FirstContact(), job_.tree.order[k], 0);
  }
  static_assert(sizeof(Ray) == 6 * sizeof(float));
  job_.kernels.start(&job_.rays[begin_].origin.x, number_, started_, rays_);
}

template <class Found>
void MeshRaySearch<Found>::traverse(Found* found) {
  TriangleTraversal traversal;
  traversal.rays = &rays_, traversal.any = job_.any, traversal.every = job_.every;
  traversal.groups = job_.filter.groups.empty() ? nullptr : job_.filter.groups.data();
  for (traversal.start(job_.tree, started_); !traversal.are_done(); traversal.found_count = 0) {
    job_.kernels.traverse(job_.tree, traversal);
    for (std::uint32_t i = 0; i < traversal.found_count; ++i) candidates_.push_back(traversal.found(i));
  }
  const auto limit = [&](std::uint32_t i) { return traversal.limit[i]; };
  const auto is_hit = [&](std::uint32_t i) { return job_.any && limit(i) < 1; };
  for (std::uint32_t i = 0; i < started_; ++i)  // place and time do not matter
    if (is_hit(i)) found[number_[i]].add(Contact{0, limit(i), {}, {}}, 0, 0);
  const auto is_left_out = [&](const TriangleCandidate& c) { return c.lower > limit(c.ray) || is_hit(c.ray); };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), is_left_out), candidates_.end());
}

constexpr std::array<std::uint16_t, pair_tile> make_places() {
  std::array<std::uint16_t, pair_tile> places{};
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint16_t>(i);
  return places;
}
inline constexpr std::array<std::uint16_t, pair_tile> all_places = make_places();

template <class Found>
void MeshRaySearch<Found>::measure(std::span<const TriangleCandidate> candidates, Found* found) {
  const std::size_t count = candidates.size();
  TriangleQuery queries[hits_at_once];
  for (std::size_t i = 0; i < parts_of(count, query_padding) * query_padding; ++i) {
    const TriangleCandidate& candidate = candidates[std::min(i, count - 1)];
    queries[i] = {job_.mesh.corners_at(candidate.position), &ray_of(candidate).origin.x};
  }
  double fractions[hits_at_once][2], points[hits_at_once][3], normals[hits_at_once][3];
  std::uint16_t open[hits_at_once];
  double* const no_place = nullptr;
  const HitPlaces out{all_places.data(), fractions[0], job_.wants_places ? points[0] : no_place,
                      job_.wants_places ? normals[0] : no_place, open};
  const auto left = static_cast<std::size_t>(job_.kernels.hit({queries, static_cast<int>(count), out}));
  std::uint64_t is_open = 0;
  for (std::size_t k = 0; k < left; ++k) is_open |= std::uint64_t{1} << open[k];
  for (std::size_t i = 0; i < count; ++i) {
    if ((is_open >> i & 1) != 0) continue;
    Contact contact{fractions[i][0], fractions[i][1], {}, {}};
    if (job_.wants_places) std::copy_n(points[i], 3, contact.point), std::copy_n(normals[i], 3, contact.normal);
    add_contact(candidates[i], contact, found);
  }
  if (left != 0) measure_open(candidates, std::span(open, left), found);
}

template <class Found>
void MeshRaySearch<Found>::measure_open(std::span<const TriangleCandidate> candidates,
                                        std::span<const std::uint16_t> open, Found* found) {
  std::uint16_t flat[hits_at_once];
  std::size_t count = 0;
  for (const std::uint16_t i : open) {
    FirstContact contact;
    if (find_exactly(ray_of(candidates[i]), job_.mesh.corners(triangle_of(candidates[i])), contact))
      add_contact(candidates[i], contact, found);
    else
      flat[count++] = i;
  }
  if (count != 0) search(candidates, std::span(flat, count), found);
}

/// Casts points against hulls.
template <class Found>
void MeshRaySearch<Found>::search(std::span<const TriangleCandidate> candidates, std::span<const std::uint16_t> open,
                                  Found* found) {
  MovingPoints<hits_at_once> moving;
  for (const std::uint16_t i : open) moving.append(ray_of(candidates[i]), triangle_of(candidates[i]));
  const MeshPairs::Tile tile({moving.points.view(), job_.mesh}, std::span(moving.pairs).first(open.size()));
  std::array<FirstContact, hits_at_once> contacts;
  search_contacts<hits_at_once>(job_.points.with_shapes(tile.shapes.first, tile.shapes.second), tile.shapes.pairs,
                                std::span(moving.motions).first(open.size()), job_.tolerance, contacts.data());
  for (std::size_t k = 0; k < open.size(); ++k) add_contact(candidates[open[k]], contacts[k], found);
}

}  // namespace lockstep::detail
