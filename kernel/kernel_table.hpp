// What the library asks of an instruction set: a table of functions, one per combination of kinds, filled in by each
// isa_<name>.cpp. Plain data only: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "lockstep/frustum.hpp"
#include "lockstep/isa.hpp"
#include "records.hpp"

namespace lockstep::detail {

// Verdict, as the byte that kernels write.
inline constexpr std::uint32_t code_separated = 0, code_touching = 1, code_overlapping = 2;

inline constexpr int query_padding = 16;
inline constexpr int pair_tile = 256;   // pairs in flight: their shapes and simplices fit the first-level cache
inline constexpr int cull_tile = 4096;  // objects in flight; enough to fill the lanes of the last stage

/// One pair of a tile.
struct Query {
  const Record* a;
  const Record* b;
};

/// Up to pair_tile pairs of the same two kinds; codes[i] receives the answer to queries[i]. Copies of the last query fill
/// up the array to the next multiple of query_padding.
struct PairBatch {
  const Query* queries;
  int count;
  ShapesView first, second;  // where the shapes a and the shapes b are
  std::uint8_t* codes;
  bool automatic;
};

/// Up to cull_tile objects against one volume. Sets bit i of `visible` for object i; bits past `count` are cleared.
struct CullBatch {
  const VolumeData* volume;
  int count;
  std::uint64_t* visible;
  bool exact;
  bool keep_touching;
};

/// Objects as streams of floats, each readable to the next multiple of 64 objects: x y z r | min xyz max xyz |
/// centre xyz, quaternion xyzw, half extents xyz | matrix by rows of four, min xyz max xyz of what it moves.
struct StreamBatch : CullBatch {
  const float* stream[18];
};

/// In the tables below: spheres, boxes, oriented boxes, transformed boxes; told apart by how many streams they are.
inline constexpr int stream_kinds = 4;
constexpr int stream_kind(int streams) { return streams == 4 ? 0 : streams == 6 ? 1 : streams == 10 ? 2 : 3; }

/// Objects of one kind as records, readable to the next multiple of 64 as well.
struct RecordBatch : CullBatch {
  const Record* const* records;
  ShapesView shapes;
};

/// Positions of what the float lanes leave open in a batch; copies of the last one fill up the next 16.
struct OpenQuestions {
  const std::uint32_t* position;
  int count;
};

/// The planes between the parts of a view along one axis: parts + 1 of them.
struct GridAxis {
  const GridPlane* planes;
  int parts;
};

/// The parts that an object may touch along each axis; none if last < first. If `decided`, it touches all of them.
struct PartRange {
  int first[3], last[3];
  bool decided;
};

/// The same in double lanes, for the open questions of a batch only. Each isa_<name>_double.cpp fills in one.
struct DoubleTable {
  void (*decide_pairs[record_kinds][record_kinds])(const PairBatch&, OpenQuestions);
  void (*cull_streams[stream_kinds])(const StreamBatch&, OpenQuestions);
  void (*cull_records[record_kinds])(const RecordBatch&, OpenQuestions);
};

struct KernelTable {
  Isa isa;
  int lanes;
  void (*decide_pairs[record_kinds][record_kinds])(const PairBatch&);  // [a][b] for a <= b
  void (*cull_streams[stream_kinds])(const StreamBatch&);
  void (*cull_records[record_kinds])(const RecordBatch&);
  // Of the objects at some positions, whose bits are set, clear the bits of those that are outside.
  void (*settle_streams[stream_kinds])(const StreamBatch&, OpenQuestions);
  void (*settle_records[record_kinds])(const RecordBatch&, OpenQuestions);
  // Where objects lie in a view whose anchor is that of the batch's volume.
  void (*place_streams[stream_kinds])(const StreamBatch&, const GridAxis (&)[3], PartRange*);
  void (*place_records[record_kinds])(const RecordBatch&, const GridAxis (&)[3], PartRange*);
  // Structures to streams: float k of row i, a row being four floats that lie i * stride bytes after `first`, goes to
  // out[k][i]. Copies of the last row fill up the next 64.
  void (*split_rows)(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]);
};

/// The kernels of an instruction set, or null if this machine cannot run them (or the build lacks them).
const KernelTable* kernel_table(Isa isa) noexcept;

}  // namespace lockstep::detail
