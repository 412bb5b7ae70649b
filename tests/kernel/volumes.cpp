#include "volumes.hpp"

#include <array>
#include <cmath>

#include "lockstep/reference/quaternion.hpp"

namespace lockstep::test {

namespace {

using Matrix = std::array<double, 16>;
using Vector3 = reference::Vector<double>;

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      for (std::size_t k = 0; k < 4; ++k) product[4 * i + j] += a[4 * i + k] * b[4 * k + j];
  return product;
}

/// A camera at `eye` that looks along -z of its own axes, turned by q.
Matrix view(const Vector3& eye, const reference::Quaternion<double>& q) {
  const std::array<Vector3, 3> axes = reference::rotation_axes(q);
  Matrix m{};
  for (std::size_t i = 0; i < 3; ++i) {
    m[4 * i] = axes[i].x, m[4 * i + 1] = axes[i].y, m[4 * i + 2] = axes[i].z;
    m[4 * i + 3] = -dot(axes[i], eye);
  }
  m[15] = 1;
  return m;
}

/// The camera's extent at depth 1, and the depths that its clip space maps to the two ends of the range.
struct Lens {
  double left, right, bottom, top, first, last;
};

/// Depth d goes to (a d + b) / d.
Matrix perspective(const Lens& lens, DepthRange range) {
  const double low = range == DepthRange::zero_to_one ? 0 : -1;
  double a, b;  // a + b / first = low, a + b / last = 1
  if (std::isinf(lens.last)) {
    a = 1, b = (low - 1) * lens.first;
  } else if (std::isinf(lens.first)) {
    a = low, b = (1 - low) * lens.last;
  } else {
    b = (1 - low) / (1 / lens.last - 1 / lens.first), a = low - b / lens.first;
  }
  const double width = lens.right - lens.left, height = lens.top - lens.bottom;
  return {2 / width,
          0,
          (lens.right + lens.left) / width,
          0,
          0,
          2 / height,
          (lens.top + lens.bottom) / height,
          0,
          0,
          0,
          -a,
          b,
          0,
          0,
          -1,
          0};
}

Matrix orthographic(const Lens& lens, DepthRange range) {
  const double low = range == DepthRange::zero_to_one ? 0 : -1, depth = lens.last - lens.first;
  const double width = lens.right - lens.left, height = lens.top - lens.bottom, a = (1 - low) / depth;
  return {2 / width, 0,          0,  -(lens.right + lens.left) / width,
          0,         2 / height, 0,  -(lens.top + lens.bottom) / height,
          0,         0,          -a, low - a * lens.first,
          0,         0,          0,  1};
}

}  // namespace

ConvexVolume volume_of(const oracle::Corners8& corners) { return ConvexVolume::from_corners(corners.corners); }
ConvexVolume volume_of(const oracle::MatrixVolume& matrix) {
  return ConvexVolume::from_view_projection(matrix.row_major, matrix.range);
}

namespace {

oracle::MatrixVolume to_float(const Matrix& m, DepthRange range) {
  oracle::MatrixVolume volume{{}, range};
  for (std::size_t i = 0; i < 16; ++i) volume.row_major[i] = static_cast<float>(m[i]);
  return volume;
}

NamedVolume from_matrix(const char* name, const Matrix& m, DepthRange range) {
  const oracle::MatrixVolume truth = to_float(m, range);
  return {name, volume_of(truth), truth};
}

NamedVolume from_corners(const char* name, const std::array<Vec3, 8>& corners) {
  return {name, ConvexVolume::from_corners(corners), oracle::Corners8{corners}};
}

/// A camera with an infinite far side whose rays go through small integers, so that the corners of the cut one, 2^20
/// away, are floats.
NamedVolume infinite(const char* name, DepthRange range, bool reversed) {
  constexpr double infinity = HUGE_VAL, near = 0.5;
  const Lens lens{-1, 1, -0.5, 0.5, reversed ? infinity : near, reversed ? near : infinity};
  NamedVolume volume = from_matrix(name, perspective(lens, range) * view({3, -2, 1}, {0, 0, 0, 1}), range);
  std::array<Vec3, 8> corners;
  constexpr float x[] = {-1, 1, 1, -1}, y[] = {-0.5F, -0.5F, 0.5F, 0.5F};
  for (std::size_t i = 0; i < 8; ++i) {
    const float depth = i < 4 ? 0.5F : 0x1p20F;
    corners[i] = {3 + x[i % 4] * depth, -2 + y[i % 4] * depth, 1 - depth};
  }
  volume.truth = oracle::Corners8{corners};  // `given` stays the matrix
  return volume;
}

}  // namespace

std::vector<NamedVolume> volumes() {
  const DepthRange d3d = DepthRange::zero_to_one, gl = DepthRange::minus_one_to_one;
  const Lens wide{-1, 1, -0.6, 0.6, 0.1, 100}, reversed{-1, 1, -0.6, 0.6, 100, 0.1};
  const Lens tile{0.25, 0.375, -0.2, -0.125, 0.1, 100}, tiny_near{-1, 1, -1, 1, 1e-4, 1000};
  const Lens sun{-20, 20, -15, 15, -50, 50};
  const Matrix camera = view({1, 2, 3}, {0.18, 0.37, -0.09, 0.9066422});
  const Matrix remote = view({1e5, -2e4, 5e4}, {0.5, 0.1, -0.3, 0.806226});
  return {
      from_matrix("perspective_0_1", perspective(wide, d3d) * camera, d3d),
      from_matrix("perspective_1_1", perspective(wide, gl) * camera, gl),
      from_matrix("reversed_0_1", perspective(reversed, d3d) * camera, d3d),
      from_matrix("reversed_1_1", perspective(reversed, gl) * camera, gl),
      from_matrix("off_axis_tile", perspective(tile, d3d) * camera, d3d),
      from_matrix("tiny_near", perspective(tiny_near, d3d) * camera, d3d),
      from_matrix("remote", perspective(wide, d3d) * remote, d3d),
      from_matrix("orthographic_0_1", orthographic(sun, d3d) * camera, d3d),
      from_matrix("orthographic_1_1", orthographic(sun, gl) * remote, gl),
      infinite("infinite_0_1", d3d, false),
      infinite("infinite_1_1", gl, false),
      infinite("infinite_reversed", d3d, true),
      from_corners("pyramid",
                   {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {-4, -4, 9}, {4, -4, 9}, {4, 4, 9}, {-4, 4, 9}}}),
      from_corners(
          "uneven",
          {{{-1, -1, 0.5F}, {1, -1.25F, 0}, {1, 1, 0}, {-1, 1.5F, 0}, {-4, -4, 9}, {4, -5, 8}, {3, 4, 9}, {-4, 4, 7}}}),
      from_corners("apex",
                   {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {-4, -4, 9}, {4, -4, 9}, {4, 4, 9}, {-4, 4, 9}}}),
      from_corners("flat",
                   {{{-1, -1, 2}, {1, -1, 2}, {1, 1, 2}, {-1, 1, 2}, {-4, -4, 2}, {4, -4, 2}, {4, 4, 2}, {-4, 4, 2}}}),
      from_corners("twisted",
                   {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {4, -4, 9}, {4, 4, 9}, {-4, 4, 9}, {-4, -4, 9}}}),
      from_corners("remote_box", {{{1e5F, 1e5F, 0},
                                   {100004, 1e5F, 0},
                                   {100004, 100004, 0},
                                   {1e5F, 100004, 0},
                                   {1e5F, 1e5F, 4},
                                   {100004, 1e5F, 4},
                                   {100004, 100004, 4},
                                   {1e5F, 100004, 4}}}),
  };
}

oracle::MatrixVolume camera_between(oracle::Rng& rng, double near, double far) {
  const auto number = [&](double half) { return oracle::uniform(rng, -half, half); };
  const Lens lens{-1, 1, -0.6, 0.6, near, far};
  const Matrix camera = view({number(50), number(50), number(50)}, {number(1), number(1), number(1), number(1)});
  return to_float(perspective(lens, DepthRange::zero_to_one) * camera, DepthRange::zero_to_one);
}

oracle::MatrixVolume random_camera(oracle::Rng& rng, bool infinite) {
  const auto number = [&](double low, double high) { return oracle::uniform(rng, low, high); };
  const auto coin = [&] { return oracle::below(rng, 2) == 0; };
  const DepthRange range = coin() ? DepthRange::zero_to_one : DepthRange::minus_one_to_one;
  const double near = std::pow(10, number(-4, 2)), x = number(-1, 1), y = number(-1, 1);
  const double far = infinite ? HUGE_VAL : near * (1 + std::pow(10, number(-3, 9)));
  const double width = std::pow(10, number(-3, 0.5)), height = coin() ? width : std::pow(10, number(-3, 0.5));
  Lens lens{x - width, x + width, y - height, y + height, near, far};
  if (coin()) std::swap(lens.first, lens.last);  // reversed Z
  const double distance = coin() ? 0 : std::pow(10, number(-1, 6));
  const Matrix camera = view({number(-1, 1) * distance, number(-1, 1) * distance, number(-1, 1) * distance},
                             {number(-1, 1), number(-1, 1), number(-1, 1), number(0.1, 1)});
  return to_float((infinite || coin() ? perspective(lens, range) : orthographic(lens, range)) * camera, range);
}

}  // namespace lockstep::test
