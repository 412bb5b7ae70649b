// Directed searches for numbers that break the bounds of transformed boxes (docs/numerics.md, section 2): their support
// points, against a volume that is one point. bounds_volume_test.cpp tests their depths inside planes.
#include <gtest/gtest.h>

#include <cmath>

#include "bounds_truth.hpp"

namespace lockstep::test {
namespace {

using oracle::Kind;
using oracle::Rng;

constexpr std::size_t box_numbers = 18;

/// A box, a point and two directions.
Numbers boxes_and_points(Rng& rng) {
  Numbers numbers;
  append(numbers, oracle::random_pair(rng, Kind::transformed_box, Kind::point).first);
  const Numbers rest = random_numbers(9)(rng);
  numbers.insert(numbers.end(), rest.begin(), rest.end());
  return numbers;
}

struct Question {
  oracle::AnyShape object;
  std::array<Vec3, 8> corners;
  Triple v, from;

  explicit Question(const Numbers& x) : object(shape_of(Kind::transformed_box, x.data())) {
    const auto vec = [&](std::size_t i) {
      return Vec3{x[box_numbers + i], x[box_numbers + i + 1], x[box_numbers + i + 2]};
    };
    const auto triple = [&](std::size_t i) {
      return Triple{x[box_numbers + i], x[box_numbers + i + 1], x[box_numbers + i + 2]};
    };
    corners.fill(vec(0));
    v = triple(3), from = triple(6);
  }
  /// The true extent of box - point along v, at scale 1.
  [[nodiscard]] Exact extent_along(const ExactVec& along) const {
    return reach(object, along) - dot(along, exact(corners[0]));
  }
};

/// `error_of(question, answer)` as a share of the bound of its lanes, float and double.
template <class RatioOf>
void search(const std::string& what, const RatioOf& ratio_of) {
  for (const BoundsProbe* const probe : {&probe_float::bounds_probe, &probe_double::bounds_probe})
    expect_bound_holds(what + (probe->is_double ? ", transformed box, double lanes" : ", transformed box, float lanes"),
                       8000, boxes_and_points, [&](const Numbers& x) {
                         const Question question(x);
                         const ConvexVolume point = ConvexVolume::from_corners(question.corners);
                         const SupportAnswer answer =
                             probe->transformed_support(transformed_numbers(question.object), point.data(), question.v);
                         return std::isfinite(answer.scale) ? static_cast<double>(ratio_of(question, answer)) : illegal;
                       });
}

/// h(v) - v.w, where h is the true extent and w the computed support point.
TEST(TransformedBoxBounds, Support) {
  search("support", [](const Question& question, const SupportAnswer& answer) {
    const Exact truth = question.extent_along(exact(question.v)) * answer.scale;
    return Exact(abs(truth - answer.along) / answer.bound);
  });
}

/// The distance of w outside of the true shape, seen from any direction.
TEST(TransformedBoxBounds, Vertex) {
  search("vertex", [](const Question& question, const SupportAnswer& answer) {
    Exact worst = -1;
    for (const Triple& n : {question.v, question.from}) {
      const Exact length = norm_2(exact(n));
      if (length == 0) continue;
      const Exact beyond = dot(exact(n), exact(answer.point)) - question.extent_along(exact(n)) * answer.scale;
      worst = std::max(worst, Exact(beyond / (length * answer.vertex_bound)));
    }
    return worst;
  });
}

}  // namespace
}  // namespace lockstep::test
