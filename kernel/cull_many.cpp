// Culling against many volumes: down the tree of the set, each node with the objects that its parents kept. The parts of a
// grid are no tree: an object's range of slices, columns and rows says which it touches.
#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <string>
#include <vector>

#include "cull_tiles.hpp"
#include "lockstep/cull.hpp"
#include "shape_store.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::KernelTable;
using detail::OpenQuestions;
using detail::PartRange;
using detail::Streams;
using detail::tile_words;
using detail::VolumeNode;

namespace {

using Mask = std::array<std::uint64_t, tile_words>;
using GridAxes = detail::GridAxis[3];  // slices, columns, rows

/// Objects of one task: many, so that those which a bound keeps fill the lanes of the volumes below it. 16 bits hold a
/// place in it.
constexpr std::size_t largest_part = std::size_t{1} << 16;

/// Whole words of objects, as many in each part.
std::size_t part_size(std::size_t objects) {
  const std::size_t parts = (objects + largest_part - 1) / largest_part;
  return parts == 0 ? 1 : mask_words((objects + parts - 1) / parts) * 64;
}

/// Calls f(i) for each set bit among the first `count`.
template <class F>
void for_each_bit(const Mask& mask, int count, const F& f) {
  for (std::size_t word = 0; word < mask_words(static_cast<std::size_t>(count)); ++word)
    for (std::uint64_t left = mask[word]; left != 0; left &= left - 1)
      f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

// A crowd: objects of one kind that are still in question, as the kernels read them. Culling takes up to cull_tile.
//
//   count             how many
//   place(i)          where in the part of the call that runs object i lies
//   cull(...)         against one volume
//   settle(...)       the same for some of them
//   place_in(...)     in a grid
//   take(from, mask)  adds those of another crowd whose bits are set

template <std::size_t N>
class StreamCrowd {
 public:
  int count = 0;

  /// None yet, with room for so many.
  StreamCrowd(const Streams<N>&, std::size_t room)
      : padded_room_(mask_words(room) * 64), copies_(new float[N * padded_room_]) {
    for (std::size_t s = 0; s < N; ++s) stream_[s] = copies_.get() + s * padded_room_;
    places_.reserve(room);
  }
  /// `size` objects from `first` on, the part of the call from `part` on. Whole words of packed floats are read where they
  /// lie, anything else is copied.
  StreamCrowd(const Streams<N>& objects, std::size_t part, std::size_t first, std::size_t size)
      : StreamCrowd(objects, is_packed(objects) && size % 64 == 0 ? 0 : size) {
    if (padded_room_ == 0) {
      for (std::size_t s = 0; s < N; ++s) stream_[s] = objects.stream[s].data + first;
    } else {
      append(size, [&](std::size_t s, std::size_t i) { return detail::value_at(objects.stream[s], first + i); });
    }
    count = static_cast<int>(size);
    for (std::size_t i = 0; i < size; ++i) places_.push_back(static_cast<std::uint16_t>(first - part + i));
  }

  [[nodiscard]] std::uint16_t place(std::size_t i) const { return places_[i]; }
  void cull(const KernelTable& kernels, const CullBatch& common) const {
    kernels.cull_streams[Streams<N>::kernel](batch(common));
  }
  void settle(const KernelTable& kernels, const CullBatch& common, OpenQuestions list) const {
    kernels.settle_streams[Streams<N>::kernel](batch(common), list);
  }
  void place_in(const GridAxes& axes, const KernelTable& kernels, const CullBatch& common, PartRange* ranges) const {
    kernels.place_streams[Streams<N>::kernel](batch(common), axes, ranges);
  }
  void take(const StreamCrowd& from, const Mask& mask) {
    const std::size_t before = places_.size();
    std::array<std::uint16_t, cull_tile> taken;
    for_each_bit(mask, from.count, [&](std::size_t i) {
      taken[places_.size() - before] = static_cast<std::uint16_t>(i);
      places_.push_back(from.place(i));
    });
    append(places_.size() - before, [&](std::size_t s, std::size_t i) {
      float value;  // the caller's floats may lie at any address
      __builtin_memcpy(&value, from.stream_[s] + taken[i], sizeof value);
      return value;
    });
  }
  void clear() { count = 0, places_.clear(); }

 private:
  static bool is_packed(const Streams<N>& objects) {
    return std::all_of(objects.stream.begin(), objects.stream.end(),
                       [](const Stream& stream) { return stream.stride == sizeof(float); });
  }
  /// Padded with copies of the last object, which the next ones overwrite.
  template <class ValueOf>
  void append(std::size_t size, const ValueOf& value_of) {
    const auto begin = static_cast<std::size_t>(count), end = begin + size;
    for (std::size_t s = 0; s < N; ++s) {
      float* const out = copies_.get() + s * padded_room_;
      for (std::size_t i = 0; i < size; ++i) out[begin + i] = value_of(s, i);
      std::fill(out + end, out + mask_words(end) * 64, out[end - 1]);
    }
    count = static_cast<int>(end);
  }

  [[nodiscard]] detail::StreamBatch batch(const CullBatch& common) const {
    detail::StreamBatch batch{common, {}};
    std::copy(stream_.begin(), stream_.end(), batch.stream);
    return batch;
  }

  std::size_t padded_room_;
  std::unique_ptr<float[]> copies_;
  std::array<const float*, N> stream_;
  std::vector<std::uint16_t> places_;
};

/// The objects of a set that are of one kind.
struct RecordsOfKind {
  detail::ShapesView shapes;
  std::size_t kind;
};

class RecordCrowd {
 public:
  int count = 0;

  RecordCrowd(const RecordsOfKind& objects, std::size_t room) : objects_(objects) {
    records_.reserve(mask_words(room) * 64);
    places_.reserve(room);
  }
  RecordCrowd(const RecordsOfKind& objects, std::size_t part, std::size_t first, std::size_t size)
      : RecordCrowd(objects, size) {
    for (std::size_t i = first; i < first + size; ++i)
      if (static_cast<std::size_t>(objects.shapes.kinds[i]) == objects.kind)
        append(&objects.shapes.records[i], i - part);
    pad();
  }

  [[nodiscard]] std::uint16_t place(std::size_t i) const { return places_[i]; }
  void cull(const KernelTable& kernels, const CullBatch& common) const {
    kernels.cull_records[objects_.kind](batch(common));
  }
  void settle(const KernelTable& kernels, const CullBatch& common, OpenQuestions list) const {
    kernels.settle_records[objects_.kind](batch(common), list);
  }
  void place_in(const GridAxes& axes, const KernelTable& kernels, const CullBatch& common, PartRange* ranges) const {
    kernels.place_records[objects_.kind](batch(common), axes, ranges);
  }
  void take(const RecordCrowd& from, const Mask& mask) {
    records_.resize(static_cast<std::size_t>(count));
    for_each_bit(mask, from.count, [&](std::size_t i) { append(from.records_[i], from.place(i)); });
    pad();
  }
  void clear() { count = 0, records_.clear(), places_.clear(); }

 private:
  void append(const detail::Record* record, std::size_t place) {
    records_.push_back(record);
    places_.push_back(static_cast<std::uint16_t>(place));
    ++count;
  }
  void pad() {
    if (count > 0) records_.resize(mask_words(records_.size()) * 64, records_.back());
  }

  [[nodiscard]] detail::RecordBatch batch(const CullBatch& common) const {
    return {common, records_.data(), objects_.shapes};
  }

  RecordsOfKind objects_;
  std::vector<const detail::Record*> records_;
  std::vector<std::uint16_t> places_;
};

/// The caller's memory. Each part of the objects has words of its own.
class Output {
 public:
  Output(const VisibleSets& sets, std::size_t volumes, std::size_t objects)
      : sets_(sets), row_words_(mask_words(objects)), object_words_(mask_words(volumes)) {
    check(sets.by_volume.size(), volumes, row_words_, "visible.by_volume", "words");
    check(sets.by_object.size(), objects, object_words_, "visible.by_object", "words");
    check(sets.counts.size(), volumes, 1, "visible.counts", "counts");
    check_apart(std::as_bytes(sets.by_volume), std::as_bytes(sets.by_object), "by_volume", "by_object");
    check_apart(std::as_bytes(sets.by_volume), std::as_bytes(sets.counts), "by_volume", "counts");
    check_apart(std::as_bytes(sets.by_object), std::as_bytes(sets.counts), "by_object", "counts");
  }

  template <std::size_t N>
  void check_apart_from(const Streams<N>& objects) const {
    detail::check_streams(objects, std::as_bytes(sets_.by_volume), "visible.by_volume");
    detail::check_streams(objects, std::as_bytes(sets_.by_object), "visible.by_object");
    detail::check_streams(objects, std::as_bytes(sets_.counts), "visible.counts");
  }

  void clear() const {
    std::fill(sets_.counts.begin(), sets_.counts.end(), 0);
    std::fill(sets_.by_volume.begin(), sets_.by_volume.end(), 0);
    std::fill(sets_.by_object.begin(), sets_.by_object.end(), 0);
  }
  void count(std::uint32_t v, std::size_t seen) const {
    if (!sets_.counts.empty()) std::atomic_ref(sets_.counts[v]).fetch_add(seen, std::memory_order_relaxed);
  }
  /// Volume v sees that object of the part at `first`.
  void mark(std::uint32_t v, std::uint16_t place, std::size_t first) const {
    if (!sets_.by_volume.empty())
      sets_.by_volume[v * row_words_ + first / 64 + place / 64] |= std::uint64_t{1} << (place % 64);
    if (!sets_.by_object.empty())
      sets_.by_object[(first + place) * object_words_ + v / 64] |= std::uint64_t{1} << (v % 64);
  }

 private:
  static void check(std::size_t given, std::size_t rows, std::size_t row, const char* what, const char* unit) {
    std::size_t needed = 0;
    const bool fits = !__builtin_mul_overflow(rows, row, &needed);
    if (given == 0 || (fits && given == needed)) return;
    throw InvalidInput(std::string(what) + ": has " + std::to_string(given) + ' ' + unit + ", needs " +
                       std::to_string(rows) + " x " + std::to_string(row) + " (or none)");
  }
  static void check_apart(std::span<const std::byte> a, std::span<const std::byte> b, const char* a_name,
                          const char* b_name) {
    if (detail::share_memory(a.data(), a.size(), b.data(), b.size()))
      throw InvalidInput(std::string("visible.") + a_name + ": shares memory with visible." + b_name);
  }

  const VisibleSets& sets_;
  std::size_t row_words_, object_words_;
};

/// One call: what is the same for all parts.
template <class Crowd, class Objects>
struct Call {
  const VolumeSet& volumes;
  const KernelTable& kernels;
  const CullOptions& options;
  const Output& output;
  const Objects& objects;

  [[nodiscard]] std::size_t run(std::size_t count) const {
    return detail::sum_over_tiles(count, part_size(count),
                                  [&](std::size_t first, std::size_t size) { return run_part(first, size); });
  }

 private:
  [[nodiscard]] bool is_grid() const { return !volumes.grid_planes()[0].empty(); }

  /// Tile after tile; what a root keeps of them is collected until it fills a crowd, of a grid all of it.
  [[nodiscard]] std::size_t run_part(std::size_t part, std::size_t size) const {
    std::size_t total = 0;
    Mask mask;
    for (const VolumeNode& root : volumes.roots()) {
      const bool leaf = root.child_count == 0;
      const std::size_t room = leaf ? 0 : is_grid() ? size : cull_tile;
      Crowd collected(objects, room);
      for (std::size_t first = part; first < part + size; first += cull_tile) {
        const Crowd tile(objects, part, first, std::min<std::size_t>(cull_tile, part + size - first));
        const std::size_t kept = hold(root, tile, mask);
        if (leaf) {
          total += report(root, tile, mask, kept, part);
          continue;
        }
        if (static_cast<std::size_t>(collected.count) + kept > room) {
          total += go_on(root, collected, part);
          collected.clear();
        }
        if (kept != 0) collected.take(tile, mask);
      }
      if (collected.count != 0) total += go_on(root, collected, part);
    }
    return total;
  }

  [[nodiscard]] std::size_t go_on(const VolumeNode& node, const Crowd& crowd, std::size_t part) const {
    return is_grid() ? share_out(node, crowd, part) : descend(node, crowd, part);
  }

  /// Holds the crowd against the children of a node and goes on with what each keeps.
  [[nodiscard]] std::size_t descend(const VolumeNode& node, const Crowd& crowd, std::size_t part) const {
    std::size_t total = 0;
    Mask mask;
    for (const VolumeNode& child : volumes.children(node)) {
      const std::size_t kept = hold(child, crowd, mask);
      if (kept == 0) continue;
      if (child.child_count == 0) {
        total += report(child, crowd, mask, kept, part);
      } else if (kept == static_cast<std::size_t>(crowd.count)) {
        total += descend(child, crowd, part);
      } else {
        Crowd fewer(objects, kept);
        fewer.take(crowd, mask);
        total += descend(child, fewer, part);
      }
    }
    return total;
  }

  /// How many of the crowd the node keeps, and which.
  [[nodiscard]] std::size_t hold(const VolumeNode& node, const Crowd& crowd, Mask& mask) const {
    if (crowd.count == 0) return 0;
    CullBatch batch = detail::make_batch(node.bound, options);
    // A bound need not be exact: it leaves out what is proven to be outside.
    batch.exact = batch.exact && node.child_count == 0;
    batch.count = crowd.count, batch.visible = mask.data();
    crowd.cull(kernels, batch);
    return detail::count_bits(mask.data(), mask_words(static_cast<std::size_t>(crowd.count)));
  }

  std::size_t report(const VolumeNode& leaf, const Crowd& crowd, const Mask& mask, std::size_t seen,
                     std::size_t part) const {
    if (seen == 0) return 0;
    output.count(leaf.volume, seen);
    for_each_bit(mask, crowd.count, [&](std::size_t i) { output.mark(leaf.volume, crowd.place(i), part); });
    return seen;
  }

  /// An object of a crowd that a part of a grid may or may not touch.
  struct Candidate {
    std::uint32_t volume, object;
  };
  using Candidates = std::vector<Candidate>;
  static constexpr std::size_t many_candidates = std::size_t{1} << 18;  // 2 MiB at a time

  /// Each object of the crowd to the parts of the view in its ranges.
  [[nodiscard]] std::size_t share_out(const VolumeNode& view, const Crowd& crowd, std::size_t part) const {
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
      if (range.decided || options.method == CullMethod::planes) {
        const std::uint16_t place = crowd.place(i);
        for_each_part(range, axes, [&](std::uint32_t v) { output.mark(v, place, part), ++seen[v]; });
        continue;
      }
      for_each_part(range, axes, [&](std::uint32_t v) { candidates.push_back({v, i}); });
      if (candidates.size() >= many_candidates) total += settle(candidates, crowd, part), candidates.clear();
    }
    for (std::uint32_t v = 0; v < seen.size(); ++v)
      if (seen[v] != 0) output.count(v, seen[v]), total += seen[v];
    return total + settle(candidates, crowd, part);
  }

  template <class F>
  static void for_each_part(const PartRange& range, const GridAxes& axes, const F& f) {
    for (int z = range.first[0]; z <= range.last[0]; ++z)
      for (int y = range.first[2]; y <= range.last[2]; ++y)
        for (int x = range.first[1]; x <= range.last[1]; ++x)
          f(static_cast<std::uint32_t>((z * axes[2].parts + y) * axes[1].parts + x));
  }

  /// Decides the candidates, volume by volume.
  [[nodiscard]] std::size_t settle(const Candidates& candidates, const Crowd& crowd, std::size_t part) const {
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
            settle(leaf, all.subspan(first, std::min<std::size_t>(cull_tile, all.size() - first)), crowd, mask, part);
    }
    return total;
  }

  /// The same of one volume. `mask` is all 0 before and after.
  [[nodiscard]] std::size_t settle(const VolumeNode& leaf, std::span<const std::uint32_t> list, const Crowd& crowd,
                                   std::vector<std::uint64_t>& mask, std::size_t part) const {
    for (const std::uint32_t i : list) mask[i / 64] |= std::uint64_t{1} << (i % 64);
    CullBatch batch = detail::make_batch(leaf.bound, options);
    batch.count = crowd.count, batch.visible = mask.data();
    crowd.settle(kernels, batch, {list.data(), static_cast<int>(list.size())});
    std::size_t seen = 0;
    for (const std::uint32_t i : list)
      if ((mask[i / 64] >> (i % 64) & 1U) != 0) output.mark(leaf.volume, crowd.place(i), part), ++seen;
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
  if (options.check == Check::inputs) detail::check_numbers(objects);
  output.clear();
  return Call<StreamCrowd<N>, Streams<N>>{volumes, kernels, options, output, objects}.run(objects.count);
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
