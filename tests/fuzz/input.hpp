// Bytes as choices and numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "generate.hpp"
#include "shape.hpp"

namespace lockstep::test {

/// When the bytes are used up, every choice is the first one and every number is small, so that all inputs mean
/// something.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : left_(data, size) {}

  [[nodiscard]] bool at_end() const { return left_.empty(); }

  template <class Number>
  Number take() {
    Number number{};
    const std::size_t size = std::min(sizeof number, left_.size());
    if (size > 0) std::memcpy(&number, left_.data(), size);
    left_ = left_.subspan(size);
    return number;
  }

  unsigned below(unsigned count) { return take<std::uint8_t>() % count; }
  /// True once in `times`, and never at the end of the bytes.
  bool once_in(unsigned times) { return below(times) == times - 1; }
  oracle::Rng rng() { return oracle::Rng(take<std::uint32_t>()); }

  /// Any float. Small integers, earlier numbers and their neighbours are likely: geometry goes wrong for shapes that
  /// coincide, share planes or just miss each other.
  float number();

  /// `number` may return it, or a neighbour, from now on.
  void remember(float number) { known_.push_back(number); }

 private:
  float known() { return known_[known_.size() - 1 - take<std::uint8_t>() % known_.size()]; }
  float new_number();

  std::span<const std::uint8_t> left_;
  std::vector<float> known_ = {0};
};

}  // namespace lockstep::test
