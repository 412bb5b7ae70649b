// Plain numbers to bytes and back, for pickles.
#pragma once

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <lockstep/config.hpp>

namespace lockstep::python {

class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class T>
  void put_all(const std::vector<T>& values) {
    put(values.size());
    for (const T& value : values) put(value);
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : bytes_(bytes) {}

  template <class T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    need(sizeof(T));
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  template <class T>
  std::vector<T> get_all() {
    const std::size_t count = get<std::size_t>();
    if (count > (bytes_.size() - at_) / sizeof(T)) damaged();
    std::vector<T> values;
    values.reserve(count);
    while (values.size() < count) values.push_back(get<T>());
    return values;
  }
  [[nodiscard]] bool at_end() const { return at_ == bytes_.size(); }
  [[noreturn]] static void damaged() { throw InvalidInput("this pickle is damaged"); }

 private:
  void need(std::size_t size) const {
    if (bytes_.size() - at_ < size) damaged();
  }

  const std::string& bytes_;
  std::size_t at_ = 0;
};

}  // namespace lockstep::python
