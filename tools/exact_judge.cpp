#include "exact_judge.hpp"

#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <variant>

#include "oracle.hpp"
#include "readers/error.hpp"

namespace lockstep::tools {
namespace {

using oracle::AnyShape;
using oracle::Truth;

struct ToOracle {
  AnyShape operator()(const std::vector<Vec3>& vertices) const { return oracle::HullShape{vertices}; }
  AnyShape operator()(const PlacedHull& h) const { return oracle::PlacedHull{h.vertices, h.pose, h.radius}; }
  AnyShape operator()(const CornersVolume& volume) const { return oracle::Corners8{volume.corners}; }
  AnyShape operator()(const MatrixVolume& volume) const { return oracle::MatrixVolume{volume.row_major, volume.range}; }
  AnyShape operator()(const auto& other) const { return other; }
};

std::string text_of(Truth truth) {
  std::ostringstream out;
  out << truth;
  return out.str();
}

/// How deep two polytopes lie in each other does not follow from their distance.
std::string distance_text(const AnyShape& a, const AnyShape& b, Truth truth) {
  if (truth == Truth::contact) return "0";
  const std::optional<double> distance = oracle::signed_distance(a, b);
  return distance ? concat(*distance) : "-";
}

ExactAnswer judge(const AnyShape& a, const AnyShape& b, Verdict verdict) {
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

}  // namespace lockstep::tools
