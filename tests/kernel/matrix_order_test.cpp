// Row-major and column-major matrices: both give the same view. A camera's matrix in the wrong order is refused, and
// every one in the right order is taken.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "error_of.hpp"
#include "lockstep/volumes.hpp"
#include "pair_line.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

using Matrix = std::array<float, 16>;

Matrix transposed(const Matrix& m) {
  Matrix t;
  for (std::size_t i = 0; i < 16; ++i) t[i] = m[4 * (i % 4) + i / 4];
  return t;
}

Matrix scaled(Matrix m, float by) {
  for (float& x : m) x *= by;
  return m;
}

/// m for an object that was stretched by `by`: a view of the object in its own space.
Matrix stretched(Matrix m, float by) {
  for (std::size_t i = 0; i < 16; ++i)
    if (i % 4 != 3) m[i] *= by;
  return m;
}

std::string refusal(const Matrix& m, DepthRange range, MatrixOrder order = MatrixOrder::row_major) {
  return error_of([&] { (void)ConvexVolume::from_view_projection(m, order, range); });
}

bool looks_transposed(const std::string& error) { return error.find("looks transposed") != std::string::npos; }

/// Projections of the usual functions, seen from the origin: the least that shows the order.
struct Projection {
  const char* name;
  Matrix matrix;
  DepthRange range;
};

std::vector<Projection> projections() {
  const DepthRange d3d = DepthRange::zero_to_one, gl = DepthRange::minus_one_to_one;
  return {
      {"perspective", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, -1.001001F, -0.1001001F, 0, 0, -1, 0}, d3d},
      {"of OpenGL", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, -1.002002F, -0.2002002F, 0, 0, -1, 0}, gl},
      {"near side at 1", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, -1.001001F, -1.001001F, 0, 0, -1, 0}, d3d},
      {"left-handed", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, 1.001001F, -0.1001001F, 0, 0, 1, 0}, d3d},
      {"off-axis", {1.8F, 0, 0.3F, 0, 0, 3.2F, -0.2F, 0, 0, 0, -1.001001F, -0.1001001F, 0, 0, -1, 0}, d3d},
      {"reversed", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, 0.001001F, 0.1001001F, 0, 0, -1, 0}, d3d},
      {"infinite", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, -1, -0.1F, 0, 0, -1, 0}, d3d},
      {"infinite, reversed", {1.8F, 0, 0, 0, 0, 3.2F, 0, 0, 0, 0, 0, 0.1F, 0, 0, -1, 0}, d3d},
      {"orthographic", {0.1F, 0, 0, 0, 0, 0.2F, 0, 0, 0, 0, -0.01001F, -0.001001F, 0, 0, 0, 1}, d3d},
      {"orthographic, aside", {0.1F, 0, 0, -0.5F, 0, 0.2F, 0, 0.25F, 0, 0, -0.02F, -1.002F, 0, 0, 0, 1}, gl},
  };
}

TEST(MatrixOrders, GiveTheSameVolume) {
  for (const NamedVolume& named : volumes()) {
    const auto* const truth = std::get_if<oracle::MatrixVolume>(&named.truth);
    if (truth == nullptr) continue;
    const Matrix rows = truth->row_major, columns = transposed(rows);
    const auto expected = named.volume.corners();
    const auto corners = [&](const ConvexVolume& volume) { return volume.corners(); };
    const DepthRange range = truth->range;
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(rows, range)), expected);
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(rows, MatrixOrder::row_major, range)), expected);
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(columns, MatrixOrder::column_major, range)), expected);
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(columns.data(), MatrixOrder::column_major, range)), expected);
    float of_c[4][4];
    std::copy(columns.begin(), columns.end(), &of_c[0][0]);
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(&of_c[0][0], MatrixOrder::column_major, range)), expected);

    const ClipWindow left{.right = 0};
    EXPECT_EQ(corners(ConvexVolume::from_view_projection(columns, MatrixOrder::column_major, range, left)),
              corners(ConvexVolume::from_view_projection(rows, range, left)));
    const VolumeSet grid = VolumeSet::grid(rows, range, {.columns = 2});
    EXPECT_EQ(corners(VolumeSet::grid(columns, MatrixOrder::column_major, range, {.columns = 2})[1]), corners(grid[1]));
  }
}

TEST(MatrixOrders, WrongOnesAreRefused) {
  for (const auto& [name, matrix, range] : projections()) {
    EXPECT_EQ(refusal(matrix, range), "") << name;
    EXPECT_TRUE(looks_transposed(refusal(transposed(matrix), range))) << name << ": " << refusal(matrix, range);
    EXPECT_TRUE(looks_transposed(refusal(matrix, range, MatrixOrder::column_major))) << name;
  }
  oracle::Rng rng(130);
  for (int i = 0; i < 2000; ++i) {
    const oracle::MatrixVolume camera = random_camera(rng, i % 4 == 0);
    const std::string error = refusal(transposed(camera.row_major), camera.range);
    EXPECT_TRUE(looks_transposed(error)) << "camera " << i << ": " << error;
  }
}

TEST(MatrixOrders, TheErrorSaysWhatToDo) {
  const Projection p = projections()[0];
  EXPECT_EQ(
      refusal(transposed(p.matrix), p.range),
      "view_projection: looks transposed: its last row is (0, 0, -0.1001001, 0), no camera's, but its last column, "
      "(0, 0, -1, 0), could be one; if its numbers lie column after column, say MatrixOrder::column_major");
  EXPECT_TRUE(refusal(p.matrix, p.range, MatrixOrder::column_major)
                  .ends_with("if its numbers lie row after row, say MatrixOrder::row_major"));
  const auto grid = [&] { (void)VolumeSet::grid(p.matrix, MatrixOrder::column_major, p.range, {.columns = 2}); };
  EXPECT_EQ(error_of(grid), refusal(p.matrix, p.range, MatrixOrder::column_major));
  EXPECT_EQ(error_of([&] { (void)ConvexVolume::from_view_projection(nullptr, MatrixOrder::row_major, p.range); }),
            "view_projection: is null");
}

/// The camera moved without a rotation.
Matrix moved(Matrix m, float x, float y, float z) {
  for (std::size_t i = 0; i < 4; ++i) m[4 * i + 3] -= m[4 * i] * x + m[4 * i + 1] * y + m[4 * i + 2] * z;
  return m;
}

/// A multiple whose last column is as long as a camera's last row.
Matrix with_unit_column(const Matrix& m) { return scaled(m, 1 / std::hypot(m[3], m[7], m[11])); }

/// Row 2 for a near side that is any plane before the camera (mirrors, portals).
Matrix oblique(Matrix m, oracle::Rng& rng) {
  for (std::size_t c = 0; c < 4; ++c)
    m[8 + c] += static_cast<float>(oracle::uniform(rng, -0.2, 0.2)) * (m[c] + 2 * m[4 + c]);
  return m;
}

/// Views of a scene and of an object in its own space, in any unit, some by a multiple of the usual matrix.
TEST(MatrixOrders, LegalOnesAreTaken) {
  for (const auto& [name, matrix, range] : projections())
    for (const float by : {0.01F, 0.5F, 2.0F, 3.0F, 100.0F}) {
      EXPECT_FALSE(looks_transposed(refusal(scaled(matrix, by), range))) << name << ", times " << by;
      EXPECT_FALSE(looks_transposed(refusal(stretched(matrix, by), range))) << name << ", stretched by " << by;
      if (matrix[10] == 0) continue;  // clip z rises nowhere, so it sees nothing
      for (const Matrix& m : {moved(matrix, by, 0, 3), moved(matrix, 0, by, 3), moved(matrix, by, -2, by)})
        EXPECT_FALSE(looks_transposed(refusal(with_unit_column(m), range))) << name << ", moved by " << by;
    }
  oracle::Rng rng(131);
  for (int i = 0; i < 20000; ++i) {
    const oracle::MatrixVolume camera = random_camera(rng, i % 4 == 0);
    const auto by = static_cast<float>(std::pow(10, oracle::uniform(rng, -2, 2)));
    for (const Matrix& matrix : {camera.row_major, with_unit_column(camera.row_major), oblique(camera.row_major, rng),
                                 scaled(camera.row_major, by), stretched(camera.row_major, by),
                                 stretched(oblique(camera.row_major, rng), by)}) {
      EXPECT_FALSE(looks_transposed(refusal(matrix, camera.range)))
          << oracle::to_text(oracle::MatrixVolume{matrix, camera.range});
    }
  }
}

/// The few legal matrices that look so: a matrix times two is the same view.
TEST(MatrixOrders, TwiceAMatrixIsTheSameView) {
  // The eye at z = 500, clip w = 1 - z / 500: as perspective is written for web pages.
  const Matrix page = {0.01F, 0, 0, 0, 0, 0.01F, 0, 0, 0, 0, -0.01F, 0, 0, 0, -0.002F, 1};
  EXPECT_TRUE(looks_transposed(refusal(page, DepthRange::minus_one_to_one)));
  EXPECT_EQ(refusal(scaled(page, 2), DepthRange::minus_one_to_one), "");
}

/// The matrix without the projection sees a cube of two units, and nothing of the scene.
TEST(MatrixOrders, AViewAloneIsRefused) {
  const Matrix moved = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -5, 0, 0, 0, 1};
  const Matrix turned = {0.8F, 0, -0.6F, 3, 0, 1, 0, -2, 0.6F, 0, 0.8F, 4, 0, 0, 0, 1};
  const Matrix mirrored = {-1, 0, 0, 4, 0, 1, 0, 0, 0, 0, -1, -5, 0, 0, 0, 1};
  for (const Matrix& view : {moved, turned, mirrored})
    for (const DepthRange range : {DepthRange::zero_to_one, DepthRange::minus_one_to_one}) {
      const std::string words = "view_projection: is a view alone";
      EXPECT_TRUE(refusal(view, range).starts_with(words)) << refusal(view, range);
      EXPECT_TRUE(refusal(transposed(view), range, MatrixOrder::column_major).starts_with(words));
      EXPECT_EQ(refusal(scaled(view, 2), range), "") << "meant so";
      Matrix wide = view;
      for (std::size_t k = 0; k < 4; ++k) wide[k] *= 0.9F;
      EXPECT_EQ(refusal(wide, range), "") << "an orthographic projection";
    }
  EXPECT_EQ(refusal({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, DepthRange::zero_to_one), "") << "clip space";
}

}  // namespace
}  // namespace lockstep::test
