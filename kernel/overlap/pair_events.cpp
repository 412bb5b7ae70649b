// Distinguishes the pairs of two frames by one merge. If the lists are long, several tasks merge parts of them, cut at
// the same pairs.
#include "lockstep/overlap.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/buffer.hpp"
#include "base/call.hpp"
#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "overlap/pair_order.hpp"

namespace lockstep {

namespace detail {

/// The start of a part of the merge, in its inputs and its outputs.
struct PairEventsPart {
  std::size_t before, now, stayed;
};

struct PairEventsMemory {
  Buffer<Pair> last, next;  // the pairs of the last update, and a buffer for those of the next
  std::size_t last_count = 0;
  Buffer<Pair> began, stayed, ended;
  Buffer<PairEventsPart> parts;

  [[nodiscard]] std::size_t bytes() const noexcept {
    return sizeof(*this) + last.bytes() + next.bytes() + began.bytes() + stayed.bytes() + ended.bytes() + parts.bytes();
  }
};

}  // namespace detail

using detail::comes_before;
using detail::PairEventsMemory;
using Part = detail::PairEventsPart;
using Pairs = std::span<const Pair>;

namespace {

constexpr std::size_t pairs_at_a_time = std::size_t{1} << 14;

std::string text_of(const Pair& pair) { return "(" + std::to_string(pair.a) + ", " + std::to_string(pair.b) + ")"; }

/// The first pair out of order; the number of pairs if all are in order.
std::size_t first_disorder(Pairs pairs) {
  if (pairs.empty()) return 0;
  const auto disorder_in = [&](std::size_t first, std::size_t count) {
    bool sorted = true;  // tests all, without a branch
    for (std::size_t i = first; i < first + count; ++i) sorted &= comes_before(pairs[i], pairs[i + 1]);
    if (sorted) return pairs.size();
    while (comes_before(pairs[first], pairs[first + 1])) ++first;
    return first + 1;
  };
  return detail::reduce_tiles(pairs.size() - 1, pairs_at_a_time, pairs.size(), disorder_in,
                              [](std::size_t a, std::size_t b) { return std::min(a, b); });
}

void check_order(Pairs pairs, const char* name) {
  const std::size_t i = first_disorder(pairs);
  if (i == pairs.size()) return;
  throw InvalidInput(std::string(name) + "[" + std::to_string(i) + "] = " + text_of(pairs[i]) + ": comes behind " +
                     text_of(pairs[i - 1]) +
                     ", needs to be larger: pairs are in rising order of a, then b, each once (PairOrder::sorted)");
}

void check_list(const PairEventsMemory& memory, Pairs pairs, const char* name, Check check) {
  for (const auto* written : {&memory.began, &memory.stayed, &memory.ended})
    if (detail::share_memory(pairs.data(), pairs.size_bytes(), written->data(), written->bytes()))
      throw InvalidInput(std::string(name) + ": shares memory with the changes that were returned last");
  if (check == Check::inputs) check_order(pairs, name);
}

/// The number of pairs in both lists.
std::size_t count_stayed(Pairs before, Pairs now) {
  const Pair *was = before.data(), *is = now.data();
  const Pair *const last = was + before.size(), *const end = is + now.size();
  std::size_t count = 0;
  while (was != last && is != end) {
    if (*was == *is) {
      ++count, ++was, ++is;
    } else {
      const bool is_new = comes_before(*is, *was);
      is += is_new, was += !is_new;
    }
  }
  return count;
}

/// The output positions; after the merge, the ends of the outputs.
struct Lists {
  Pair *began, *stayed, *ended;
};

/// Most pairs stay: that branch is well predicted. A branch on whether another pair has begun or ended would be
/// mispredicted, so the code has no such branch.
Lists merge(Pairs before, Pairs now, Lists to) {
  const Pair *was = before.data(), *is = now.data();
  const Pair *const last = was + before.size(), *const end = is + now.size();
  while (was != last && is != end) {
    if (*was == *is) {
      *to.stayed++ = *is;
      ++was, ++is;
    } else {
      const bool is_new = comes_before(*is, *was);
      *(is_new ? to.began : to.ended) = *(is_new ? is : was);
      to.began += is_new, is += is_new;
      to.ended += !is_new, was += !is_new;
    }
  }
  to.began = std::copy(is, end, to.began);
  to.ended = std::copy(was, last, to.ended);
  return to;
}

/// Cuts both lists at every `pairs_at_a_time` pairs of the longer one. Lists in disorder are cut at arbitrary places,
/// in rising order.
void cut(Pairs before, Pairs now, Part* parts, std::size_t count) {
  const bool by_now = now.size() > before.size();
  const Pairs longer = by_now ? now : before, shorter = by_now ? before : now;
  std::size_t other = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = i * pairs_at_a_time;
    if (i != 0)
      other = static_cast<std::size_t>(std::lower_bound(shorter.begin() + static_cast<std::ptrdiff_t>(other),
                                                        shorter.end(), longer[at], comes_before) -
                                       shorter.begin());
    parts[i] = by_now ? Part{other, at, 0} : Part{at, other, 0};
  }
  parts[count] = {before.size(), now.size(), 0};
}

/// A parallel merge: each part first counts the pairs that stay, which gives all write positions.
Lists merge_parts(Pairs before, Pairs now, const Lists& to, Part* parts, std::size_t count) {
  cut(before, now, parts, count);
  const auto of = [&](std::size_t i, Pairs pairs, std::size_t Part::*begin) {
    return pairs.subspan(parts[i].*begin, parts[i + 1].*begin - parts[i].*begin);
  };
  detail::for_each_part(count, [&](std::size_t i) {
    parts[i].stayed = count_stayed(of(i, before, &Part::before), of(i, now, &Part::now));
  });
  std::size_t stayed = 0;
  for (std::size_t i = 0; i <= count; ++i) stayed += std::exchange(parts[i].stayed, stayed);
  const auto at = [&to](const Part& part) {
    return Lists{to.began + (part.now - part.stayed), to.stayed + part.stayed, to.ended + (part.before - part.stayed)};
  };
  detail::for_each_part(
      count, [&](std::size_t i) { merge(of(i, before, &Part::before), of(i, now, &Part::now), at(parts[i])); });
  return at(parts[count]);
}

/// With one or two threads, a single merge without a count is at least as fast.
PairChanges changes_of(PairEventsMemory& memory, Pairs before, Pairs now) {
  const Lists to{memory.began.room_for(now.size()), memory.stayed.room_for(std::min(before.size(), now.size())),
                 memory.ended.room_for(before.size())};
  const std::size_t parts = detail::parts_of(std::max(before.size(), now.size()), pairs_at_a_time);
  const Lists end = parts > 1 && detail::threads_at_most() > 2
                        ? merge_parts(before, now, to, memory.parts.room_for(parts + 1), parts)
                        : merge(before, now, to);
  return {{to.began, end.began}, {to.stayed, end.stayed}, {to.ended, end.ended}};
}

}  // namespace

PairEvents::PairEvents() : memory_(std::make_unique<PairEventsMemory>()) {}
PairEvents::~PairEvents() = default;
PairEvents::PairEvents(PairEvents&&) noexcept = default;
PairEvents& PairEvents::operator=(PairEvents&&) noexcept = default;

PairChanges PairEvents::update(std::span<const Pair> pairs, Check check, const Executor& executor) {
  const detail::Call call(executor);
  PairEventsMemory& memory = *memory_;
  check_list(memory, pairs, "pairs", check);
  Pair* const next = memory.next.room_for(pairs.size());
  const PairChanges changes = changes_of(memory, {memory.last.data(), memory.last_count}, pairs);
  detail::for_each_range(pairs.size(), pairs_at_a_time, [&](std::size_t begin, std::size_t end) {
    std::copy(pairs.data() + begin, pairs.data() + end, next + begin);
  });
  std::swap(memory.last, memory.next);
  memory.last_count = pairs.size();
  return changes;
}

PairChanges PairEvents::compare(std::span<const Pair> before, std::span<const Pair> now, Check check,
                                const Executor& executor) {
  const detail::Call call(executor);
  check_list(*memory_, before, "before", check);
  check_list(*memory_, now, "now", check);
  return changes_of(*memory_, before, now);
}

void PairEvents::forget() noexcept { memory_->last_count = 0; }

std::size_t PairEvents::memory_bytes() const noexcept { return memory_->bytes(); }

}  // namespace lockstep
