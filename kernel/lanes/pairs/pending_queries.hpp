// Queries between stages: the list that a stage has to decide, and the state that it passes to the next stage.
#pragma once

#include <bit>
#include <cstddef>

#include "lanes/registers/lanes.hpp"
#include "table/pair_batch.hpp"

namespace lockstep::LOCKSTEP_ISA {

using detail::pair_tile;

/// Positions, within a tile, of the queries that a stage has to decide.
template <unsigned Tile>
struct PositionSubset {
  static constexpr unsigned capacity = Tile + Real::width;  // compress writes whole registers
  std::uint32_t position[capacity];
  int count = 0;

  void append(const Index& positions, Mask m) { count += compress(position + count, positions, m); }
  /// Appends the positions of the set bits; `first` is that of bit 0. Handles four at a time, because a branch for each
  /// would be mispredicted. Writes one value past the end.
  void append_bits(std::uint32_t first, std::uint64_t bits) {
    while (bits != 0)
      for (int k = 0; k < 4; ++k) {
        position[count] = first + static_cast<std::uint32_t>(std::countr_zero(bits));
        count += bits != 0 ? 1 : 0;
        bits &= bits - 1;
      }
  }
  /// Fills up the last register with copies of the last query.
  void pad() {
    for (int i = count; i < count + Real::width - 1 && count > 0; ++i) position[i] = position[count - 1];
  }
  /// The lanes of the register at k that are not copies.
  [[nodiscard]] Mask lanes(int k) const { return first_lanes(count - k < Real::width ? count - k : Real::width); }
  [[nodiscard]] Index positions(int k) const { return Index::load(position + k); }
  [[nodiscard]] std::size_t at(std::size_t i) const { return position[i]; }
  void store(std::uint8_t* codes, int k, int live, const std::uint8_t* packed) const {
    for (int i = 0; i < live; ++i) codes[position[k + i]] = packed[i];
  }
};

using Subset = PositionSubset<pair_tile>;

/// All queries of the tile, in order: the input of the first stage.
struct WholeTile {
  int count;

  static Index positions(int k) { return Index::count_from(static_cast<std::uint32_t>(k)); }
  [[nodiscard]] static std::size_t at(std::size_t i) { return i; }
  static void store(std::uint8_t* codes, int k, int live, const std::uint8_t* packed) {
    if (live == Real::width)
      __builtin_memcpy(codes + k, packed, Real::width);
    else
      for (int i = 0; i < live; ++i) codes[k + i] = packed[i];
  }
};

/// The queries of one register of a stage.
template <class In>
struct LaneBlock {
  const In& in;
  int k;
  int live = in.count - k < Real::width ? in.count - k : Real::width;

  [[nodiscard]] Mask lanes() const { return first_lanes(live); }
  [[nodiscard]] Index positions() const { return in.positions(k); }
  [[nodiscard]] std::size_t at(int lane) const {
    return in.at(static_cast<std::size_t>(k) + static_cast<unsigned>(lane));
  }
  /// Writes a verdict for each query.
  void store(std::uint8_t* codes, Mask separated, Mask overlapping) const {
    const Index code = select(separated, Index(detail::code_separated),
                              select(overlapping, Index(detail::code_overlapping), Index(detail::code_touching)));
    std::uint8_t packed[Real::width];
    store_bytes(packed, code);
    in.store(codes, k, live, packed);
  }
};

/// Queries between two stages: a structure of arrays of their shapes and the state of each. Hulls stay in memory and
/// are loaded again.
template <class Shape, class Known>
struct PendingQueries {
  static constexpr bool keeps_shape = requires { Shape::reals; };
  static constexpr unsigned shape_reals() {
    if constexpr (keeps_shape)
      return Shape::reals;
    else
      return 0;
  }

  Subset list;
  float stream[shape_reals() + sizeof(Known) / sizeof(Real)][Subset::capacity];

  /// May append to the list that is being read: it overwrites only entries that have been read already.
  void append(const Index& positions, Shape shape, Known known, Mask m) {
    int next = 0;
    const int count = list.count;  // a local copy: the compiler must assume that the stores change it
    const auto put = [&](const Real& x) { compress(stream[next++] + count, x, m); };
    if constexpr (keeps_shape) shape.each(put);
    each_real(known, put);
    list.append(positions, m);
  }
  template <class Loader, class Block>
  Shape load(const Loader& loader, const Block& block, Known& known) const {
    int next = 0;
    const auto get = [&](Real& x) { x = Real::load(stream[next++] + block.k); };
    if constexpr (keeps_shape) {
      Shape shape;
      shape.each(get);
      each_real(known, get);
      return shape;
    } else {
      each_real(known, get);
      return loader.shape(block);
    }
  }
};

}  // namespace lockstep::LOCKSTEP_ISA
