// Culling over the cells of a grid, without a tree: the ranges of slices, columns and rows of an object determine its
// cells.
#pragma once

#include <array>

#include "cull/many_call.hpp"
#include "cull/sphere_cells.hpp"

namespace lockstep::detail {

/// The survivors of the whole view in a chunk of `size` objects that begins at `start`, and the cells of that view.
template <class Survivors, class Output = OutputOfTask>
class GridCulling {
 public:
  GridCulling(const ManyCall<Survivors, Output>& call, const VolumeNode& view, std::size_t start, std::size_t size)
      : call_(call), view_(view), survivors_(call.objects, size), start_(start) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& planes = call.volumes.grid_planes()[axis];
      axes_[axis] = {planes.data(), static_cast<int>(planes.size()) - 1};
    }
  }

  /// Collects the objects that the view keeps.
  void add(const Survivors& tile) {
    TileMask mask;
    if (call_.test(view_, tile, mask) != 0) append(tile, mask);
  }
  /// Collects those of `tile` in the mask `kept`.
  void append(const Survivors& tile, const TileMask& kept) { survivors_.append(tile, kept); }

  /// Assigns each survivor to the cells in its ranges; returns the total number of hits.
  [[nodiscard]] std::size_t finish() const {
    if (survivors_.count == 0) return 0;
    ScratchVector<PartRange> ranges(static_cast<std::size_t>(survivors_.count));
    CullBatch batch = make_batch(view_.bound, call_.options);
    batch.count = survivors_.count;
    survivors_.assign_cells(axes_, call_.kernels, batch, ranges.data());

    std::size_t total = 0;
    ScratchVector<std::uint32_t> seen(call_.volumes.size());
    Candidates candidates;
    SphereCells cells(call_.volumes);
    const bool by_cells = survivors_.are_spheres() && call_.options.method == CullMethod::exact &&
                          !call_.volumes.grid_frame().depth.empty();
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
      const std::uint16_t object = survivors_.local_index(i);
      const auto mark = [&](std::uint32_t v) { call_.output.mark(v, object, start_), ++seen[v]; };
      const auto leave = [&](std::uint32_t v) { candidates.push_back({v, i}); };
      if (ranges[i].decided)
        for_each_cell(ranges[i], mark);
      else if (by_cells)
        cells.decide(survivors_.sphere(i), ranges[i], call_.kernels.touch_cells, mark, leave);
      else
        for_each_cell(ranges[i], leave);
      if (candidates.size() >= many_candidates) total += resolve(candidates), candidates.clear();
    }
    for (std::uint32_t v = 0; v < seen.size(); ++v)
      if (seen[v] != 0) call_.output.count(v, seen[v]), total += seen[v];
    return total + resolve(candidates);
  }

 private:
  /// A survivor that may touch a cell.
  struct Candidate {
    std::uint32_t volume, object;
  };
  using Candidates = ScratchVector<Candidate>;
  static constexpr std::size_t many_candidates = std::size_t{1} << 18;  // processes 2 MiB at a time

  template <class F>
  void for_each_cell(const PartRange& range, const F& f) const {
    for (int z = range.first[0]; z <= range.last[0]; ++z)
      for (int y = range.first[2]; y <= range.last[2]; ++y)
        for (int x = range.first[1]; x <= range.last[1]; ++x)
          f(static_cast<std::uint32_t>((z * axes_[2].parts + y) * axes_[1].parts + x));
  }

  /// Decides the candidates, volume by volume; returns the number of hits.
  [[nodiscard]] std::size_t resolve(const Candidates& candidates) const {
    if (candidates.empty()) return 0;
    const VolumeSet& volumes = call_.volumes;
    ScratchVector<std::uint32_t> end(volumes.size() + 1), sorted(candidates.size());
    for (const Candidate& c : candidates) ++end[c.volume + 1];
    for (std::size_t v = 0; v < volumes.size(); ++v) end[v + 1] += end[v];
    for (const Candidate& c : candidates) sorted[end[c.volume]++] = c.object;  // each start becomes its end
    std::size_t total = 0;
    ScratchVector<std::uint64_t> mask(mask_words(static_cast<std::size_t>(survivors_.count)));
    std::uint32_t begin = 0;
    for (std::size_t v = 0; v < volumes.size(); ++v) {
      const std::span<const std::uint32_t> all = std::span(sorted).subspan(begin, end[v] - begin);
      begin = end[v];
      if (all.empty()) continue;  // without a look at the volume, which is not in the cache
      const VolumeNode& leaf = volumes.children(volumes.roots()[0])[v];
      for (std::size_t first = 0; first < all.size(); first += cull_tile)
        total += resolve(leaf, all.subspan(first, std::min<std::size_t>(cull_tile, all.size() - first)), mask);
    }
    return total;
  }

  /// Decides the candidates of one volume. `mask` is all 0 before and after.
  [[nodiscard]] std::size_t resolve(const VolumeNode& leaf, std::span<const std::uint32_t> list,
                                    ScratchVector<std::uint64_t>& mask) const {
    for (const std::uint32_t i : list) mask[i / 64] |= std::uint64_t{1} << (i % 64);
    CullBatch batch = make_batch(leaf.bound, call_.options);
    batch.count = survivors_.count, batch.visible = mask.data();
    survivors_.resolve(call_.kernels, batch, {list.data(), static_cast<int>(list.size())});
    std::array<std::uint32_t, cull_tile> hits;
    std::size_t seen = 0;
    for (const std::uint32_t i : list) hits[seen] = i, seen += mask[i / 64] >> (i % 64) & 1U;  // branchless
    for (const std::uint32_t i : list) mask[i / 64] = 0;
    for (std::size_t k = 0; k < seen; ++k) call_.output.mark(leaf.volume, survivors_.local_index(hits[k]), start_);
    call_.output.count(leaf.volume, seen);
    return seen;
  }

  const ManyCall<Survivors, Output>& call_;
  const VolumeNode& view_;
  Survivors survivors_;
  std::size_t start_;
  GridAxes axes_;
};

}  // namespace lockstep::detail
