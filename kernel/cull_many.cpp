// Culling against many volumes: down the tree of the set, each node with the objects that its parents kept.
#include <array>
#include <atomic>
#include <bit>
#include <string>
#include <vector>

#include "cull_tiles.hpp"
#include "lockstep/cull.hpp"
#include "shape_store.hpp"

namespace lockstep {

using detail::cull_tile;
using detail::CullBatch;
using detail::KernelTable;
using detail::Streams;
using detail::tile_words;
using detail::VolumeNode;

namespace {

using Mask = std::array<std::uint64_t, tile_words>;
using Places = std::vector<std::uint16_t>;

/// Calls f(i) for each set bit among the first `count`.
template <class F>
void for_each_bit(const Mask& mask, int count, const F& f) {
  for (std::size_t word = 0; word < mask_words(static_cast<std::size_t>(count)); ++word)
    for (std::uint64_t left = mask[word]; left != 0; left &= left - 1)
      f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

// A crowd: objects of one kind, of one tile, that are still in question, as the kernels read them.
//
//   count             how many
//   place(i)          where in the tile object i lies
//   cull(...)         against one volume
//   kept(mask, n)     the n objects whose bits are set

template <std::size_t N>
class StreamCrowd {
 public:
  int count;

  /// Whole words of packed floats are read where they lie, anything else is copied.
  StreamCrowd(const Streams<N>& objects, std::size_t first, std::size_t size)
      : count(static_cast<int>(size)), kernel_(objects.kernel) {
    const bool packed = std::all_of(objects.stream.begin(), objects.stream.end(),
                                    [](const Stream& stream) { return stream.stride == sizeof(float); });
    if (packed && size % 64 == 0) {
      for (std::size_t s = 0; s < N; ++s) stream_[s] = objects.stream[s].data + first;
      return;
    }
    copy(size, [&](std::size_t s, std::size_t i) { return detail::value_at(objects.stream[s], first + i); });
  }

  [[nodiscard]] std::uint16_t place(std::size_t i) const {
    return places_.empty() ? static_cast<std::uint16_t>(i) : places_[i];
  }
  void cull(const KernelTable& kernels, const CullBatch& common) const {
    detail::StreamBatch batch{common, {}};
    std::copy(stream_.begin(), stream_.end(), batch.stream);
    (kernels.*kernel_)(batch);
  }
  [[nodiscard]] StreamCrowd kept(const Mask& mask, std::size_t kept_count) const {
    StreamCrowd crowd(kernel_, kept_count);
    Places from(kept_count);
    std::size_t next = 0;
    for_each_bit(mask, count, [&](std::size_t i) { from[next++] = static_cast<std::uint16_t>(i); });
    crowd.copy(kept_count, [&](std::size_t s, std::size_t i) {
      float value;  // the caller's floats may lie at any address
      __builtin_memcpy(&value, stream_[s] + from[i], sizeof value);
      return value;
    });
    for (std::uint16_t& i : from) i = place(i);
    crowd.places_ = std::move(from);
    return crowd;
  }

 private:
  using Kernel = void (*KernelTable::*)(const detail::StreamBatch&);

  StreamCrowd(Kernel kernel, std::size_t size) : count(static_cast<int>(size)), kernel_(kernel) {}

  /// Padded with copies of the last object.
  template <class ValueOf>
  void copy(std::size_t size, const ValueOf& value_of) {
    const std::size_t padded = mask_words(size) * 64;
    copies_.resize(N * padded);
    for (std::size_t s = 0; s < N; ++s) {
      float* const out = copies_.data() + s * padded;
      for (std::size_t i = 0; i < size; ++i) out[i] = value_of(s, i);
      std::fill(out + size, out + padded, out[size - 1]);
      stream_[s] = out;
    }
  }

  Kernel kernel_;
  std::array<const float*, N> stream_;
  std::vector<float> copies_;
  Places places_;  // empty: all of the tile
};

class RecordCrowd {
 public:
  int count = 0;

  /// The objects of one kind.
  RecordCrowd(const detail::ShapesView& shapes, std::size_t kind, std::size_t first, std::size_t size)
      : shapes_(shapes), kind_(kind) {
    for (std::size_t i = 0; i < size; ++i)
      if (static_cast<std::size_t>(shapes.kinds[first + i]) == kind) append(&shapes.records[first + i], i);
    pad();
  }

  [[nodiscard]] std::uint16_t place(std::size_t i) const { return places_[i]; }
  void cull(const KernelTable& kernels, const CullBatch& common) const {
    kernels.cull_records[kind_]({common, records_.data(), shapes_});
  }
  [[nodiscard]] RecordCrowd kept(const Mask& mask, std::size_t kept_count) const {
    RecordCrowd crowd(shapes_, kind_, 0, 0);
    crowd.records_.reserve(mask_words(kept_count) * 64);
    for_each_bit(mask, count, [&](std::size_t i) { crowd.append(records_[i], place(i)); });
    crowd.pad();
    return crowd;
  }

 private:
  void append(const detail::Record* record, std::size_t place) {
    records_.push_back(record);
    places_.push_back(static_cast<std::uint16_t>(place));
    ++count;
  }
  void pad() {
    if (count > 0) records_.resize(mask_words(records_.size()) * 64, records_.back());
  }

  detail::ShapesView shapes_;
  std::size_t kind_;
  std::vector<const detail::Record*> records_;
  Places places_;
};

/// The caller's memory. Each tile of objects has words of its own.
class Output {
 public:
  Output(const VisibleSets& sets, std::size_t volumes, std::size_t objects)
      : sets_(sets), volumes_(volumes), row_words_(mask_words(objects)), object_words_(mask_words(volumes)) {
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

  void clear_counts() const { std::fill(sets_.counts.begin(), sets_.counts.end(), 0); }
  void clear_tile(std::size_t first, std::size_t size) const {
    if (!sets_.by_volume.empty())
      for (std::size_t v = 0; v < volumes_; ++v)
        std::fill_n(sets_.by_volume.data() + v * row_words_ + first / 64, mask_words(size), 0);
    if (!sets_.by_object.empty()) std::fill_n(sets_.by_object.data() + first * object_words_, size * object_words_, 0);
  }
  /// Those of the crowd, of the tile at `first`, that volume v sees.
  template <class Crowd>
  void report(std::uint32_t v, const Crowd& crowd, const Mask& mask, std::size_t seen, std::size_t first) const {
    if (!sets_.counts.empty()) std::atomic_ref(sets_.counts[v]).fetch_add(seen, std::memory_order_relaxed);
    if (!sets_.by_volume.empty()) {
      std::uint64_t* const row = sets_.by_volume.data() + v * row_words_ + first / 64;
      for_each_bit(mask, crowd.count, [&](std::size_t i) {
        const std::uint16_t place = crowd.place(i);
        row[place / 64] |= std::uint64_t{1} << (place % 64);
      });
    }
    if (!sets_.by_object.empty()) {
      std::uint64_t* const column = sets_.by_object.data() + first * object_words_ + v / 64;
      for_each_bit(mask, crowd.count,
                   [&](std::size_t i) { column[crowd.place(i) * object_words_] |= std::uint64_t{1} << (v % 64); });
    }
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
  std::size_t volumes_, row_words_, object_words_;
};

/// One call: what is the same for all tiles.
struct Call {
  const VolumeSet& volumes;
  const KernelTable& kernels;
  const CullOptions& options;
  const Output& output;

  /// Holds the crowd against each node and goes on with what it keeps; the number of answers "visible".
  template <class Crowd>
  std::size_t descend(std::span<const VolumeNode> nodes, const Crowd& crowd, std::size_t first) const {
    std::size_t total = 0;
    Mask mask;
    for (const VolumeNode& node : nodes) {
      const bool leaf = node.child_count == 0;
      CullBatch batch = detail::make_batch(node.bound, options);
      // A bound need not be exact: it leaves out what is proven to be outside.
      batch.exact = batch.exact && leaf;
      batch.count = crowd.count, batch.visible = mask.data();
      crowd.cull(kernels, batch);
      const std::size_t kept = detail::count_bits(mask.data(), mask_words(static_cast<std::size_t>(crowd.count)));
      if (kept == 0) continue;
      if (leaf) {
        output.report(node.volume, crowd, mask, kept, first);
        total += kept;
      } else if (kept == static_cast<std::size_t>(crowd.count)) {
        total += descend(volumes.children(node), crowd, first);
      } else {
        total += descend(volumes.children(node), crowd.kept(mask, kept), first);
      }
    }
    return total;
  }
};

template <class View>
std::size_t cull_view(const VolumeSet& volumes, const View& view, const VisibleSets& visible,
                      const CullOptions& options) {
  const detail::FloatEnvironment standard;
  const KernelTable& kernels = detail::kernels_for(options.isa);
  const auto objects = detail::streams_of(view);
  const Output output(visible, volumes.size(), view.count);
  output.check_apart_from(objects);
  if (options.check == Check::inputs) detail::check_numbers(objects);
  const Call call{volumes, kernels, options, output};
  output.clear_counts();
  return detail::sum_over_tiles(view.count, [&](std::size_t first, std::size_t size) {
    output.clear_tile(first, size);
    return call.descend(volumes.roots(), StreamCrowd(objects, first, size), first);
  });
}

}  // namespace

std::size_t cull(const VolumeSet& volumes, const SphereView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_view(volumes, objects, visible, options);
}

std::size_t cull(const VolumeSet& volumes, const AabbView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_view(volumes, objects, visible, options);
}

std::size_t cull(const VolumeSet& volumes, const BoxView& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  return cull_view(volumes, objects, visible, options);
}

std::size_t cull(const VolumeSet& volumes, const ShapeSet& objects, const VisibleSets& visible,
                 const CullOptions& options) {
  const KernelTable& kernels = detail::kernels_for(options.isa);
  const Output output(visible, volumes.size(), objects.size());
  const Call call{volumes, kernels, options, output};
  const detail::ShapeStore& store = objects.store();
  output.clear_counts();
  return detail::sum_over_tiles(objects.size(), [&](std::size_t first, std::size_t size) {
    output.clear_tile(first, size);
    std::size_t total = 0;
    for (std::size_t kind = 0; kind < detail::record_kinds; ++kind) {
      if (store.count_of_kind[kind] == 0) continue;
      const RecordCrowd crowd(store.view(), kind, first, size);
      if (crowd.count > 0) total += call.descend(volumes.roots(), crowd, first);
    }
    return total;
  });
}

}  // namespace lockstep
