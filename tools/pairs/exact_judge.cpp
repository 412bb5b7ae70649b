#include "pairs/exact_judge.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <variant>

#include "first_contact.hpp"
#include "oracle.hpp"
#include "plane.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

using oracle::AnyShape;
using oracle::AnyShape2;
using oracle::Truth;

struct ToOracle {
  AnyShape operator()(const std::vector<Vec3>& vertices) const { return oracle::HullShape{vertices}; }
  AnyShape operator()(const PlacedHull& h) const { return oracle::PlacedHull{h.vertices, h.pose, h.radius}; }
  AnyShape operator()(const CornersVolume& volume) const { return oracle::Corners8{volume.corners}; }
  AnyShape operator()(const MatrixVolume& volume) const { return oracle::MatrixVolume{volume.row_major, volume.range}; }
  /// The oracle has no shape for these; such a query is not judged.
  AnyShape operator()(const DoubleMatrixVolume&) const { return Point{}; }
  AnyShape operator()(const PlanesVolume&) const { return Point{}; }
  AnyShape operator()(const MeshShape&) const { return Point{}; }
  AnyShape operator()(const auto& other) const { return other; }
};

bool is_judged(const PairShape& shape) {
  return !std::holds_alternative<DoubleMatrixVolume>(shape) && !std::holds_alternative<PlanesVolume>(shape) &&
         !std::holds_alternative<MeshShape>(shape);
}

struct ToPlaneOracle {
  AnyShape2 operator()(const PlacedPolygon& p) const { return oracle::PolygonShape2{p.vertices, p.position, p.angle}; }
  AnyShape2 operator()(const auto& other) const { return other; }
};

std::string text_of(Truth truth) {
  std::ostringstream out;
  out << truth;
  return out.str();
}

struct Exact {
  Truth truth;
  std::optional<double> distance;  ///< to a few units in the last place
};

/// The exact depth of overlapping smooth shapes of space is unknown.
template <class Shape>
Exact measure(const Shape& a, const Shape& b) {
  const Truth truth = oracle::decide(a, b);
  return {truth, truth == Truth::contact ? 0.0 : oracle::signed_distance(a, b)};
}

bool is_false(Verdict verdict, const Exact& exact) { return oracle::is_false(verdict, exact.truth); }

/// For an unknown distance its sign is judged.
bool is_false(const Interval& interval, const Exact& exact) {
  if (!exact.distance) return exact.truth == Truth::separated ? !(interval.upper > 0) : !(interval.lower < 0);
  const double room = 4 * std::numeric_limits<double>::epsilon() * std::abs(*exact.distance);
  return !(interval.lower <= *exact.distance + room && *exact.distance - room <= interval.upper);
}

bool is_known(Verdict /*verdict*/, const Exact& /*exact*/) { return true; }
bool is_known(const Interval& interval, const Exact& exact) { return exact.distance || is_false(interval, exact); }

/// The fraction, if it is known as precisely as that of a turn can be.
std::string fraction_of(const Interval& truth) {
  return truth.upper <= 1 && truth.upper - truth.lower < 1e-9 ? concat((truth.lower + truth.upper) / 2) : "-";
}

template <class Shape, class AnyMotion>
ExactAnswer judge_cast(const Shape& a, const Shape& b, const AnyMotion& motion, const Interval& fractions) {
  const Interval truth = oracle::first_contact(a, b, motion, fractions);
  const oracle::Claimed found = oracle::judge_fractions(fractions, truth);
  const char* const result = truth.upper <= 1 ? "hits" : truth.lower > 1 ? "misses" : "-";
  return {result, fraction_of(truth), found != oracle::Claimed::open, found == oracle::Claimed::refuted};
}

template <class Shape, class AnyMotion>
ExactAnswer judge(const Shape& a, const Shape& b, const AnyMotion& motion, const Claim& claim) {
  if (const auto* cast = std::get_if<CastClaim>(&claim)) return judge_cast(a, b, motion, cast->fractions);
  try {
    const Exact exact = measure(a, b);
    const auto answer = [&](const auto& said) -> ExactAnswer {
      return {text_of(exact.truth), exact.distance ? concat(*exact.distance) : "-", is_known(said, exact),
              is_false(said, exact)};
    };
    const auto* verdict = std::get_if<Verdict>(&claim);
    return verdict != nullptr ? answer(*verdict) : answer(std::get<Interval>(claim));
  } catch (const std::invalid_argument&) {  // a volume without an end
    return {"-", "-", false, false};
  }
}

/// `ToAny` makes the oracle's shapes.
template <class ToAny, class Query>
ExactJudge judge_of(const Query& query) {
  return [a = std::visit(ToAny{}, query.first), b = std::visit(ToAny{}, query.second),
          motion = query.motion.value_or(typename decltype(query.motion)::value_type{})](const Claim& claim) {
    return judge(a, b, motion, claim);
  };
}

}  // namespace

void need_exact_judge() {}

ExactJudge exact_judge(const PairQuery& query) {
  if (is_judged(query.first) && is_judged(query.second)) return judge_of<ToOracle>(query);
  return [](const Claim&) -> ExactAnswer { return {"-", "-", false, false}; };
}
ExactJudge exact_judge(const PlaneQuery& query) { return judge_of<ToPlaneOracle>(query); }

}  // namespace lockstep::tools
