// Batches of objects and volumes for frustum culling kernels, and the tables of these kernels. Plain data, as in
// pair_batch.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lockstep/detail/volume_data.hpp"
#include "table/queries.hpp"
#include "table/records.hpp"
#include "table/view_kind.hpp"

namespace lockstep::detail {

inline constexpr int cull_tile = 4096;  // objects in a tile: the least share of a task, and the size of scratch memory

/// The last stage that a batch runs. `bound`: float lanes leave out objects that a plane separates. `planes`: double
/// lanes do so as well. `exact`: GJK leaves out the rest. A bound of several volumes needs the first stage only.
enum class CullStages : std::uint8_t { bound, planes, exact };

/// Objects against one volume. Sets bit i of `visible` for object i; bits past `count` are cleared.
struct CullBatch {
  const VolumeData* volume;
  int count;
  std::uint64_t* visible;
  CullStages stages;
  bool keep_touching;
};

/// Objects as streams, each readable to the next multiple of 64 objects. At the first invalid object a kernel stops and
/// stores its index in `*bad`, unless `bad` is null.
struct StreamBatch : CullBatch {
  const float* stream[stream_count(ViewKind::transformed_boxes)];
  int* bad;
  /// Unless null: the objects that float lanes leave undecided go there, and their bits stay set.
  std::uint32_t* open = nullptr;
  int* open_count = nullptr;
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

/// The parts that an object may touch along each axis; empty if last < first. If `decided`, it touches all of them; in
/// a batch that ends with CullStages::planes: no plane separates it from any of them.
struct PartRange {
  int first[3], last[3];
  bool decided;
};

/// A sphere and the cells that it may touch, of a grid that has a frame (GridFrame). All is relative to the anchor.
struct SphereInGrid {
  Vec3 anchor, right, up, forward;
  const float *slope[2], *offset[2];  // of columns and rows, readable for one register past the last
  const float *depth, *depth_tilt, *depth_shift;
  float tilt, shift, steepest;
  float sphere[4];  // centre and radius, as the caller has them
  PartRange range;
  // For each slice and row in the range, the columns in it from bit 0 of a new word on: proven touched, not proven.
  std::uint64_t *touched, *open;
};

/// The kernels for each kind of objects.
template <class Batch, std::size_t Kinds>
struct CullKernels {
  void (*cull[Kinds])(const Batch&);
  /// Clear the bits of those listed objects that are outside; before, the bits of all listed objects are set.
  void (*resolve[Kinds])(const Batch&, UndecidedQueries);
  /// Which cells of a grid each object may touch. The grid is that of a view with the same anchor as the batch's
  /// volume.
  void (*assign_cells[Kinds])(const Batch&, const GridAxis (&)[3], PartRange*);
  /// Which of these cells a sphere touches.
  void (*touch_cells)(const SphereInGrid&);
};
using ViewKernels = CullKernels<StreamBatch, culled_kinds>;
using SetKernels = CullKernels<RecordBatch, record_kinds>;

/// The same in double lanes: clear the bits of those listed objects that are outside.
template <class Batch, std::size_t Kinds>
struct CullDoubleKernels {
  void (*resolve[Kinds])(const Batch&, UndecidedQueries);
};
using ViewDoubleKernels = CullDoubleKernels<StreamBatch, culled_kinds>;
using SetDoubleKernels = CullDoubleKernels<RecordBatch, record_kinds>;

}  // namespace lockstep::detail
