// Culling against many volumes: down the tree of the set, each node with the objects that its parents kept. The parts of a
// grid are no tree: an object's range of slices, columns and rows says which it touches.
#include <array>
#include <vector>

#include "cull/cull_tiles.hpp"
#include "cull/survivors.hpp"
#include "cull/visible_output.hpp"
#include "lockstep/cull.hpp"
#include "sets/shape_store.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::CullStages;
using detail::GridAxes;
using detail::KernelTable;
using detail::PartRange;
using detail::RecordCrowd;
using detail::RecordsOfKind;
using detail::StreamCrowd;
using detail::Streams;
using detail::StridedObjects;
using detail::VolumeNode;
using Mask = detail::TileMask;
using Output = detail::VisibleOutput;

namespace {

/// A stretch is the objects of one task: many, so that those which a bound keeps fill the lanes of the volumes below it.
/// 16 bits hold a place in it.
constexpr std::size_t largest_stretch = std::size_t{1} << 16;

/// Whole words of objects, as many in each stretch.
std::size_t stretch_size(std::size_t objects) {
  const std::size_t stretches = (objects + largest_stretch - 1) / largest_stretch;
  return stretches == 0 ? 1 : mask_words((objects + stretches - 1) / stretches) * 64;
}

/// One call: what is the same for all stretches of objects.
template <class Crowd, class Objects>
struct Call {
  const VolumeSet& volumes;
  const KernelTable& kernels;
  const CullOptions& options;
  const Output& output;
  const Objects& objects;

  [[nodiscard]] std::size_t run(std::size_t count) const {
    return detail::sum_over_tiles(count, stretch_size(count),
                                  [&](std::size_t first, std::size_t size) { return run_stretch(first, size); });
  }

 private:
  [[nodiscard]] bool is_grid() const { return !volumes.grid_planes()[0].empty(); }

  /// Tile after tile; what a root keeps of them is collected until it fills a crowd, of a grid all of it.
  [[nodiscard]] std::size_t run_stretch(std::size_t start, std::size_t size) const {
    std::size_t total = 0;
    Mask mask;
    for (const VolumeNode& root : volumes.roots()) {
      const bool leaf = root.child_count == 0;
      const std::size_t room = leaf ? 0 : is_grid() ? size : cull_tile;
      Crowd collected(objects, room);
      for (std::size_t first = start; first < start + size; first += cull_tile) {
        const Crowd tile(objects, start, first, std::min<std::size_t>(cull_tile, start + size - first));
        const std::size_t kept = hold(root, tile, mask);
        if (leaf) {
          total += report(root, tile, mask, kept, start);
          continue;
        }
        if (static_cast<std::size_t>(collected.count) + kept > room) {
          total += go_on(root, collected, start);
          collected.clear();
        }
        if (kept != 0) collected.take(tile, mask);
      }
      if (collected.count != 0) total += go_on(root, collected, start);
    }
    return total;
  }

  [[nodiscard]] std::size_t go_on(const VolumeNode& node, const Crowd& crowd, std::size_t start) const {
    return is_grid() ? share_out(node, crowd, start) : descend(node, crowd, start);
  }

  /// Holds the crowd against the children of a node and goes on with what each keeps.
  [[nodiscard]] std::size_t descend(const VolumeNode& node, const Crowd& crowd, std::size_t start) const {
    std::size_t total = 0;
    Mask mask;
    for (const VolumeNode& child : volumes.children(node)) {
      const std::size_t kept = hold(child, crowd, mask);
      if (kept == 0) continue;
      if (child.child_count == 0) {
        total += report(child, crowd, mask, kept, start);
      } else if (kept == static_cast<std::size_t>(crowd.count)) {
        total += descend(child, crowd, start);
      } else {
        Crowd fewer(objects, kept);
        fewer.take(crowd, mask);
        total += descend(child, fewer, start);
      }
    }
    return total;
  }

  /// How many of the crowd the node keeps, and which.
  [[nodiscard]] std::size_t hold(const VolumeNode& node, const Crowd& crowd, Mask& mask) const {
    if (crowd.count == 0) return 0;
    CullBatch batch = detail::make_batch(node.bound, options);
    // A bound need not be exact: it leaves out what is proven to be outside.
    if (node.child_count != 0) batch.stages = CullStages::bound;
    batch.count = crowd.count, batch.visible = mask.data();
    crowd.cull(kernels, batch);
    return detail::count_bits(mask.data(), mask_words(static_cast<std::size_t>(crowd.count)));
  }

  std::size_t report(const VolumeNode& leaf, const Crowd& crowd, const Mask& mask, std::size_t seen,
                     std::size_t start) const {
    if (seen == 0) return 0;
    output.count(leaf.volume, seen);
    detail::for_each_bit(mask, crowd.count, [&](std::size_t i) { output.mark(leaf.volume, crowd.place(i), start); });
    return seen;
  }

  /// An object of a crowd that a part of a grid may or may not touch.
  struct Candidate {
    std::uint32_t volume, object;
  };
  using Candidates = std::vector<Candidate>;
  static constexpr std::size_t many_candidates = std::size_t{1} << 18;  // 2 MiB at a time

  /// Each object of the crowd to the parts of the view in its ranges.
  [[nodiscard]] std::size_t share_out(const VolumeNode& view, const Crowd& crowd, std::size_t start) const {
    GridAxes axes;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto& planes = volumes.grid_planes()[axis];
      axes[axis] = {planes.data(), static_cast<int>(planes.size()) - 1};
    }
    std::vector<PartRange> ranges(static_cast<std::size_t>(crowd.count));
    CullBatch batch = detail::make_batch(view.bound, options);
    batch.count = crowd.count;
    crowd.place_in(axes, kernels, batch, ranges.data());

    std::size_t total = 0;
    std::vector<std::uint32_t> seen(volumes.size());
    Candidates candidates;
    for (std::uint32_t i = 0; i < ranges.size(); ++i) {
      const PartRange& range = ranges[i];
      if (range.decided) {
        const std::uint16_t place = crowd.place(i);
        for_each_part(range, axes, [&](std::uint32_t v) { output.mark(v, place, start), ++seen[v]; });
        continue;
      }
      for_each_part(range, axes, [&](std::uint32_t v) { candidates.push_back({v, i}); });
      if (candidates.size() >= many_candidates) total += settle(candidates, crowd, start), candidates.clear();
    }
    for (std::uint32_t v = 0; v < seen.size(); ++v)
      if (seen[v] != 0) output.count(v, seen[v]), total += seen[v];
    return total + settle(candidates, crowd, start);
  }

  template <class F>
  static void for_each_part(const PartRange& range, const GridAxes& axes, const F& f) {
    for (int z = range.first[0]; z <= range.last[0]; ++z)
      for (int y = range.first[2]; y <= range.last[2]; ++y)
        for (int x = range.first[1]; x <= range.last[1]; ++x)
          f(static_cast<std::uint32_t>((z * axes[2].parts + y) * axes[1].parts + x));
  }

  /// Decides the candidates, volume by volume.
  [[nodiscard]] std::size_t settle(const Candidates& candidates, const Crowd& crowd, std::size_t start) const {
    if (candidates.empty()) return 0;
    std::vector<std::uint32_t> end(volumes.size() + 1), sorted(candidates.size());
    for (const Candidate& c : candidates) ++end[c.volume + 1];
    for (std::size_t v = 0; v < volumes.size(); ++v) end[v + 1] += end[v];
    for (const Candidate& c : candidates) sorted[end[c.volume]++] = c.object;  // each begin becomes its end
    std::size_t total = 0;
    std::vector<std::uint64_t> mask(mask_words(static_cast<std::size_t>(crowd.count)));
    std::uint32_t begin = 0;
    for (const VolumeNode& leaf : volumes.children(volumes.roots()[0])) {
      const std::span<const std::uint32_t> all = std::span(sorted).subspan(begin, end[leaf.volume] - begin);
      begin = end[leaf.volume];
      for (std::size_t first = 0; first < all.size(); first += cull_tile)
        total +=
            settle(leaf, all.subspan(first, std::min<std::size_t>(cull_tile, all.size() - first)), crowd, mask, start);
    }
    return total;
  }

  /// The same of one volume. `mask` is all 0 before and after.
  [[nodiscard]] std::size_t settle(const VolumeNode& leaf, std::span<const std::uint32_t> list, const Crowd& crowd,
                                   std::vector<std::uint64_t>& mask, std::size_t start) const {
    for (const std::uint32_t i : list) mask[i / 64] |= std::uint64_t{1} << (i % 64);
    CullBatch batch = detail::make_batch(leaf.bound, options);
    batch.count = crowd.count, batch.visible = mask.data();
    crowd.settle(kernels, batch, {list.data(), static_cast<int>(list.size())});
    std::size_t seen = 0;
    for (const std::uint32_t i : list)
      if ((mask[i / 64] >> (i % 64) & 1U) != 0) output.mark(leaf.volume, crowd.place(i), start), ++seen;
    for (const std::uint32_t i : list) mask[i / 64] = 0;
    output.count(leaf.volume, seen);
    return seen;
  }
};

template <std::size_t N>
std::size_t cull_streams(const VolumeSet& volumes, const Streams<N>& objects, const VisibleSets& visible,
                         const CullOptions& options) {
  const detail::FloatEnvironment standard;
  const KernelTable& kernels = detail::kernels_for(options.isa);
  const Output output(visible, volumes.size(), objects.count);
  output.check_apart_from(objects);
  const StridedObjects<N> strided(objects, kernels);
  if (options.check == Check::inputs) detail::check_numbers(strided);
  output.clear();
  return Call<StreamCrowd<N>, StridedObjects<N>>{volumes, kernels, options, output, strided}.run(objects.count);
}

}  // namespace

std::size_t cull(const VolumeSet& volumes, const SphereView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_streams(volumes, detail::streams_of(objects), visible, options);
}

std::size_t cull(const VolumeSet& volumes, const AabbView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_streams(volumes, detail::streams_of(objects), visible, options);
}

std::size_t cull(const VolumeSet& volumes, const BoxView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_streams(volumes, detail::streams_of(objects), visible, options);
}

std::size_t cull(const VolumeSet& volumes, const TransformedBoxView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_streams(volumes, detail::streams_of(objects), visible, options);
}

std::size_t cull(const VolumeSet& volumes, const ShapeSet& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  const KernelTable& kernels = detail::kernels_for(options.isa);
  const Output output(visible, volumes.size(), objects.size());
  output.clear();
  std::size_t total = 0;
  for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
    if (objects.store().count_of_kind[kind] == 0) continue;
    const RecordsOfKind records{objects.store().view(), kind};
    total += Call<RecordCrowd, RecordsOfKind>{volumes, kernels, options, output, records}.run(objects.size());
  }
  return total;
}

}  // namespace lockstep
