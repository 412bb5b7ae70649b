// Sets of volumes, and the expected result of culling against all volumes of one from culling against each alone.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "objects.hpp"
#include "volumes.hpp"

namespace lockstep::test {

using Words = std::vector<std::uint64_t>;

struct NamedSet {
  std::string name;
  VolumeSet set;
};

inline oracle::MatrixVolume camera_named(const std::string& name) {
  for (const NamedVolume& volume : volumes())
    if (volume.name == name) return std::get<oracle::MatrixVolume>(volume.truth);
  throw std::logic_error("no volume " + name);
}

inline NamedSet grid(const std::string& name, std::uint32_t columns, std::uint32_t rows,
                     const std::vector<float>& depths) {
  const oracle::MatrixVolume m = camera_named(name);
  return {name + " " + std::to_string(columns) + "x" + std::to_string(rows) + "x" + std::to_string(depths.size() + 1),
          VolumeSet::grid(m.row_major, m.range, {.columns = columns, .rows = rows, .depths = depths})};
}

/// All volumes of the other tests, with some infinite ones among them, and many small ones about them.
inline VolumeSet any_volumes() {
  std::vector<ConvexVolume> all;
  for (const NamedVolume& volume : volumes()) all.push_back(volume.volume);
  oracle::Rng rng(90);
  for (int i = 0; i < 40; ++i) {
    std::array<Vec3, 8> corners;
    const Vec3 at{static_cast<float>(oracle::below(rng, 40)), static_cast<float>(oracle::below(rng, 40)), 3};
    for (Vec3& c : corners) {
      const auto aside = [&] { return static_cast<float>(oracle::uniform(rng, 0, 5)); };
      c = {at.x + aside(), at.y + aside(), at.z + aside()};
    }
    all.push_back(ConvexVolume::from_corners(corners));
  }
  return VolumeSet(all);
}

inline std::vector<NamedSet> sets() {
  std::vector<NamedSet> all;
  all.push_back(grid("perspective_0_1", 16, 9, {}));
  all.push_back(grid("perspective_1_1", 5, 3, split_depths(0.1F, 100, 6)));
  all.push_back(grid("reversed_0_1", 40, 2, split_depths(0.1F, 100, 3)));
  all.push_back(grid("remote", 1, 1, split_depths(0.1F, 100, 4, 0.5F)));
  all.push_back(grid("orthographic_0_1", 3, 2, {20, 50, 90}));
  all.push_back(grid("tiny_near", 4, 4, split_depths(1e-4F, 1000, 4)));
  all.push_back({"cube", VolumeSet::cube({1, 2, 3}, 0.25F, 40)});
  all.push_back({"any", any_volumes()});
  all.push_back({"one", VolumeSet(std::vector<ConvexVolume>{volumes()[0].volume})});
  all.push_back({"none", VolumeSet(std::span<const ConvexVolume>{})});
  return all;
}

/// Everything that a call writes, followed by a word that it must not touch.
struct Answers {
  Words by_volume, by_object;
  std::vector<std::size_t> counts;
  std::size_t total = 0;

  Answers(std::size_t volumes, std::size_t objects)
      : by_volume(volumes * mask_words(objects) + 1, 77),
        by_object(objects * mask_words(volumes) + 1, 77),
        counts(volumes + 1, 77) {}
  [[nodiscard]] VisibleSets spans() {
    return {{by_volume.data(), by_volume.size() - 1},
            {by_object.data(), by_object.size() - 1},
            {counts.data(), counts.size() - 1}};
  }
};

using Indices = std::vector<std::uint32_t>;

inline Indices indices_of(const Words& mask) {
  Indices indices(64 * mask.size());
  indices.resize(list_indices(mask, indices));
  return indices;
}

/// Offsets and lists, in memory that is longer than they need, followed by a number that a call must not touch.
struct ListAnswers {
  std::vector<std::size_t> first;
  Indices indices;

  ListAnswers(std::size_t volumes, std::size_t total) : first(volumes + 2, 77), indices(total + 3, 77) {}
  [[nodiscard]] std::span<std::size_t> offsets() { return {first.data(), first.size() - 1}; }
  [[nodiscard]] std::span<std::uint32_t> list() { return {indices.data(), indices.size() - 1}; }
};

/// For twelve volumes and a hundred objects: outputs that do not fit or share memory; error(outputs) is the message.
template <class Error>
void expect_outputs_refused(Answers& answers, const Error& error) {
  EXPECT_EQ(error({.by_volume = std::span(answers.by_volume).first(23)}),
            "visible.by_volume: has 23 words, needs 12 x 2 (or none)");
  EXPECT_EQ(error({.by_object = answers.by_object}), "visible.by_object: has 101 words, needs 100 x 1 (or none)");
  EXPECT_EQ(error({.counts = answers.counts}), "visible.counts: has 13 counts, needs 12 x 1 (or none)");
  const std::span<std::size_t> over_by_volume(reinterpret_cast<std::size_t*>(answers.by_volume.data()), 12);
  EXPECT_EQ(error({.by_volume = answers.spans().by_volume, .counts = over_by_volume}),
            "visible.by_volume: shares memory with visible.counts");
  EXPECT_EQ(error({.first = answers.spans().counts}), "visible.first: has 12 offsets, needs 13 x 1 (or none)");
  const std::span<std::uint32_t> over_counts(reinterpret_cast<std::uint32_t*>(answers.counts.data()), 5);
  EXPECT_EQ(error({.first = answers.counts, .indices = over_counts}),
            "visible.first: shares memory with visible.indices");
}

/// The lists are those of the masks in `expected`, whatever other outputs are wanted. `all(out)` is the call.
template <class All>
void expect_lists(const std::vector<Words>& expected, std::size_t objects, const All& all) {
  const std::size_t volumes = expected.size();
  std::vector<std::size_t> first = {0};
  Indices indices;
  for (const Words& mask : expected) {
    const Indices list = indices_of(mask);
    indices.insert(indices.end(), list.begin(), list.end());
    first.push_back(indices.size());
  }
  const auto expect_written = [&](const ListAnswers& lists) {
    EXPECT_EQ(std::vector<std::size_t>(lists.first.begin(), lists.first.end() - 1), first);
    EXPECT_EQ(Indices(lists.indices.begin(), lists.indices.end() - 3), indices);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(lists.indices[indices.size() + i], 77U);
  };
  ListAnswers alone(volumes, indices.size()), beside_rows = alone, beside_all = alone, without_offsets = alone;
  Answers rows(volumes, objects), others(volumes, objects);
  EXPECT_EQ(all({.first = alone.offsets(), .indices = alone.list()}), indices.size());
  expect_written(alone);
  all({.by_volume = rows.spans().by_volume, .first = beside_rows.offsets(), .indices = beside_rows.list()});
  expect_written(beside_rows);
  const VisibleSets spans = others.spans();
  all({spans.by_volume, spans.by_object, spans.counts, beside_all.offsets(), beside_all.list()});
  expect_written(beside_all);
  all({.indices = without_offsets.list()});
  EXPECT_EQ(without_offsets.indices, alone.indices);
  ListAnswers exact(volumes, indices.size()), too_short = exact, only_first = exact;
  all({.first = exact.offsets(), .indices = std::span(exact.indices).first(indices.size())});
  expect_written(exact);
  if (indices.size() > 1) {
    EXPECT_EQ(all({.first = too_short.offsets(), .indices = std::span(too_short.indices).first(indices.size() - 1)}),
              indices.size());
    EXPECT_EQ(too_short.indices, only_first.indices);
    EXPECT_EQ(too_short.first, alone.first);
  }
  all({.first = only_first.offsets()});
  EXPECT_EQ(only_first.first, alone.first);
}

/// `one(v, options)` is the mask of volume v alone, `all(out, options)` the call for all of them.
template <class One, class All>
void expect_same(const VolumeSet& set, std::size_t objects, const CullOptions& options, const One& one,
                 const All& all) {
  Answers answers(set.size(), objects);
  answers.total = all(answers.spans(), options);
  EXPECT_EQ(answers.by_volume.back(), 77U);
  EXPECT_EQ(answers.by_object.back(), 77U);
  EXPECT_EQ(answers.counts.back(), 77U);
  std::size_t total = 0;
  Words by_object(answers.by_object.size() - 1);
  std::vector<Words> rows;
  for (std::size_t v = 0; v < set.size(); ++v) {
    const Words& expected = rows.emplace_back(one(v, options));
    const auto row = answers.by_volume.begin() + static_cast<std::ptrdiff_t>(v * mask_words(objects));
    EXPECT_EQ(Words(row, row + static_cast<std::ptrdiff_t>(mask_words(objects))), expected) << "volume " << v;
    std::size_t count = 0;
    for (std::size_t i = 0; i < objects; ++i) {
      if (!is_set(expected, i)) continue;
      ++count;
      by_object[i * mask_words(set.size()) + v / 64] |= std::uint64_t{1} << (v % 64);
    }
    EXPECT_EQ(answers.counts[v], count) << "volume " << v;
    total += count;
  }
  answers.by_object.pop_back();
  EXPECT_EQ(answers.by_object, by_object);
  EXPECT_EQ(answers.total, total);

  // Without by_object, whole words are written if possible.
  Answers by_word(set.size(), objects);
  EXPECT_EQ(all({.by_volume = by_word.spans().by_volume, .counts = by_word.spans().counts}, options), total);
  EXPECT_EQ(by_word.by_volume, answers.by_volume);
  EXPECT_EQ(by_word.counts, answers.counts);

  EXPECT_EQ(all({}, options), total);
  Answers counts(set.size(), objects), of_objects(set.size(), objects);
  EXPECT_EQ(all({.counts = counts.spans().counts}, options), total);
  EXPECT_EQ(counts.counts, answers.counts);
  EXPECT_EQ(all({.by_object = of_objects.spans().by_object}, options), total);
  of_objects.by_object.pop_back();
  EXPECT_EQ(of_objects.by_object, by_object);
  expect_lists(rows, objects, [&](const VisibleSets& out) { return all(out, options); });
}

}  // namespace lockstep::test
