#include "pairs/exact_judge.hpp"

#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <variant>

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
  AnyShape operator()(const auto& other) const { return other; }
};

struct ToPlaneOracle {
  AnyShape2 operator()(const PlacedPolygon& p) const { return oracle::PolygonShape2{p.vertices, p.position, p.angle}; }
  AnyShape2 operator()(const auto& other) const { return other; }
};

std::string text_of(Truth truth) {
  std::ostringstream out;
  out << truth;
  return out.str();
}

/// How deep smooth shapes of space lie in each other is not known.
template <class Shape>
std::string distance_text(const Shape& a, const Shape& b, Truth truth) {
  if (truth == Truth::contact) return "0";
  const std::optional<double> distance = oracle::signed_distance(a, b);
  return distance ? concat(*distance) : "-";
}

template <class Shape>
ExactAnswer judge(const Shape& a, const Shape& b, Verdict verdict) {
  try {
    const Truth truth = oracle::decide(a, b);
    return {text_of(truth), distance_text(a, b, truth), true, oracle::is_false(verdict, truth)};
  } catch (const std::invalid_argument&) {  // a frustum without a far plane
    return {"-", "-", false, false};
  }
}

}  // namespace

void need_exact_judge() {}

ExactJudge exact_judge(const PairQuery& query) {
  return [a = std::visit(ToOracle{}, query.first), b = std::visit(ToOracle{}, query.second)](Verdict verdict) {
    return judge(a, b, verdict);
  };
}

ExactJudge exact_judge(const PlaneQuery& query) {
  return [a = std::visit(ToPlaneOracle{}, query.first),
          b = std::visit(ToPlaneOracle{}, query.second)](Verdict verdict) { return judge(a, b, verdict); };
}

}  // namespace lockstep::tools
