// Shapes that touch at the start of a motion share a point and no interior, so no depth proves the contact. A common
// point proves it, in exact arithmetic: one of a few candidates next to the measured nearest points.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "cast/exact_shape.hpp"
#include "cast/first_contact.hpp"
#include "cast/moved_distances.hpp"

namespace lockstep::detail {

/// Two shapes that seem to touch, and the search for points of both cores whose distance is at most the sum of the
/// radii.
class ExactTouch {
 public:
  ExactTouch(const ExactShape& a, const ExactShape& b, const DistanceAnswer& found);
  [[nodiscard]] bool is_proven() const;

 private:
  /// Variants of rounding, to recover numbers of the caller that computations have perturbed.
  static constexpr int roundings = 4;

  [[nodiscard]] double rounded(double x, int mode) const;
  [[nodiscard]] HostVector rounded(const HostVector& p, int mode) const {
    return {rounded(p.x, mode), rounded(p.y, mode), rounded(p.z, mode)};
  }
  [[nodiscard]] bool meet_at(const HostVector& p, const HostVector& q) const;
  /// Starts at a point next to one of the cores and goes along `to_other`, roughly a unit vector.
  [[nodiscard]] bool meet_from(const ExactShape& shape, const ExactShape& other, const HostVector& p,
                               const HostVector& to_other) const;
  [[nodiscard]] bool meet_near(const HostVector& p) const {
    return meet_from(a_, b_, p, -normal_) || meet_from(b_, a_, p, normal_);
  }
  [[nodiscard]] bool meet_beside(const HostVector& p) const;
  [[nodiscard]] bool meet_at_corners(const ExactShape& shape, const ExactShape& other, const HostVector& to_other,
                                     const HostVector& place) const;

  const ExactShape &a_, &b_;
  double radii_, size_, unit_;
  HostVector normal_;           // from b to a, with components next to 0 removed
  HostVector core_a_, core_b_;  // the nearest points of the cores
};

inline ExactTouch::ExactTouch(const ExactShape& a, const ExactShape& b, const DistanceAnswer& found)
    : a_(a), b_(b), radii_(a.radius() + b.radius()), size_(found.size), unit_(std::ldexp(1.0, std::ilogb(found.size))) {
  const auto vector = [](const double(&v)[3]) { return HostVector{v[0], v[1], v[2]}; };
  const auto without_rest = [](double x) {
    return std::abs(x) < 0x1p-20 ? 0 : 1 - std::abs(x) < 0x1p-40 ? std::copysign(1.0, x) : x;
  };
  const HostVector n = vector(found.normal);
  normal_ = {without_rest(n.x), without_rest(n.y), without_rest(n.z)};
  core_a_ = vector(found.on_a) + normal_ * a.radius(), core_b_ = vector(found.on_b) - normal_ * b.radius();
}

inline double ExactTouch::rounded(double x, int mode) const {
  const auto to_multiple = [&](double unit) { return std::floor(x / unit + 0.5) * unit; };
  switch (mode) {
    case 1: return static_cast<float>(to_multiple(unit_ * 0x1p-40));
    case 2: return to_multiple(unit_ * 0x1p-16);
    case 3: return to_multiple(unit_ * 0x1p-8);
    default: return x;
  }
}

inline bool ExactTouch::meet_at(const HostVector& p, const HostVector& q) const {
  if (!a_.holds(p) || !b_.holds(q)) return false;
  const ExactPoint offset = exact_point(p) - exact_point(q);
  const ExactSum radii = ExactSum(a_.radius()) + b_.radius();
  return is_not_above(dot(offset, offset), radii * radii);
}

inline bool ExactTouch::meet_from(const ExactShape& shape, const ExactShape& other, const HostVector& p,
                                  const HostVector& to_other) const {
  const auto meet = [&](const HostVector& own, const HostVector& others) {
    return &shape == &a_ ? meet_at(own, others) : meet_at(others, own);
  };
  const HostVector own = shape.pulled_in(p), across = own + to_other * radii_;
  if (shape.holds(own) && other.is_within(own, ExactSum(a_.radius()) + b_.radius())) return true;
  if (radii_ == 0) {
    const HostVector common = other.pulled_in(own);
    return meet(common, common);
  }
  return meet(own, other.pulled_in(across)) || meet(own, other.pulled_in(rounded(across, 1)));
}

/// Tries the place itself, and places towards the middle of either shape in the plane of the contact, away from the
/// ends of the common part.
inline bool ExactTouch::meet_beside(const HostVector& p) const {
  const auto moved = [&](const HostVector& middle, double part) {
    const HostVector offset = middle - p;
    return p + (offset - normal_ * dot(offset, normal_)) * part;
  };
  const HostVector places[] = {p, moved(a_.middle(), 0.5), moved(a_.middle(), 1), moved(b_.middle(), 0.5),
                               moved(b_.middle(), 1)};
  for (const HostVector& place : places) {
    HostVector last{};
    for (int mode = 0; mode < roundings; ++mode) {
      const HostVector at = rounded(place, mode);
      const bool is_new = mode == 0 || at.x != last.x || at.y != last.y || at.z != last.z;
      if (is_new && meet_near(at)) return true;
      last = at;
    }
  }
  return false;
}

inline bool ExactTouch::meet_at_corners(const ExactShape& shape, const ExactShape& other, const HostVector& to_other,
                                        const HostVector& place) const {
  bool meet = false;
  shape.each_corner([&](const HostVector& p) {
    if (meet || !(std::abs(dot(p - place, to_other)) <= 0x1p-20 * size_)) return;
    meet = meet_from(shape, other, p, to_other) || meet_from(shape, other, rounded(p, 1), to_other);
  });
  return meet;
}

inline bool ExactTouch::is_proven() const {
  return meet_beside(core_a_) || meet_beside(core_b_) || meet_at_corners(a_, b_, -normal_, core_a_) ||
         meet_at_corners(b_, a_, normal_, core_b_);
}

/// Whether two shapes at double positions have a common point: relative to the position of either, if the difference is
/// exact.
template <class View>
bool touch_at_positions(const View& first, const View& second, const Pair& pair, const DistanceAnswer& found) {
  const Vec3d to = position_of(first, pair.a), from = position_of(second, pair.b), by = offset_of(to, from);
  const auto is_exact = [](double d, double p, double q) { return d + q == p && p - d == q; };
  if (!is_exact(by.x, to.x, from.x) || !is_exact(by.y, to.y, from.y) || !is_exact(by.z, to.z, from.z)) return false;
  const auto touch = [&](const Vec3d& of_a, const Vec3d& of_b, const Vec3d& at) {
    const double origin[3] = {at.x, at.y, at.z};
    DistanceAnswer own = found;
    for (int k = 0; k < 3; ++k) own.on_a[k] -= origin[k], own.on_b[k] -= origin[k];
    const ExactShape a(first, pair.a, of_a), b(second, pair.b, of_b);
    return a.is_known() && b.is_known() && own.size > 0 && ExactTouch(a, b, own).is_proven();
  };
  return touch(by, {}, from) || touch({}, {-by.x, -by.y, -by.z}, to);
}

/// Whether two shapes with this measured distance have a common point.
template <class View>
bool touch_exactly(const View& first, const View& second, const Pair& pair, const DistanceAnswer& found) {
  const auto is_finite = [](const double(&v)[3]) {
    return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]);
  };
  if (found.lower > 0 || !is_finite(found.on_a) || !is_finite(found.on_b) || !is_finite(found.normal)) return false;
  if (have_positions(first, second)) return touch_at_positions(first, second, pair, found);
  const ExactShape a(first, pair.a), b(second, pair.b);
  return a.is_known() && b.is_known() && found.size > 0 && ExactTouch(a, b, found).is_proven();
}

/// Proves contacts at the start for the pairs of a tile that may have one. contacts[i] belongs to pair i.
template <std::size_t Most, class Space>
void prove_starts(const MovedDistanceJob<Space>& job, std::span<const Pair> pairs, FirstContact* contacts) {
  std::array<std::uint16_t, Most> source;
  std::array<Pair, Most> open;
  std::size_t count = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const FirstContact& contact = contacts[i];
    if (contact.lower != 0 || !(contact.upper > 0) || std::isnan(contact.normal[0])) continue;
    source[count] = static_cast<std::uint16_t>(i), open[count] = pairs[i], ++count;
  }
  if (count == 0) return;
  std::array<DistanceAnswer, Most> found;
  decide_tile<Most>(job.at_rest, std::span<const Pair>(open).first(count), found.data());
  const auto &first = job.at_rest.verdicts.first, &second = job.at_rest.verdicts.second;
  for (std::size_t k = 0; k < count; ++k)
    if (found[k].upper <= 0 || touch_exactly(first, second, open[k], found[k])) contacts[source[k]].hit(0);
}

}  // namespace lockstep::detail
