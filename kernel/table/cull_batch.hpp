// Objects and volumes on their way into a kernel that culls, and the tables of kernels for them. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/detail/volume_data.hpp"
#include "table/queries.hpp"
#include "table/records.hpp"

namespace lockstep::detail {

inline constexpr int cull_tile = 4096;  // objects in a tile: what a task gets at least, and what scratch memory holds

/// How far a batch goes: what a plane separates by float lanes is left out, and in double lanes the rest of that, and
/// what GJK separates. A bound of several volumes need not be better than the first.
enum class CullStages : std::uint8_t { bound, planes, exact };

/// Objects against one volume. Sets bit i of `visible` for object i; bits past `count` are cleared.
struct CullBatch {
  const VolumeData* volume;
  int count;
  std::uint64_t* visible;
  CullStages stages;
  bool keep_touching;
};

/// What a view of objects shows, in the order of the tables below.
enum class ViewKind : std::uint8_t { spheres, aabbs, boxes, transformed_boxes };
inline constexpr std::size_t view_kinds = 4;

/// How many streams of floats the objects of a view are: x y z r | min xyz max xyz | centre xyz, quaternion xyzw, half
/// extents xyz | matrix by rows of four, min xyz max xyz of what it moves.
constexpr std::size_t stream_count(ViewKind kind) {
  switch (kind) {
    case ViewKind::spheres: return 4;
    case ViewKind::aabbs: return 6;
    case ViewKind::boxes: return 10;
    case ViewKind::transformed_boxes: return 18;
  }
  return 0;
}

/// Objects as streams, each readable to the next multiple of 64 objects. A kernel that meets one that is none stops and
/// notes which it is, unless `bad` is null.
struct StreamBatch : CullBatch {
  const float* stream[stream_count(ViewKind::transformed_boxes)];
  int* bad;
};

/// Objects of one kind as records, readable to the next multiple of 64 as well.
struct RecordBatch : CullBatch {
  const Record* const* records;
  ShapesView shapes;
};

/// The planes between the parts of a view along one axis: parts + 1 of them.
struct GridAxis {
  const GridPlane* planes;
  int parts;
};

/// The parts that an object may touch along each axis; none if last < first. If `decided`, it touches all of them; of a
/// batch that goes no farther than planes, none separates it from any.
struct PartRange {
  int first[3], last[3];
  bool decided;
};

/// The kernels for each kind of objects.
template <class Batch, std::size_t Kinds>
struct CullKernels {
  void (*cull[Kinds])(const Batch&);
  /// Of the objects at some positions, whose bits are set, clear the bits of those that are outside.
  void (*settle[Kinds])(const Batch&, UndecidedQueries);
  /// Which cells of a grid each object may touch; the grid is that of a view whose anchor is that of the batch's
  /// volume.
  void (*assign_cells[Kinds])(const Batch&, const GridAxis (&)[3], PartRange*);
};
using ViewKernels = CullKernels<StreamBatch, view_kinds>;
using SetKernels = CullKernels<RecordBatch, record_kinds>;

/// The same in double lanes: of the objects at some positions, clear the bits of those that are outside.
template <class Batch, std::size_t Kinds>
struct CullDoubleKernels {
  void (*settle[Kinds])(const Batch&, UndecidedQueries);
};
using ViewDoubleKernels = CullDoubleKernels<StreamBatch, view_kinds>;
using SetDoubleKernels = CullDoubleKernels<RecordBatch, record_kinds>;

/// Structures to streams: float k of row i, a row being four floats that lie i * stride bytes after `first`, goes to
/// out[k][i]. Copies of the last row fill up the next 64.
using SplitRows = void(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]);
/// Of the objects from `first` to `end`, as streams that are readable by whole 64 from `first` on, the first that is
/// none; `end` if all are objects.
using FirstBad = int(const float* const* stream, int first, int end);
struct StreamKernels {
  SplitRows* split_rows;
  FirstBad* first_bad[view_kinds];
};

}  // namespace lockstep::detail
