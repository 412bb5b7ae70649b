// Culling gives the same bits for every instruction set, thread count, layout of memory and number of objects.
#include <gtest/gtest.h>

#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <memory>

#include "every_isa.hpp"
#include "layout.hpp"
#include "pair_list.hpp"
#include "threads.hpp"
#include "volumes.hpp"

namespace lockstep::test {
namespace {

constexpr CullMethod cull_methods[] = {CullMethod::exact, CullMethod::planes};
constexpr Touching touchings[] = {Touching::overlap, Touching::separate};

std::size_t count_bits(const std::vector<std::uint64_t>& mask) {
  std::size_t bits = 0;
  for (const std::uint64_t word : mask) bits += static_cast<std::size_t>(std::popcount(word));
  return bits;
}

/// Every combination of options for a given instruction set.
template <class Run>
void for_all_options(Isa isa, const Run& run) {
  for (const CullMethod method : cull_methods)
    for (const Touching touching : touchings) run(CullOptions{method, touching, Check::inputs, isa});
}

CullOptions scalar(CullOptions options) {
  options.isa = Isa::scalar;
  return options;
}

class CullParity : public EveryIsa {};

TEST_P(CullParity, OfInstructionSets) {
  Rng rng(20);
  for (const NamedVolume& v : volumes()) {
    for (const Objects kind : all_objects) {
      const Columns columns = objects_near(v.volume, kind, 1500, rng);
      for_all_options(GetParam(), [&](const CullOptions& options) {
        const auto expected = mask_of(v.volume, packed(columns), 1500, scalar(options));
        EXPECT_EQ(mask_of(v.volume, packed(columns), 1500, options), expected) << v.name << ", " << name(kind);
        EXPECT_EQ(cull_streams(v.volume, packed(columns), 1500, {}, options), count_bits(expected));
      });
    }
    const ShapeSet shapes = mixed_shapes(v.volume, 1500, rng);
    for_all_options(GetParam(), [&](const CullOptions& options) {
      std::vector<std::uint64_t> mask(mask_words(1500)), expected(mask.size());
      const std::size_t count = cull(v.volume, shapes, expected, scalar(options));
      EXPECT_EQ(cull(v.volume, shapes, mask, options), count) << v.name;
      EXPECT_EQ(mask, expected) << v.name << ", shape set";
      EXPECT_EQ(cull_count(v.volume, shapes, options), count_bits(expected));
    });
  }
}

/// Each prefix of the objects gives a prefix of the bits, and zeros behind it.
TEST_P(CullParity, EveryCount) {
  Rng rng(21);
  const ConvexVolume volume = volumes()[0].volume;
  std::vector<std::size_t> counts;
  for (std::size_t count = 0; count <= 257; ++count) counts.push_back(count);
  counts.insert(counts.end(), {511, 512, 513, 1023, 1024, 1025, 1026, 2047, 2048, 2049, 4097});
  const auto prefix = [](std::vector<std::uint64_t> mask, std::size_t count) {
    mask.resize(mask_words(count));
    if (count % 64 != 0) mask.back() &= (std::uint64_t{1} << count % 64) - 1;
    return mask;
  };
  const CullOptions options{.isa = GetParam()};
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, 4097, rng);
    const auto all = mask_of(volume, packed(columns), 4097, scalar(options));
    for (const std::size_t count : counts)
      ASSERT_EQ(mask_of(volume, packed(columns), count, options), prefix(all, count)) << name(kind) << ", " << count;
  }
  ShapeSet shapes;
  const Columns balls = objects_near(volume, Objects::spheres, 4097, rng);
  std::vector<std::uint64_t> all(mask_words(4097));
  cull_streams(volume, packed(balls), 4097, all, scalar(options));
  for (std::size_t i = 0; i < 4097; ++i) {
    shapes.add(std::get<Sphere>(object_at(balls, i)));
    if (std::find(counts.begin(), counts.end(), shapes.size()) == counts.end()) continue;
    std::vector<std::uint64_t> mask(mask_words(shapes.size()));
    cull(volume, shapes, mask, options);
    ASSERT_EQ(mask, prefix(all, shapes.size())) << "shape set of " << shapes.size();
  }
}

TEST_P(CullParity, EveryLayout) {
  Rng rng(22);
  const ConvexVolume volume = volumes()[0].volume;
  const CullOptions options{.isa = GetParam()};
  for (const Objects kind : all_objects) {
    for (const std::size_t count : {1U, 63U, 64U, 130U, 1024U, 1100U}) {
      const Columns columns = objects_near(volume, kind, count, rng);
      const auto expected = mask_of(volume, packed(columns), count, scalar(options));
      const auto expect_same = [&](const Layout& layout) {
        EXPECT_EQ(mask_of(volume, layout.streams, count, options), expected)
            << count << ' ' << name(kind) << ", " << layout.name;
      };
      for (std::size_t offset = 0; offset <= 64; offset += 4) expect_same(separate(columns, offset));
      for (const std::size_t offset : {1U, 2U, 3U, 5U, 31U, 63U}) expect_same(separate(columns, offset));
      expect_same(reversed(columns));
      expect_same(structures(columns, columns.size() * 4, 0));
      expect_same(structures(columns, columns.size() * 4 + 8, 4));
      expect_same(structures(columns, columns.size() * 4 + 17, 3));
    }
  }
}

/// The place of entry (i, j) in each matrix, in floats, and the arguments of a view for it.
struct MatrixLayout {
  const char* name;
  std::size_t size;
  std::size_t (*at)(std::size_t i, std::size_t j);
  MatrixStreams (*streams)(const float* first);
};

MatrixStreams rows_of_a_basis_and_origin(const float* p) {
  const auto at = [&](std::size_t k) { return Stream{p + k, 48}; };
  return {at(0), at(1), at(2), at(9), at(3), at(4), at(5), at(10), at(6), at(7), at(8), at(11)};
}

constexpr MatrixLayout matrix_layouts[] = {
    {"rows of a 3x4", 12, [](std::size_t i, std::size_t j) { return 4 * i + j; },
     [](const float* p) { return MatrixStreams::row_major(p); }},
    {"rows of a 4x4", 16, [](std::size_t i, std::size_t j) { return 4 * i + j; },
     [](const float* p) { return MatrixStreams::row_major(p, 64); }},
    {"columns of a 4x4", 16, [](std::size_t i, std::size_t j) { return i + 4 * j; },
     [](const float* p) { return MatrixStreams::column_major(p); }},
    {"columns of a 3x4", 12, [](std::size_t i, std::size_t j) { return i + 3 * j; },
     [](const float* p) { return MatrixStreams::column_major(p, 48, 3); }},
    {"columns of a 4x4 among other things", 23, [](std::size_t i, std::size_t j) { return i + 4 * j; },
     [](const float* p) { return MatrixStreams::column_major(p, 92); }},
    {"basis and origin", 12, [](std::size_t i, std::size_t j) { return j < 3 ? 3 * i + j : 9 + i; },
     rows_of_a_basis_and_origin},
};

/// All numbers outside of the matrix are NaN.
TEST_P(CullParity, EveryMatrixLayout) {
  Rng rng(25);
  const ConvexVolume volume = volumes()[0].volume;
  const CullOptions options{.isa = GetParam()};
  for (const std::size_t count : {1U, 63U, 130U, 1100U, 5000U}) {
    const Columns columns = objects_near(volume, Objects::transformed_boxes, count, rng);
    const auto expected = mask_of(volume, packed(columns), count, scalar(options));
    for (const MatrixLayout& layout : matrix_layouts) {
      // Nothing is read behind the last number of the last matrix.
      const float none = 0;
      const bool has_last_row = layout.streams(&none).m33.data != nullptr;
      const std::size_t size = (count - 1) * layout.size + layout.at(has_last_row ? 3 : 2, 3) + 1;
      const std::unique_ptr<float[]> floats(new float[size]);
      std::fill_n(floats.get(), size, std::numeric_limits<float>::quiet_NaN());
      for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < (has_last_row ? 16U : 12U); ++k)
          floats[i * layout.size + layout.at(k / 4, k % 4)] = k < 12 ? columns[k][i] : k == 15 ? 1.0F : 0.0F;
      const auto column = [&](std::size_t s) { return Stream{columns[s].data()}; };
      const TransformedBoxView view{
          layout.streams(floats.get()), column(12), column(13), column(14), column(15), column(16), column(17), count};
      std::vector<std::uint64_t> mask(mask_words(count));
      EXPECT_EQ(cull(volume, view, mask, options), count_bits(expected)) << layout.name << ", " << count;
      EXPECT_EQ(mask, expected) << layout.name << ", " << count;
    }
  }
}

/// Stride 0: one number for all objects. Each stream in turn.
TEST_P(CullParity, RepeatedValue) {
  Rng rng(23);
  const ConvexVolume volume = volumes()[0].volume;
  const CullOptions options{.check = Check::none,
                            .isa = GetParam()};  // a repeated part of a quaternion spoils its length
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, 300, rng);
    for (std::size_t s = 0; s < columns.size(); ++s) {
      Columns same = columns;
      same[s].assign(300, columns[s][7]);
      Streams streams = packed(columns);
      streams[s] = {&columns[s][7], 0};
      EXPECT_EQ(mask_of(volume, streams, 300, options), mask_of(volume, packed(same), 300, scalar(options)))
          << name(kind) << ", stream " << s;
    }
  }
}

/// One array for two streams: spheres whose radius is a coordinate, boxes that are cubes.
TEST_P(CullParity, SharedNumbers) {
  Rng rng(26);
  const ConvexVolume volume = volumes()[0].volume;
  const CullOptions options{.check = Check::none, .isa = GetParam()};
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, 300, rng);
    for (const std::size_t s : {std::size_t{1}, columns.size() - 1}) {
      Columns same = columns;
      same[s] = columns[s - 1];
      Layout layout = structures(columns, columns.size() * 4, 0);
      layout.streams[s] = layout.streams[s - 1];
      EXPECT_EQ(mask_of(volume, layout.streams, 300, options), mask_of(volume, packed(same), 300, scalar(options)))
          << name(kind) << ", stream " << s;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, CullParity, isas(), isa_name);

TEST(CullParityOfThreads, OneTwoFour) {
  Rng rng(24);
  const ConvexVolume volume = volumes()[0].volume;
  constexpr std::size_t count = 60000;
  const ShapeSet shapes = mixed_shapes(volume, count, rng);
  for (const Objects kind : all_objects) {
    const Columns columns = objects_near(volume, kind, count, rng);
    std::vector<std::uint64_t> expected, expected_set(mask_words(count));
    tbb::task_arena(1).execute([&] {
      expected = mask_of(volume, packed(columns), count, {});
      cull(volume, shapes, expected_set);
    });
    on_threads([&] {
      EXPECT_EQ(mask_of(volume, packed(columns), count, {}), expected) << name(kind);
      std::vector<std::uint64_t> mask(mask_words(count));
      EXPECT_EQ(cull(volume, shapes, mask), count_bits(expected_set));
      EXPECT_EQ(mask, expected_set);
    });
  }
}

}  // namespace
}  // namespace lockstep::test
