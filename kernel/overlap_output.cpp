#include "overlap_output.hpp"

#include <algorithm>
#include <bit>
#include <string>

#include "lockstep/cull.hpp"
#include "parallel.hpp"
#include "radix_sort.hpp"
#include "validate.hpp"

namespace lockstep::detail {

namespace {

std::uint64_t order_of(const Pair& pair) { return std::uint64_t{pair.a} << 32 | pair.b; }
bool comes_before(const Pair& a, const Pair& b) { return order_of(a) < order_of(b); }

void check_length(const char* name, std::size_t length, std::size_t needed, const char* of) {
  if (length != 0 && length != needed)
    throw InvalidInput(std::string(name) + ": has " + std::to_string(length) + " elements, needs " +
                       std::to_string(needed) + ", " + of);
}

}  // namespace

void check_output(const OverlapOutput& out, std::size_t objects) {
  check_length("separations", out.separations.size(), out.pairs.size(), "one for each of pairs");
  check_length("counts", out.counts.size(), objects, "one for each object");
  check_length("any", out.any.size(), mask_words(objects), "mask_words(objects)");
  for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
    for_each_output(out, [&](std::string_view other_name, std::span<const std::byte> other) {
      if (name != other_name && share_memory(bytes.data(), bytes.size(), other.data(), other.size()))
        throw InvalidInput(std::string(name) + ": shares memory with " + std::string(other_name));
    });
  });
}

OverlapWriter::OverlapWriter(const OverlapOutput& out, std::size_t objects, bool of_one_set,
                             OverlapWriterMemory& memory)
    : out_(out), objects_(objects), of_one_set_(of_one_set), memory_(memory) {
  std::fill(out.counts.begin(), out.counts.end(), 0U);
  std::fill(out.any.begin(), out.any.end(), 0U);
}

void OverlapWriter::add(std::span<const Pair> pairs) {
  total_ += pairs.size();
  if (!out_.counts.empty() || !out_.any.empty()) count(pairs);
  if (out_.tile) out_.tile(pairs);
  if (!out_.pairs.empty()) keep(pairs);
}

/// Sums and unions, so it does not matter who comes first.
void OverlapWriter::count(std::span<const Pair> pairs) const {
  const auto met = [&](std::uint32_t i) {
    if (!out_.counts.empty()) std::atomic_ref(out_.counts[i]).fetch_add(1, std::memory_order_relaxed);
    if (out_.any.empty()) return;
    const std::atomic_ref word(out_.any[i / 64]);
    const std::uint64_t bit = std::uint64_t{1} << (i % 64);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  };
  for (const Pair& pair : pairs) {
    met(pair.a);
    if (of_one_set_) met(pair.b);
  }
}

void OverlapWriter::keep(std::span<const Pair> pairs) {
  const std::scoped_lock lock(mutex_);
  memory_.pairs.grow(kept_ + pairs.size(), kept_);
  Pair* const to = memory_.pairs.data();
  if (!dropped_)
    kept_ = static_cast<std::size_t>(std::copy(pairs.begin(), pairs.end(), to + kept_) - to);
  else
    for (const Pair& pair : pairs)
      if (comes_before(pair, last_)) to[kept_++] = pair;
  if (kept_ >= 2 * std::max(out_.pairs.size(), std::size_t{1} << 16)) drop_larger_half();
}

void OverlapWriter::drop_larger_half() {
  Pair* const first = memory_.pairs.data();
  std::nth_element(first, first + out_.pairs.size() - 1, first + kept_, comes_before);
  kept_ = out_.pairs.size();
  last_ = first[kept_ - 1];
  dropped_ = true;
}

OverlapResult OverlapWriter::finish() {
  if (kept_ > out_.pairs.size()) drop_larger_half();
  sort_kept();
  written_ = kept_;
  return {total_, out_.pairs.empty() || total_ <= out_.pairs.size()};
}

/// By digits of a; the few pairs of the same a by comparison, many by digits of b first.
void OverlapWriter::sort_kept() {
  if (kept_ == 0) return;
  Pair *from = memory_.pairs.data(), *other = out_.pairs.data();
  const int bits = 64 - std::countl_zero(std::uint64_t{objects_});
  const bool by_digits = kept_ / 16 >= objects_;
  if (by_digits) {
    if (radix_sort(
            from, other, kept_, 32, [](const Pair& p) { return std::uint64_t{p.b}; }, memory_.sort) != from)
      std::swap(from, other);
  }
  if (radix_sort(
          from, other, kept_, bits, [](const Pair& p) { return std::uint64_t{p.a}; }, memory_.sort) != from)
    from = other;
  sort_runs(from, by_digits);
}

/// The pairs of each a, which lie side by side in `from`, by b to where the caller wants them.
void OverlapWriter::sort_runs(const Pair* from, bool are_sorted) {
  constexpr std::size_t part_size = std::size_t{1} << 14;
  const std::size_t parts = parts_of(kept_, part_size);
  // Parts end where a run ends. Known beforehand: the pairs may be sorted in place, by several threads.
  std::size_t* const begin_of = memory_.sort.room_for(parts + 1);
  for (std::size_t part = 0; part <= parts; ++part) {
    std::size_t i = std::min(kept_, part * part_size);
    while (i != 0 && i != kept_ && from[i].a == from[i - 1].a) ++i;
    begin_of[part] = i;
  }
  Pair* const to = out_.pairs.data();
  for_each_part(parts, [&](std::size_t part) {
    const std::size_t end = begin_of[part + 1];
    for (std::size_t begin = begin_of[part], behind = begin; begin < end; begin = behind) {
      while (behind < end && from[behind].a == from[begin].a) ++behind;
      if (from != to) std::copy(from + begin, from + behind, to + begin);
      if (!are_sorted && behind - begin > 1) std::sort(to + begin, to + behind, comes_before);
    }
  });
}

}  // namespace lockstep::detail
