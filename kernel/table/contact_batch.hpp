// Pairs of boxes and capsules whose contacts are asked for, on their way into a kernel. Plain data: nothing here may
// put an inline function into code compiled for a wide instruction set.
#pragma once

#include "table/records.hpp"

namespace lockstep::detail {

/// In how many points the shapes of a pair touch, and where, in world space; a and b are the caller's. Of points there
/// are four where there are any: those from `count` on are zero.
struct ContactAnswer {
  /// As it lies in the caller's memory.
  struct Point {
    double a[3], b[3], separation;
    std::uint32_t feature_a, feature_b;
  };
  Point points[4];                     // the first is the deepest
  std::uint32_t count;                 // 0: the nearest two points are all there is
  std::uint32_t feature_a, feature_b;  // that face each other
};

/// One pair of a tile: shapes of rising kinds, with the normal from b to a.
struct ContactQuery {
  ShapeRef a, b;
  double normal[3];
  double lower;  // no contact lies deeper
  bool swapped;  // b is the caller's a
};

/// So many queries a kernel takes at once: what they and their answers take stays in the first-level cache.
inline constexpr int contact_tile = 64;

/// Up to contact_tile pairs of the same two kinds; answers[i] receives the contacts of queries[i]. There is room for
/// contact_tile answers, and those behind the last may be written as well.
struct ContactBatch {
  const ContactQuery* queries;
  int count;
  double margin;  // points farther apart are no contacts
  ContactAnswer* answers;
};

/// The kinds from here to there have a kernel: boxes of both kinds and capsules.
inline constexpr auto first_contact_kind = RecordKind::aabb, last_contact_kind = RecordKind::capsule;
inline constexpr int contact_kinds = 3;

/// A kernel for each two kinds a <= b, counted from the first; null for the rest. All in double lanes.
struct ContactKernels {
  static constexpr std::size_t kinds = contact_kinds;
  using Kernel = void(const ContactBatch&);

  Kernel* of[contact_kinds][contact_kinds];
};

}  // namespace lockstep::detail
