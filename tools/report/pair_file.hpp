// The pairs that overlap, frame by frame, where they touch, and those that began or ended, as tables or NumPy arrays.
#pragma once

#include <string>

#include "frames/frames.hpp"
#include "report/record_file.hpp"
#include "runs/overlap_run.hpp"

namespace lockstep::tools {

/// frame, a, b, and for separations also depth, nx, ny, nz. Pairs hold indices; the file gets their ids, and b is the
/// id of a static object if there are such objects. Lengths and points are those of results: in metres and with the
/// origin of the frames.
class PairFile {
 public:
  /// As RecordFile.
  PairFile(OutputFile file, const std::string& path, bool separations);

  void add(const Frame& frame, const OverlapLists& lists);
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

 private:
  bool separations_;
  RecordFile file_;
};

/// frame, a, b, separation, nx, ny, nz, ax, ay, az, bx, by, bz, feature_a, feature_b: a row for each contact point of a
/// pair, the deepest first.
class ContactFile {
 public:
  ContactFile(OutputFile file, const std::string& path);

  void add(const Frame& frame, const OverlapLists& lists);
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

 private:
  RecordFile file_;
};

/// frame, event (`began` or `ended`; 1 or -1 in an array), a, b.
class EventFile {
 public:
  EventFile(OutputFile file, const std::string& path);

  void add(const Frame& frame, const OverlapLists& lists);
  void finish() { file_.finish(); }
  void commit() { file_.commit(); }

 private:
  RecordFile file_;
};

}  // namespace lockstep::tools
