// Writes the results of culling against many volumes to the caller's memory.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "base/validate.hpp"
#include "cull/cull_views.hpp"

namespace lockstep::detail {

/// The caller's memory. Each chunk of objects writes words of its own. Index lists are written when the call ends: from
/// the rows of `by_volume`, or from hits if the caller does not want these rows, which may need far more memory.
class VisibleOutput {
 public:
  VisibleOutput(const VisibleSets& sets, std::size_t volumes, std::size_t objects)
      : sets_(sets), objects_(objects), row_words_(mask_words(objects)), object_words_(mask_words(volumes)) {
    check(sets.by_volume.size(), volumes, row_words_, "visible.by_volume", "words");
    check(sets.by_object.size(), objects, object_words_, "visible.by_object", "words");
    check(sets.counts.size(), volumes, 1, "visible.counts", "counts");
    check(sets.first.size(), volumes + 1, 1, "visible.first", "offsets");
    if (!sets.indices.empty()) check_index_width(objects, "visible.indices");
    const auto all = outputs();
    for (std::size_t a = 0; a < all.size(); ++a)
      for (std::size_t b = a + 1; b < all.size(); ++b) check_apart(all[a], all[b]);
    if (sets.first.empty() && !sets.indices.empty()) own_first_.resize(volumes + 1);
    first_ = own_first_.empty() ? sets.first : own_first_;
  }

  template <ViewKind K>
  void check_apart_from(const Streams<K>& objects) const {
    for (const Output& output : outputs()) check_streams(objects, output.bytes, output.name);
  }
  template <class View>
  void check_apart_from(const PlacedView<View>& objects) const {
    for (const Output& output : outputs()) check_memory(objects, output.bytes, output.name);
  }

  void clear() const {
    clear_but_rows();
    std::fill(sets_.by_volume.begin(), sets_.by_volume.end(), 0);
  }
  void clear_but_rows() const {
    std::fill(sets_.counts.begin(), sets_.counts.end(), 0);
    std::fill(first_.begin(), first_.end(), 0);
    std::fill(sets_.by_object.begin(), sets_.by_object.end(), 0);
  }
  void count(std::uint32_t v, std::size_t seen) const {
    if (!sets_.counts.empty()) std::atomic_ref(sets_.counts[v]).fetch_add(seen, std::memory_order_relaxed);
    if (!first_.empty()) std::atomic_ref(first_[v + 1]).fetch_add(seen, std::memory_order_relaxed);
  }
  /// Marks the object at `index` of the chunk that begins at `first` as visible in volume v.
  void mark(std::uint32_t v, std::uint16_t index, std::size_t first) const {
    if (!sets_.by_volume.empty())
      sets_.by_volume[v * row_words_ + first / 64 + index / 64] |= std::uint64_t{1} << (index % 64);
    if (!sets_.by_object.empty())
      sets_.by_object[(first + index) * object_words_ + v / 64] |= std::uint64_t{1} << (v % 64);
  }
  /// Marks an object as visible in volume v. `shared`: other threads may write to the same words.
  void mark(std::uint32_t v, std::size_t object, bool shared) const {
    if (!sets_.by_volume.empty()) set_bit(sets_.by_volume[v * row_words_ + object / 64], object % 64, shared);
    mark_object(v, object, shared);
  }
  /// Marks it in `by_object` only.
  void mark_object(std::uint32_t v, std::size_t object, bool shared) const {
    if (!sets_.by_object.empty()) set_bit(sets_.by_object[object * object_words_ + v / 64], v % 64, shared);
  }
  [[nodiscard]] bool wants_objects() const { return !sets_.by_object.empty(); }
  [[nodiscard]] bool wants_hits() const { return !sets_.indices.empty() && sets_.by_volume.empty(); }
  /// The mask of objects visible in volume v; empty if it is not wanted.
  [[nodiscard]] std::span<std::uint64_t> row(std::uint32_t v) const {
    return sets_.by_volume.empty() ? std::span<std::uint64_t>{} : sets_.by_volume.subspan(v * row_words_, row_words_);
  }
  /// Marks those of `count` objects from `first`, a multiple of 64, whose bits are set, as visible in volume v.
  void mark_run(std::uint32_t v, std::span<const std::uint64_t> mask, std::size_t count, std::size_t first) const {
    if (sets_.by_volume.empty()) return;
    std::uint64_t* const row = &sets_.by_volume[v * row_words_ + first / 64];
    for (std::size_t word = 0; word < mask_words(count); ++word)
      row[word] |= mask[word];  // objects of other kinds may have set bits in it
  }

  /// Keeps the hits of a task for the lists. Tasks may call this at the same time.
  void keep(ScratchVector<VisibleHit>&& hits) const { hits_.add(std::move(hits)); }
  /// Ends a call with that number of hits: writes the offsets, and the lists if they fit.
  void finish(std::size_t total) const {
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    if (sets_.indices.empty() || total > sets_.indices.size()) return;
    if (wants_hits())
      hits_.write_lists(first_, objects_, sets_.indices);
    else
      list_rows(sets_.by_volume, row_words_, first_, sets_.indices);
  }

 private:
  struct Output {
    std::span<const std::byte> bytes;
    const char* name;
  };
  [[nodiscard]] std::array<Output, 5> outputs() const {
    return {{{std::as_bytes(sets_.by_volume), "visible.by_volume"},
             {std::as_bytes(sets_.by_object), "visible.by_object"},
             {std::as_bytes(sets_.counts), "visible.counts"},
             {std::as_bytes(sets_.first), "visible.first"},
             {std::as_bytes(sets_.indices), "visible.indices"}}};
  }

  static void set_bit(std::uint64_t& word, std::size_t bit, bool shared) {
    if (shared)
      std::atomic_ref(word).fetch_or(std::uint64_t{1} << bit, std::memory_order_relaxed);
    else
      word |= std::uint64_t{1} << bit;
  }
  static void check(std::size_t given, std::size_t rows, std::size_t row, const char* what, const char* unit) {
    std::size_t needed = 0;
    const bool fits = !__builtin_mul_overflow(rows, row, &needed);
    if (given == 0 || (fits && given == needed)) return;
    throw InvalidInput(std::string(what) + ": has " + std::to_string(given) + ' ' + unit + ", needs " +
                       std::to_string(rows) + " x " + std::to_string(row) + " (or none)");
  }
  static void check_apart(const Output& a, const Output& b) {
    if (share_memory(a.bytes.data(), a.bytes.size(), b.bytes.data(), b.bytes.size()))
      throw InvalidInput(std::string(a.name) + ": shares memory with " + b.name);
  }

  const VisibleSets& sets_;
  std::size_t objects_, row_words_, object_words_;
  ScratchVector<std::size_t> own_first_;
  std::span<std::size_t> first_;  // counts the objects of volume v in first_[v + 1] until the call ends
  mutable VisibleHits hits_;
};

/// What one task writes to the output: masks at once, hits when it ends.
class OutputOfTask {
 public:
  explicit OutputOfTask(const VisibleOutput& output) : output_(output), wants_hits_(output.wants_hits()) {}

  void count(std::uint32_t v, std::size_t seen) const { output_.count(v, seen); }
  void mark(std::uint32_t v, std::uint16_t index, std::size_t first) {
    output_.mark(v, index, first);
    hit(v, first + index);
  }
  void mark(std::uint32_t v, std::size_t object, bool shared) {
    output_.mark(v, object, shared);
    hit(v, object);
  }
  /// Marks it everywhere but in its row.
  void mark_but_row(std::uint32_t v, std::size_t object, bool shared) {
    output_.mark_object(v, object, shared);
    hit(v, object);
  }
  [[nodiscard]] bool wants_rows_alone() const { return !wants_hits_ && !output_.wants_objects(); }
  void mark_run(std::uint32_t v, std::span<const std::uint64_t> mask, std::size_t count, std::size_t first) const {
    output_.mark_run(v, mask, count, first);
  }
  void finish() {
    if (!hits_.empty()) output_.keep(std::move(hits_));
  }

 private:
  void hit(std::uint32_t v, std::size_t object) {
    if (wants_hits_) hits_.push_back({v, static_cast<std::uint32_t>(object)});
  }

  const VisibleOutput& output_;
  bool wants_hits_;
  ScratchVector<VisibleHit> hits_;
};

}  // namespace lockstep::detail
