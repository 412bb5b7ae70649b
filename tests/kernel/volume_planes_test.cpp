// Volumes of any planes: oblique near sides, far sides at infinity and beyond it, cameras by lens and pose,
// half-spaces. All are compared with the clip inequalities in rational arithmetic.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "error_of.hpp"
#include "exact.hpp"
#include "generate.hpp"
#include "lockstep/cull.hpp"
#include "lockstep/lockstep.hpp"

namespace lockstep::test {
namespace {

using oracle::Rational;
using oracle::Rng;
using oracle::uniform;
using Point3 = std::array<Rational, 3>;
using Rows4 = std::array<double, 16>;

struct ExactHalf {
  Point3 normal;
  Rational offset;

  [[nodiscard]] Rational at(const Point3& p) const {
    return normal[0] * p[0] + normal[1] * p[1] + normal[2] * p[2] + offset;
  }
};

Rational dot(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

ExactHalf half_space(double x, double y, double z, double offset) {
  return {{Rational(x), Rational(y), Rational(z)}, Rational(offset)};
}

/// The clip inequalities of a matrix.
std::vector<ExactHalf> inequalities(const Rows4& m, DepthRange range) {
  std::vector<ExactHalf> all;
  const auto add = [&](std::size_t row, int sign, int side) {  // sign row + side w >= 0
    const auto at = [&](std::size_t c) {
      return Rational(Rational(m[4 * row + c]) * sign + Rational(m[12 + c]) * side);
    };
    all.push_back({{at(0), at(1), at(2)}, at(3)});
  };
  for (const std::size_t row : {0U, 1U}) add(row, 1, 1), add(row, -1, 1);
  add(2, 1, range == DepthRange::zero_to_one ? 0 : 1), add(2, -1, 1);
  return all;
}

/// The point of the planes in `of` that is nearest to c: c - sum of l_i n_i. None if the normals are linearly
/// dependent.
std::optional<Point3> foot_on(const std::vector<ExactHalf>& planes, const std::vector<std::size_t>& of,
                              const Point3& c) {
  const std::size_t n = of.size();
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n + 1));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) rows[i][j] = dot(planes[of[i]].normal, planes[of[j]].normal);
    rows[i][n] = planes[of[i]].at(c);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    while (pivot < n && rows[pivot][i] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(rows[i], rows[pivot]);
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      const Rational factor = rows[k][i] / rows[i][i];
      for (std::size_t j = i; j <= n; ++j) rows[k][j] -= factor * rows[i][j];
    }
  }
  Point3 p = c;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k) p[k] -= rows[i][n] / rows[i][i] * planes[of[i]].normal[k];
  return p;
}

/// The squared distance from c to the intersection of the half-spaces: the nearest point is the foot on some of the
/// planes.
std::optional<Rational> squared_distance(const std::vector<ExactHalf>& planes, const Point3& c) {
  std::optional<Rational> least;
  const auto look = [&](const std::vector<std::size_t>& of) {
    const std::optional<Point3> p = foot_on(planes, of, c);
    if (!p) return;
    const Point3 offset = {(*p)[0] - c[0], (*p)[1] - c[1], (*p)[2] - c[2]};
    const Rational squared = dot(offset, offset);
    if (least && squared >= *least) return;
    for (const ExactHalf& plane : planes)
      if (plane.at(*p) < 0) return;
    least = squared;
  };
  look({});
  for (std::size_t i = 0; i < planes.size(); ++i) {
    look({i});
    for (std::size_t j = i + 1; j < planes.size(); ++j) {
      look({i, j});
      for (std::size_t k = j + 1; k < planes.size(); ++k) look({i, j, k});
    }
  }
  return least;
}

/// Compares the answers for spheres with the truth; counts the proven ones.
struct Judge {
  int inside = 0, outside = 0, open = 0;

  void ball(const ConvexVolume& volume, const std::vector<ExactHalf>& planes, const Sphere& ball, double size) {
    const SphereView view{{&ball.center.x}, {&ball.center.y}, {&ball.center.z}, {&ball.radius}, 1};
    std::vector<std::size_t> seen;
    for (const Touching touching : {Touching::overlap, Touching::separate})
      for (const std::optional<Isa> isa : {std::optional<Isa>{}, std::optional(Isa::scalar)})
        seen.push_back(cull_count(volume, view, {.touching = touching, .isa = isa}));
    EXPECT_EQ(seen[0], seen[1]);
    EXPECT_EQ(seen[2], seen[3]);
    EXPECT_LE(seen[0], cull_count(volume, view, {.method = CullMethod::planes}));
    const Point3 c = {Rational(ball.center.x), Rational(ball.center.y), Rational(ball.center.z)};
    const std::optional<Rational> squared = squared_distance(planes, c);
    ASSERT_TRUE(squared);
    const Rational radius = ball.radius, margin = size * 0x1p-18;
    const bool meets = *squared <= radius * radius, misses = *squared > (radius + margin) * (radius + margin);
    const Rational within = radius - margin;
    const bool meets_plainly = within >= 0 && *squared <= within * within;
    const auto where = [&] {
      return testing::Message() << ball.center.x << ' ' << ball.center.y << ' ' << ball.center.z << ' ' << ball.radius;
    };
    if (seen[0] == 0) {
      EXPECT_FALSE(meets) << "left out, but it touches: " << where();
    }
    if (seen[2] != 0) {
      EXPECT_TRUE(meets) << "proven inside, but it is outside: " << where();
    }
    if (misses) {
      EXPECT_EQ(seen[0], 0U) << "kept, but it is plainly outside: " << where();
    }
    if (meets_plainly) {
      EXPECT_EQ(seen[2], 1U) << "undecided, but it is plainly inside: " << where();
    }
    (seen[0] == 0 ? outside : seen[2] != 0 ? inside : open) += 1;
  }
};

Rows4 product(const Rows4& a, const Rows4& b) {
  Rows4 c{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) c[4 * i + j] += a[4 * i + k] * b[4 * k + j];
  return c;
}

Rows4 rounded(const Rows4& m) {
  Rows4 r;
  for (std::size_t i = 0; i < 16; ++i) r[i] = static_cast<float>(m[i]);
  return r;
}

std::array<float, 16> floats(const Rows4& m) {
  std::array<float, 16> f;
  for (std::size_t i = 0; i < 16; ++i) f[i] = static_cast<float>(m[i]);
  return f;
}

struct Camera {
  DepthRange range;
  bool reversed, left_handed;
  double tan_x, tan_y, near, far;  ///< far: maybe infinite
  double epsilon = 0;
  Vec3d eye;
};

/// Row-major, for a camera that looks along -z (or z) of its own axes, turned about y and x.
Rows4 matrix_of(const Camera& camera) {
  const double low = camera.range == DepthRange::zero_to_one ? 0 : -1;
  const double first = camera.reversed ? 1 : low, last = camera.reversed ? low : 1;
  // z = a depth + b, w = depth.
  double a = 0, b = 0;
  if (std::isinf(camera.far))
    a = last - camera.epsilon * (last - first), b = (first - a) * camera.near;
  else
    b = (first - last) / (1 / camera.near - 1 / camera.far), a = first - b / camera.near;
  const double ahead = camera.left_handed ? 1 : -1;
  const Rows4 projection = {1 / camera.tan_x, 0, 0, 0, 0, 1 / camera.tan_y, 0, 0, 0, 0, ahead * a, b, 0, 0, ahead, 0};
  const double c = std::cos(0.7), s = std::sin(0.7), u = std::cos(0.3), v = std::sin(0.3);
  Rows4 view = {c, 0, -s, 0, v * s, u, v * c, 0, u * s, -v, u * c, 0, 0, 0, 0, 1};
  for (std::size_t i = 0; i < 3; ++i)
    view[4 * i + 3] = -(view[4 * i] * camera.eye.x + view[4 * i + 1] * camera.eye.y + view[4 * i + 2] * camera.eye.z);
  return product(projection, view);
}

/// The near side replaced by a plane through the axis at depth d, tilted by an angle (E. Lengyel, "Oblique View Frustum
/// Depth Projection and Clipping", 2005). The far side of a view without an end goes through a point at depth `last`.
Rows4 with_oblique_near(const Rows4& m, const Camera& camera, double tilt, double depth, double last = 1e4) {
  const auto row = [&](std::size_t r, std::size_t c) { return m[4 * r + c]; };
  std::array<double, 4> plane{};
  for (std::size_t c = 0; c < 4; ++c) plane[c] = std::cos(tilt) * row(3, c) + std::sin(tilt) * camera.tan_x * row(0, c);
  plane[3] -= std::cos(tilt) * depth;
  // The far corner of the view that is farthest from the plane, in clip coordinates x = y = w = 1.
  const double w = std::isinf(camera.far) ? last : camera.far;
  const double at = std::cos(tilt) * (w - depth) + std::sin(tilt) * camera.tan_x * w;
  const double low = camera.range == DepthRange::zero_to_one ? 0 : -1, scale = (1 - low) * w / at;
  Rows4 oblique = m;
  for (std::size_t c = 0; c < 4; ++c) {
    const double z = scale * plane[c] + low * m[12 + c];
    oblique[8 + c] = camera.reversed ? (1 + low) * m[12 + c] - z : z;
  }
  return oblique;
}

/// Spheres all over the visible range of a matrix, and beyond it, and near its planes.
std::vector<Sphere> balls(const Camera& camera, const Rows4& m, std::size_t count, Rng& rng) {
  std::vector<Sphere> all;
  while (all.size() < count) {
    const double depth = std::pow(10, uniform(rng, -1, 2.5)) * (oracle::below(rng, 8) == 0 ? -1 : 1);
    const double x = uniform(rng, -1.5, 1.5) * camera.tan_x * depth, y = uniform(rng, -1.5, 1.5) * camera.tan_y * depth;
    // Back from the camera's space: its rows are perpendicular.
    Vec3d p = camera.eye;
    const auto add = [&](std::size_t row, double by) {
      const double square = m[4 * row] * m[4 * row] + m[4 * row + 1] * m[4 * row + 1] + m[4 * row + 2] * m[4 * row + 2];
      by /= std::sqrt(square);
      p.x += by * m[4 * row], p.y += by * m[4 * row + 1], p.z += by * m[4 * row + 2];
    };
    add(0, x), add(1, y), add(3, depth);
    all.push_back({{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)},
                   static_cast<float>(std::abs(depth) * std::pow(10, uniform(rng, -3, -0.5)))});
  }
  return all;
}

double largest(const Sphere& ball) {
  return std::abs(ball.center.x) + std::abs(ball.center.y) + std::abs(ball.center.z) + ball.radius;
}

/// The size for the tolerance at contact: a coordinate of the sphere or of a corner.
double size_of(const ConvexVolume& volume, const Sphere& ball) {
  double size = largest(ball);
  for (const Vec3& p : volume.vertices(0)) size = std::max({size, largest({p, 0})});
  return size;
}

void judge_matrix(const Camera& camera, const Rows4& m, std::size_t count, Rng& rng, Judge& judge) {
  const Rows4 in_floats = rounded(m);
  for (const bool of_doubles : {false, true}) {
    const ConvexVolume volume = of_doubles ? ConvexVolume::from_view_projection(m, camera.range)
                                           : ConvexVolume::from_view_projection(floats(m), camera.range);
    const std::vector<ExactHalf> planes = inequalities(of_doubles ? m : in_floats, camera.range);
    for (const Sphere& ball : balls(camera, m, count, rng)) judge.ball(volume, planes, ball, size_of(volume, ball));
  }
}

constexpr double infinity = HUGE_VAL;

/// Any depths, reversed or not, of either hand: eight set-ups.
Camera camera_of(int setup, double far) {
  const DepthRange range = (setup & 1) != 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one;
  return {range, (setup & 2) != 0, (setup & 4) != 0, 0.9, 0.5, 0.1, far, 0, {3, -2, 5}};
}

TEST(ObliqueNear, EveryTiltIsTaken) {
  Rng rng(101);
  Judge judge;
  for (const double degrees : {0.0, 1.0, 2.5, 10.0, 30.0, 45.0, 60.0, 75.0, 89.0, -20.0, -70.0})
    for (int setup = 0; setup < 8 && !HasFailure(); ++setup) {
      const Camera camera = camera_of(setup, setup % 3 == 0 ? infinity : 200);
      SCOPED_TRACE(testing::Message() << "tilt " << degrees << ", set-up " << setup);
      const Rows4 m = with_oblique_near(matrix_of(camera), camera, degrees * 0.017453292519943295, 2);
      judge_matrix(camera, m, 6, rng, judge);
    }
  EXPECT_GT(judge.inside, 100);
  EXPECT_GT(judge.outside, 100);
  EXPECT_LT(judge.open, 10);
}

/// The far side is parallel to an edge of the view up to rounding, and may meet it at 1e15 or never. Answers are those
/// of a volume of the size of the view's near end.
TEST(ObliqueNear, UnderAViewWithoutAnEnd) {
  Rng rng(104);
  Judge judge;
  for (const double degrees : {0.0, 2.5, 10.0, 30.0, 45.0, 60.0, 80.0, -20.0, -45.0, -70.0})
    for (int setup = 0; setup < 8 && !HasFailure(); ++setup) {
      const Camera camera = camera_of(setup, infinity);
      SCOPED_TRACE(testing::Message() << "tilt " << degrees << ", set-up " << setup);
      const Rows4 m = with_oblique_near(matrix_of(camera), camera, degrees * 0.017453292519943295, 2, 1e30);
      const ConvexVolume volume = ConvexVolume::from_view_projection(m, camera.range);
      for (const Sphere& ball : balls(camera, m, 10, rng))
        judge.ball(volume, inequalities(m, camera.range), ball, largest(ball) + 10);
    }
  EXPECT_GT(judge.inside, 100);
  EXPECT_GT(judge.outside, 100);
  EXPECT_LT(judge.open, 10);
}

TEST(InfiniteWithAnEpsilon, IsTaken) {
  Rng rng(102);
  Judge judge;
  for (const double epsilon : {0.0, 0x1p-22, 2.4e-7, 1e-6, 1e-4, 0.01})
    for (int setup = 0; setup < 4 && !HasFailure(); ++setup) {
      const Camera camera{(setup & 1) != 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one,
                          false,
                          (setup & 2) != 0,
                          0.8,
                          0.6,
                          0.1,
                          infinity,
                          epsilon,
                          {1, 2, 3}};
      SCOPED_TRACE(testing::Message() << "epsilon " << epsilon << ", set-up " << setup);
      Camera behind = camera;  // the depth of its far side is below zero: beyond infinity
      behind.epsilon = -epsilon;
      judge_matrix(camera, matrix_of(camera), 5, rng, judge);
      judge_matrix(behind, matrix_of(behind), 5, rng, judge);
      EXPECT_TRUE(ConvexVolume::from_view_projection(matrix_of(camera), camera.range).infinite_far() || epsilon > 0);
    }
  EXPECT_GT(judge.inside, 50);
  EXPECT_GT(judge.outside, 50);
}

/// Rounding to float for cameras far away: the depth row becomes the last one.
TEST(RoundedFar, IsTakenAsItIs) {
  for (const DepthRange range : {DepthRange::zero_to_one, DepthRange::minus_one_to_one}) {
    Rows4 m = matrix_of({range, false, false, 0.8, 0.6, 0.1, infinity, 0, {4e6, -28e5, 8e5}});
    for (std::size_t c = 0; c < 4; ++c) m[8 + c] = m[12 + c];
    const ConvexVolume volume = ConvexVolume::from_view_projection(floats(m), range);
    EXPECT_TRUE(volume.infinite_far());
    EXPECT_FALSE(volume.is_frustum());
    Rng rng(103);
    Judge judge;
    const Camera camera{range, false, false, 0.8, 0.6, 0.1, infinity, 0, {4e6, -28e5, 8e5}};
    for (const Sphere& ball : balls(camera, m, 20, rng))
      judge.ball(volume, inequalities(rounded(m), range), ball, size_of(volume, ball));
    EXPECT_GT(judge.outside, 0);
  }
}

/// The half-spaces of a lens and a pose, by definition; only of numbers that are exact in double.
std::vector<ExactHalf> half_spaces(const Lens& lens, const CameraPose& pose) {
  std::vector<ExactHalf> all;
  const auto add = [&](const Vec3d& along, double side, int sign) {
    const auto at = [&](double a, double f) { return Rational((Rational(a) - Rational(side) * Rational(f)) * sign); };
    ExactHalf half{{at(along.x, pose.forward.x), at(along.y, pose.forward.y), at(along.z, pose.forward.z)}, 0};
    half.offset = -dot(half.normal, {Rational(pose.position.x), Rational(pose.position.y), Rational(pose.position.z)});
    all.push_back(half);
  };
  const auto add_depth = [&](double depth, int sign) {
    ExactHalf half{{Rational(pose.forward.x) * sign, Rational(pose.forward.y) * sign, Rational(pose.forward.z) * sign},
                   0};
    half.offset = -dot(half.normal, {Rational(pose.position.x), Rational(pose.position.y), Rational(pose.position.z)}) -
                  Rational(depth) * sign;
    all.push_back(half);
  };
  add(pose.right, lens.left, 1), add(pose.right, lens.right, -1);
  add(pose.up, lens.bottom, 1), add(pose.up, lens.top, -1);
  add_depth(lens.near_depth, 1);
  if (!std::isinf(lens.far_depth)) add_depth(lens.far_depth, -1);
  return all;
}

TEST(FromCamera, SeesItsOwnFrustumWhereverItStands) {
  Rng rng(104);
  Judge judge;
  for (const double at : {0.0, 1e5, 4e6, 1e7})
    for (const double near : {0.0, 0.01, 1.0})
      for (const double far : {50.0, 1e4, infinity}) {
        const CameraPose pose = CameraPose::looking_at({at + 0.1, -2 * at, at / 3}, {at + 2, -2 * at + 3, at / 3 - 5});
        Lens lens{-0.9, 1.1, -0.5, 0.6, near, far, false};
        SCOPED_TRACE(testing::Message() << at << ' ' << near << ' ' << far);
        const ConvexVolume volume = ConvexVolume::from_camera(lens, pose);
        for (int i = 0; i < 4; ++i) {
          const double depth = std::pow(10, uniform(rng, -2, 3)), x = uniform(rng, -1.3, 1.3) * depth,
                       y = uniform(rng, -0.8, 0.8) * depth;
          const auto place = [&](double p, double r, double u, double f) {
            return static_cast<float>(p + x * r + y * u + depth * f);
          };
          const Sphere ball{{place(pose.position.x, pose.right.x, pose.up.x, pose.forward.x),
                             place(pose.position.y, pose.right.y, pose.up.y, pose.forward.y),
                             place(pose.position.z, pose.right.z, pose.up.z, pose.forward.z)},
                            static_cast<float>(depth * 0.05)};
          // Distances from the camera matter, and none from the origin.
          judge.ball(volume, half_spaces(lens, pose), ball, 4 * depth + 4 * (std::isinf(far) ? near : far));
        }
      }
  EXPECT_GT(judge.inside, 20);
  EXPECT_GT(judge.outside, 20);
}

/// Sides that are nearly one plane: rays rise by a share of their length that an axis in float does not resolve.
TEST(FromCamera, SeesToAllSidesOfAVeryWideLens) {
  Rng rng(107);
  for (const double wide : {1e4, 1e6, 1e7, 3e7, 1e8})
    for (int round = 0; round < 20 && !HasFailure(); ++round) {
      const auto part = [&] { return uniform(rng, -1, 1); };
      const CameraPose pose = CameraPose::looking_at({0, 0, 0}, {part(), part(), part()});
      const Lens lens{-wide, wide, -wide, wide, 1e-6, infinity, false};
      const ConvexVolume volume = ConvexVolume::from_camera(lens, pose);
      const std::vector<ExactHalf> planes = half_spaces(lens, pose);
      for (int i = 0; i < 20; ++i) {
        const double depth = uniform(rng, 2, 1000), x = (part() < 0 ? -0.9999 : 0.9999) * depth * wide,
                     y = (part() < 0 ? -0.9999 : 0.9999) * depth * wide;
        const auto place = [&](double r, double u, double f) { return static_cast<float>(x * r + y * u + depth * f); };
        const Sphere point{
            {place(pose.right.x, pose.up.x, pose.forward.x), place(pose.right.y, pose.up.y, pose.forward.y),
             place(pose.right.z, pose.up.z, pose.forward.z)},
            0};
        const Point3 exact = {Rational(point.center.x), Rational(point.center.y), Rational(point.center.z)};
        bool inside = true;
        for (const ExactHalf& plane : planes) inside = inside && plane.at(exact) >= 0;
        const SphereView view{{&point.center.x}, {&point.center.y}, {&point.center.z}, {&point.radius}, 1};
        for (const std::optional<Isa> isa : {std::optional<Isa>{}, std::optional(Isa::scalar)}) {
          EXPECT_TRUE(!inside || cull_count(volume, view, CullOptions{.isa = isa}) == 1) << wide << ' ' << depth;
        }
      }
    }
}

/// Squares of their numbers, and products, underflow in double.
TEST(TinyMatrix, IsTheSameAsItsMultiples) {
  const Sphere beside{{11.4F, 0, -10}, 1};
  const SphereView ball{{&beside.center.x}, {&beside.center.y}, {&beside.center.z}, {&beside.radius}, 1};
  for (const double s : {1.0, 7.4989420933245591e-162, 1e-170, 1e-300, 0x1p-1040}) {
    const Rows4 rows = {s, 0, 0, 0, 0, s, 0, 0, 0, 0, -s, -0.2 * s, 0, 0, -s, 0};
    const ConvexVolume volume = ConvexVolume::from_view_projection(rows, DepthRange::minus_one_to_one);
    EXPECT_TRUE(volume.infinite_far()) << s;
    EXPECT_EQ(cull_count(volume, ball), 1U) << s;
    const detail::VolumeData& data = volume.data();
    for (int i = 0; i < data.plane_count; ++i) {
      const Vec3& n = data.normal[i];
      EXPECT_NEAR(n.x * n.x + n.y * n.y + n.z * n.z, 1, 1e-6) << s;
    }
  }
}

TEST(FromCamera, RefusesWhatIsNoCamera) {
  const auto lens_error = [](double angle, double aspect, double near, double far) {
    return error_of([&] { (void)Lens::perspective(angle, aspect, near, far); });
  };
  EXPECT_EQ(lens_error(1, 1, 0.1, 10), "");
  for (const double angle : {0.0, -1.0, 3.15, 60.0, infinity, std::nan("")})
    EXPECT_EQ(lens_error(angle, 1, 0.1, 10).rfind("vertical_angle = ", 0), 0U) << angle;
  EXPECT_EQ(lens_error(60, 1, 0.1, 10),
            "vertical_angle = 60: must be above 0 and below pi, in radians (60 degrees are 1.0472)");
  EXPECT_NE(lens_error(1, 0, 0.1, 10), "");
  EXPECT_NE(lens_error(1, 1, -0.1, 10), "");
  EXPECT_NE(lens_error(1, 1, 10, 10), "");
  EXPECT_NE(lens_error(1, 1, std::nan(""), 10), "");
  EXPECT_EQ(error_of([] { (void)CameraPose::turned({}, 1, 0, 0, 1); }),
            "rotation: the squared length of the quaternion is 2, and must be 1 within 0.001");
  EXPECT_NE(error_of([] { (void)CameraPose::turned({0, infinity, 0}, 0, 0, 0, 1); }), "");
  EXPECT_EQ(error_of([] {
              (void)CameraPose::looking_at({1, 2, 3}, {1, 2, 3});
            }),
            "to: is the point that the camera stands at");
  EXPECT_NE(error_of([] { (void)CameraPose::looking_at({1, 2, 3}, {1, 5, 3}); }), "");
  CameraPose leaning;
  leaning.up = {0.1, 1, 0};
  EXPECT_NE(error_of([&] { (void)ConvexVolume::from_camera(Lens::perspective(1, 1, 0.1), leaning); }), "");
  EXPECT_NE(error_of([] { (void)Lens::perspective(1, 1, 0.1).part(0, 0, -1, 1); }), "");
}

TEST(FromPlanes, BoundedOrNot) {
  struct Case {
    const char* name;
    std::vector<HalfSpace> planes;
  };
  const std::vector<Case> cases = {
      {"half-space", {{{0.3, -0.2, 2}, 1}}},
      {"slab", {{{0, 0.6, 0.8}, 1}, {{0, -0.6, -0.8}, 2}}},
      {"wedge", {{{1, 0, 1}, 0}, {{-1, 0.25, 1}, 3}}},
      {"prism", {{{1, 0, 0}, 1}, {{-1, 0, 0}, 2}, {{0, 1, 0}, 1}, {{0, -1, 0}, 4}}},
      {"half prism", {{{1, 0, 0}, 1}, {{-1, 0, 0}, 2}, {{0, 1, 0}, 1}, {{0, -1, 0}, 4}, {{0.1, 0.2, 1}, 0}}},
      {"octant", {{{1, 0, 0}, 0}, {{0, 1, 0}, 0}, {{0, 0, 1}, 0}}},
      {"tetrahedron", {{{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}, {{-1, -1, -1}, 3}}},
      {"with what is implied",
       {{{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}, {{-1, -1, -1}, 3}, {{-1, 0, 0}, 1e7}, {{2, 0, 0}, 2}}},
  };
  Rng rng(105);
  Judge judge;
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const ConvexVolume volume = ConvexVolume::from_planes(c.planes);
    std::vector<ExactHalf> planes;
    for (const HalfSpace& half : c.planes)
      planes.push_back(half_space(half.normal.x, half.normal.y, half.normal.z, half.offset));
    for (int i = 0; i < 60; ++i) {
      const double far = std::pow(10, uniform(rng, -0.5, i % 3 == 0 ? 4 : 1));
      const auto at = [&] { return static_cast<float>(uniform(rng, -1, 1) * far); };
      const Sphere ball{{at(), at(), at()}, static_cast<float>(far * uniform(rng, 0, 0.3))};
      judge.ball(volume, planes, ball, size_of(volume, ball));
    }
  }
  EXPECT_GT(judge.inside, 50);
  EXPECT_GT(judge.outside, 50);
}

/// Balls far away along an edge without an end. Two planes cut each, so that planes alone do not decide.
TEST(FromPlanes, GoOnAlongTheirLines) {
  const std::vector<HalfSpace> wedge = {{{1, 0, 0}, 0}, {{0, 1, 0}, 0}},
                               prism = {{{1, 0, 0}, 0}, {{0, 1, 0}, 0}, {{-1, 0, 0}, 8}, {{0, -1, 0}, 8}};
  Judge judge;
  for (const std::vector<HalfSpace>& given : {wedge, prism}) {
    const ConvexVolume volume = ConvexVolume::from_planes(given);
    std::vector<ExactHalf> planes;
    for (const HalfSpace& half : given)
      planes.push_back(half_space(half.normal.x, half.normal.y, half.normal.z, half.offset));
    for (const float z : {-1e4F, -100.0F, -10.0F, 10.0F, 100.0F, 1e4F})
      for (const float beside : {-0.8F, -0.6F, 0.5F}) {
        const Sphere ball{{beside, beside, z}, 1};
        judge.ball(volume, planes, ball, size_of(volume, ball));
      }
  }
  EXPECT_EQ(judge.inside, 24);
  EXPECT_EQ(judge.outside, 12);
}

/// Twelve planes around a sphere, in random directions: every combinatorial type.
TEST(FromPlanes, TwelveInAnyDirections) {
  Rng rng(106);
  Judge judge;
  for (int round = 0; round < 12 && !HasFailure(); ++round) {
    std::vector<HalfSpace> given;
    std::vector<ExactHalf> planes;
    for (std::size_t i = 0; i < (round % 2 == 0 ? 12U : 7U); ++i) {
      const auto number = [&] { return uniform(rng, -1, 1); };
      given.push_back({{number(), number(), number() + (round % 3 == 0 ? 0.8 : 0)}, 1});
      const HalfSpace& h = given.back();
      planes.push_back(half_space(h.normal.x, h.normal.y, h.normal.z, h.offset));
    }
    const ConvexVolume volume = ConvexVolume::from_planes(given);
    for (int i = 0; i < 4; ++i) {
      const auto at = [&] { return static_cast<float>(uniform(rng, -4, 4)); };
      const Sphere ball{{at(), at(), at()}, 0.5F};
      judge.ball(volume, planes, ball, size_of(volume, ball));
    }
  }
}

TEST(FromPlanes, RefusesWhatEnclosesNothing) {
  const auto error = [](const std::vector<HalfSpace>& planes) {
    return error_of([&] { (void)ConvexVolume::from_planes(planes); });
  };
  EXPECT_EQ(error({}), "planes: there are 0, from 1 to 12 are possible");
  EXPECT_EQ(error(std::vector<HalfSpace>(13, {{0, 0, 1}, 1})), "planes: there are 13, from 1 to 12 are possible");
  EXPECT_EQ(error({{{0, 0, 1}, 0}, {{0, 0, 0}, 1}}), "planes[1].normal: is 0, a half-space needs a direction");
  EXPECT_NE(error({{{0, 0, 1}, 0}, {{0, infinity, 0}, 1}}), "");
  EXPECT_NE(error({{{0, 0, 1}, std::nan("")}}), "");
  EXPECT_NE(error({{{0, 0, 1}, -1}, {{0, 0, -1}, 0}}), "");
  EXPECT_NE(error({{{0, 0, 1}, 0}, {{0, 0, -1}, 0}}), "");
  EXPECT_NE(error({{{1, 0, 0}, -1}, {{0, 1, 0}, -1}, {{-1, -1, 0}, 1}}), "");
  // A prism, within rounding.
  const Vec3d u{2 / std::sqrt(5.0), -1 / std::sqrt(5.0), 0};
  const Vec3d w{3 / std::sqrt(70.0), 6 / std::sqrt(70.0), -5 / std::sqrt(70.0)};
  std::vector<HalfSpace> prism;
  for (const double angle : {0.3, 1.87, 3.44, 5.01}) {
    const double c = std::cos(angle), s = std::sin(angle);
    prism.push_back({{c * u.x + s * w.x, c * u.y + s * w.y, c * u.z + s * w.z}, 1});
  }
  EXPECT_EQ(error(prism),
            "planes: sides are so nearly parallel to one line that double cannot tell how far away they meet");
}

/// A side far out that the others imply is not a side, and the effect of rounding on it does not matter.
TEST(FromPlanes, ImpliedSidesLeaveNoTrace) {
  const std::vector<HalfSpace> box = {{{1, 0, 0}, 1},  {{-1, 0, 0}, 1}, {{0, 1, 0}, 1},
                                      {{0, -1, 0}, 1}, {{0, 0, 1}, 1},  {{0, 0, -1}, 1}};
  std::vector<HalfSpace> more = box;
  more.push_back({{-0.6, 0.1, 0.3}, 1e17});
  const ConvexVolume alone = ConvexVolume::from_planes(box), with = ConvexVolume::from_planes(more);
  EXPECT_EQ(with.data().plane_count, 6);
  EXPECT_EQ(with.data().rounded.slack, alone.data().rounded.slack);
  EXPECT_EQ(with.data().size, alone.data().size);
}

}  // namespace
}  // namespace lockstep::test
