#include "world/kd_order.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/parallel.hpp"
#include "table/world_batch.hpp"

namespace lockstep::detail {

namespace {

/// Consecutive objects that are split at their median.
struct Range {
  std::size_t begin, end;
};
/// A part of a range, whose objects one thread moves to both sides of the cut.
struct Piece {
  std::size_t range, begin, end;
  MedianSplit cut;
  SplitTargets move;
};

/// Memory for places, as structure of arrays.
class PlacedMemory {
 public:
  explicit PlacedMemory(std::size_t count) {
    float* const numbers = numbers_.room_for(3 * count);
    objects = {{numbers, numbers + count, numbers + 2 * count}, indices_.room_for(count)};
  }
  PlacedObjects objects;

 private:
  Buffer<float> numbers_{scratch_here()};
  Buffer<std::uint32_t> indices_{scratch_here()};
};

class KdSort {
 public:
  KdSort(const PlacedObjects& objects, const PlacedObjects& other, std::uint32_t* order, const SplitKernels& kernels)
      : from_(objects), to_(other), order_(order), kernels_(kernels) {}

  /// Sorts each range independently.
  void run(ScratchVector<Range> ranges) {
    while (!ranges.empty()) {
      const auto few = std::partition(ranges.begin(), ranges.end(),
                                      [](const Range& r) { return r.end - r.begin > SplitKernels::few; });
      finish({few, ranges.end()});
      ranges.erase(few, ranges.end());
      if (!ranges.empty()) ranges = halve(ranges);
    }
  }

 private:
  void finish(std::span<const Range> ranges) const {
    for_each_part(ranges.size(),
                  [&](std::size_t r) { kernels_.sort(from_, to_, ranges[r].begin, ranges[r].end, order_); });
  }

  /// Splits all ranges at once, so that threads have work.
  ScratchVector<Range> halve(std::span<const Range> ranges) {
    ScratchVector<Range> halves;
    for (const auto& [begin, end] : ranges) {
      const std::size_t half = split_position(begin, end);
      halves.push_back({begin, half}), halves.push_back({half, end});
    }
    ScratchVector<Piece> pieces = cut(ranges, halves);
    for_each_part(pieces.size(), [&](std::size_t k) {
      const Piece& piece = pieces[k];
      kernels_.move(from_.from(piece.begin), piece.end - piece.begin, piece.cut, to_, piece.move);
    });
    std::swap(from_, to_);
    return halves;
  }
  ScratchVector<Piece> cut(std::span<const Range> ranges, std::span<const Range> halves) const {
    ScratchVector<Piece> pieces;
    for (std::size_t r = 0; r < ranges.size(); ++r)
      for (std::size_t first = ranges[r].begin; first < ranges[r].end; first += SplitKernels::few)
        pieces.push_back({r, first, std::min(ranges[r].end, first + SplitKernels::few), {}, {}});
    const ScratchVector<Bounds3> bounds = bounds_of(pieces, ranges.size());
    ScratchVector<MedianSplit> cuts(ranges.size());
    for_each_part(ranges.size(), [&](std::size_t r) {
      const auto [begin, end] = ranges[r];
      float* const memory = to_.at[0] + begin;  // not written yet
      cuts[r] = kernels_.cut(from_.from(begin), end - begin, bounds[r], halves[2 * r].end - begin, memory);
    });
    ScratchVector<CutCounts> counts(pieces.size());
    for_each_part(pieces.size(), [&](std::size_t k) {
      Piece& piece = pieces[k];
      piece.cut = cuts[piece.range];
      counts[k] = kernels_.count(from_.from(piece.begin), piece.end - piece.begin, piece.cut);
    });
    partition_offsets(pieces, counts, halves);
    return pieces;
  }
  [[nodiscard]] ScratchVector<Bounds3> bounds_of(std::span<const Piece> pieces, std::size_t ranges) const {
    ScratchVector<Bounds3> of_pieces(pieces.size()), of_ranges(ranges);
    for_each_part(pieces.size(), [&](std::size_t k) {
      of_pieces[k] = kernels_.bound(from_.from(pieces[k].begin), pieces[k].end - pieces[k].begin);
    });
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      Bounds3& bounds = of_ranges[pieces[k].range];
      if (k == 0 || pieces[k].range != pieces[k - 1].range) bounds = of_pieces[k];
      bounds.add(of_pieces[k]);
    }
    return of_ranges;
  }
  /// Computes the write positions of each piece: behind those of the earlier pieces. Elements on the cut fill the room
  /// that earlier pieces have left in the first half.
  static void partition_offsets(std::span<Piece> pieces, std::span<const CutCounts> counts,
                                std::span<const Range> halves) {
    std::size_t before = 0, behind = 0, there = 0;
    for (std::size_t k = 0; k < pieces.size(); ++k) {
      Piece& piece = pieces[k];
      if (k == 0 || piece.range != pieces[k - 1].range)
        before = halves[2 * piece.range].begin, behind = halves[2 * piece.range].end, there = piece.cut.first_there;
      piece.cut.first_there = std::min(there, counts[k].there), there -= piece.cut.first_there;
      const std::size_t count = counts[k].before + piece.cut.first_there;
      piece.move = {before, before + count, behind, behind + (piece.end - piece.begin - count)};
      before = piece.move.before_end, behind = piece.move.behind_end;
    }
  }

  PlacedObjects from_, to_;
  std::uint32_t* order_;
  const SplitKernels& kernels_;
};

/// The count of each size class, later the next write position in each class.
using ClassCounts = std::array<std::size_t, share_classes>;

/// The ranges of the classes, one after the other. `counts` has one entry per part, and receives the start of the part
/// in each class.
ScratchVector<Range> ranges_of(std::span<ClassCounts> counts) {
  ScratchVector<Range> ranges;
  std::size_t next = 0;
  for (unsigned of = 0; of < share_classes; ++of) {
    const std::size_t begin = next;
    for (ClassCounts& count : counts) next += std::exchange(count[of], next);
    if (next != begin) ranges.push_back({begin, next});
  }
  return ranges;
}

}  // namespace

Places::Places(std::span<float> spare, std::span<std::uint32_t> order) : count_(order.size()) {
  float* const numbers = spare.size() < floats * count_ ? numbers_.room_for(floats * count_) : spare.data();
  objects_ = {{numbers, numbers + count_, numbers + 2 * count_}, order.data()};
  sizes_ = numbers + 3 * count_;
}

void Places::sort(const SplitKernels& kernels) {
  if (count_ == 0) return;
  const double share = side_of_share(bounds(kernels), static_cast<double>(count_) / world_block);
  ScratchVector<ClassCounts> counts(parts_of(count_, usual_part));
  for_each_range(count_, usual_part, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) ++counts[begin / usual_part][class_of(sizes_[i], share)];
  });
  ScratchVector<Range> ranges = ranges_of(counts);
  const PlacedMemory other(count_);
  PlacedObjects from = objects_, to = other.objects;
  if (ranges.size() > 1) {
    for_each_range(count_, usual_part, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        copy_place(from, i, to, counts[begin / usual_part][class_of(sizes_[i], share)]++);
    });
    std::swap(from, to);
  }
  KdSort(from, to, objects_.index, kernels).run(std::move(ranges));
}

Bounds3 Places::bounds(const SplitKernels& kernels) const {
  const auto of_tile = [&](std::size_t begin, std::size_t size) { return kernels.bound(objects_.from(begin), size); };
  const auto together = [](Bounds3 a, const Bounds3& b) {
    a.add(b);
    return a;
  };
  return reduce_tiles(count_, usual_part, empty_bounds, of_tile, together);
}

}  // namespace lockstep::detail
