// What is asked of the views of a call before anything is read or written.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "views/strided_objects.hpp"

namespace lockstep::detail {

/// The first object from `first` on that is none; `end` if all are objects.
template <ViewKind K>
std::size_t first_bad(const StridedObjects<K>& objects, std::size_t first, std::size_t end) {
  constexpr std::size_t N = stream_count(K);
  std::array<std::array<float, copied_objects<K>>, N + 1> copy;
  for (; first < end; first += copied_objects<K>) {
    const std::size_t size = std::min(copied_objects<K>, end - first);
    std::array<const float*, N> stream;
    const bool packed = objects.is_packed();
    if (!packed) objects.copy(first, size, [&](std::size_t s) { return copy[s].data(); });
    for (std::size_t s = 0; s < N; ++s) stream[s] = packed ? objects.streams.stream[s].data + first : copy[s].data();
    if (are_valid<K>(stream, 0, size)) continue;
    for (std::size_t i = 0; i < size; ++i)
      if (!are_valid<K>(stream, i, i + 1)) return first + i;
  }
  return end;
}

/// Throws for the first object that is none.
template <ViewKind K>
void check_numbers(const StridedObjects<K>& objects) {
  constexpr std::size_t tile = 4096;
  const std::size_t count = objects.streams.count;
  const auto bad_of_tile = [&](std::size_t first, std::size_t size) {
    const std::size_t bad = first_bad(objects, first, first + size);
    return bad == first + size ? count : bad;
  };
  const auto least = [](std::size_t a, std::size_t b) { return std::min(a, b); };
  const std::size_t bad = reduce_tiles(count, tile, count, bad_of_tile, least);
  if (bad != count) throw_bad(objects.streams, bad);
}

/// Streams that are there and share no memory with what is written. `output` names that.
template <ViewKind K>
void check_streams(const Streams<K>& objects, std::span<const std::byte> written, std::string_view output) {
  for (std::size_t s = 0; s < stream_count(K) && objects.count != 0; ++s) {
    const Stream& stream = objects.stream[s];
    if (stream.data == nullptr)
      throw InvalidInput(std::string(objects.name) + '.' + objects.field[s] + ": is null, the view has " +
                         std::to_string(objects.count) + " objects");
    const char* const start = reinterpret_cast<const char*>(stream.data);
    std::ptrdiff_t length = 0;
    if (__builtin_mul_overflow(objects.count - 1, stream.stride, &length))
      throw InvalidInput(std::string(objects.name) + '.' + objects.field[s] + ": " + std::to_string(objects.count) +
                         " objects with a stride of " + std::to_string(stream.stride) + " bytes fit into no memory");
    const char* const end = start + length;
    const char* const low = std::min(start, end, std::less<>());
    const auto bytes = static_cast<std::size_t>(std::max(start, end, std::less<>()) - low) + sizeof(float);
    if (share_memory(low, bytes, written.data(), written.size()))
      throw InvalidInput(std::string(output) + ": shares memory with " + objects.name + '.' + objects.field[s]);
  }
}

}  // namespace lockstep::detail
