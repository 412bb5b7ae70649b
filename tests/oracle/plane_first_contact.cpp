// First contacts in the plane: the search of space, with the distances of the plane.
#include <algorithm>
#include <cmath>

#include "first_contact.hpp"
#include "first_contact_search.hpp"
#include "plane.hpp"
#include "plane_measure.hpp"
#include "plane_support.hpp"

namespace lockstep::oracle {

namespace {

template <class T>
Vector2<T> vector_of(const Vec2& v) {
  return {T(v.x), T(v.y)};
}

/// The difference of the cores, the first at some fraction of its motion.
template <class T>
struct TurnedDifference2 {
  PlaneCore<T> a, b;
  Vector2<T> turn{}, place{};

  [[nodiscard]] Vector2<T> support(const Vector2<T>& v) const {
    return reference::turned(turn, a.support(reference::turned_back(turn, v))) + place - b.support(-v);
  }
};

/// Places are relative to the point that the first shape turns about, in a unit that scales all of them to about one.
class TurningPair2 {
 public:
  using Number = PlaneReal;

  TurningPair2(const AnyShape2& a, const AnyShape2& b, const Motion2& motion)
      : unit_(unit_of(a, b, motion)),
        fine_{in_unit<PlaneReal>(motion.about, a), in_unit<PlaneReal>(motion.about, b)},
        rough_{in_unit<double>(motion.about, a), in_unit<double>(motion.about, b)},
        by_(vector_of<PlaneReal>(motion.by) * PlaneReal(unit_)),
        turn_(motion.turn),
        radius_(fine_.a.radius + fine_.b.radius),
        reach_(reach()) {}

  /// Double finds most directions, two hundred digits confirm them.
  Place look(const PlaneReal& t) {
    stand_at(t);
    const Place place = look_at(rough_, 0x1p-44, 0x1p-50, 0x1p-40, t);
    if (place != Place::open) return place;
    return look_at(fine_, PlaneReal("1e-190"), PlaneReal("1e-130"), nothing_, t);
  }

  [[nodiscard]] PlaneReal passage() const {
    const PlaneReal push = std::max(PlaneReal(0), PlaneReal(-dot(apart_along_, by_)));
    return passage_of<PlaneReal>(gap_, ball_gap_, push, abs(turn_) * reach_);
  }

 private:
  double unit_;
  TurnedDifference2<PlaneReal> fine_;
  TurnedDifference2<double> rough_;
  Vector2<PlaneReal> by_;
  PlaneReal turn_, radius_, reach_, nothing_{"1e-180"};
  Vector2<PlaneReal> apart_along_{};  // unit, from the second shape to the first
  PlaneReal gap_;                     // along it, at the last place looked at
  PlaneReal ball_gap_;                // the same for the disc that contains the first shape at any turn

  static double unit_of(const AnyShape2& a, const AnyShape2& b, const Motion2& motion) {
    const double way = std::abs(double{motion.by.x}) + std::abs(double{motion.by.y});
    const double size = reach_from(motion.about, a) + reach_from(motion.about, b) + way;
    return size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1;
  }
  template <class T>
  [[nodiscard]] PlaneCore<T> in_unit(const Vec2& about, const AnyShape2& shape) const {
    return std::visit(ToPlaneCore<T>(about, unit_), shape);
  }

  /// No point of the first core is farther from the point that it turns about.
  [[nodiscard]] PlaneReal reach() const {
    PlaneReal x = 0, y = 0;
    for (const int sign : {1, -1}) {
      x = std::max(x, PlaneReal(abs(fine_.a.support({PlaneReal(sign), PlaneReal(0)}).x)));
      y = std::max(y, PlaneReal(abs(fine_.a.support({PlaneReal(0), PlaneReal(sign)}).y)));
    }
    return sqrt(PlaneReal(x * x + y * y)) + PlaneReal("1e-180");
  }

  void stand_at(const PlaneReal& t) {
    const AngleReal angle = AngleReal(turn_) * AngleReal(t);
    fine_.turn = {PlaneReal(cos(angle)), PlaneReal(sin(angle))};
    fine_.place = by_ * t;
    const auto rounded = [](const Vector2<PlaneReal>& v) {
      return Vector2<double>{v.x.convert_to<double>(), v.y.convert_to<double>()};
    };
    rough_.turn = rounded(fine_.turn), rough_.place = rounded(fine_.place);
  }

  /// `sure`: more than the error of the difference.
  template <class T>
  Place look_at(const TurnedDifference2<T>& difference, const T& noise, const T& accuracy, const T& sure,
                const PlaneReal& t) {
    const T radius = difference.a.radius + difference.b.radius;
    const auto is_inside = [&](const Bracket<T>& d) { return d.upper < radius - sure; };
    const auto enough = [&](const Bracket<T>& d) {
      return is_inside(d) || (d.lower > radius + sure && d.upper - radius < 2 * (d.lower - radius));
    };
    constexpr int steps = 200;
    Measure<T, TurnedDifference2<T>> measure(difference, noise, accuracy);
    if (is_inside(measure.refine(steps, enough))) return Place::inside;
    const Vector2<T> v = measure.direction();
    measure_along({PlaneReal(v.x), PlaneReal(v.y)}, t);
    return gap_ > 0 ? Place::outside : Place::open;
  }

  void measure_along(const Vector2<PlaneReal>& v, const PlaneReal& t) {
    apart_along_ = v * PlaneReal(-1 / length_of(v));
    gap_ = dot(fine_.support(-apart_along_), apart_along_) - radius_ - nothing_;
    const Vector2<PlaneReal> middle = by_ * t - fine_.b.support(apart_along_);
    ball_gap_ = dot(middle, apart_along_) - reach_ - radius_ - nothing_;
  }
};

}  // namespace

Interval first_contact(const AnyShape2& a, const AnyShape2& b, const Motion2& motion, const Interval& near) {
  if (motion.turn == 0) return first_met([&](double t) { return meet_between(a, b, motion.by, 0, t); }, near);
  return first_of_turn(TurningPair2(a, b, motion));
}

}  // namespace lockstep::oracle
