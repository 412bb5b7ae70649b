// Casts a tile of rays against many shapes: the nearest candidates of all rays together, round by round, until no
// candidate can come before the hits. The template parameter supplies the candidates: all boxes (all_boxes.hpp), or a
// kept world (boxes_of_world.hpp), in which moving shapes may take the place of rays.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/bits.hpp"
#include "base/parallel.hpp"
#include "base/rounded_up.hpp"
#include "base/scratch.hpp"
#include "cast/ray_contacts.hpp"
#include "rays/ray_checks.hpp"
#include "sets/proxy.hpp"

namespace lockstep::detail {

/// The data that all tiles of a call share.
struct RaySearchJob {
  RayJob contacts;
  std::span<const Ray> rays;
  RayFilter filter;
  bool any;  // one hit of a ray is enough

  [[nodiscard]] std::size_t size() const { return rays.size(); }
};

inline bool is_seen(const RayFilter& filter, std::size_t ray, std::uint32_t shape) {
  const std::uint32_t mask = filter.masks.empty() ? ~0U : filter.masks[ray];
  const std::uint32_t group = filter.groups.empty() ? ~0U : filter.groups[shape];
  return (mask & group) != 0;
}

/// A shape that a ray may hit, not before it enters the box around it.
struct RayCandidate {
  double enter;
  std::uint32_t shape;
};

/// An invalid ray may meet any box.
inline BoxPassage passage_of(const Ray& ray, const Bounds3& box) {
  const auto& [o, m] = ray;
  if (!is_finite(o) || !is_finite(m)) return {};
  const float from[3] = {o.x, o.y, o.z}, by[3] = {m.x, m.y, m.z};
  BoxPassage passage;
  for (std::size_t k = 0; k < 3; ++k) {
    const float planes[2] = {box.low[k], box.high[k]};
    const bool is_back = by[k] < 0;
    pass_planes(double{planes[is_back]} - from[k], double{planes[!is_back]} - from[k], by[k], passage);
  }
  return passage;
}

/// The candidates of all rays; those of one ray are contiguous.
struct RayCandidates {
  ScratchVector<RayCandidate> all;
  std::array<std::uint32_t, ray_tile> count;  // for each ray that went on
};

/// The number of rays that were processed, and the number of these that went on. In the list of rays, those that went
/// on come first now; the unprocessed ones come last, unchanged. The rest have ended.
struct StepCounts {
  std::size_t asked, active;
};

/// `Source` is constructed from its `Job`, the objects and a range of rays, in which i is an index:
///   StepCounts advance(active, limits, candidates)  some rays advance, at most to the fractions limits[i]; appends
///                                        candidates found there, maybe none, ray by ray
///   void find_contacts(pairs, places)    of rays and of candidates that were appended
///   HitName name(shape)                  of a candidate that was appended
/// `Found` is the wanted result of each ray: FirstOfRay or AllOfRay.
template <class Source, class Found>
class RaySearch {
 public:
  template <class Objects>
  RaySearch(const typename Source::Job& job, const Objects& objects, std::size_t begin, std::size_t count)
      : any_(job.any), begin_(begin), left_(first_bits(count)), source_(job, objects, begin, count) {
    candidates_.all.reserve(2 * ray_tile);
  }

  /// Fills found[i] with the result of ray begin + i.
  void run(Found* found) {
    for (fill_queues(found); left_ != 0; fill_queues(found)) {
      const std::size_t pairs = next_pairs(found);
      if (pairs == 0) continue;  // all candidates are entered too late
      source_.find_contacts(std::span<const Pair>(pairs_).first(pairs), contacts_.places());
      for (std::size_t k = 0; k < pairs; ++k)
        found[pairs_[k].a - begin_].add(contacts_[k], source_.name(pairs_[k].b), enters_[k]);
    }
  }

 private:
  /// The candidates of a ray that have not been queried, and the number of candidates in the next query.
  struct Queue {
    std::size_t next = 0, end = 0, at_once = 2;
  };
  static constexpr std::size_t most_at_once = 16;

  void fill_queues(const Found* found);
  void advance(std::span<std::uint32_t> empty);
  void fill_queue(std::size_t i, std::size_t begin, std::size_t count);
  std::size_t next_pairs(const Found* found);

  const bool any_;
  std::size_t begin_;
  std::uint64_t left_;  // a bit for each ray that may have other hits
  Source source_;
  RayCandidates candidates_;
  std::array<Queue, ray_tile> queues_;
  std::array<float, ray_tile> limits_;  // of the rays that go on
  std::array<Pair, pair_tile> pairs_;
  std::array<double, pair_tile> enters_;
  TileContacts<InSpace> contacts_;
};

template <class Source, class Found>
void RaySearch<Source, Found>::fill_queues(const Found* found) {
  std::array<std::uint32_t, ray_tile> empty;
  std::size_t count = 0;
  for_each_bit(left_, [&](std::size_t i) {
    Queue& queue = queues_[i];
    if (any_ && found[i].is_hit()) {
      left_ ^= std::uint64_t{1} << i;
      return;
    }
    if (queue.next != queue.end && candidates_.all[queue.next].enter > found[i].limit()) queue.next = queue.end;
    limits_[i] = rounded_up(found[i].limit());
    empty[count] = static_cast<std::uint32_t>(i), count += queue.next == queue.end;
  });
  advance(std::span(empty).first(count));
}

/// Advances all rays that have no candidates left, step by step and together, until they have some or end.
template <class Source, class Found>
void RaySearch<Source, Found>::advance(std::span<std::uint32_t> empty) {
  for (const std::uint32_t i : empty) left_ ^= std::uint64_t{1} << i;
  while (!empty.empty()) {
    std::size_t left = 0, begin = candidates_.all.size();
    const auto [asked, active] = source_.advance(empty, limits_.data(), candidates_);
    for (std::size_t k = 0; k < active; begin += candidates_.count[k++]) {
      const std::uint32_t i = empty[k];
      const bool is_filled = candidates_.count[k] != 0;
      fill_queue(i, begin, candidates_.count[k]);
      left_ |= std::uint64_t{is_filled} << i;
      empty[left] = i, left += !is_filled;
    }
    const auto others = empty.subspan(asked);
    std::copy(others.begin(), others.end(), empty.begin() + static_cast<std::ptrdiff_t>(left));
    empty = empty.first(left + others.size());
  }
}

/// Sorts candidates by the fraction at which the ray enters their boxes.
template <class Source, class Found>
void RaySearch<Source, Found>::fill_queue(std::size_t i, std::size_t begin, std::size_t count) {
  queues_[i].next = begin, queues_[i].end = begin + count;
  const std::span own = std::span(candidates_.all).subspan(begin, count);
  if (count > 1)
    std::sort(own.begin(), own.end(), [](const RayCandidate& p, const RayCandidate& q) {
      return p.enter != q.enter ? p.enter < q.enter : p.shape < q.shape;
    });
}

/// A few candidates of each unresolved ray, as many as fit.
template <class Source, class Found>
std::size_t RaySearch<Source, Found>::next_pairs(const Found* found) {
  std::size_t pairs = 0;
  for_each_bit(left_, [&](std::size_t i) {
    Queue& queue = queues_[i];
    const std::size_t end = std::min(pairs + queue.at_once, pairs_.size());
    queue.at_once = std::min(2 * queue.at_once, most_at_once);
    for (; pairs < end && queue.next < queue.end; ++queue.next, ++pairs) {
      const RayCandidate& candidate = candidates_.all[queue.next];
      if (candidate.enter > found[i].limit()) {
        queue.next = queue.end;
        break;
      }
      pairs_[pairs] = {static_cast<std::uint32_t>(begin_ + i), candidate.shape}, enters_[pairs] = candidate.enter;
    }
  });
  return pairs;
}

/// Calls visit(begin, count, find) for each tile; find(found) fills `found` with the results of its rays.
template <class Source, class Objects, class Visit>
void search_tiles(const typename Source::Job& job, const Objects& objects, const Visit& visit) {
  for_each_part(parts_of(job.size(), ray_tile), [&](std::size_t tile) {
    const std::size_t begin = tile * ray_tile, count = std::min(ray_tile, job.size() - begin);
    visit(begin, count, [&](auto* found) {
      RaySearch<Source, std::remove_pointer_t<decltype(found)>>(job, objects, begin, count).run(found);
    });
  });
}

}  // namespace lockstep::detail
