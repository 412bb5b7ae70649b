// Finds the pairs of parts of two objects that may matter, by their boxes.
#pragma once

#include <algorithm>
#include <array>

#include "bodies/objects.hpp"
#include "sets/shape_bounds.hpp"

namespace lockstep::detail {

/// Some parts of an object with their boxes, leaf by leaf: a body may have more parts than fit on a thread's stack.
struct PartChunk {
  static constexpr std::size_t in_leaf = BodySet::Store::leaf_parts, most_leaves = 16, most = in_leaf * most_leaves;

  std::array<std::uint32_t, most> part;
  std::array<Bounds3, most> box;  // of each part
  std::array<Bounds3, most_leaves> leaf_box;
  std::size_t parts = 0, leaves = 0;

  /// Takes parts from `next` on; returns the first that does not fit, or none.
  std::uint32_t fill(const Objects& objects, std::uint32_t next, float margin) {
    parts = leaves = 0;
    for (; next != Objects::none && parts < most; next = objects.next_part(next)) {
      part[parts] = next;
      box[parts] = bounds_of(objects.shapes.records[next], objects.shapes.kinds[next], margin);
      if (parts % in_leaf == 0)
        leaf_box[leaves++] = box[parts];
      else
        leaf_box[leaves - 1].add(box[parts]);
      ++parts;
    }
    return next;
  }
  [[nodiscard]] std::size_t leaf_end(std::size_t leaf) const { return std::min(parts, (leaf + 1) * in_leaf); }
};

/// Calls visit(a, b) for pairs of chunks that together hold every pair of parts of two objects once. The boxes are
/// grown by a margin.
template <class Visit>
void for_each_two_chunks(const Objects& first, const Objects& second, const Pair& pair, float margin,
                         const Visit& visit) {
  PartChunk a, b;
  for (std::uint32_t p = first.first_part(pair.a); p != Objects::none;) {
    p = a.fill(first, p, margin);
    for (std::uint32_t q = second.first_part(pair.b); q != Objects::none;) {
      q = b.fill(second, q, margin);
      visit(a, b);
    }
  }
}

/// Calls take(parts, bound) for every pair of parts with is_wanted(bound(box, box)). If is_wanted rejects two boxes, it
/// must reject all boxes inside of them.
template <class Bound, class IsWanted, class Take>
void for_each_wanted(const PartChunk& a, const PartChunk& b, const Bound& bound, const IsWanted& is_wanted,
                     const Take& take) {
  for (std::size_t i = 0; i < a.leaves; ++i)
    for (std::size_t j = 0; j < b.leaves; ++j) {
      if (!is_wanted(bound(a.leaf_box[i], b.leaf_box[j]))) continue;
      for (std::size_t p = i * PartChunk::in_leaf; p < a.leaf_end(i); ++p) {
        if (!is_wanted(bound(a.box[p], b.leaf_box[j]))) continue;
        for (std::size_t q = j * PartChunk::in_leaf; q < b.leaf_end(j); ++q) {
          const auto of_parts = bound(a.box[p], b.box[q]);
          if (is_wanted(of_parts)) take(Pair{a.part[p], b.part[q]}, of_parts);
        }
      }
    }
}

}  // namespace lockstep::detail
