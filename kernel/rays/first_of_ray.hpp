// The result of one ray, independent of the order in which its shapes are queried: minima alone, and the lowest index
// among equal ones.
#pragma once

#include <algorithm>
#include <limits>

#include "lockstep/rays.hpp"

namespace lockstep::detail {

inline constexpr double no_fraction = std::numeric_limits<double>::infinity();
inline constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// The name of a hit: a shape, which is its own part 0, or a body and the number of its part.
struct HitName {
  std::uint32_t shape = no_shape, part = no_shape;

  [[nodiscard]] bool is_none() const { return shape == no_shape; }
  friend auto operator<=>(const HitName&, const HitName&) = default;
};

/// The place of a contact that may be the first.
struct HitPlace {
  double fraction = no_fraction;
  HitName name;
  double point[3] = {no_number, no_number, no_number}, normal[3] = {no_number, no_number, no_number};

  template <class Contact>
  void add(double at, const HitName& of, const Contact& contact) {
    if (at > fraction || (at == fraction && of > name)) return;
    fraction = at, name = of;
    std::copy_n(contact.point, 3, point), std::copy_n(contact.normal, 3, normal);
  }
};

class FirstOfRay {
 public:
  /// Adds the contact with a shape whose box is entered at fraction `enter`, not before: `lower`, `upper`, `point`
  /// and `normal`.
  template <class Contact>
  void add(const Contact& contact, const HitName& name, double enter) {
    if (contact.lower > 1) return;
    const double lower = std::max(contact.lower, enter);
    free_until_ = std::min(free_until_, lower);
    if (contact.upper <= 1)
      place_[proven].add(contact.upper, name, contact);
    else
      place_[open].add(lower, name, contact);
  }

  template <class Contact>
  void add(const Contact& contact, std::uint32_t shape, double enter) {
    add(contact, HitName{shape, 0}, enter);
  }

  [[nodiscard]] bool is_hit() const { return !place_[proven].name.is_none(); }
  [[nodiscard]] bool may_be_hit() const { return is_hit() || !place_[open].name.is_none(); }
  /// Contacts behind this fraction are not the first, and change nothing.
  [[nodiscard]] double limit() const { return std::min(place_[proven].fraction, 1.0); }
  /// Without a branch, which would be mispredicted.
  [[nodiscard]] const HitPlace& place() const { return place_[is_hit() ? proven : open]; }
  [[nodiscard]] Interval fractions() const { return {free_until_, place_[proven].fraction}; }

 private:
  enum Hit { proven, open };

  HitPlace place_[2];  // for each kind of hit
  double free_until_ = no_fraction;
};

}  // namespace lockstep::detail
