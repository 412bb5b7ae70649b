// Validates the views of a call before anything is read or written.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/parallel.hpp"
#include "base/validate.hpp"
#include "views/strided_objects.hpp"

namespace lockstep::detail {

/// The first bad object among those that parallel tasks find; the error message names it.
class BadObjects {
 public:
  void note(std::size_t object) {
    for (std::size_t first = first_; object < first && !first_.compare_exchange_weak(first, object);) {
    }
  }
  [[nodiscard]] std::size_t first() const { return first_; }
  /// Throws if there is a bad object.
  template <ViewKind K>
  void check(const Streams<K>& objects) const {
    if (first_ < objects.count) throw_bad(objects, first_);
  }

 private:
  std::atomic<std::size_t> first_ = SIZE_MAX;
};

/// Throws for the first invalid object.
template <ViewKind K>
void check_numbers(const StridedObjects<K>& objects) {
  constexpr std::size_t tile = 4096;
  BadObjects bad;
  for_each_range(objects.streams.count, tile, [&](std::size_t first, std::size_t end) {
    objects.for_each_run(first, end - first, [&](const auto& stream, std::size_t begin, std::size_t size) {
      const std::size_t at = objects.first_bad(stream, size);
      if (at != size) bad.note(first + begin + at);
    });
  });
  bad.check(objects.streams);
}

/// For all views except those of matrices.
inline void check_last_rows(const auto& /*view*/) {}

/// Throws if a matrix stores a last row other than 0 0 0 1: either its numbers are in another order than declared, or
/// it is not affine. Mostly this holds for all objects or for none, so a sample suffices; checking all objects would
/// cost a third of culling.
inline void check_last_rows(const TransformedBoxView& view) {
  constexpr std::size_t most = 64;
  constexpr float rounding = 1e-5F;
  const MatrixStreams& m = view.matrix;
  const Stream* const row[] = {&m.m30, &m.m31, &m.m32, &m.m33};
  const std::size_t count = std::min(view.count, most);
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t i = k * view.count / count;
    for (std::size_t column = 0; column < 4; ++column) {
      if (row[column]->data == nullptr) continue;
      const float value = value_at(*row[column], i), wanted = column == 3 ? 1.0F : 0.0F;
      if (value - wanted <= rounding && wanted - value <= rounding) continue;
      throw_invalid("transformed_boxes.matrix.m3" + std::to_string(column) + '[' + std::to_string(i) + ']', value,
                    "the last row of an object's matrix must be 0 0 0 1; is MatrixOrder the other one?");
    }
  }
}

/// Checks that a stream of `count` numbers exists and shares no memory with the output. `name` names the stream.
template <class Name>
void check_stream(const void* data, std::ptrdiff_t stride, std::size_t size, std::size_t count, const Name& name,
                  std::span<const std::byte> written, std::string_view output) {
  if (data == nullptr)
    throw InvalidInput(std::string(name()) + ": is null, the view has " + std::to_string(count) + " objects");
  const char* const start = static_cast<const char*>(data);
  std::ptrdiff_t length = 0;
  if (__builtin_mul_overflow(count - 1, stride, &length))
    throw InvalidInput(std::string(name()) + ": " + std::to_string(count) + " objects with a stride of " +
                       std::to_string(stride) + " bytes fit into no memory");
  const char* const end = start + length;
  const char* const low = std::min(start, end, std::less<>());
  const auto bytes = static_cast<std::size_t>(std::max(start, end, std::less<>()) - low) + size;
  if (share_memory(low, bytes, written.data(), written.size()))
    throw InvalidInput(std::string(output) + ": shares memory with " + name());
}

/// The same of the streams of a view.
template <ViewKind K>
void check_streams(const Streams<K>& objects, std::span<const std::byte> written, std::string_view output) {
  for (std::size_t s = 0; s < stream_count(K) && objects.count != 0; ++s)
    check_stream(
        objects.stream[s].data, objects.stream[s].stride, sizeof(float), objects.count,
        [&] { return std::string(objects.name) + '.' + objects.field[s]; }, written, output);
}

}  // namespace lockstep::detail
