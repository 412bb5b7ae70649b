#include "first_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "first_contact_search.hpp"
#include "oracle.hpp"
#include "smooth_search.hpp"

namespace lockstep::oracle {

namespace {

template <class T>
Vector<T> vector_of(const Vec3& v) {
  return {T(v.x), T(v.y), T(v.z)};
}

Vector<double> rounded(const Vector<Real>& v) {
  return {v.x.convert_to<double>(), v.y.convert_to<double>(), v.z.convert_to<double>()};
}

Real length(const Vector<Real>& v) { return sqrt(dot(v, v)); }

/// The difference of a shape at some fraction of its motion and another.
template <class T>
struct Turned {
  typename ToSupport<T>::Any a, b;
  std::array<Vector<T>, 3> axes;
  Vector<T> place;

  [[nodiscard]] Vector<T> support(const Vector<T>& v) const {
    return reference::to_world(axes, oracle::support<T>(a, reference::to_local(axes, v))) + place -
           oracle::support<T>(b, -v);
  }
};

/// Lengths are in a unit that scales those of the pair to about one, places relative to the second shape.
class TurningPair {
 public:
  using Number = Real;

  TurningPair(const AnyShape& a, const AnyShape& b, const Motion& motion)
      : anchor_(anchor_of(b)),
        unit_(unit_of(a, b, motion)),
        fine_{std::visit(ToSupport<Real>(anchor_, unit_), a), std::visit(ToSupport<Real>(anchor_, unit_), b), {}, {}},
        rough_{
            std::visit(ToSupport<double>(anchor_, unit_), a), std::visit(ToSupport<double>(anchor_, unit_), b), {}, {}},
        by_(vector_of<Real>(motion.by) * Real(unit_)),
        turn_(vector_of<Real>(motion.turn)),
        about_((vector_of<Real>(motion.about) - vector_of<Real>(anchor_)) * Real(unit_)),
        rate_(length(turn_)),
        reach_(reach()),
        slack_(nothing() + Real("1e-95") * (Real(1) + rate_) * (Real(1) + reach_)) {}

  /// Double finds most directions, a hundred digits confirm them.
  Place look(const Real& t) {
    stand_at(t);
    const auto confirmed = [&](const auto& found) {
      if (found.separates) measure_along(widen(found.along.back()), t);
      if (found.separates && gap_ > 0) return Place::outside;
      // Sine and cosine of large angles have fewer digits than the proof assumes.
      const bool is_inside = rate_ < Real(1e12) && certified(fine_, found) == Place::inside;
      return is_inside ? Place::inside : Place::open;
    };
    Place place = confirmed(search<double>(rough_, 0, 100, 1e-3, 1e-300, false));
    for (int start = 0; start < starts && place == Place::open; ++start)
      place = confirmed(search<Real>(fine_, start, 200, Real("1e-3"), Real("1e-50"), false));
    return place;
  }

  [[nodiscard]] Real passage() const {
    const Real push = std::max(Real(0), Real(-dot(apart_along_, by_)));
    const Real swing = length(cross(apart_along_, turn_)) * reach_;
    return passage_of<Real>(gap_, ball_gap_, push, swing);
  }

 private:
  Vec3 anchor_;
  double unit_;
  Turned<Real> fine_;
  Turned<double> rough_;
  Vector<Real> by_, turn_, about_;
  Real rate_, reach_, slack_;
  Vector<Real> apart_along_{};  // unit, from the second shape to the first
  Real gap_;                    // along it, at the last place looked at
  Real ball_gap_;               // the same for the ball that contains the first shape at any turn

  static double unit_of(const AnyShape& a, const AnyShape& b, const Motion& motion) {
    const auto most = [](const Vec3& v) { return double{std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)})}; };
    const double size = largest_coordinate(a) + largest_coordinate(b) + most(motion.by) + most(motion.about);
    return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1;
  }

  /// No point of the first shape is farther from the axis.
  [[nodiscard]] Real reach() const {
    Vector<Real> most{Real(0), Real(0), Real(0)};
    for (const int sign : {1, -1}) {
      const auto along = [&](int x, int y, int z) {
        const Vector<Real> v{Real(sign * x), Real(sign * y), Real(sign * z)};
        return Real(abs(dot(v, support<Real>(fine_.a, v) - about_)));
      };
      most = {std::max(most.x, along(1, 0, 0)), std::max(most.y, along(0, 1, 0)), std::max(most.z, along(0, 0, 1))};
    }
    return length(most);
  }

  /// By Rodrigues' formula.
  void stand_at(const Real& t) {
    const Real c = cos(Real(rate_ * t)), s = sin(Real(rate_ * t));
    const Vector<Real> k = rate_ > 0 ? turn_ * Real(1 / rate_) : turn_;
    const auto turned = [&](int x, int y, int z) {
      const Vector<Real> v{Real(x), Real(y), Real(z)};
      return v * c + cross(k, v) * s + k * Real(dot(k, v) * (1 - c));
    };
    fine_.axes = {turned(1, 0, 0), turned(0, 1, 0), turned(0, 0, 1)};
    fine_.place = about_ + by_ * t - reference::to_world(fine_.axes, about_);
    for (std::size_t i = 0; i < 3; ++i) rough_.axes[i] = rounded(fine_.axes[i]);
    rough_.place = rounded(fine_.place);
  }

  void measure_along(const Vector<Real>& v, const Real& t) {
    apart_along_ = v * Real(-1 / length(v));
    gap_ = dot(fine_.support(-apart_along_), apart_along_) - slack_;
    const Vector<Real> middle = about_ + by_ * t - support<Real>(fine_.b, apart_along_);
    ball_gap_ = dot(middle, apart_along_) - reach_ - slack_;
  }
};

}  // namespace

Interval first_contact(const AnyShape& a, const AnyShape& b, const Motion& motion, const Interval& near) {
  require_shape(a), require_shape(b);
  if (motion.turn == Vec3{}) return first_met([&](double t) { return meet_between(a, b, motion.by, 0, t); }, near);
  return first_of_turn(TurningPair(a, b, motion));
}

Claimed judge_fractions(const Interval& claimed, const Interval& truth) {
  const bool is_hit = claimed.upper <= 1;
  if (!(claimed.lower >= 0 && claimed.lower <= claimed.upper)) return Claimed::refuted;
  if (truth.upper < claimed.lower || (is_hit && truth.lower > claimed.upper)) return Claimed::refuted;
  if (claimed.lower <= truth.lower && (!is_hit || truth.upper <= claimed.upper)) return Claimed::proven;
  return Claimed::open;
}

}  // namespace lockstep::oracle
