#include "overlap/overlap_output.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "base/parallel.hpp"
#include "base/radix_sort.hpp"
#include "base/validate.hpp"
#include "lockstep/types.hpp"
#include "overlap/pair_order.hpp"

namespace lockstep::detail {

namespace {

void check_length(const char* name, std::size_t length, std::size_t needed, const char* of) {
  if (length != 0 && length != needed)
    throw InvalidInput(std::string(name) + ": has " + std::to_string(length) + " elements, needs " +
                       std::to_string(needed) + ", " + of);
}

}  // namespace

void check_output(const OverlapOutput& out, std::size_t objects) {
  check_length("separations", out.separations.size(), out.pairs.size(), "one for each of pairs");
  check_length("contacts", out.contacts.size(), out.pairs.size(), "one for each of pairs");
  check_length("shifts", out.shifts.size(), out.pairs.size(), "one for each of pairs");
  check_length("counts", out.counts.size(), objects, "one for each object");
  check_length("any", out.any.size(), mask_words(objects), "mask_words(objects)");
  for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
    for_each_output(out, [&](std::string_view other_name, std::span<const std::byte> other) {
      if (name != other_name && share_memory(bytes.data(), bytes.size(), other.data(), other.size()))
        throw InvalidInput(std::string(name) + ": shares memory with " + std::string(other_name));
    });
  });
}

OverlapWriter::OverlapWriter(const OverlapOutput& out, PairOrder order, std::size_t objects, bool of_one_set,
                             OverlapWriterMemory& memory, const std::uint32_t* object)
    : out_(out), order_(order), objects_(objects), of_one_set_(of_one_set), memory_(memory), object_(object) {
  std::fill(out.counts.begin(), out.counts.end(), 0U);
  std::fill(out.any.begin(), out.any.end(), 0U);
}

void OverlapWriter::add(std::span<const Pair> pairs) {
  const std::uint64_t before = total_.fetch_add(pairs.size());
  if (!out_.counts.empty() || !out_.any.empty()) count(pairs);
  if (out_.tile) out_.tile(pairs);
  if (out_.pairs.empty()) return;
  if (order_ == PairOrder::any)
    emit(pairs, before);
  else
    keep(pairs);
}

/// Writes pairs behind all earlier ones, whose number is `position`.
void OverlapWriter::emit(std::span<const Pair> pairs, std::uint64_t position) const {
  if (position >= out_.pairs.size()) return;
  const std::span<Pair> room = out_.pairs.subspan(static_cast<std::size_t>(position));
  std::copy_n(pairs.begin(), std::min(pairs.size(), room.size()), room.begin());
}

/// Sums and unions, which do not depend on the order of threads.
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
    if (of_one_set_) met(object_ == nullptr ? pair.b : object_[pair.b]);
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

OverlapResult OverlapWriter::finish(bool sorted) {
  if (kept_ > out_.pairs.size()) drop_larger_half();
  sort_kept();
  written_ = static_cast<std::size_t>(std::min<std::uint64_t>(total_, out_.pairs.size()));
  if (!out_.shifts.empty()) std::fill_n(out_.shifts.begin(), written_, std::array<std::int32_t, 3>{});
  return {total_, out_.pairs.empty() || total_ <= out_.pairs.size(), sorted};
}

namespace {

/// The bits of an index within a group. The pairs of a group of objects are sorted together, in the first-level cache.
constexpr int group_bits = 10;
/// Above this many pairs of one object, insertion costs more than a sort.
constexpr std::size_t few = 32;

/// One branchless pass of bubble sort: a branch on the order of an object's pairs would be mispredicted.
void bubble_pass(Pair* begin, Pair* end) {
  if (begin == end) return;
  const auto pair_of = [](std::uint64_t order) {
    return Pair{static_cast<std::uint32_t>(order >> 32), static_cast<std::uint32_t>(order)};
  };
  std::uint64_t carried = order_of(*begin);
  for (Pair* at = begin + 1; at != end; ++at) {
    const std::uint64_t next = order_of(*at), different = carried ^ next;
    const std::uint64_t swapped = next < carried ? ~std::uint64_t{0} : 0;
    at[-1] = pair_of(carried ^ (different & swapped));
    carried = next ^ (different & swapped);
  }
  end[-1] = pair_of(carried);
}

/// Sorts pairs that are nearly in order.
void insertion_sort(Pair* begin, const Pair* end) {
  for (Pair* at = begin + 1; at < end; ++at) {
    if (!comes_before(*at, at[-1])) continue;
    const Pair pair = *at;
    Pair* to = at;
    do {
      *to = to[-1];
    } while (--to != begin && comes_before(pair, to[-1]));
    *to = pair;
  }
}

/// Sorts the pairs of one group of objects from `from` on to `to`: by a counting sort, then those of each object by
/// insertion. Returns their number, up to `most`.
std::size_t sort_group(const Pair* from, std::size_t most, Pair* to) {
  std::array<std::size_t, std::size_t{1} << group_bits> next{};
  const auto member = [](const Pair& pair) { return pair.a & ((1U << group_bits) - 1); };
  const std::uint32_t group = from[0].a >> group_bits;
  std::size_t count = 0;
  for (; count < most && from[count].a >> group_bits == group; ++count) ++next[member(from[count])];
  std::size_t before = 0, largest = 0;
  for (std::size_t& n : next) largest = std::max(largest, n), before += std::exchange(n, before);
  for (std::size_t i = 0; i < count; ++i) to[next[member(from[i])]++] = from[i];
  if (largest > few) {
    for (std::size_t begin = 0; const std::size_t end : next) {
      if (end - begin > few) std::sort(to + begin, to + end, comes_before);
      begin = end;
    }
  }
  // Two passes sort up to three pairs per object, which is the most frequent case; insertion sorts the rest.
  bubble_pass(to, to + count);
  bubble_pass(to, to + count);
  insertion_sort(to, to + count);
  return count;
}

}  // namespace

/// Sorts into groups of objects by a radix sort, then each group.
void OverlapWriter::sort_kept() {
  if (kept_ == 0) return;
  Pair* const out = out_.pairs.data();
  const int bits = std::max(0, 64 - std::countl_zero(std::uint64_t{objects_}) - group_bits);
  Pair* const from = radix_sort(
      memory_.pairs.data(), out, kept_, bits, [](const Pair& p) { return std::uint64_t{p.a >> group_bits}; },
      memory_.sort);
  Pair* const to = from == out ? memory_.pairs.data() : out;
  // Parts end at group ends. They are computed beforehand, because several threads may sort the pairs in place.
  constexpr std::size_t part_size = std::size_t{1} << 14;
  const std::size_t parts = parts_of(kept_, part_size);
  std::size_t* const begin_of = memory_.sort.room_for(parts + 1);
  for (std::size_t part = 0; part <= parts; ++part) {
    std::size_t i = std::min(kept_, part * part_size);
    while (i != 0 && i != kept_ && from[i].a >> group_bits == from[i - 1].a >> group_bits) ++i;
    begin_of[part] = i;
  }
  for_each_part(parts, [&](std::size_t part) {
    const std::size_t begin = begin_of[part], end = begin_of[part + 1];
    for (std::size_t i = begin; i < end;) i += sort_group(from + i, end - i, to + i);
    if (to != out) std::copy(to + begin, to + end, out + begin);
  });
}

}  // namespace lockstep::detail
