// Outputs of an overlap pass: sorted pairs, counts, bits, and tiles for the caller, from pairs that arrive in any
// order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string_view>

#include "base/buffer.hpp"
#include "lockstep/overlap.hpp"

namespace lockstep::detail {

/// The memory of an OverlapWriter, reused from pass to pass.
struct OverlapWriterMemory {
  Buffer<Pair> pairs;
  Buffer<std::size_t> sort;
  [[nodiscard]] std::size_t bytes() const noexcept { return pairs.bytes() + sort.bytes(); }
};

/// Throws `InvalidInput` if a span of `out` has the wrong length for `objects` objects (of the first set), or if two
/// share memory.
void check_output(const OverlapOutput& out, std::size_t objects);

/// Calls call(name, bytes) for each output span.
template <class Call>
void for_each_output(const OverlapOutput& out, const Call& call) {
  call(std::string_view("pairs"), std::as_bytes(out.pairs));
  call(std::string_view("separations"), std::as_bytes(out.separations));
  call(std::string_view("contacts"), std::as_bytes(out.contacts));
  call(std::string_view("counts"), std::as_bytes(out.counts));
  call(std::string_view("any"), std::as_bytes(out.any));
  call(std::string_view("shifts"), std::as_bytes(out.shifts));
}

/// Collects the pairs of one pass.
///
///   OverlapWriter writer(out, order, objects, of_one_set, memory);  // clears counts and bits
///   ... writer.add(pairs) ...                     // from several threads; each pair once, of one set a < b
///   const OverlapResult result = writer.finish(sorted);  // `out.pairs` in order is written here, and no earlier
///   // out.separations[i] and out.contacts[i], i < writer.written(), of out.pairs[i], are the caller's to fill in
///
/// Without an order, pairs go to out.pairs as they arrive. With an order, if there are more pairs than out.pairs holds,
/// the first ones are kept: whenever there are twice as many, the larger half is dropped. Allocates: 8 bytes for each
/// pair that has arrived, at most 16 for each that out.pairs holds (and a MiB).
class OverlapWriter {
 public:
  /// `object`, unless null: the object that the second number of a pair names in counts and bits.
  OverlapWriter(const OverlapOutput& out, PairOrder order, std::size_t objects, bool of_one_set,
                OverlapWriterMemory& memory, const std::uint32_t* object = nullptr);

  /// Throws: what `out.tile` throws. Threads: safe to call from several threads.
  void add(std::span<const Pair> pairs);
  /// `sorted`: whether the pass sorted its objects.
  OverlapResult finish(bool sorted);
  [[nodiscard]] std::size_t written() const noexcept { return written_; }

 private:
  void count(std::span<const Pair> pairs) const;
  void emit(std::span<const Pair> pairs, std::uint64_t position) const;
  void keep(std::span<const Pair> pairs);
  void drop_larger_half();
  void sort_kept();

  const OverlapOutput& out_;
  const PairOrder order_;
  const std::size_t objects_;
  const bool of_one_set_;
  OverlapWriterMemory& memory_;
  const std::uint32_t* const object_;
  std::atomic<std::uint64_t> total_ = 0;
  std::size_t written_ = 0;
  std::mutex mutex_;  // for the members below
  std::size_t kept_ = 0;
  bool dropped_ = false;
  Pair last_;  // the last kept pair when pairs were dropped: larger ones are not among the first
};

}  // namespace lockstep::detail
