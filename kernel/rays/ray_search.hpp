// A tile of rays against all shapes: boxes first, then the nearest candidates of all rays together, round by round,
// until nothing is left that could be hit before what is.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "cast/ray_contacts.hpp"
#include "rays/ray_checks.hpp"
#include "sets/shape_boxes.hpp"

namespace lockstep::detail {

/// What all tiles of a call share.
struct RaySearchJob {
  RayJob contacts;
  const RayKernels& kernels;
  const ShapeBoxes& boxes;
  std::span<const Ray> rays;
  RayFilter filter;
  bool any;  // one hit of a ray is enough

  [[nodiscard]] bool is_seen(std::size_t ray, std::uint32_t shape) const {
    const std::uint32_t mask = filter.masks.empty() ? ~0U : filter.masks[ray];
    const std::uint32_t group = filter.groups.empty() ? ~0U : filter.groups[shape];
    return (mask & group) != 0 && contacts.shapes.kinds[shape] != RecordKind::hole;
  }
};

class RaySearch {
 public:
  RaySearch(const RaySearchJob& job, std::size_t begin, std::size_t count) : job_(job), begin_(begin), count_(count) {}

  /// found[i] becomes what is known of ray begin + i.
  void run(FirstOfRay* found) {
    list_candidates();
    while (const std::size_t pairs = next_pairs(found)) {
      find_ray_contacts(job_.contacts, job_.rays, std::span(pairs_).first(pairs), contacts_.data());
      for (std::size_t k = 0; k < pairs; ++k) found[pairs_[k].a - begin_].take(contacts_[k], pairs_[k].b, enters_[k]);
    }
  }

 private:
  struct Candidate {
    double enter;  // no contact before
    std::uint32_t shape;
  };
  /// The candidates of a ray that have not been asked about, and how many are asked about next.
  struct Queue {
    std::size_t next = 0, end = 0, at_once = 2;
  };
  static constexpr std::size_t most_at_once = 16;

  void list_candidates();
  void list_candidates_of(std::size_t ray, std::span<const std::uint32_t> shapes);
  std::size_t next_pairs(const FirstOfRay* found);

  const RaySearchJob& job_;
  std::size_t begin_, count_;
  std::vector<Candidate> candidates_;
  std::array<Queue, ray_tile> queues_;
  std::array<Pair, pair_tile> pairs_;
  std::array<double, pair_tile> enters_;
  std::array<FirstContact, pair_tile> contacts_;
};

inline void RaySearch::list_candidates() {
  const std::unique_ptr<std::uint32_t[]> room(new std::uint32_t[job_.boxes.count() + box_padding]);
  for (std::size_t i = 0; i < count_; ++i) {
    const auto& [o, m] = job_.rays[begin_ + i];
    RayAndBoxes search{{o.x, o.y, o.z}, {m.x, m.y, m.z}, job_.boxes.streams(), room.get(), 0};
    if (is_finite(o) && is_finite(m)) {
      job_.kernels.pick_boxes(search);
    } else {
      search.found_count = search.boxes.count;
      for (std::uint32_t k = 0; k < search.found_count; ++k) room[k] = k;
    }
    queues_[i].next = candidates_.size();
    list_candidates_of(begin_ + i, {room.get(), search.found_count});
    queues_[i].end = candidates_.size();
  }
}

/// In the order in which the ray enters their boxes.
inline void RaySearch::list_candidates_of(std::size_t ray, std::span<const std::uint32_t> shapes) {
  const auto& [o, m] = job_.rays[ray];
  const bool good = is_finite(o) && is_finite(m);
  const BoxProxy point{{o.x, o.y, o.z}, {o.x, o.y, o.z}};
  const auto first = static_cast<std::ptrdiff_t>(candidates_.size());
  for (const std::uint32_t shape : shapes) {
    if (!job_.is_seen(ray, shape)) continue;
    const BoxPassage passage = good ? passage_of(point, job_.boxes[shape], m) : BoxPassage();
    if (!passage.misses()) candidates_.push_back({passage.enter, shape});
  }
  std::sort(candidates_.begin() + first, candidates_.end(), [](const Candidate& p, const Candidate& q) {
    return p.enter != q.enter ? p.enter < q.enter : p.shape < q.shape;
  });
}

/// A few of each ray that is not settled, as many as fit.
inline std::size_t RaySearch::next_pairs(const FirstOfRay* found) {
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    Queue& queue = queues_[i];
    if (job_.any && found[i].is_hit()) queue.end = queue.next;
    std::size_t wanted = std::min(queue.at_once, pairs_.size() - pairs);
    queue.at_once = std::min(2 * queue.at_once, most_at_once);
    for (; wanted > 0 && queue.next < queue.end; --wanted, ++queue.next) {
      const Candidate& candidate = candidates_[queue.next];
      if (candidate.enter > found[i].limit()) {
        queue.end = queue.next;
        break;
      }
      pairs_[pairs] = {static_cast<std::uint32_t>(begin_ + i), candidate.shape}, enters_[pairs] = candidate.enter;
      ++pairs;
    }
  }
  return pairs;
}

}  // namespace lockstep::detail
