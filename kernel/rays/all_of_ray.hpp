// All hits of a ray, in place of the first one (first_of_ray.hpp).
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "rays/first_of_ray.hpp"

namespace lockstep::detail {

/// A hit of some ray of a tile.
struct RayHit {
  std::uint32_t ray, shape;
  Interval fractions;

  /// The order of lists: the hits of a ray are contiguous, in rising order of both ends.
  friend bool operator<(const RayHit& a, const RayHit& b) {
    const auto key = [](const RayHit& hit) {
      return std::tuple(hit.ray, hit.fractions.lower, hit.fractions.upper, hit.shape);
    };
    return key(a) < key(b);
  }
};

/// The interface of FirstOfRay for RaySearch; the hits of all rays go to one list.
class AllOfRay {
 public:
  AllOfRay() = default;
  AllOfRay(std::uint32_t ray, Touching touching, std::vector<RayHit>& hits)
      : ray_(ray), if_open_(touching == Touching::overlap), hits_(&hits) {}

  template <class Contact>
  void add(const Contact& contact, const HitName& name, double enter) {
    if (contact.lower > 1) return;
    const bool is_proven = contact.upper <= 1;
    if (is_proven || if_open_)
      hits_->push_back({ray_, name.shape, {std::max(contact.lower, enter), is_proven ? contact.upper : no_fraction}});
  }

  template <class Contact>
  void add(const Contact& contact, std::uint32_t shape, double enter) {
    add(contact, HitName{shape, 0}, enter);
  }

  /// RaySearch goes on: every hit counts, and none occludes another.
  [[nodiscard]] static bool is_hit() { return false; }
  [[nodiscard]] static double limit() { return 1; }

 private:
  std::uint32_t ray_ = 0;
  bool if_open_ = false;
  std::vector<RayHit>* hits_ = nullptr;
};

/// Merges hits of parts, open ones included, to one hit of each body: the interval that FirstOfRay would find for its
/// parts. `touching` says whether open ones count.
inline void put_bodies_together(std::vector<RayHit>& hits, Touching touching) {
  std::sort(hits.begin(), hits.end(),
            [](const RayHit& a, const RayHit& b) { return std::tie(a.ray, a.shape) < std::tie(b.ray, b.shape); });
  std::size_t count = 0;
  for (const RayHit& hit : hits) {
    if (count == 0 || hits[count - 1].ray != hit.ray || hits[count - 1].shape != hit.shape) {
      hits[count++] = hit;
      continue;
    }
    Interval& body = hits[count - 1].fractions;
    body = {std::min(body.lower, hit.fractions.lower), std::min(body.upper, hit.fractions.upper)};
  }
  hits.resize(count);
  if (touching == Touching::separate)
    std::erase_if(hits, [](const RayHit& hit) { return hit.fractions.upper == no_fraction; });
}

}  // namespace lockstep::detail
