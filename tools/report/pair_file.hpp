// The pairs that overlap, frame by frame, as a table or a NumPy array.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <lockstep/types.hpp>

#include "frames/frames.hpp"
#include "output/output_file.hpp"

namespace lockstep::tools {

/// What the file's name asks for: an array if it ends in .npy, else CSV. The array's elements are structures, so that
/// frame numbers may have fractions and ids stay whole: frame ('<f8'), a and b ('<i8').
class PairFile {
 public:
  /// `path` is the name that `file` was given. Throws `OutputError` for an array where no regular file is: its length
  /// is known only at the end, and stands at the start.
  PairFile(OutputFile file, const std::string& path);

  /// Pairs hold indices; their ids are written.
  void add(const Frame& frame, std::span<const Pair> pairs);
  /// Brings what was added to the file, which `commit` then puts in its place.
  void finish();
  void commit();

 private:
  void flush();

  OutputFile file_;
  bool as_array_;
  std::uint64_t written_ = 0;  ///< pairs
  std::string buffer_;
};

}  // namespace lockstep::tools
