// A tile of rays against a mesh: each goes down the tree of boxes in float lanes, and what these leave over is measured
// together, in double lanes, then exactly or as points that move.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "cast/cast_list.hpp"
#include "cast/contact_places.hpp"
#include "cast/ray_contacts.hpp"
#include "mesh/exact_hit.hpp"
#include "mesh/made_triangles.hpp"
#include "rays/ray_checks.hpp"
#include "table/triangle_tables.hpp"

namespace lockstep::detail {

/// What all tiles of a call share.
struct MeshRayJob {
  const TriangleMesh::Store& mesh;
  TriangleTree tree;
  const TriangleKernels& kernels;
  MovedDistanceJob<InSpace> points;
  std::span<const Ray> rays;
  RayFilter filter;
  double tolerance;
  bool any, wants_places;  // one hit of a ray is enough; somebody wants points or normals

  [[nodiscard]] std::uint32_t mask_of(std::size_t ray) const { return filter.masks.empty() ? ~0U : filter.masks[ray]; }
  [[nodiscard]] bool is_seen(std::size_t ray, std::uint32_t triangle) const {
    return (mask_of(ray) & (filter.groups.empty() ? ~0U : filter.groups[triangle])) != 0;
  }
};

/// The way along an axis from box to box. What is taken off quotients or added is more than their roundings; a motion
/// that is next to none stays next to where it begins.
inline TriangleWalk::Axis walk_along(float from, float by, std::uint32_t low, std::uint32_t high) {
  constexpr float least = 0x1p-126F, infinite = std::numeric_limits<float>::infinity();
  if (std::fabs(by) < least)
    return {
        std::nextafter(from + least, infinite), std::nextafter(from - least, -infinite), infinite, infinite, low, high};
  const double inverse = 1 / double{by};
  const float nearer = std::nextafter(static_cast<float>(inverse * (1 - 0x1p-21)), 0.0F);
  const float farther = std::nextafter(static_cast<float>(inverse * (1 + 0x1p-21)), by > 0 ? infinite : -infinite);
  if (by < 0) std::swap(low, high);
  return {from, from, nearer, farther, low, high};
}

class MeshRaySearch {
 public:
  MeshRaySearch(const MeshRayJob& job, std::size_t begin, std::size_t count)
      : job_(job), begin_(begin), count_(count) {}

  /// found[i] becomes what is known of ray begin + i.
  void run(FirstOfRay* found) {
    for (std::size_t i = 0; i < count_; ++i) start(begin_ + i, found[i]);
    for (std::size_t first = 0; first < candidates_.size(); first += pair_tile) {
      const std::size_t count = std::min<std::size_t>(pair_tile, candidates_.size() - first);
      measure(std::span<const Candidate>(candidates_).subspan(first, count), found);
    }
  }

 private:
  struct Candidate {
    std::uint32_t ray;  // of the call
    TriangleCandidate of;
  };

  void start(std::size_t ray, FirstOfRay& found);
  void walk(std::size_t ray);
  void measure(std::span<const Candidate> candidates, FirstOfRay* found);
  void measure_open(std::span<const Candidate> candidates, std::span<const std::uint16_t> open, FirstContact* contacts);

  const MeshRayJob& job_;
  std::size_t begin_, count_;
  std::vector<Candidate> candidates_;
  TriangleWalk walk_;
};

/// Of numbers that are none nothing is known, but which triangle is the first of them.
inline void MeshRaySearch::start(std::size_t ray, FirstOfRay& found) {
  const auto& [origin, motion] = job_.rays[ray];
  const bool good = is_valid_vec3(origin) && is_finite(motion);
  if (good) walk(ray);
  for (std::size_t i = good ? job_.tree.valid : 0; i < job_.tree.count; ++i)
    if (job_.is_seen(ray, job_.tree.order[i])) found.take(FirstContact(), job_.tree.order[i], 0);
}

inline void MeshRaySearch::walk(std::size_t ray) {
  const auto& [o, m] = job_.rays[ray];
  const float from[3] = {o.x, o.y, o.z}, by[3] = {m.x, m.y, m.z};
  const float largest = std::max({std::fabs(m.x), std::fabs(m.y), std::fabs(m.z)});
  const int exponent = largest > 0 ? std::clamp(-std::ilogb(largest), -127, 126) : 0;
  walk_.unit = std::ldexp(1.0F, exponent);
  for (std::uint32_t k = 0; k < 3; ++k) {
    walk_.axis[k] = walk_along(from[k], by[k], k * TriangleTree::fan, (3 + k) * TriangleTree::fan);
    walk_.origin[k] = from[k], walk_.motion[k] = by[k] * walk_.unit;
  }
  walk_.any = job_.any, walk_.limit = 1;
  walk_.mask = job_.mask_of(ray), walk_.groups = job_.filter.groups.empty() ? nullptr : job_.filter.groups.data();
  if (job_.filter.groups.empty() && walk_.mask == 0) return;
  walk_.entries = job_.tree.levels != 0, walk_.entry[0] = {0, 0, job_.tree.levels};
  const std::size_t first = candidates_.size();
  do {
    walk_.found_count = 0;
    job_.kernels.walk(job_.tree, walk_);
    for (std::uint32_t i = 0; i < walk_.found_count; ++i)
      candidates_.push_back({static_cast<std::uint32_t>(ray), walk_.found[i]});
  } while (walk_.entries != 0);
  const auto is_late = [&](const Candidate& c) { return c.of.lower > walk_.limit; };
  candidates_.erase(
      std::remove_if(candidates_.begin() + static_cast<std::ptrdiff_t>(first), candidates_.end(), is_late),
      candidates_.end());
}

/// What float lanes have proven holds as well.
inline void MeshRaySearch::measure(std::span<const Candidate> candidates, FirstOfRay* found) {
  std::array<std::uint16_t, pair_tile> places;
  for (std::size_t i = 0; i < candidates.size(); ++i) places[i] = static_cast<std::uint16_t>(i);
  const std::span<const std::uint16_t> all = std::span(places).first(candidates.size());
  const auto queries = padded_list<TriangleQuery>(all, [&](std::size_t i) {
    return TriangleQuery{job_.mesh.corners_at(candidates[i].of.position), &job_.rays[candidates[i].ray].origin.x};
  });
  TileContacts<InSpace> lanes;
  OpenPlaces open;
  PlacesIn<InSpace> out = lanes.places();
  if (!job_.wants_places) out.points = out.normals = nullptr;
  open.count = static_cast<std::size_t>(
      job_.kernels.hit({queries.data(), static_cast<int>(candidates.size()), out.of(places.data(), open.end())}));
  std::array<FirstContact, pair_tile> contacts;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    contacts[i].lower = lanes.fractions[i].lower, contacts[i].upper = lanes.fractions[i].upper;
    if (job_.wants_places) take(lanes.points[i], contacts[i].point), take(lanes.normals[i], contacts[i].normal);
  }
  measure_open(candidates, std::span(open.place).first(open.count), contacts.data());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& [ray, of] = candidates[i];
    contacts[i].upper = std::min(contacts[i].upper, double{of.upper});
    found[ray - begin_].take(contacts[i], job_.tree.order[of.position], of.lower);
  }
}

inline void MeshRaySearch::measure_open(std::span<const Candidate> candidates, std::span<const std::uint16_t> open,
                                        FirstContact* contacts) {
  std::array<std::uint16_t, pair_tile> left;
  std::size_t count = 0;
  for (const std::uint16_t i : open) {
    contacts[i] = FirstContact();
    const std::uint32_t triangle = job_.tree.order[candidates[i].of.position];
    left[count] = i, count += !find_exactly(job_.rays[candidates[i].ray], job_.mesh.corners(triangle), contacts[i]);
  }
  if (count == 0) return;
  MovingPoints<pair_tile> moving;
  for (std::size_t k = 0; k < count; ++k)
    moving.append(job_.rays[candidates[left[k]].ray], job_.tree.order[candidates[left[k]].of.position]);
  const MeshPairs::Tile tile({moving.points.view(), job_.mesh}, std::span(moving.pairs).first(count));
  std::array<FirstContact, pair_tile> found;
  find_contacts(job_.points.about(tile.shapes.first, tile.shapes.second), tile.shapes.pairs,
                std::span(moving.motions).first(count), job_.tolerance, found.data());
  for (std::size_t k = 0; k < count; ++k) contacts[left[k]] = found[k];
}

}  // namespace lockstep::detail
