// Candidates of rays by brute force: the bounding boxes of all shapes of a set, one after the
// other.
#pragma once

#include "base/bits.hpp"
#include "base/buffer.hpp"
#include "rays/ray_search.hpp"
#include "sets/shape_boxes.hpp"

namespace lockstep::detail {

/// All boxes of a set, for lanes that test each ray against them.
struct AllBoxes {
  const ShapeBoxes& boxes;
  const RayKernels& kernels;
};

/// A source of RaySearch.
class CandidatesOfAll {
 public:
  using Job = RaySearchJob;

  CandidatesOfAll(const RaySearchJob& job, const AllBoxes& all, std::size_t begin, std::size_t count)
      : job_(job), all_(all), begin_(begin), left_(first_bits(count)) {
    room_.room_for(all_.boxes.count() + box_padding);
  }

  /// One step lists all candidates of a ray.
  StepCounts advance(std::span<std::uint32_t> active, const float*, RayCandidates& to) {
    std::size_t count = 0;
    for (const std::uint32_t i : active) {
      if ((left_ >> i & 1) == 0) continue;
      left_ ^= std::uint64_t{1} << i;
      const std::size_t before = to.all.size();
      append(i, to.all);
      to.count[count] = static_cast<std::uint32_t>(to.all.size() - before), active[count++] = i;
    }
    return {active.size(), count};
  }
  void find_contacts(std::span<const Pair> pairs, const ContactPlaces& out) const {
    find_ray_contacts(job_.contacts, job_.rays, pairs, out);
  }
  [[nodiscard]] static HitName name(std::uint32_t shape) { return {shape, 0}; }

 private:
  void append(std::size_t i, ScratchVector<RayCandidate>& to);

  const RaySearchJob& job_;
  const AllBoxes& all_;
  std::size_t begin_;
  std::uint64_t left_;  // rays whose candidates have not been listed
  Buffer<std::uint32_t> room_{scratch_here()};
};

inline void CandidatesOfAll::append(std::size_t i, ScratchVector<RayCandidate>& to) {
  const Ray& ray = job_.rays[begin_ + i];
  const auto& [o, m] = ray;
  RayAndBoxes search{{o.x, o.y, o.z}, {m.x, m.y, m.z}, all_.boxes.streams(), room_.data(), 0};
  if (is_finite(o) && is_finite(m)) {
    all_.kernels.pick_boxes(search);
  } else {
    search.found_count = search.boxes.count;
    for (std::uint32_t k = 0; k < search.found_count; ++k) room_.data()[k] = k;
  }
  for (const std::uint32_t shape : std::span(room_.data(), search.found_count)) {
    if (!is_seen(job_.filter, begin_ + i, shape) || job_.contacts.shapes.kinds[shape] == RecordKind::free_slot)
      continue;
    const BoxPassage passage = passage_of(ray, all_.boxes[shape]);
    if (!passage.misses()) to.push_back({passage.enter, shape});
  }
}

}  // namespace lockstep::detail
