// The classes ConvexVolume and VolumeSet.
#include <algorithm>
#include <vector>

#include <pybind11/stl.h>

#include <lockstep/version.hpp>
#include <lockstep/volume_set.hpp>

#include "arrays/enums.hpp"
#include "arrays/errors.hpp"
#include "arrays/floats.hpp"
#include "arrays/in_use.hpp"
#include "arrays/outputs.hpp"
#include "objects/objects.hpp"
#include "objects/volume.hpp"

namespace lockstep::python {
namespace {

using VolumePointer = std::shared_ptr<Volume>;

/// (4, 4), as it is indexed, or its 16 numbers in the order that is named.
std::array<float, 16> matrix_of(py::handle value, MatrixOrder order) {
  py::array array = float_array(value, "matrix");
  const bool flat = array.ndim() == 1 && array.shape(0) == 16;
  if (!flat && (array.ndim() != 2 || array.shape(0) != 4 || array.shape(1) != 4)) {
    throw wrong_shape("matrix", array, "(4, 4), or (16,) in memory's order");
  }
  if (!flat && order != MatrixOrder::row_major) {
    throw py::value_error("matrix has the shape (4, 4), whose first index is the row; an order is for the shape (16,)");
  }
  std::array<float, 16> matrix;
  const py::array_t<float> numbers(array.reshape({16}));
  std::copy_n(numbers.data(), 16, matrix.begin());
  return matrix;
}

VolumePointer from_view_projection(const py::object& matrix, DepthRange range, MatrixOrder order,
                                   const std::array<float, 6>& window) {
  const auto& [left, right, bottom, top, low_z, high_z] = window;
  return std::make_shared<Volume>(
      FromMatrix{matrix_of(matrix, order), order, range, {left, right, bottom, top, low_z, high_z}});
}

VolumePointer from_corners(const py::object& corners) {
  const Floats points = Floats::vectors(corners, "corners", 3);
  if (points.for_all() || points.count() != 8) throw py::value_error("corners are not an array of the shape (8, 3)");
  FromCorners made;
  for (std::size_t i = 0; i < 8; ++i) made[i] = points.vec3(i);
  return std::make_shared<Volume>(made);
}

py::array corners_of(const Volume& volume, float far_cut) {
  py::array_t<float> corners({8, 3});
  const std::array<Vec3, 8> points = volume.volume().corners(far_cut);
  std::copy_n(&points[0].x, 24, corners.mutable_data());
  return corners;
}

py::tuple pickled(const Volume& volume) {
  ByteWriter bytes;
  volume.write(bytes);
  return py::make_tuple(LOCKSTEP_VERSION, py::bytes(bytes.take()));
}

VolumePointer unpickled(const py::tuple& state) {
  const std::string bytes = pickled_bytes(state, "ConvexVolume");
  ByteReader reader(bytes);
  return std::const_pointer_cast<Volume>(Volume::read(reader));
}

void bind_volume(py::module_& module) {
  py::class_<Volume, VolumePointer> volume(module, "ConvexVolume",
                                           "A convex volume with 8 corners: what a camera sees. Does not change.");
  volume.def_static(
      "from_view_projection", from_view_projection, py::arg("matrix"), py::arg("range"), py::kw_only(),
      py::arg("order") = MatrixOrder::row_major, py::arg("window") = std::array<float, 6>{-1, 1, -1, 1, -1, 1},
      "All points whose clip coordinates matrix @ (x, y, z, 1) lie in the view: matrix is float32 (4, 4),\n"
      "matrix[row, column], or (16,) in the `order` that is named; `range` a DepthRange; `window` = (left,\n"
      "right, bottom, top, low_z, high_z) a part of the view. Raises ValueError for a singular matrix, and\n"
      "for one that looks transposed.");
  volume.def_static("from_corners", from_corners, py::arg("corners"),
                    "The hull of 8 points, float32 (8, 3): near side in ring order, then far side in the same order.");
  volume.def("corners", corners_of, py::arg("far_cut") = 1e4F,
             "The corners, float32 (8, 3): near ring, then far ring.");
  volume.def_property_readonly("infinite_far", [](const Volume& self) { return self.volume().infinite_far(); });
  volume.def("__repr__", [](const Volume& self) {
    return std::string("<lockstep.ConvexVolume") + (self.volume().infinite_far() ? " without a far side>" : ">");
  });
  volume.def(py::pickle(&pickled, &unpickled));
}

VolumeSet set_of(const py::sequence& volumes) {
  std::vector<ConvexVolume> list;
  list.reserve(volumes.size());
  for (const py::handle volume : volumes) {
    if (!py::isinstance<Volume>(volume)) {
      throw py::type_error("volumes[" + std::to_string(list.size()) + "] is a " +
                           std::string(py::str(py::type::handle_of(volume).attr("__name__"))) +
                           ", must be a ConvexVolume");
    }
    list.push_back(volume.cast<const Volume&>().volume());
  }
  return unlocked([&] { return VolumeSet(list); });
}

VolumeSet grid(const py::object& matrix, DepthRange range, std::uint32_t columns, std::uint32_t rows,
               const py::object& depths, MatrixOrder order) {
  const std::array<float, 16> numbers = matrix_of(matrix, order);
  const Floats slices = Floats::numbers(depths, "depths");
  std::vector<float> list;
  for (std::size_t i = 0; i < slices.count(); ++i) list.push_back(slices.number(i));
  return unlocked([&] {
    return VolumeSet::grid(numbers.data(), order, range, {.columns = columns, .rows = rows, .depths = list});
  });
}

VolumeSet cube(const py::object& eye, float near, float far) {
  const Floats point = Floats::vectors(eye, "eye", 3);
  if (!point.for_all()) throw py::value_error("eye is not one point, of the shape (3,)");
  return VolumeSet::cube(point.vec3(0), near, far);
}

py::array depths_between(float near, float far, std::size_t slices, float blend) {
  const std::vector<float> depths = split_depths(near, far, slices, blend);
  return py::array_t<float>(length(depths.size()), depths.data());
}

void bind_set(py::module_& module) {
  py::class_<VolumeSet> volumes(module, "VolumeSet", "Many volumes to cull against in one pass. Does not change.");
  volumes.def(py::init(&set_of), py::arg("volumes"), "Of a list of ConvexVolume.");
  volumes.def_static(
      "grid", grid, py::arg("matrix"), py::arg("range"), py::arg("columns") = 1, py::arg("rows") = 1,
      py::arg("depths") = py::tuple(), py::kw_only(), py::arg("order") = MatrixOrder::row_major,
      "The parts of a camera's view: the one in column x from the left, row y from the bottom and slice z\n"
      "from the eye is volume (z * rows + y) * columns + x. `depths`, float32 (N,), is where slices meet.");
  volumes.def_static("cube", cube, py::arg("eye"), py::arg("near"), py::arg("far"),
                     "What the six cameras of a cube map see: +x, -x, +y, -y, +z, -z.");
  volumes.def("__len__", [](const VolumeSet& self) { return self.size(); });  // None is no object of the class
  volumes.def("__repr__", [](const VolumeSet& self) {
    return "<lockstep.VolumeSet of " + std::to_string(self.size()) + " volumes>";
  });
}

}  // namespace

void bind_volumes(py::module_& module) {
  bind_volume(module);
  bind_set(module);
  module.def("split_depths", depths_between, py::arg("near"), py::arg("far"), py::arg("slices"), py::arg("blend") = 1,
             "The depths at which slices from near to far meet, float32 (slices - 1,), for VolumeSet.grid.");
}

}  // namespace lockstep::python
