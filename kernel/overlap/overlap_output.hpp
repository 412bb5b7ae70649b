// What an overlap pass writes: pairs in order, counts, bits, tiles for the caller, from pairs that arrive in any order.
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

/// The memory of an OverlapWriter, kept from pass to pass.
struct OverlapWriterMemory {
  Buffer<Pair> pairs;
  Buffer<std::size_t> sort;
  [[nodiscard]] std::size_t bytes() const noexcept { return pairs.bytes() + sort.bytes(); }
};

/// Throws `InvalidInput` if a span of `out` has the wrong length for `objects` objects (of the first set), or if two
/// share memory.
void check_output(const OverlapOutput& out, std::size_t objects);

/// call(name, bytes) for each span that is written.
template <class Call>
void for_each_output(const OverlapOutput& out, const Call& call) {
  call(std::string_view("pairs"), std::as_bytes(out.pairs));
  call(std::string_view("separations"), std::as_bytes(out.separations));
  call(std::string_view("contacts"), std::as_bytes(out.contacts));
  call(std::string_view("counts"), std::as_bytes(out.counts));
  call(std::string_view("any"), std::as_bytes(out.any));
}

/// Collects the pairs of one pass.
///
///   OverlapWriter writer(out, order, objects, of_one_set, memory);  // clears counts and bits
///   ... writer.add(pairs) ...                     // from several threads; each pair once, of one set a < b
///   const OverlapResult result = writer.finish();  // sorts; `out.pairs` in order is written here, and no earlier
///   // out.separations[i] and out.contacts[i], i < writer.written(), of out.pairs[i], are the caller's to fill in
///
/// In any order, pairs go to out.pairs as they come. In order, of more than that holds the first are kept: whenever
/// there are twice as many, the larger half is dropped. Memory: 8 bytes for each pair that has come, at most 16 for
/// each that out.pairs holds (and a MiB).
class OverlapWriter {
 public:
  OverlapWriter(const OverlapOutput& out, PairOrder order, std::size_t objects, bool of_one_set,
                OverlapWriterMemory& memory);

  /// Thread-safe. What `out.tile` throws comes out of here.
  void add(std::span<const Pair> pairs);
  OverlapResult finish();
  [[nodiscard]] std::size_t written() const noexcept { return written_; }

 private:
  void count(std::span<const Pair> pairs) const;
  void hand_out(std::span<const Pair> pairs, std::uint64_t position) const;
  void keep(std::span<const Pair> pairs);
  void drop_larger_half();
  void sort_kept();

  const OverlapOutput& out_;
  const PairOrder order_;
  const std::size_t objects_;
  const bool of_one_set_;
  OverlapWriterMemory& memory_;
  std::atomic<std::uint64_t> total_ = 0;
  std::size_t written_ = 0;
  std::mutex mutex_;  // of what follows
  std::size_t kept_ = 0;
  bool dropped_ = false;
  Pair last_;  // of what was kept when pairs were dropped: larger ones are not among the first
};

}  // namespace lockstep::detail
