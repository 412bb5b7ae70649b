// Arrays of NumPy (.npy, versions 1 to 3). (Debian packages xtensor, whose reader believes what the header says.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frames/frames.hpp"
#include "frames/rows.hpp"

namespace lockstep::tools {

/// Whether the bytes start as such an array does.
[[nodiscard]] bool looks_like_npy(std::span<const std::byte> file);

/// An array of numbers as it lies in a file, which must outlive it: integers and floats of 1 to 8 bytes, in any order.
class NpyArray {
 public:
  /// Throws `ReadError` if the header is damaged or asks for what is not read (structures, complex numbers, objects),
  /// or if its shape is not that of the data.
  explicit NpyArray(std::span<const std::byte> file);

  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }
  /// How many elements lie between two neighbours along `axis`, in C or in Fortran order.
  [[nodiscard]] std::size_t stride(std::size_t axis) const { return strides_[axis]; }
  /// Element by element as they lie in the file: an index for each axis, times its stride, added up.
  [[nodiscard]] double operator[](std::size_t element) const { return read_(data_.data() + element * item_size_); }

 private:
  std::vector<std::size_t> shape_, strides_;
  std::span<const std::byte> data_;
  std::size_t item_size_ = 1;
  double (*read_)(const std::byte*) = nullptr;
};

/// An array of the shape (objects, columns) is one frame, or as many as its column `frame` numbers; one of the shape
/// (frames, objects, columns) is those frames. Columns are named by --columns, else: x y, x y z (both with --radius
/// alone), x y z radius. Throws `ReadError` that names the first element that is bad, `UsageError` about --columns.
[[nodiscard]] Recording record_npy(std::span<const std::byte> file, const FrameOptions& options);

/// The same, placed by itself.
[[nodiscard]] Frames read_npy(std::span<const std::byte> file, const FrameOptions& options);

}  // namespace lockstep::tools
