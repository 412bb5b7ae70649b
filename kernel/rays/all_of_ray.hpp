// All that a ray hits, in place of what it hits first (first_of_ray.hpp).
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

  /// As lists have them: those of a ray one after the other, in rising order of both ends.
  friend bool operator<(const RayHit& a, const RayHit& b) {
    const auto key = [](const RayHit& hit) {
      return std::tuple(hit.ray, hit.fractions.lower, hit.fractions.upper, hit.shape);
    };
    return key(a) < key(b);
  }
};

/// What RaySearch asks of FirstOfRay; the hits of all rays go to one place.
class AllOfRay {
 public:
  AllOfRay() = default;
  AllOfRay(std::uint32_t ray, Touching touching, std::vector<RayHit>& hits)
      : ray_(ray), if_open_(touching == Touching::overlap), hits_(&hits) {}

  template <class Contact>
  void take(const Contact& contact, std::uint32_t shape, double enter) {
    if (contact.lower > 1) return;
    const bool is_proven = contact.upper <= 1;
    if (is_proven || if_open_)
      hits_->push_back({ray_, shape, {std::max(contact.lower, enter), is_proven ? contact.upper : no_fraction}});
  }

  /// No hit is enough, and none hides what is behind it.
  [[nodiscard]] static bool is_hit() { return false; }
  [[nodiscard]] static double limit() { return 1; }

 private:
  std::uint32_t ray_ = 0;
  bool if_open_ = false;
  std::vector<RayHit>* hits_ = nullptr;
};

}  // namespace lockstep::detail
