// Overlap passes over bodies of several parts. The broad phase runs on leaves: boxes around a few neighbouring parts of
// a body. If two leaves of different bodies meet, their parts are compared, and the near ones go to the kernels. A body
// of few parts is one leaf, so its parts never meet each other. A large body is a tree of parts with two levels: two
// such bodies that lie in each other cost as much as the parts near each other, not parts times parts.
#include <algorithm>
#include <array>
#include <bitset>
#include <mutex>

#include "base/call.hpp"
#include "base/parallel.hpp"
#include "contacts/contact_list.hpp"
#include "intersect/pair_tiles.hpp"
#include "lockstep/overlap.hpp"
#include "overlap/overlap_memory.hpp"
#include "overlap/pair_order.hpp"
#include "overlap/separation.hpp"
#include "sets/body_store.hpp"
#include "sets/shape_bounds.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::BodyMemory;
using detail::Bounds3;
using detail::largest_batch;
using detail::OverlapMemory;
using detail::OverlapWriter;
using detail::ProxySet;
using Bodies = BodySet::Store;

namespace {

constexpr std::size_t leaves_at_a_time = 512;

/// Leaf i has the parts from start[i] to start[i + 1].
struct Leaves {
  ProxySet<Bounds3> boxes;
  const std::uint32_t *part = nullptr, *start = nullptr, *body = nullptr;
  const Bounds3* part_boxes = nullptr;

  /// Whether leaf i is its whole body.
  [[nodiscard]] bool is_whole(std::uint32_t i) const {
    return (i == 0 || body[i - 1] != body[i]) && (i + 1 == boxes.count || body[i + 1] != body[i]);
  }
};

/// Lists the parts of each leaf.
void list_leaves(const Bodies& store, BodyMemory& memory, Leaves& leaves) {
  std::uint32_t* const part = memory.part.room_for(store.parts.size());
  std::uint32_t* const start = memory.start.room_for(store.parts.size() + 1);
  std::uint32_t* const body = memory.body.room_for(store.parts.size());
  std::uint32_t parts = 0, count = 0;
  for (std::uint32_t b = 0; b < store.bodies.size(); ++b) {
    if (store.bodies[b].count == 0) continue;
    std::size_t in_leaf = Bodies::leaf_parts;
    for (std::uint32_t i = store.bodies[b].first; i != Bodies::none; i = store.parts[i].next, ++in_leaf) {
      if (in_leaf == Bodies::leaf_parts) start[count] = parts, body[count++] = b, in_leaf = 0;
      part[parts++] = i;
    }
  }
  start[count] = parts;
  leaves.boxes.count = count;
  leaves.part = part, leaves.start = start, leaves.body = body;
}

void find_boxes(const Bodies& store, float margin, const Vec3d& origin, const Leaves& leaves, Bounds3* part_boxes,
                Bounds3* boxes) {
  const detail::ShapeStore& shapes = store.shapes.store();
  detail::for_each_range(leaves.boxes.count, leaves_at_a_time, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::uint32_t p = leaves.start[i]; p < leaves.start[i + 1]; ++p) {
        const std::uint32_t shape = leaves.part[p];
        const Bounds3 box = detail::bounds_of(shapes, shape, margin, origin);
        part_boxes[p] = box;
        if (p == leaves.start[i]) boxes[i] = box;
        boxes[i].add(box);
      }
    }
  });
}

const std::uint32_t* gather(std::span<const std::uint32_t> of_body, const Leaves& leaves,
                            detail::Buffer<std::uint32_t>& room) {
  if (of_body.empty()) return nullptr;
  std::uint32_t* const of_leaf = room.room_for(leaves.boxes.count);
  for (std::size_t i = 0; i < leaves.boxes.count; ++i) of_leaf[i] = of_body[leaves.body[i]];
  return of_leaf;
}

Leaves make_leaves(const Bodies& store, float margin, const Vec3d& origin, const OverlapFilter& filter,
                   OverlapMemory& memory, std::size_t which) {
  BodyMemory& room = memory.bodies[which];
  Leaves leaves;
  list_leaves(store, room, leaves);
  Bounds3* const part_boxes = room.part_boxes.room_for(store.parts.size());
  Bounds3* const boxes = memory.boxes[which].room_for(leaves.boxes.count);
  find_boxes(store, margin, origin, leaves, part_boxes, boxes);
  leaves.part_boxes = part_boxes;
  leaves.boxes.rows = boxes;
  leaves.boxes.group = gather(filter.group, leaves, room.group);
  leaves.boxes.mask = gather(filter.mask, leaves, room.mask);
  return leaves;
}

/// The call, shared by all threads.
struct BodyPass {
  detail::PairJob<detail::InSpace> job;
  const Leaves &first, &second;
  bool of_one_set;
  Touching touching;
  BodyPairs report;
  OverlapWriter& writer;
  std::mutex& mutex;                     // for the members below
  std::vector<std::uint64_t>& not_once;  // pairs of bodies of several leaves, which may repeat
  std::vector<detail::PartPair>* parts;  // that overlap, if outputs need the deepest of them
};

/// Processes pairs of leaves that meet.
class LeafPairs {
 public:
  LeafPairs(const BodyPass& pass, std::span<const Pair> leaves) : pass_(pass), leaves_(leaves) {}

  void decide() {
    for (std::size_t i = 0; i < leaves_.size(); ++i)
      if (!pass_.of_one_set || pass_.first.body[leaves_[i].a] != pass_.second.body[leaves_[i].b]) compare(i);
    flush();
    if (pass_.report == BodyPairs::bodies) report_bodies();
  }

 private:
  /// Collects pairs of near parts. Parts that are not near the other leaf are culled first.
  void compare(std::size_t i) {
    const Leaves &first = pass_.first, &second = pass_.second;
    const auto [a, b] = leaves_[i];
    std::array<std::uint32_t, Bodies::leaf_parts> near;
    std::size_t count = 0;
    for (std::uint32_t q = second.start[b]; q < second.start[b + 1]; ++q)
      if (boxes_meet(second.part_boxes[q], first.boxes.rows[a])) near[count++] = q;
    for (std::uint32_t p = first.start[a]; p < first.start[a + 1] && count != 0; ++p) {
      if (!boxes_meet(first.part_boxes[p], second.boxes.rows[b])) continue;
      for (std::size_t k = 0; k < count; ++k) {
        if (!boxes_meet(first.part_boxes[p], second.part_boxes[near[k]])) continue;
        pairs_[count_] = {first.part[p], second.part[near[k]]};
        source_[count_] = static_cast<std::uint16_t>(i);
        if (++count_ == largest_batch) flush();
      }
    }
  }

  void flush() {
    if (count_ == 0) return;
    std::array<std::uint8_t, largest_batch> codes;
    detail::decide_tile<largest_batch>(pass_.job, {pairs_.data(), count_}, codes.data());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!overlaps(static_cast<Verdict>(codes[i]), pass_.touching)) continue;
      hit_.set(source_[i]);
      pairs_[kept] = pairs_[i], source_[kept++] = source_[i];
    }
    if (pass_.parts != nullptr) keep_parts(kept);
    if (pass_.report == BodyPairs::parts) report_parts(kept);
    count_ = 0;
  }

  void keep_parts(std::size_t count) const {
    const std::lock_guard lock(pass_.mutex);
    for (std::size_t i = 0; i < count; ++i)
      pass_.parts->push_back({detail::order_of(bodies_of(leaves_[source_[i]])), pairs_[i]});
  }

  void report_parts(std::size_t count) {
    for (Pair& pair : std::span(pairs_.data(), count))
      if (pass_.of_one_set && pair.a > pair.b) std::swap(pair.a, pair.b);
    pass_.writer.add({pairs_.data(), count});
  }

  [[nodiscard]] Pair bodies_of(const Pair& leaves) const {
    return {pass_.first.body[leaves.a], pass_.second.body[leaves.b]};
  }

  void report_bodies() {
    std::size_t once = 0;
    for (std::size_t i = 0; i < leaves_.size(); ++i) {
      if (!hit_.test(i)) continue;
      const auto [a, b] = leaves_[i];
      const Pair bodies = bodies_of(leaves_[i]);
      if (pass_.first.is_whole(a) && pass_.second.is_whole(b)) {
        pairs_[once++] = bodies;
      } else {
        const std::lock_guard lock(pass_.mutex);
        pass_.not_once.push_back(detail::order_of(bodies));
      }
    }
    pass_.writer.add({pairs_.data(), once});
  }

  const BodyPass& pass_;
  std::span<const Pair> leaves_;
  std::array<Pair, largest_batch> pairs_;
  std::array<std::uint16_t, largest_batch> source_;  // indices of leaf pairs
  std::size_t count_ = 0;
  std::bitset<largest_batch> hit_;  // by leaf pair
};

/// Adds pairs of bodies that occur once per pair of leaves, without duplicates.
void add_distinct(std::vector<std::uint64_t>& pairs, OverlapWriter& writer) {
  std::sort(pairs.begin(), pairs.end());
  const auto end = std::unique(pairs.begin(), pairs.end());
  std::array<Pair, largest_batch> some;
  std::size_t count = 0;
  for (auto pair = pairs.begin(); pair != end; ++pair) {
    some[count++] = {static_cast<std::uint32_t>(*pair >> 32), static_cast<std::uint32_t>(*pair)};
    if (count == largest_batch || pair + 1 == end) writer.add({some.data(), std::exchange(count, 0)});
  }
}

/// Writes separations and contacts: of pairs of parts their own, of pairs of bodies those of their two deepest parts.
void measure_found(OverlapMemory& memory, const BodySet& first, const BodySet& second, const OverlapOutput& out,
                   std::span<const Pair> found, const OverlapOptions& options, BodyPairs report) {
  const auto &a = first.parts().store(), &b = second.parts().store();
  std::span<const Pair> parts = found;
  if (report == BodyPairs::bodies) {
    detail::BodySeparationMemory& room = memory.body_separations;
    Pair* const deepest = out.contacts.empty() ? nullptr : room.deepest.room_for(found.size());
    Separation* const separations = out.separations.empty() ? nullptr : out.separations.data();
    find_deepest_parts(a, b, options.isa, room, found, {separations, deepest});
    parts = {deepest, deepest == nullptr ? 0 : found.size()};
  } else if (!out.separations.empty()) {
    detail::Separations<detail::InSpace>(a.view_with_positions(), b.view_with_positions(), options.isa)
        .write(found, out.separations.data());
  }
  if (!out.contacts.empty())
    detail::ContactJob<detail::InSpace>(a.view_with_positions(), b.view_with_positions(), options.margin, options.isa)
        .write(parts, out.contacts.data());
}

OverlapResult run_bodies(OverlapMemory& memory, const BodySet& first, const BodySet* second, const OverlapOutput& out,
                         const OverlapOptions& options, BodyPairs report) {
  const detail::Call call(options.executor);
  const bool margin = options.margin != 0;
  const auto kernels = detail::kernels_by_size(margin ? detail::within_tables : detail::pair_tables, options.isa);
  const bool of_one_set = second == nullptr;
  const BodySet& other = of_one_set ? first : *second;
  const std::size_t objects = report == BodyPairs::bodies ? first.size() : first.parts().size();
  detail::check_overlap_options(options, first.size(), other.size(), of_one_set);
  detail::check_output(out, objects);
  detail::check_filter_memory(options, out);

  const detail::ShapeStore &of_a = first.parts().store(), &of_b = other.parts().store();
  const Vec3d origin = detail::origin_of(of_a, of_b);
  const Leaves a = make_leaves(first.store(), options.margin, origin, options.filter, memory, 0);
  const Leaves b =
      of_one_set ? a : make_leaves(other.store(), options.margin, origin, options.second_filter, memory, 1);
  OverlapWriter writer(out, options.order, objects, of_one_set, memory.writer);
  std::mutex mutex;
  memory.body_pairs.clear(), memory.body_separations.parts.clear();
  const bool measures = !out.separations.empty() || !out.contacts.empty();
  const bool parts_of_bodies = measures && report == BodyPairs::bodies;
  const BodyPass pass{{kernels, of_a.view_with_positions(), of_b.view_with_positions(), true, options.margin},
                      a,
                      b,
                      of_one_set,
                      options.touching,
                      report,
                      writer,
                      mutex,
                      memory.body_pairs,
                      parts_of_bodies ? &memory.body_separations.parts : nullptr};
  const auto take = [&pass](std::span<const Pair> leaves) { LeafPairs(pass, leaves).decide(); };
  const bool sorted = memory.find(a.boxes, of_one_set ? nullptr : &b.boxes, options.isa, take);
  add_distinct(memory.body_pairs, writer);
  const OverlapResult result = writer.finish(sorted);
  if (measures) measure_found(memory, first, other, out, out.pairs.first(writer.written()), options, report);
  return result;
}

}  // namespace

OverlapResult OverlapPass::run(const BodySet& objects, const OverlapOutput& out, const OverlapOptions& options,
                               BodyPairs report) {
  return run_bodies(*memory_, objects, nullptr, out, options, report);
}

OverlapResult OverlapPass::run(const BodySet& first, const BodySet& second, const OverlapOutput& out,
                               const OverlapOptions& options, BodyPairs report) {
  return run_bodies(*memory_, first, &second, out, options, report);
}

}  // namespace lockstep
