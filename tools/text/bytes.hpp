// Bounded reading of little-endian binary data. Every access is checked; offsets are 64 bits wide, so the sum of two
// 32-bit numbers from a file cannot wrap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "text/error.hpp"

namespace lockstep::tools {

class Bytes {
 public:
  /// `name` names these bytes in errors; it must outlive this object.
  Bytes(std::span<const std::byte> data, std::string_view name) : data_(data), name_(name) {}

  [[nodiscard]] std::size_t size() const { return data_.size(); }
  [[nodiscard]] std::span<const std::byte> data() const { return data_; }
  [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(data_.data()), data_.size()}; }

  [[nodiscard]] Bytes slice(std::uint64_t offset, std::uint64_t length, std::string_view name) const {
    if (offset > data_.size() || length > data_.size() - offset)
      throw ReadError(concat(name, ": bytes ", offset, " to ", offset, "+", length, " lie beyond the end of ", name_,
                             " (", data_.size(), " bytes)"));
    return {data_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)), name};
  }

  [[nodiscard]] std::uint32_t u32(std::uint64_t offset) const {
    const std::span<const std::byte> four = slice(offset, 4, name_).data();
    std::uint32_t value = 0;
    for (std::size_t i = 4; i-- > 0;) value = value << 8 | std::to_integer<std::uint32_t>(four[i]);
    return value;
  }

  [[nodiscard]] std::int32_t i32(std::uint64_t offset) const { return std::bit_cast<std::int32_t>(u32(offset)); }
  [[nodiscard]] float f32(std::uint64_t offset) const { return std::bit_cast<float>(u32(offset)); }

 private:
  std::span<const std::byte> data_;
  std::string_view name_;
};

/// An array of records of `record_size` bytes each. A length that is no multiple of the record's is an error.
class Records {
 public:
  Records(const Bytes& bytes, std::size_t record_size, std::string_view name)
      : bytes_(bytes), record_size_(record_size), count_(bytes.size() / record_size), name_(name) {
    if (bytes.size() % record_size != 0)
      throw ReadError(
          concat(name, ": ", bytes.size(), " bytes are not a whole number of ", record_size, "-byte records"));
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Bytes operator[](std::size_t index) const {
    return bytes_.slice(std::uint64_t{index} * record_size_, record_size_, name_);
  }

 private:
  Bytes bytes_;
  std::size_t record_size_, count_;
  std::string_view name_;
};

}  // namespace lockstep::tools
