// The candidates that are left while culling against many volumes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

#include "base/buffer.hpp"
#include "lockstep/cull.hpp"
#include "table/tables.hpp"
#include "views/strided_objects.hpp"

namespace lockstep::detail {

/// One bit for each object of a tile.
using TileMask = std::array<std::uint64_t, cull_tile / 64>;
using GridAxes = GridAxis[3];  // slices, columns, rows

/// Calls f(i) for each set bit among the first `count`.
template <class F>
void for_each_bit(const TileMask& mask, int count, const F& f) {
  for (std::size_t word = 0; word < mask_words(static_cast<std::size_t>(count)); ++word)
    for (std::uint64_t left = mask[word]; left != 0; left &= left - 1)
      f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
}

/// Whether rising indices are consecutive and start at the first index of a word.
inline bool is_run(std::span<const std::uint16_t> indices) {
  return !indices.empty() && indices[0] % 64 == 0 &&
         indices.size() == static_cast<std::size_t>(indices.back() - indices[0]) + 1;
}

// Survivors: remaining candidates of one kind, in the layout of the kernels. Culling takes up to cull_tile of them.
//
//   count             their number
//   local_index(i)    the index of object i in the chunk of the task
//   is_run()          whether these are consecutive, from the first one of a word on
//   cull(...)         against one volume
//   resolve(...)      the same for some of them
//   assign_cells(...) of a grid
//   are_spheres(), sphere(i)   whose records have their places in the world
//   append(from, mask)  adds those objects of others whose bits are set

template <ViewKind K>
class StreamSurvivors {
  static constexpr std::size_t N = stream_count(K);

 public:
  using Objects = StridedObjects<K>;
  using Kernels = ViewKernels;

  int count = 0;

  /// No survivors yet, with room for `room` objects.
  StreamSurvivors(const StridedObjects<K>&, std::size_t room)
      : padded_room_(mask_words(room) * 64), copies_(scratch_here()) {
    copies_.room_for((N + 1) * padded_room_);
    for (std::size_t s = 0; s < N; ++s) stream_[s] = copies_.data() + s * padded_room_;
    local_indices_.reserve(room);
  }
  /// `size` objects from `first` on, of the chunk that begins at `start`. Whole words of packed floats are read in
  /// place, all others are copied.
  StreamSurvivors(const StridedObjects<K>& objects, std::size_t start, std::size_t first, std::size_t size)
      : StreamSurvivors(objects, objects.is_packed() && size % 64 == 0 ? 0 : size) {
    if (padded_room_ == 0)
      for (std::size_t s = 0; s < N; ++s) stream_[s] = objects.streams.stream[s].data + first;
    else
      objects.copy(first, size, [&](std::size_t s) { return copies_.data() + s * padded_room_; });
    count = static_cast<int>(size);
    local_indices_.resize(size);
    std::iota(local_indices_.begin(), local_indices_.end(), static_cast<std::uint16_t>(first - start));
  }

  [[nodiscard]] std::uint16_t local_index(std::size_t i) const { return local_indices_[i]; }
  [[nodiscard]] bool is_run() const { return detail::is_run(local_indices_); }
  void cull(const Kernels& kernels, const CullBatch& common) const { kernels.cull[Streams<K>::kernel](batch(common)); }
  void resolve(const Kernels& kernels, const CullBatch& common, UndecidedQueries list) const {
    kernels.resolve[Streams<K>::kernel](batch(common), list);
  }
  void assign_cells(const GridAxes& axes, const Kernels& kernels, const CullBatch& common, PartRange* ranges) const {
    kernels.assign_cells[Streams<K>::kernel](batch(common), axes, ranges);
  }
  [[nodiscard]] static constexpr bool are_spheres() { return K == ViewKind::spheres; }
  /// Centre and radius.
  [[nodiscard]] std::array<float, 4> sphere(std::size_t i) const {
    return {stream_[0][i], stream_[1][i], stream_[2][i], stream_[3][i]};
  }
  void append(const StreamSurvivors& from, const TileMask& mask) {
    const std::size_t before = local_indices_.size();
    std::array<std::uint16_t, cull_tile> selected;
    for_each_bit(mask, from.count, [&](std::size_t i) {
      selected[local_indices_.size() - before] = static_cast<std::uint16_t>(i);
      local_indices_.push_back(from.local_index(i));
    });
    append(local_indices_.size() - before, [&](std::size_t s, std::size_t i) {
      float value;  // the caller's floats may be unaligned
      __builtin_memcpy(&value, from.stream_[s] + selected[i], sizeof value);
      return value;
    });
  }
  void clear() { count = 0, local_indices_.clear(); }

 private:
  /// Pads with copies of the last object; the next objects overwrite the padding.
  template <class ValueOf>
  void append(std::size_t size, const ValueOf& value_of) {
    const auto begin = static_cast<std::size_t>(count), end = begin + size;
    for (std::size_t s = 0; s < N; ++s) {
      float* const out = copies_.data() + s * padded_room_;
      for (std::size_t i = 0; i < size; ++i) out[begin + i] = value_of(s, i);
      std::fill(out + end, out + mask_words(end) * 64, out[end - 1]);
    }
    count = static_cast<int>(end);
  }

  [[nodiscard]] StreamBatch batch(const CullBatch& common) const {
    StreamBatch batch{common, {}, nullptr};
    std::copy(stream_.begin(), stream_.end(), batch.stream);
    return batch;
  }

  std::size_t padded_room_;
  Buffer<float> copies_;
  std::array<const float*, N> stream_;
  ScratchVector<std::uint16_t> local_indices_;
};

/// The objects of one kind in a set.
struct RecordsOfKind {
  ShapesView shapes;
  std::size_t kind;
};

class RecordSurvivors {
 public:
  using Objects = RecordsOfKind;
  using Kernels = SetKernels;

  int count = 0;

  RecordSurvivors(const RecordsOfKind& objects, std::size_t room) : objects_(objects) {
    records_.reserve(mask_words(room) * 64);
    local_indices_.reserve(room);
  }
  RecordSurvivors(const RecordsOfKind& objects, std::size_t start, std::size_t first, std::size_t size)
      : RecordSurvivors(objects, size) {
    for (std::size_t i = first; i < first + size; ++i)
      if (static_cast<std::size_t>(objects.shapes.kinds[i]) == objects.kind)
        append(&objects.shapes.records[i], i - start);
    pad();
  }

  void append(const Record* record, std::size_t local_index) {
    records_.push_back(record);
    local_indices_.push_back(static_cast<std::uint16_t>(local_index));
    ++count;
  }
  /// Call after the last object has been added.
  void pad() {
    if (count > 0) records_.resize(mask_words(records_.size()) * 64, records_.back());
  }

  [[nodiscard]] std::uint16_t local_index(std::size_t i) const { return local_indices_[i]; }
  [[nodiscard]] bool is_run() const { return detail::is_run(local_indices_); }
  void cull(const Kernels& kernels, const CullBatch& common) const { kernels.cull[objects_.kind](batch(common)); }
  void resolve(const Kernels& kernels, const CullBatch& common, UndecidedQueries list) const {
    kernels.resolve[objects_.kind](batch(common), list);
  }
  void assign_cells(const GridAxes& axes, const Kernels& kernels, const CullBatch& common, PartRange* ranges) const {
    kernels.assign_cells[objects_.kind](batch(common), axes, ranges);
  }
  [[nodiscard]] bool are_spheres() const {
    return objects_.kind == static_cast<std::size_t>(RecordKind::sphere) && objects_.shapes.positions == nullptr;
  }
  [[nodiscard]] std::array<float, 4> sphere(std::size_t i) const { return std::to_array(records_[i]->row[0]); }
  void append(const RecordSurvivors& from, const TileMask& mask) {
    records_.resize(static_cast<std::size_t>(count));
    for_each_bit(mask, from.count, [&](std::size_t i) { append(from.records_[i], from.local_index(i)); });
    pad();
  }
  void clear() { count = 0, records_.clear(), local_indices_.clear(); }

 private:
  [[nodiscard]] RecordBatch batch(const CullBatch& common) const { return {common, records_.data(), objects_.shapes}; }

  RecordsOfKind objects_;
  ScratchVector<const Record*> records_;
  ScratchVector<std::uint16_t> local_indices_;
};

}  // namespace lockstep::detail
