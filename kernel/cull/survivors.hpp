// The objects that culling against many volumes still has in question.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <vector>

#include "lockstep/cull.hpp"
#include "table/kernel_table.hpp"
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

// A crowd: objects of one kind that are still in question, as the kernels read them. Culling takes up to cull_tile.
//
//   count             how many
//   place(i)          where object i lies in the stretch of objects that a task has
//   cull(...)         against one volume
//   settle(...)       the same for some of them
//   place_in(...)     in a grid
//   take(from, mask)  adds those of another crowd whose bits are set

template <std::size_t N>
class StreamCrowd {
 public:
  int count = 0;

  /// None yet, with room for so many.
  StreamCrowd(const StridedObjects<N>&, std::size_t room)
      : padded_room_(mask_words(room) * 64), copies_(new float[(N + 1) * padded_room_]) {
    for (std::size_t s = 0; s < N; ++s) stream_[s] = copies_.get() + s * padded_room_;
    places_.reserve(room);
  }
  /// `size` objects from `first` on, of the stretch from `start` on. Whole words of packed floats are read where they
  /// lie, anything else is copied.
  StreamCrowd(const StridedObjects<N>& objects, std::size_t start, std::size_t first, std::size_t size)
      : StreamCrowd(objects, objects.is_packed() && size % 64 == 0 ? 0 : size) {
    if (padded_room_ == 0)
      for (std::size_t s = 0; s < N; ++s) stream_[s] = objects.streams.stream[s].data + first;
    else
      objects.copy(first, size, [&](std::size_t s) { return copies_.get() + s * padded_room_; });
    count = static_cast<int>(size);
    for (std::size_t i = 0; i < size; ++i) places_.push_back(static_cast<std::uint16_t>(first - start + i));
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
  void take(const StreamCrowd& from, const TileMask& mask) {
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

  [[nodiscard]] StreamBatch batch(const CullBatch& common) const {
    StreamBatch batch{common, {}};
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
  ShapesView shapes;
  std::size_t kind;
};

class RecordCrowd {
 public:
  int count = 0;

  RecordCrowd(const RecordsOfKind& objects, std::size_t room) : objects_(objects) {
    records_.reserve(mask_words(room) * 64);
    places_.reserve(room);
  }
  RecordCrowd(const RecordsOfKind& objects, std::size_t start, std::size_t first, std::size_t size)
      : RecordCrowd(objects, size) {
    for (std::size_t i = first; i < first + size; ++i)
      if (static_cast<std::size_t>(objects.shapes.kinds[i]) == objects.kind)
        append(&objects.shapes.records[i], i - start);
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
  void take(const RecordCrowd& from, const TileMask& mask) {
    records_.resize(static_cast<std::size_t>(count));
    for_each_bit(mask, from.count, [&](std::size_t i) { append(from.records_[i], from.place(i)); });
    pad();
  }
  void clear() { count = 0, records_.clear(), places_.clear(); }

 private:
  void append(const Record* record, std::size_t place) {
    records_.push_back(record);
    places_.push_back(static_cast<std::uint16_t>(place));
    ++count;
  }
  void pad() {
    if (count > 0) records_.resize(mask_words(records_.size()) * 64, records_.back());
  }

  [[nodiscard]] RecordBatch batch(const CullBatch& common) const { return {common, records_.data(), objects_.shapes}; }

  RecordsOfKind objects_;
  std::vector<const Record*> records_;
  std::vector<std::uint16_t> places_;
};

}  // namespace lockstep::detail
