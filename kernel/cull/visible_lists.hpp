// Index lists of visible objects: of one volume from its mask, of many volumes from their masks or from single hits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "base/bits.hpp"
#include "base/call.hpp"
#include "base/scratch.hpp"
#include "base/validate.hpp"
#include "lockstep/types.hpp"

namespace lockstep::detail {

inline void check_index_width(std::uint64_t objects, const char* what) {
  if (objects > std::uint64_t{1} << 32)
    throw InvalidInput(std::string(what) + ": more than 2^32 objects, indices are 32 bits wide");
}

/// The list of one volume: cull(mask) sets the bits of visible objects and returns their number, which this returns.
/// Writes nothing if `indices` is too short.
template <class Cull>
std::size_t list_visible(std::size_t objects, std::span<std::uint32_t> indices, const Executor& executor,
                         const Cull& cull) {
  const Call call(executor);
  check_index_width(objects, "indices");
  ScratchVector<std::uint64_t> mask(mask_words(objects));
  const std::size_t count = cull(std::span(mask));
  if (count <= indices.size()) list_bits(mask.data(), mask.size(), indices.data());
  return count;
}

/// Writes the list of row v, of `row_words` words, from indices[first[v]] on.
void list_rows(std::span<const std::uint64_t> rows, std::size_t row_words, std::span<const std::size_t> first,
               std::span<std::uint32_t> indices);

/// An object that a volume sees.
struct VisibleHit {
  std::uint32_t volume, object;
};

/// The hits of a call's tasks.
class VisibleHits {
 public:
  /// Tasks may call this at the same time.
  void add(ScratchVector<VisibleHit>&& of_a_task) {
    const std::lock_guard lock(one_at_a_time_);
    of_tasks_.push_back(std::move(of_a_task));
  }
  /// Writes the objects of volume v in rising order to indices[first[v]] .. indices[first[v + 1] - 1]. A counting sort
  /// by volumes, whose lists are sorted one by one: tasks end in any order.
  void write_lists(std::span<const std::size_t> first, std::size_t objects, std::span<std::uint32_t> indices) const;

 private:
  std::mutex one_at_a_time_;
  ScratchVector<ScratchVector<VisibleHit>> of_tasks_;
};

}  // namespace lockstep::detail
