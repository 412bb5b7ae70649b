// Objects and volumes on their way into a kernel that culls, and the tables of kernels for them. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/detail/volume_data.hpp"
#include "table/queries.hpp"
#include "table/records.hpp"
#include "table/view_kind.hpp"

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
using ViewKernels = CullKernels<StreamBatch, culled_kinds>;
using SetKernels = CullKernels<RecordBatch, record_kinds>;

/// The same in double lanes: of the objects at some positions, clear the bits of those that are outside.
template <class Batch, std::size_t Kinds>
struct CullDoubleKernels {
  void (*settle[Kinds])(const Batch&, UndecidedQueries);
};
using ViewDoubleKernels = CullDoubleKernels<StreamBatch, culled_kinds>;
using SetDoubleKernels = CullDoubleKernels<RecordBatch, record_kinds>;

}  // namespace lockstep::detail
