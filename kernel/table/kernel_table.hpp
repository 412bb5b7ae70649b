// What the library asks of an instruction set: a table of functions, one per combination of kinds, filled in by each
// isa_<name>.cpp. Plain data only: nothing here may put an inline function into code compiled for a wide instruction set.
#pragma once

#include "lockstep/frustum.hpp"
#include "lockstep/isa.hpp"
#include "table/records.hpp"
#include "table/records2.hpp"

namespace lockstep::detail {

// Verdict, as the byte that kernels write.
inline constexpr std::uint32_t code_separated = 0, code_touching = 1, code_overlapping = 2;

inline constexpr int query_padding = 16;
inline constexpr int pair_tile = 256;   // pairs in flight: their shapes and simplices fit the first-level cache
inline constexpr int cull_tile = 4096;  // objects in flight; enough to fill the lanes of the last stage

/// One pair of a tile.
template <class AnyRecord>
struct QueryOf {
  const AnyRecord* a;
  const AnyRecord* b;
};
using Query = QueryOf<Record>;
using Query2 = QueryOf<Record2>;

/// Up to pair_tile pairs of the same two kinds; codes[i] receives the answer to queries[i]. Copies of the last query fill
/// up the array to the next multiple of query_padding.
template <class AnyRecord, class View>
struct PairBatchOf {
  const QueryOf<AnyRecord>* queries;
  int count;
  View first, second;  // where the shapes a and the shapes b are
  std::uint8_t* codes;
  bool automatic;
  float margin = 0;  // of decide_within
};
using PairBatch = PairBatchOf<Record, ShapesView>;
using PairBatch2 = PairBatchOf<Record2, ShapesView2>;

/// How far a batch goes: what a plane separates by float lanes is left out, and in double lanes the rest of that, and
/// what GJK separates. A bound of several volumes need not be better than the first.
enum class CullStages : std::uint8_t { bound, planes, exact };

/// Up to cull_tile objects against one volume. Sets bit i of `visible` for object i; bits past `count` are cleared.
struct CullBatch {
  const VolumeData* volume;
  int count;
  std::uint64_t* visible;
  CullStages stages;
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

/// The parts that an object may touch along each axis; none if last < first. If `decided`, it touches all of them; of a
/// batch that goes no farther than planes, none separates it from any.
struct PartRange {
  int first[3], last[3];
  bool decided;
};

/// The objects of a broad phase in the order of its cells, a stream per number: of balls x y z radius, of boxes min xyz max
/// xyz. All are readable for near_padding more than there are; keys, which are below 2^31 - 1, then end with that.
struct NearStreams {
  const float* stream[6];
  const std::uint32_t *ids, *keys;
};
inline constexpr std::size_t near_padding = 16;
inline constexpr std::uint32_t key_behind_all = 0x7fffffff;

/// A window of such objects.
struct Window {
  std::uint32_t begin, end;
};

/// Seekers look for targets in the rows of cells around them, whose keys differ by `offset` from those of their own row.
struct NearSearch {
  static constexpr int most_rows = 9;

  NearStreams seekers, targets;
  std::int64_t offset[most_rows];  // rising
  int rows;
  bool half;     // seekers are the targets, each two meet once; the first row is their own
  float margin;  // of balls: what is added to the radii, a trifle too large (docs/numerics.md, section 11)
  float sure;    // of balls: square of distance < sure * square of reach is a proof; 0 where the squares may underflow
};

/// How far some seekers have come.
struct NearWalk {
  std::uint32_t next, end;                                               // seekers that have not begun
  std::uint32_t from[NearSearch::most_rows], to[NearSearch::most_rows];  // no later than their windows
  int row;                                                               // behind all: begins with the next run
  std::uint32_t run = 0;
  Window window{0, 0};  // what is left of that of the last row
  // Steps that are listed, and which is the next: a few seekers, and targets before an end.
  static constexpr int many_steps = 256;
  int step = 0, step_count = 0;
  std::uint32_t seeker[many_steps + near_padding], target[many_steps + near_padding],
      target_end[many_steps + near_padding];
  std::uint64_t compared = 0;  // pairs in the lanes of all steps so far, empty lanes included

  [[nodiscard]] bool has_ended(int rows) const {
    return step == step_count && window.begin == window.end && row == rows && next == end;
  }
};

/// Where pairs that are near go: ids of seekers and targets. Balls that may touch, as positions in both. Ends with at most
/// `room` + near_padding of either.
struct NearPairs {
  std::uint32_t *a, *b;
  std::uint32_t *open_a, *open_b;
  int room;
  int count, open_count;
};

/// Pairs of balls, a stream per number: x y z radius. Streams are readable to the next multiple of query_padding.
struct BallPairs {
  const float *a[4], *b[4];
  int count;
  float margin;
  std::uint8_t* codes;
};

/// A kernel for each two kinds a <= b; null for the rest.
template <class Kernel, std::size_t Kinds>
struct PairKernels {
  static constexpr std::size_t kinds = Kinds;
  Kernel* of[Kinds][Kinds];
};
using SpaceKernels = PairKernels<void(const PairBatch&), record_kinds>;
using PlaneKernels = PairKernels<void(const PairBatch2&), shape_kinds2>;
using SpaceDoubleKernels = PairKernels<void(const PairBatch&, OpenQuestions), record_kinds>;
using PlaneDoubleKernels = PairKernels<void(const PairBatch2&, OpenQuestions), shape_kinds2>;

/// What an instruction set does in the plane. Each isa_<name>_plane.cpp fills in one.
struct PlaneTable {
  PlaneKernels decide_pairs;
  PlaneKernels decide_within;  // no farther apart than the margin?
};

/// The same in double lanes. Each isa_<name>_plane_double.cpp fills in one.
struct PlaneDoubleTable {
  PlaneDoubleKernels decide_pairs, decide_within;
};

/// The same in double lanes, for the open questions of a batch only. Each isa_<name>_double.cpp fills in one.
struct DoubleTable {
  SpaceDoubleKernels decide_pairs, decide_within;
  void (*cull_streams[stream_kinds])(const StreamBatch&, OpenQuestions);
  void (*cull_records[record_kinds])(const RecordBatch&, OpenQuestions);
  void (*decide_balls)(const BallPairs&);  // no farther apart than the margin?
};

struct KernelTable {
  Isa isa;
  int lanes;
  SpaceKernels decide_pairs;
  SpaceKernels decide_within;  // no farther apart than the margin?
  const PlaneTable& plane;
  void (*cull_streams[stream_kinds])(const StreamBatch&);
  void (*cull_records[record_kinds])(const RecordBatch&);
  // Of the objects at some positions, whose bits are set, clear the bits of those that are outside.
  void (*settle_streams[stream_kinds])(const StreamBatch&, OpenQuestions);
  void (*settle_records[record_kinds])(const RecordBatch&, OpenQuestions);
  // Where objects lie in a view whose anchor is that of the batch's volume.
  void (*place_streams[stream_kinds])(const StreamBatch&, const GridAxis (&)[3], PartRange*);
  void (*place_records[record_kinds])(const RecordBatch&, const GridAxis (&)[3], PartRange*);
  // Goes on with a walk to its end, or till there is no more room for pairs.
  void (*near_balls)(const NearSearch&, NearWalk&, NearPairs&);
  void (*near_boxes)(const NearSearch&, NearWalk&, NearPairs&);
  void (*decide_balls)(const BallPairs&);  // of DoubleTable
  // Structures to streams: float k of row i, a row being four floats that lie i * stride bytes after `first`, goes to
  // out[k][i]. Copies of the last row fill up the next 64.
  void (*split_rows)(const float* first, std::ptrdiff_t stride, int count, float* const (&out)[4]);
};

/// The kernels of an instruction set, or null if this machine cannot run them (or the build lacks them).
const KernelTable* kernel_table(Isa isa) noexcept;

}  // namespace lockstep::detail
