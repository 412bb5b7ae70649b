// Writes the results of culling against many volumes to the caller's memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>
#include <string>

#include "base/validate.hpp"
#include "lockstep/cull.hpp"
#include "views/check_streams.hpp"

namespace lockstep::detail {

/// The caller's memory. Each chunk of objects writes words of its own.
class VisibleOutput {
 public:
  VisibleOutput(const VisibleSets& sets, std::size_t volumes, std::size_t objects)
      : sets_(sets), row_words_(mask_words(objects)), object_words_(mask_words(volumes)) {
    check(sets.by_volume.size(), volumes, row_words_, "visible.by_volume", "words");
    check(sets.by_object.size(), objects, object_words_, "visible.by_object", "words");
    check(sets.counts.size(), volumes, 1, "visible.counts", "counts");
    check_apart(std::as_bytes(sets.by_volume), std::as_bytes(sets.by_object), "by_volume", "by_object");
    check_apart(std::as_bytes(sets.by_volume), std::as_bytes(sets.counts), "by_volume", "counts");
    check_apart(std::as_bytes(sets.by_object), std::as_bytes(sets.counts), "by_object", "counts");
  }

  template <ViewKind K>
  void check_apart_from(const Streams<K>& objects) const {
    check_streams(objects, std::as_bytes(sets_.by_volume), "visible.by_volume");
    check_streams(objects, std::as_bytes(sets_.by_object), "visible.by_object");
    check_streams(objects, std::as_bytes(sets_.counts), "visible.counts");
  }

  void clear() const {
    clear_but_rows();
    std::fill(sets_.by_volume.begin(), sets_.by_volume.end(), 0);
  }
  void clear_but_rows() const {
    std::fill(sets_.counts.begin(), sets_.counts.end(), 0);
    std::fill(sets_.by_object.begin(), sets_.by_object.end(), 0);
  }
  void count(std::uint32_t v, std::size_t seen) const {
    if (!sets_.counts.empty()) std::atomic_ref(sets_.counts[v]).fetch_add(seen, std::memory_order_relaxed);
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
  /// The mask of objects visible in volume v; empty if it is not wanted.
  [[nodiscard]] std::span<std::uint64_t> row(std::uint32_t v) const {
    return sets_.by_volume.empty() ? std::span<std::uint64_t>{} : sets_.by_volume.subspan(v * row_words_, row_words_);
  }
  /// Whether runs of objects can be marked word by word.
  [[nodiscard]] bool wants_words_alone() const { return sets_.by_object.empty(); }
  /// Marks those of `count` objects from `first`, a multiple of 64, whose bits are set, as visible in volume v.
  void mark_run(std::uint32_t v, std::span<const std::uint64_t> mask, std::size_t count, std::size_t first) const {
    if (sets_.by_volume.empty()) return;
    std::uint64_t* const row = &sets_.by_volume[v * row_words_ + first / 64];
    for (std::size_t word = 0; word < mask_words(count); ++word)
      row[word] |= mask[word];  // objects of other kinds may have set bits in it
  }

 private:
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
  static void check_apart(std::span<const std::byte> a, std::span<const std::byte> b, const char* a_name,
                          const char* b_name) {
    if (share_memory(a.data(), a.size(), b.data(), b.size()))
      throw InvalidInput(std::string("visible.") + a_name + ": shares memory with visible." + b_name);
  }

  const VisibleSets& sets_;
  std::size_t row_words_, object_words_;
};

}  // namespace lockstep::detail
