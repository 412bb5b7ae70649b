// Every operation of kernel/lanes/registers/lanes.hpp, and of groups_of_8.hpp, as a plain function over arrays of
// `width` lanes, one table per instruction set, and the steps of a search that use them (kernel/lanes/gjk/simplex.hpp).
// Masks are passed as bits. lane_probe.cpp fills the tables in; lanes_test.cpp and its neighbours compare them with
// scalar code.
#pragma once

#include <cstdint>

#include "lockstep/config.hpp"

namespace lockstep::test {

enum UnaryOperation { negate, absolute, square_root, reciprocal_exponent_of, unary_operations };
enum BinaryOperation { add, subtract, multiply, divide, minimum, maximum, flip_sign_of, binary_operations };
enum Comparison { less, less_or_equal, greater, greater_or_equal, equal, comparisons };

/// Whether the tetrahedron encloses the origin, and whether that is proven.
struct EnclosedLanes {
  unsigned enclosed, proven;
};

struct LaneProbe {
  int width;

  void (*unary[unary_operations])(const float* x, float* out);
  void (*binary[binary_operations])(const float* a, const float* b, float* out);
  unsigned (*compare[comparisons])(const float* a, const float* b);

  void (*broadcast_real)(float x, float* out);
  void (*broadcast_index)(std::uint32_t x, std::uint32_t* out);
  void (*count_from)(std::uint32_t first, std::uint32_t* out);

  unsigned (*round_trip)(unsigned mask);
  unsigned (*both)(unsigned a, unsigned b);
  unsigned (*either)(unsigned a, unsigned b);
  unsigned (*negation)(unsigned a);
  bool (*any)(unsigned mask);
  bool (*none)(unsigned mask);
  bool (*all)(unsigned mask);
  unsigned (*first_lanes)(int count);

  void (*select_reals)(unsigned mask, const float* a, const float* b, float* out);
  void (*select_indices)(unsigned mask, const std::uint32_t* a, const std::uint32_t* b, std::uint32_t* out);
  int (*compress_reals)(float* out, const float* x, unsigned mask);
  int (*compress_indices)(std::uint32_t* out, const std::uint32_t* x, unsigned mask);
  void (*store_bytes)(std::uint8_t* out, const std::uint32_t* x);
  void (*max_across)(const float* x, float* out);
  /// Of `count` vertices, all x, then all y, then all z, each padded to a multiple of 16.
  std::uint32_t (*first_farthest)(const float* x, std::uint32_t count, const float* direction);

  /// Group k of lanes is 8 k .. 8 k + lanes_of_group - 1; sorts are of all eight, at 8 k.
  unsigned groups_of_8, lanes_of_group;
  void (*load_groups_of_8)(const float* const* at, float* out);
  void (*spread_to_groups_of_8)(const float* const* at, float* out);
  unsigned (*first_of_group)(unsigned k, unsigned count);
  void (*sort_groups_of_8)(const float* x, const std::uint32_t* selected, const std::uint32_t* first, float* sorted,
                           std::uint32_t* place, std::uint32_t* counts);

  /// load_rows<1>, <2>, <4>: out[(4 k + c) * width + i] is component c of quad k in lane i.
  void (*load_rows[3])(const float* const* rows, float* out);

  /// The simplex is coordinates of b, c, d and v, `a` those of the newest point: coordinate k of lane i is at
  /// [k * width + i].
  void (*update_triangle)(float* simplex, const float* a);
  EnclosedLanes (*update_tetrahedron)(float* simplex, const float* a);
};

/// The probe of an instruction set that `supported_isas` lists.
const LaneProbe& lane_probe(Isa isa);

}  // namespace lockstep::test
