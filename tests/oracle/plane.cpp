#include "plane.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>

#include "plane_measure.hpp"
#include "plane_pair_line.hpp"
#include "plane_support.hpp"

namespace lockstep::oracle {

namespace {

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

struct RequireValid {
  static void finite(std::initializer_list<float> numbers) {
    for (const float number : numbers) require(std::isfinite(number), "a number must be finite");
  }
  static void length(float number) {
    finite({number});
    require(number >= 0, "a length must not be negative");
  }

  void operator()(const Circle2& s) const { finite({s.center.x, s.center.y}), length(s.radius); }
  void operator()(const Capsule2& s) const { finite({s.p0.x, s.p0.y, s.p1.x, s.p1.y}), length(s.radius); }
  void operator()(const Box2& s) const {
    finite({s.center.x, s.center.y, s.angle}), length(s.half_extents.x), length(s.half_extents.y);
  }
  void operator()(const Ellipse2& s) const {
    finite({s.center.x, s.center.y, s.angle}), length(s.radii.x), length(s.radii.y);
  }
  void operator()(const Slice2& s) const {
    finite({s.center.x, s.center.y, s.angle}), length(s.half_angle), length(s.radius);
  }
  void operator()(const PolygonShape2& s) const {
    require(!s.vertices.empty(), "a polygon needs at least one vertex");
    finite({s.position.x, s.position.y, s.angle});
    for (const Vec2& v : s.vertices) finite({v.x, v.y});
  }
};

void require_valid(const AnyShape2& a, const AnyShape2& b) {
  std::visit(RequireValid{}, a), std::visit(RequireValid{}, b);
}

/// A point near the shape, for relative coordinates.
struct AnchorOf {
  Vec2 operator()(const Capsule2& s) const { return s.p0; }
  Vec2 operator()(const PolygonShape2& s) const {
    const Vector2<double> first = reference::turned(unit_vector<double>(s.angle), {s.vertices[0].x, s.vertices[0].y});
    return {static_cast<float>(s.position.x + first.x), static_cast<float>(s.position.y + first.y)};
  }
  Vec2 operator()(const auto& s) const { return s.center; }
};

/// As `reach_from`.
struct ReachFrom {
  Vec2 anchor;

  [[nodiscard]] double to(const Vec2& p) const {
    return std::abs(double(p.x) - anchor.x) + std::abs(double(p.y) - anchor.y);
  }
  double operator()(const Circle2& s) const { return to(s.center) + s.radius; }
  double operator()(const Capsule2& s) const { return std::max(to(s.p0), to(s.p1)) + s.radius; }
  double operator()(const Box2& s) const { return to(s.center) + s.half_extents.x + s.half_extents.y; }
  double operator()(const Ellipse2& s) const { return to(s.center) + std::max(s.radii.x, s.radii.y); }
  double operator()(const Slice2& s) const { return to(s.center) + s.radius; }
  double operator()(const PolygonShape2& s) const {
    double local = 0;
    for (const Vec2& v : s.vertices) local = std::max(local, double(std::abs(v.x)) + double(std::abs(v.y)));
    return to(s.position) + local;
  }
};

/// The two shapes about an anchor of the first, in units that make their size one to two.
struct Frame2 {
  Vec2 anchor;
  double unit;

  /// `way`: the longest translation of the first.
  Frame2(const AnyShape2& a, const AnyShape2& b, double way = 0) : anchor(std::visit(AnchorOf{}, a)) {
    const ReachFrom reach{anchor};
    const double size = (std::visit(reach, a) + std::visit(reach, b)) + way;
    unit = size > 0 ? std::ldexp(1.0, -std::ilogb(size)) : 1;
  }
};

/// The difference of the cores.
template <class T>
struct CoreDifference {
  PlaneCore<T> a, b;

  CoreDifference(const AnyShape2& first, const AnyShape2& second, const Frame2& frame)
      : a(std::visit(ToPlaneCore<T>(frame.anchor, frame.unit), first)),
        b(std::visit(ToPlaneCore<T>(frame.anchor, frame.unit), second)) {}

  [[nodiscard]] Vector2<T> support(const Vector2<T>& v) const { return a.support(v) - b.support(-v); }
  [[nodiscard]] T radius() const { return a.radius + b.radius; }
};

/// Far more than the roundings of a support point and of a cross product of two, all of size one: in double with cos
/// and sin of the C library, which are precise to a unit in the last place.
template <class T>
T noise_of() {
  if constexpr (std::is_same_v<T, double>)
    return 0x1p-44;
  else
    return T("1e-190");
}

/// The tolerance at which a search ends: in double the limit of double; else far below the difference of any two
/// floats.
template <class T>
T accuracy_of() {
  if constexpr (std::is_same_v<T, double>)
    return 0x1p-50;
  else
    return T("1e-130");
}

template <class T>
constexpr int most_steps = std::is_same_v<T, double> ? 64 : 2000;

/// Whether the signed distance of a difference of two shapes is above a threshold, if that is certain. In double it may
/// stay open; in many digits it is contact then.
template <class T, class Body>
std::optional<Truth> truth_of(const Body& body, const T& threshold, const T& slack, const AnyShape2& first,
                              const AnyShape2& second) {
  const auto above = [&](const Bracket<T>& d) { return d.lower > threshold + slack; };
  const auto below = [&](const Bracket<T>& d) { return d.upper < threshold - slack; };
  Measure<T, Body> measure(body, noise_of<T>(), accuracy_of<T>());
  const Bracket<T> d =
      measure.refine(most_steps<T>, [&](const Bracket<T>& bracket) { return above(bracket) || below(bracket); });
  if (above(d)) return Truth::separated;
  if (below(d)) return Truth::overlapping;
  if constexpr (std::is_same_v<T, double>) return std::nullopt;
  if (d.upper - d.lower > T(1e-120))
    throw std::logic_error("the oracle came to no end: " + to_pair_line("endless", first, second));
  return Truth::contact;
}

/// The sign of the signed distance less the margin.
template <class T>
std::optional<Truth> truth_by_measure(const AnyShape2& first, const AnyShape2& second, double margin) {
  const Frame2 frame(first, second);
  const CoreDifference<T> cores(first, second, frame);
  const T threshold = cores.radius() + T(margin) * T(frame.unit);
  // The threshold is a sum of three, and rounded as well.
  const T slack = noise_of<T>() * (T(1) + T(std::abs(margin) * frame.unit));
  return truth_of(cores, threshold, slack, first, second);
}

/// The difference of two shapes, the first of which takes all places between two.
template <class T>
struct SweptDifference {
  CoreDifference<T> cores;
  Vector2<T> start, end;

  [[nodiscard]] Vector2<T> support(const Vector2<T>& v) const {
    return cores.support(v) + (dot(v, end) > dot(v, start) ? end : start);
  }
};

/// Products are as good as any support point.
template <class T>
std::optional<Truth> truth_of_sweep(const AnyShape2& first, const AnyShape2& second, const Vec2& motion, double from,
                                    double to) {
  const double fastest = std::abs(double(motion.x)) + std::abs(double(motion.y));
  const Frame2 frame(first, second, fastest * std::max(std::abs(from), std::abs(to)));
  const auto at = [&](double fraction) {
    const T t = T(fraction) * T(frame.unit);
    return Vector2<T>{T(motion.x) * t, T(motion.y) * t};
  };
  const SweptDifference<T> swept{{first, second, frame}, at(from), at(to)};
  return truth_of(swept, swept.cores.radius(), noise_of<T>(), first, second);
}

/// As `false_end`, for a pair that double could not decide: the search continues until both ends are decided.
std::optional<End> false_end_in_many_digits(const AnyShape2& first, const AnyShape2& second, double lower,
                                            double upper) {
  const Frame2 frame(first, second);
  const CoreDifference<PlaneReal> cores(first, second, frame);
  const auto threshold = [&](double end) { return PlaneReal(cores.radius() + PlaneReal(end) * PlaneReal(frame.unit)); };
  // An infinite end claims nothing.
  const PlaneReal low = std::isinf(lower) ? PlaneReal(-10) : threshold(lower);
  const PlaneReal high = std::isinf(upper) ? PlaneReal(10) : threshold(upper);
  Measure<PlaneReal, CoreDifference<PlaneReal>> measure(cores, noise_of<PlaneReal>(), accuracy_of<PlaneReal>());
  const auto is_decided = [&](const Bracket<PlaneReal>& d) {
    return d.upper < low || d.lower > high || (d.lower >= low && d.upper <= high);
  };
  constexpr int steps = 400;
  const Bracket<PlaneReal> d = measure.refine(steps, is_decided);
  // Contact is known only to these digits.
  const PlaneReal nothing("1e-100");
  if (d.upper < low - nothing) return End::lower;
  if (d.lower > high + nothing) return End::upper;
  return std::nullopt;
}

/// An equivalent shape of space without any rounding, which meets others of its sort exactly if the shapes of the plane
/// do: polygons as prisms, round shapes as balls and capsules in the plane between their ends.
struct InSpace {
  using Result = std::optional<AnyShape>;

  static Vec3 at(const Vec2& p, float z) { return {p.x, p.y, z}; }
  static PlacedHull prism(const std::vector<Vec2>& vertices, const Vec2& position) {
    PlacedHull hull{{}, {at(position, 0), {}}, 0};
    for (const Vec2& v : vertices) hull.vertices.push_back(at(v, -1)), hull.vertices.push_back(at(v, 1));
    return hull;
  }

  Result operator()(const Circle2& s) const { return Sphere{at(s.center, 0), s.radius}; }
  Result operator()(const Capsule2& s) const {
    if (s.radius == 0) return prism({s.p0, s.p1}, {});
    return Capsule{at(s.p0, 0), at(s.p1, 0), s.radius};
  }
  Result operator()(const Box2& s) const {
    if (s.angle != 0) return std::nullopt;
    return Box{at(s.center, 0), {}, {s.half_extents.x, s.half_extents.y, 1}};
  }
  Result operator()(const Ellipse2& s) const {
    return s.radii.x == s.radii.y ? (*this)(Circle2{s.center, s.radii.x}) : std::nullopt;
  }
  Result operator()(const Slice2& s) const { return s.radius == 0 ? (*this)(Circle2{s.center, 0}) : std::nullopt; }
  Result operator()(const PolygonShape2& s) const {
    return s.angle == 0 ? Result(prism(s.vertices, s.position)) : std::nullopt;
  }
};

Truth decide_slowly(const AnyShape2& a, const AnyShape2& b) {
  const std::optional<AnyShape> first = std::visit(InSpace{}, a), second = std::visit(InSpace{}, b);
  return first && second ? decide(*first, *second) : *truth_by_measure<PlaneReal>(a, b, 0);
}

}  // namespace

Truth decide(const AnyShape2& a, const AnyShape2& b) {
  require_valid(a, b);
  const std::optional<Truth> quick = truth_by_measure<double>(a, b, 0);
  return quick ? *quick : decide_slowly(a, b);
}

Truth decide_exactly(const AnyShape2& a, const AnyShape2& b) {
  require_valid(a, b);
  return decide_slowly(a, b);
}

Truth decide_in_many_digits(const AnyShape2& a, const AnyShape2& b) {
  require_valid(a, b);
  return *truth_by_measure<PlaneReal>(a, b, 0);
}

Truth decide_at(const AnyShape2& a, const AnyShape2& b, double margin) {
  require_valid(a, b);
  const std::optional<Truth> quick = truth_by_measure<double>(a, b, margin);
  return quick ? *quick : *truth_by_measure<PlaneReal>(a, b, margin);
}

bool meet_between(const AnyShape2& a, const AnyShape2& b, const Vec2& motion, double from, double to) {
  require_valid(a, b);
  std::optional<Truth> truth = truth_of_sweep<double>(a, b, motion, from, to);
  if (!truth) truth = truth_of_sweep<PlaneReal>(a, b, motion, from, to);
  return *truth != Truth::separated;
}

std::optional<End> false_end(const AnyShape2& a, const AnyShape2& b, double lower, double upper) {
  require_valid(a, b);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(lower < infinity)) return End::lower;
  if (!(upper > -infinity)) return End::upper;
  // The bracket in many digits mostly has a proof that double lacks: one search serves both ends.
  const auto is = [&](double end, Truth truth) { return truth_by_measure<double>(a, b, end) == truth; };
  const bool is_above = lower == -infinity || is(lower, Truth::separated);
  const bool is_below = upper == infinity || is(upper, Truth::overlapping);
  if (is_above && is_below) return std::nullopt;
  if (lower > -infinity && is(lower, Truth::overlapping)) return End::lower;
  if (upper < infinity && is(upper, Truth::separated)) return End::upper;
  return false_end_in_many_digits(a, b, lower, upper);
}

std::optional<double> signed_distance(const AnyShape2& a, const AnyShape2& b) {
  require_valid(a, b);
  const Frame2 frame(a, b);
  const CoreDifference<PlaneReal> cores(a, b, frame);
  const PlaneReal radius = cores.radius();
  Measure<PlaneReal, CoreDifference<PlaneReal>> measure(cores, noise_of<PlaneReal>(), accuracy_of<PlaneReal>());
  const auto enough = [&](const Bracket<PlaneReal>& d) {
    return d.upper - d.lower <= std::max(PlaneReal(abs(d.lower - radius) * PlaneReal("1e-20")), PlaneReal("1e-40"));
  };
  const Bracket<PlaneReal> d = measure.refine(most_steps<PlaneReal>, enough);
  if (!enough(d)) return std::nullopt;
  return PlaneReal(((d.lower + d.upper) / 2 - radius) / PlaneReal(frame.unit)).convert_to<double>();
}

Parting parting(const AnyShape2& a, const AnyShape2& b) {
  require_valid(a, b);
  const Frame2 frame(a, b);
  const CoreDifference<double> cores(a, b, frame);
  Measure<double, CoreDifference<double>> measure(cores, 0x1p-50, 0x1p-50);
  constexpr int steps = 200;
  const Bracket<double> d = measure.refine(steps, [](const Bracket<double>&) { return false; });
  const Vector2<double> v = measure.direction();
  return {v * (1 / length_of(v)), ((d.lower + d.upper) / 2 - cores.radius()) / frame.unit};
}

double reach_from(const Vec2& anchor, const AnyShape2& shape) {
  std::visit(RequireValid{}, shape);
  return std::visit(ReachFrom{anchor}, shape);
}

double largest_coordinate(const AnyShape2& shape) {
  const PlaneCore<double> body = std::visit(ToPlaneCore<double>({0, 0}, 1), shape);
  double most = 0;
  for (const double sign : {1.0, -1.0})
    most = std::max({most, sign * body.support({sign, 0}).x, sign * body.support({0, sign}).y});
  return most + body.radius;
}

}  // namespace lockstep::oracle
