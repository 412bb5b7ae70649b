// Errors of culling, and invalid volumes.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "bad_numbers.hpp"
#include "core.hpp"
#include "every_isa.hpp"
#include "long_tests.hpp"
#include "objects.hpp"
#include "pair_line.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

const std::string no_volume =
    "; a perspective or orthographic view-projection is needed, and the MatrixOrder that it is in";

class CullErrors : public testing::Test {
 protected:
  static constexpr std::size_t count = 9000;  // several tiles: the error names the first bad object, whichever thread
                                              // finds it
  const ConvexVolume volume_ = volumes()[0].volume;
  std::vector<std::uint64_t> mask_ = std::vector<std::uint64_t>(mask_words(count), 0x1234);

  Columns columns(Objects kind) {
    oracle::Rng rng(70);
    return objects_near(volume_, kind, count, rng);
  }
  std::string error_of(const Streams& streams, std::span<std::uint64_t> mask, std::size_t objects) {
    try {
      cull_streams(volume_, streams, objects, mask, {});
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  }
  std::string culling(const Streams& streams, std::span<std::uint64_t> mask, std::size_t objects = count) {
    const std::string text = error_of(streams, mask, objects);
    EXPECT_EQ(mask_, std::vector<std::uint64_t>(mask_words(count), 0x1234)) << text;
    return text;
  }
  /// Numbers are checked just before they are used; the masks written by then are useless.
  std::string culling(const Columns& columns) {
    EXPECT_THROW((void)cull_streams(volume_, packed(columns), count, {}, {}), InvalidInput);
    std::vector<std::uint64_t> mask(mask_words(count));
    return error_of(packed(columns), mask, count);
  }
};

TEST_F(CullErrors, NumbersAreNamed) {
  Columns spheres = columns(Objects::spheres);
  spheres[1][8000] = inf;
  EXPECT_EQ(culling(spheres), "spheres.y[8000] = inf" + not_coordinate);
  spheres[3][17] = nan;
  EXPECT_EQ(culling(spheres), "spheres.radius[17] = nan" + not_length);
  spheres[3][16] = -2;
  EXPECT_EQ(culling(spheres), "spheres.radius[16] = -2" + not_length);

  Columns aabbs = columns(Objects::aabbs);
  aabbs[5][4100] = nan;
  EXPECT_EQ(culling(aabbs), "aabbs.max_z[4100] = nan" + not_coordinate);
  aabbs[1][5] = aabbs[4][5] + 1;
  EXPECT_EQ(culling(aabbs).substr(0, 16), "aabbs.min_y[5] =");
  EXPECT_TRUE(culling(aabbs).ends_with(": must not be above its max"));

  Columns boxes = columns(Objects::boxes);
  boxes[9][8999] = -1;
  EXPECT_EQ(culling(boxes), "boxes.half_z[8999] = -1" + not_length);
  for (const std::size_t s : {3U, 4U, 5U, 6U}) boxes[s][3] = 1;
  EXPECT_EQ(culling(boxes), "boxes.rotation[3]: the squared length of the quaternion is 4, and must be 1 within 0.001");

  Columns transformed = columns(Objects::transformed_boxes);
  transformed[6][8000] = inf;
  EXPECT_EQ(culling(transformed), "transformed_boxes.matrix.m12[8000] = inf" + not_coordinate);
  transformed[17][30] = nan;
  EXPECT_EQ(culling(transformed), "transformed_boxes.max_z[30] = nan" + not_coordinate);
  transformed[12][5] = 3, transformed[15][5] = 2;
  EXPECT_EQ(culling(transformed), "transformed_boxes.min_x[5] = 3: must not be above its max");
}

/// Planes check objects by numbers relative to the volume, of which rounding takes what is small beside the distance.
TEST(CullErrorsFarAway, OneStepTooFarIsSeen) {
  constexpr float far = 1e6F;
  const auto step = [](float x, float to) { return std::nextafter(x, to); };
  std::array<Vec3, 8> corners;
  for (int i = 0; i < 8; ++i)
    corners[static_cast<std::size_t>(i)] = {far + static_cast<float>(i % 4 == 1 || i % 4 == 2),
                                            static_cast<float>(i % 4 >= 2), static_cast<float>(i / 4)};
  const ConvexVolume volume = ConvexVolume::from_corners(corners);
  struct Case {
    Objects kind;
    std::size_t stream;
    float value;
    bool legal;
  };
  const Case cases[] = {
      {Objects::aabbs, 0, 1, true},
      {Objects::aabbs, 0, step(1, inf), false},
      {Objects::aabbs, 0, -max_coordinate, true},
      {Objects::aabbs, 0, step(-max_coordinate, -inf), false},
      {Objects::aabbs, 1, 0, true},
      {Objects::aabbs, 1, 0x1p-149F, false},
      {Objects::aabbs, 4, 0, true},
      {Objects::aabbs, 4, -0x1p-149F, false},
      {Objects::aabbs, 5, max_coordinate, true},
      {Objects::aabbs, 5, step(max_coordinate, inf), false},
      {Objects::aabbs, 5, nan, false},
      {Objects::spheres, 0, max_coordinate, true},
      {Objects::spheres, 3, 0, true},
      {Objects::spheres, 0, step(max_coordinate, inf), false},
      {Objects::spheres, 3, -0x1p-149F, false},
      {Objects::spheres, 3, step(max_coordinate, inf), false},
      {Objects::spheres, 2, -inf, false},
      {Objects::spheres, 3, nan, false},
  };
  for (const Isa isa : supported_isas())
    for (const Case& c : cases)
      for (const std::size_t at : {0U, 37U, 100U, 149U}) {  // the second 64 meet the plane that has the first outside
        Columns columns(stream_count(c.kind), std::vector<float>(150, 0));
        if (c.kind == Objects::aabbs) columns[3].assign(150, 1);
        columns[c.stream][at] = c.value;
        const auto cull_all = [&] { (void)cull_streams(volume, packed(columns), 150, {}, {.isa = isa}); };
        const std::string what = std::string(name(c.kind)) + " " + std::to_string(c.stream) + " at " +
                                 std::to_string(at) + ", " + std::string(name(isa));
        if (c.legal)
          EXPECT_NO_THROW(cull_all()) << what;
        else
          EXPECT_THROW(cull_all(), InvalidInput) << what;
      }
}

/// Column-major numbers declared as rows are detected by the fourth row, if it is in memory.
TEST(CullMatrices, FourthRowsInMemoryAreLookedAt) {
  constexpr std::size_t count = 1000;
  std::vector<std::array<float, 16>> rows(count), columns(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = static_cast<float>(i);
    rows[i] = {1, 0, 0, x, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1};
    columns[i] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 2, 3, 1};
  }
  const Vec3 low{-1, -1, -1}, high{1, 1, 1};
  const ConvexVolume volume = volumes()[0].volume;
  const auto found = [&](const MatrixStreams& matrix, Check check = Check::inputs) -> std::string {
    const TransformedBoxView view{matrix,       {&low.x, 0},  {&low.y, 0},  {&low.z, 0},
                                  {&high.x, 0}, {&high.y, 0}, {&high.z, 0}, count};
    const VolumeSet both(std::vector<ConvexVolume>(2, volume));
    std::vector<std::uint64_t> mask(2 * mask_words(count));
    std::string error;
    try {
      cull(volume, view, std::span(mask).first(mask_words(count)), {.check = check});
    } catch (const InvalidInput& problem) {
      error = problem.what();
    }
    try {
      cull(both, view, {.by_volume = mask}, {.check = check});
      EXPECT_EQ(error, "");
    } catch (const InvalidInput& problem) {
      EXPECT_EQ(error, problem.what());
    }
    return error;
  };
  const auto as_rows = [](const auto& m) { return MatrixStreams::row_major(m[0].data(), 64); };
  const auto as_columns = [](const auto& m) { return MatrixStreams::column_major(m[0].data()); };
  EXPECT_EQ(found(as_rows(rows)), "");
  EXPECT_EQ(found(as_columns(columns)), "");
  const std::string rule = ": the last row of an object's matrix must be 0 0 0 1; is MatrixOrder the other one?";
  EXPECT_EQ(found(as_rows(columns)), "transformed_boxes.matrix.m31[0] = 2" + rule);
  EXPECT_EQ(found(as_columns(rows)), "transformed_boxes.matrix.m31[0] = 2" + rule);
  EXPECT_EQ(found(as_rows(columns), Check::none), "");
  const auto member = [](const std::array<float, 16>& m) -> const std::array<float, 16>& { return m; };
  EXPECT_EQ(found(MatrixStreams::of(rows, MatrixOrder::row_major, member)), "");
  EXPECT_EQ(found(MatrixStreams::of(rows, MatrixOrder::column_major, member)),
            "transformed_boxes.matrix.m31[0] = 2" + rule);
  // If it is off by rounding, or is not in memory, there is no error.
  for (std::array<float, 16>& m : rows) m[12] = 1e-7F, m[15] = 0.9999999F;
  EXPECT_EQ(found(as_rows(rows)), "");
  for (std::array<float, 16>& m : rows) m[15] = 0.5F;
  EXPECT_EQ(found(as_rows(rows)), "transformed_boxes.matrix.m33[0] = 0.5" + rule);
  EXPECT_EQ(found(MatrixStreams::column_major(columns[0].data(), 64, 3)), "") << "12 numbers of other matrices";
}

class CheckedLanes : public testing::TestWithParam<Isa> {};
INSTANTIATE_TEST_SUITE_P(, CheckedLanes, isas(), isa_name);

/// Each number of each object, in whole words and in the last one.
TEST_P(CheckedLanes, LookAtEveryNumber) {
  constexpr std::size_t count = 150;
  const ConvexVolume volume = volumes()[0].volume;
  std::vector<std::uint64_t> mask(mask_words(count));
  for (const Objects kind : {Objects::spheres, Objects::aabbs, Objects::boxes, Objects::transformed_boxes}) {
    oracle::Rng rng(71);
    Columns columns = objects_near(volume, kind, count, rng);
    const auto is_refused = [&](std::size_t object) {
      try {
        cull_streams(volume, packed(columns), count, mask, {.isa = GetParam()});
      } catch (const InvalidInput& error) {
        return std::string(error.what()).find('[' + std::to_string(object) + ']') != std::string::npos;
      }
      return false;
    };
    for (std::size_t s = 0; s < columns.size(); ++s)
      for (const std::size_t object : {0U, 77U, 149U})
        for (const float bad : {nan, inf, -inf, 2e18F, -2e18F}) {
          const float good = std::exchange(columns[s][object], bad);
          EXPECT_TRUE(is_refused(object)) << "stream " << s << ", object " << object << ", " << bad;
          columns[s][object] = good;
        }
    const bool by_corners = kind == Objects::aabbs || kind == Objects::transformed_boxes;
    for (std::size_t s = columns.size() - 3; s < columns.size() && (by_corners || kind == Objects::boxes); ++s) {
      const float good = std::exchange(columns[s][5], by_corners ? columns[s - 3][5] - 1 : -1);
      EXPECT_TRUE(is_refused(5)) << "stream " << s;
      columns[s][5] = good;
    }
  }
}

/// Their sum exceeds the range of coordinates.
TEST_P(CheckedLanes, TakeTheLargestNumbers) {
  const std::vector<float> large(100, max_coordinate), none(100, 0);
  std::vector<std::uint64_t> mask(mask_words(large.size()));
  const CullOptions options{.isa = GetParam()};
  const SphereView spheres{{large.data()}, {large.data()}, {large.data()}, {none.data()}, large.size()};
  EXPECT_EQ(cull(volumes()[0].volume, spheres, mask, options), 0U);
}

TEST_F(CullErrors, StreamsAndMasks) {
  const Columns good = columns(Objects::spheres);
  Streams streams = packed(good);
  streams[2].data = nullptr;
  EXPECT_EQ(culling(streams, mask_), "spheres.z: is null, the view has 9000 objects");
  EXPECT_EQ(culling(streams, {mask_.data(), 0}, 0), "");  // no objects, nothing to read

  EXPECT_EQ(culling(packed(good), {mask_.data(), 1}, 65), "visible: has 1 words, needs mask_words(65) = 2");
  EXPECT_EQ(culling(packed(good), {mask_.data(), 3}, 65), "visible: has 3 words, needs mask_words(65) = 2");

  // Streams that read the mask itself, forwards and backwards.
  const auto* const inside = reinterpret_cast<const float*>(mask_.data());
  streams = packed(good);
  streams[1] = {inside, sizeof(float)};
  EXPECT_EQ(culling(streams, mask_), "visible: shares memory with spheres.y");
  streams[1] = {inside + count + 10, -static_cast<std::ptrdiff_t>(sizeof(float))};
  EXPECT_EQ(culling(streams, mask_), "visible: shares memory with spheres.y");
}

std::string corners_error(std::array<Vec3, 8> corners) {
  try {
    (void)ConvexVolume::from_corners(corners);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

std::string matrix_error(const std::array<float, 16>& matrix, DepthRange range = DepthRange::zero_to_one) {
  try {
    (void)ConvexVolume::from_view_projection(matrix, range);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(VolumeErrors, Corners) {
  std::array<Vec3, 8> corners{};
  EXPECT_EQ(corners_error(corners), "");
  corners[2].y = nan;
  EXPECT_EQ(corners_error(corners), "corners[2].y = nan" + not_coordinate);
  corners[2].y = 1e19F;
  EXPECT_EQ(corners_error(corners), "corners[2].y = 1e+19" + not_coordinate);
}

TEST(VolumeErrors, Matrices) {
  const std::array<float, 16> identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  EXPECT_EQ(matrix_error(identity), "");
  for (std::size_t i = 0; i < 16; ++i) {
    for (const float bad : {nan, inf, -inf}) {
      std::array<float, 16> matrix = identity;
      matrix[i] = bad;
      const std::string where = "view_projection[" + std::to_string(i / 4) + "][" + std::to_string(i % 4) + "] = ";
      EXPECT_EQ(matrix_error(matrix), where + (std::isnan(bad) ? "nan" : bad > 0 ? "inf" : "-inf") + not_coordinate);
    }
  }
  const std::string singular = "view_projection: the matrix is singular or nearly so" + no_volume;
  std::array<float, 16> matrix = identity;
  matrix[0] = 0;
  EXPECT_EQ(matrix_error(matrix), singular);
  matrix = identity, matrix[4] = 1, matrix[5] = 0;  // two rows alike
  EXPECT_EQ(matrix_error(matrix), singular);
  EXPECT_EQ(matrix_error({}), singular);
  matrix = identity, matrix[15] = -1;  // w < 0 everywhere
  EXPECT_NE(matrix_error(matrix), "");
  // Any matrix at all: an error or a volume, never a crash.
  oracle::Rng rng(71);
  for (int trial = 0; trial < 20000; ++trial) {
    for (float& x : matrix) x = oracle::below(rng, 3) == 0 ? 0 : static_cast<float>(oracle::uniform(rng, -2, 2));
    const std::string error =
        matrix_error(matrix, trial % 2 == 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one);
    EXPECT_TRUE(error.empty() || error.ends_with(no_volume)) << error;
  }
}

/// Small integers, with one row a combination of the others; then a separate unit of length for each axis.
oracle::MatrixVolume singular_matrix(oracle::Rng& rng) {
  oracle::MatrixVolume volume{{}, oracle::below(rng, 2) == 0 ? DepthRange::zero_to_one : DepthRange::minus_one_to_one};
  std::array<float, 16>& m = volume.row_major;
  const auto digit = [&] { return static_cast<float>(oracle::below(rng, 19) - 9); };
  const std::size_t row = rng() % 4;
  for (float& x : m) x = digit();
  for (std::size_t c = 0; c < 4; ++c) m[4 * row + c] = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    const float factor = digit();
    for (std::size_t c = 0; c < 4; ++c) m[4 * row + c] += factor * m[4 * ((row + i) % 4) + c];
  }
  for (std::size_t c = 0; c < 4; ++c) {
    const int exponent = oracle::below(rng, 2) == 0 ? 0 : oracle::below(rng, 41) - 20;
    for (std::size_t r = 0; r < 4; ++r) m[4 * r + c] = std::ldexp(m[4 * r + c], exponent);
  }
  return volume;
}

bool has_depth_of_its_last_row(const oracle::MatrixVolume& matrix) {
  const std::array<float, 16>& m = matrix.row_major;
  bool same = true, opposite = matrix.range == DepthRange::minus_one_to_one;
  for (std::size_t c = 0; c < 4; ++c)
    same = same && m[8 + c] == m[12 + c], opposite = opposite && m[8 + c] == -m[12 + c];
  return same || opposite;
}

/// Their planes meet in one point, where clip w is 0, or not at all; rounding must not make a volume of that.
TEST(VolumeErrors, SingularMatrices) {
  constexpr std::uint64_t seed = 21;
  oracle::Rng rng(seed);
  for (int i = 0; i < (long_tests() ? 1000000 : 20000); ++i) {
    const oracle::MatrixVolume matrix = singular_matrix(rng);
    ASSERT_THROW((void)oracle::exact_core(matrix), std::invalid_argument);
    if (has_depth_of_its_last_row(matrix)) {  // that end of the depth range is unconstrained: there may be a volume
      try {
        EXPECT_TRUE(ConvexVolume::from_view_projection(matrix.row_major, matrix.range).infinite_far());
      } catch (const InvalidInput&) {
      }
      continue;
    }
    EXPECT_THROW((void)ConvexVolume::from_view_projection(matrix.row_major, matrix.range), InvalidInput)
        << "seed " << seed << ", " << oracle::to_text(matrix);
  }
}

}  // namespace
}  // namespace lockstep::test
