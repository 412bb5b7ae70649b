// NumPy arrays (.npy, versions 1 to 3). (Debian packages xtensor, whose reader trusts the header.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "frames/frames.hpp"
#include "frames/rows.hpp"

namespace lockstep::tools {

/// Whether the bytes start like such an array.
[[nodiscard]] bool looks_like_npy(std::span<const std::byte> file);

/// An array of numbers as it lies in a file, which must outlive it: integers and floats of 1 to 8 bytes, in either byte
/// order.
class NpyArray {
 public:
  /// Throws `ReadError` if the header is damaged, if its type is not supported (structures, complex numbers, objects),
  /// or if its shape does not match the data.
  explicit NpyArray(std::span<const std::byte> file);

  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }
  /// The number of elements between two neighbours along `axis`, in C or in Fortran order.
  [[nodiscard]] std::size_t stride(std::size_t axis) const { return strides_[axis]; }
  /// An element by its position in the file: the sum of each axis's index times its stride.
  [[nodiscard]] double operator[](std::size_t element) const { return read_(data_.data() + element * item_size_); }

 private:
  std::vector<std::size_t> shape_, strides_;
  std::span<const std::byte> data_;
  std::size_t item_size_ = 1;
  double (*read_)(const std::byte*) = nullptr;
};

/// An array of shape (objects, columns) is one frame, or has a column `frame` that numbers its frames; one of shape
/// (frames, objects, columns) holds those frames. --columns names the columns, else they are: x y, x y z (both with
/// --radius alone), x y z radius. Throws `ReadError` that names the first bad element, and `UsageError` about
/// --columns.
[[nodiscard]] Recording record_npy(std::span<const std::byte> file, const FrameOptions& options);

/// The same, with a placement of its own.
[[nodiscard]] Frames read_npy(std::span<const std::byte> file, const FrameOptions& options);

}  // namespace lockstep::tools
