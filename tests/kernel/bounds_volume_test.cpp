// Directed searches for numbers that break the bounds of culling (docs/numerics.md, section 7): the corners, edges and
// planes of a matrix' volume, and the depths of objects inside its planes. LOCKSTEP_LONG_TESTS=1 turns seconds into
// minutes.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

#include "bounds_truth.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using detail::VolumeCorners;
using detail::VolumeData;
using oracle::Kind;
using oracle::MatrixVolume;
using oracle::Rng;

constexpr std::size_t matrix_numbers = 17;

/// Cameras; 16 entries and the range of depth.
Start cameras(bool infinite) {
  return [infinite](Rng& rng) {
    const MatrixVolume camera = random_camera(rng, infinite);
    Numbers numbers(camera.row_major.begin(), camera.row_major.end());
    numbers.push_back(camera.range == DepthRange::zero_to_one ? 0.0F : 1.0F);
    return numbers;
  };
}

MatrixVolume matrix_of(const Numbers& numbers) {
  MatrixVolume volume{{}, numbers[16] == 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one};
  std::copy_n(numbers.begin(), 16, volume.row_major.begin());
  return volume;
}

/// Nothing if the library refuses the matrix, or if it encloses no frustum: such volumes have other planes and corners,
/// in another order (tests/kernel/volume_planes_test.cpp).
std::optional<ConvexVolume> accepted(const MatrixVolume& matrix) {
  try {
    const ConvexVolume volume = volume_of(matrix);
    return volume.is_frustum() ? std::optional(volume) : std::nullopt;
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

bool has_normal(const ExactPlane& plane) { return norm_1(plane.normal) > 0; }

/// Side i of the ring and the next, which meet in edge i.
struct Edge {
  const ExactPlane &side, &next;

  Edge(const std::array<ExactPlane, 6>& planes, std::size_t i) : side(planes[i]), next(planes[(i + 1) % 4]) {}
};

template <class T>
ExactVec exact_vector(const T (&v)[3]) {
  return {v[0], v[1], v[2]};
}

/// The largest error of a corner, if end `near` of the depth range is the near side.
template <class T>
Exact corner_error(const VolumeData& data, const std::array<ExactPlane, 6>& planes, std::size_t near) {
  const VolumeCorners<T>& corners = data.corners<T>();
  const ExactVec anchor = exact(data.anchor);
  Exact worst = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Edge edge(planes, i);
    const auto error = [&](const ExactPlane& end, const T(&corner)[3]) {
      return norm_max(meet(edge.side, edge.next, end) - anchor - exact_vector(corner));
    };
    worst = std::max(worst, error(planes[4 + near], corners.near[i]));
    if (data.infinite_far) continue;
    T far[3];
    for (int k = 0; k < 3; ++k) far[k] = corners.near[i][k] + corners.edge[i][k];
    worst = std::max(worst, error(planes[5 - near], far));
  }
  return worst;
}

template <class T>
double corner_ratio(const Numbers& numbers) {
  const MatrixVolume matrix = matrix_of(numbers);
  const std::optional<ConvexVolume> volume = accepted(matrix);
  if (!volume) return illegal;
  const VolumeData& data = volume->data();
  const std::array<ExactPlane, 6> planes = clip_planes(matrix);
  std::optional<Exact> least;  // the library decides which end is the near one
  for (const std::size_t near : {0U, 1U}) {
    if (!has_normal(planes[4 + near])) continue;
    const Exact error = corner_error<T>(data, planes, near);
    if (!least || error < *least) least = error;
  }
  return static_cast<double>(Exact(*least / data.corners<T>().slack));
}

TEST(VolumeBounds, Corners) {
  for (const bool infinite : {false, true}) {
    const std::string name = infinite ? "near corners of infinite volumes" : "corners";
    expect_bound_holds(name + ", float", 3000, cameras(infinite), corner_ratio<float>);
    expect_bound_holds(name + ", double", 3000, cameras(infinite), corner_ratio<double>);
  }
}

/// Edges that go on to infinity, as steep as one unit of depth.
template <class T>
double edge_ratio(const Numbers& numbers) {
  const MatrixVolume matrix = matrix_of(numbers);
  const std::optional<ConvexVolume> volume = accepted(matrix);
  if (!volume || !volume->infinite_far()) return illegal;
  const std::array<ExactPlane, 6> planes = clip_planes(matrix);
  const ExactVec& normal = planes[has_normal(planes[4]) ? 4 : 5].normal;
  const ExactVec depth = normal * Exact(1 / norm_2(normal));
  Exact worst = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const Edge edge(planes, i);
    const ExactVec ray = cross(edge.side.normal, edge.next.normal);
    const ExactVec truth = ray * Exact(1 / dot(depth, ray));
    worst = std::max(worst, norm_max(truth - exact_vector(volume->data().corners<T>().edge[i])));
  }
  return static_cast<double>(Exact(worst / volume->data().corners<T>().edge_slack));
}

TEST(VolumeBounds, Edges) {
  expect_bound_holds("edges, float", 3000, cameras(true), edge_ratio<float>);
  expect_bound_holds("edges, double", 3000, cameras(true), edge_ratio<double>);
}

constexpr const BoundsProbe* both_probes[] = {&probe_float::bounds_probe, &probe_double::bounds_probe};

std::string lanes_of(const BoundsProbe& probe) { return probe.is_double ? ", double" : ", float"; }

/// The distance at which the corners of a volume seem to lie outside of its own planes.
TEST(VolumeBounds, CornersAreInsideTheirPlanes) {
  const auto start = [](Rng& rng) {
    const auto hardness = oracle::all_hardnesses[rng() % oracle::all_hardnesses.size()];
    Numbers numbers;
    append(numbers, oracle::hard_pair(rng, Kind::corners, Kind::point, hardness).first);
    return numbers;
  };
  for (const BoundsProbe* const probe : both_probes) {
    const auto ball_and_plane = probe->plane[static_cast<std::size_t>(record_kind(Kind::point))];
    expect_bound_holds("planes of corners" + lanes_of(*probe), 2000, start, [&](const Numbers& x) {
      const auto corners = std::get<oracle::Corners8>(shape_of(Kind::corners, x.data())).corners;
      const ConvexVolume volume = ConvexVolume::from_corners(corners);
      double worst = illegal;
      for (const Vec3& corner : corners) {
        const PairOfRecords records({Point{corner}, Point{}});
        for (int plane = 0; plane < volume.data().plane_count; ++plane) {
          const PlaneAnswer answer = ball_and_plane(records.a(), volume.data(), plane);
          worst = std::fmax(worst, -answer.inside / answer.bound);
        }
      }
      return worst;
    });
  }
}

/// The error of the farthest point of an object along the normals of all planes; for a hull, of its bounding box, which
/// must not be nearer.
template <class Answer>
double plane_ratio(const VolumeData& data, const MatrixVolume& matrix, const oracle::AnyShape& object, bool is_tight,
                   const Answer& answer) {
  Exact worst = std::numeric_limits<double>::lowest();  // no floor: the search climbs towards tight cases
  int i = 0;
  for (const ExactPlane& plane : clip_planes(matrix)) {
    if (!has_normal(plane)) continue;
    const PlaneAnswer got = answer(data, i++);
    const Exact truth = (reach(object, plane.normal) + plane.offset) / norm_2(plane.normal);
    const Exact error = truth - got.inside;
    worst = std::max(worst, Exact((is_tight ? abs(error) : error) / got.bound));
  }
  return static_cast<double>(worst);
}

/// A camera, and an object near one of its near corners or anywhere.
Start cameras_and_objects(Kind kind) {
  return [kind](Rng& rng) {
    Numbers numbers = cameras(oracle::below(rng, 4) == 0)(rng);
    append(numbers, oracle::random_pair(rng, kind, Kind::point).first);
    return numbers;
  };
}

class PlaneBounds : public testing::TestWithParam<Kind> {};

TEST_P(PlaneBounds, FarthestPoint) {
  const Kind kind = GetParam();
  const auto objective = [&](const BoundsProbe& probe, bool is_view, const Numbers& x) {
    const MatrixVolume matrix = matrix_of(x);
    const oracle::AnyShape object = shape_of(kind, &x[matrix_numbers]);
    const std::optional<ConvexVolume> volume = accepted(matrix);
    if (!volume || !is_turned_plainly(object)) return illegal;
    const PairOfRecords records({object, Point{}});
    const bool is_tight = kind != Kind::hull && kind != Kind::placed;
    return plane_ratio(volume->data(), matrix, object, is_tight, [&](const VolumeData& data, int plane) {
      if (!is_view) return probe.plane[static_cast<std::size_t>(record_kind(kind))](records.a(), data, plane);
      std::array<float, 10> numbers;
      std::copy_n(&x[matrix_numbers], 10, numbers.begin());
      for (std::size_t k = 7; k < 10; ++k) numbers[k] = std::abs(numbers[k]);
      return probe.view_box(numbers, data, plane);
    });
  };
  for (const bool is_view : {false, true}) {
    if (is_view && kind != Kind::box) continue;
    for (const BoundsProbe* const probe : both_probes)
      expect_bound_holds("planes, " + std::string(name(kind)) + (is_view ? " of a view" : "") + lanes_of(*probe), 2000,
                         cameras_and_objects(kind), [&](const Numbers& x) { return objective(*probe, is_view, x); });
  }
}

TEST(TransformedBoxBounds, FarthestPoint) {
  for (const BoundsProbe* const probe : both_probes)
    expect_bound_holds("planes, transformed box" + lanes_of(*probe), 2000, cameras_and_objects(Kind::transformed_box),
                       [&](const Numbers& x) {
                         const MatrixVolume matrix = matrix_of(x);
                         const oracle::AnyShape object = shape_of(Kind::transformed_box, &x[matrix_numbers]);
                         const std::optional<ConvexVolume> volume = accepted(matrix);
                         if (!volume) return illegal;
                         return plane_ratio(volume->data(), matrix, object, true,
                                            [&](const VolumeData& data, int plane) {
                                              return probe->transformed_plane(transformed_numbers(object), data, plane);
                                            });
                       });
}

INSTANTIATE_TEST_SUITE_P(, PlaneBounds,
                         testing::Values(Kind::sphere, Kind::aabb, Kind::box, Kind::capsule, Kind::hull, Kind::placed,
                                         Kind::ellipsoid, Kind::cylinder, Kind::cone),
                         [](const testing::TestParamInfo<Kind>& kind) { return std::string(name(kind.param)); });

}  // namespace
}  // namespace lockstep::test
