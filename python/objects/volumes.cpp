// The classes ConvexVolume and VolumeSet.
#include <algorithm>
#include <vector>

#include <pybind11/stl.h>

#include <lockstep/config.hpp>
#include <lockstep/volumes.hpp>

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

bool is_of_doubles(py::handle value) { return py::isinstance<py::array_t<double>>(value); }

/// (4, 4), as it is indexed, or its 16 numbers in the named order.
template <class Number>
std::array<Number, 16> matrix_of(py::handle value, MatrixOrder order) {
  py::array array = is_of_doubles(value) ? py::reinterpret_borrow<py::array>(value) : float_array(value, "matrix");
  const bool flat = array.ndim() == 1 && array.shape(0) == 16;
  if (!flat && (array.ndim() != 2 || array.shape(0) != 4 || array.shape(1) != 4)) {
    throw wrong_shape("matrix", array, "(4, 4), or (16,) in memory's order");
  }
  if (!flat && order != MatrixOrder::row_major) {
    throw py::value_error("matrix has the shape (4, 4), whose first index is the row; an order is for the shape (16,)");
  }
  std::array<Number, 16> matrix;
  // Contiguous, which a view of 16 numbers need not be.
  const py::array_t<Number, py::array::c_style | py::array::forcecast> numbers(array);
  std::copy_n(numbers.data(), 16, matrix.begin());
  return matrix;
}

/// Depths or a point in double, whatever type the numbers have.
std::vector<double> doubles(py::handle value, const char* name) {
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(value);
  if (!array || array.ndim() != 1) {
    PyErr_Clear();
    throw py::value_error(std::string(name) + " are not a list or an array of numbers, of the shape (N,)");
  }
  return {array.data(), array.data() + array.size()};
}

VolumePointer from_view_projection(const py::object& matrix, DepthRange range, MatrixOrder order,
                                   const std::array<float, 6>& window) {
  const auto& [left, right, bottom, top, low_z, high_z] = window;
  const ClipWindow part{left, right, bottom, top, low_z, high_z};
  if (is_of_doubles(matrix))
    return std::make_shared<Volume>(FromDoubles{matrix_of<double>(matrix, order), order, range, part});
  return std::make_shared<Volume>(FromMatrix{matrix_of<float>(matrix, order), order, range, part});
}

VolumePointer from_camera(const Lens& lens, const CameraPose& pose) {
  return std::make_shared<Volume>(FromCamera{lens, pose});
}

VolumePointer from_planes(const py::object& planes) {
  const auto array = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(planes);
  if (!array || array.ndim() != 2 || array.shape(1) != 4) {
    PyErr_Clear();
    throw py::value_error("planes are not an array of the shape (N, 4): a normal and an offset each");
  }
  FromPlanes made{{}, static_cast<std::size_t>(array.shape(0))};
  if (made.count == 0 || made.count > made.planes.size())
    throw py::value_error("planes: there are " + std::to_string(made.count) + ", from 1 to " +
                          std::to_string(made.planes.size()) + " are possible");
  const double* at = array.data();
  for (std::size_t i = 0; i < made.count; ++i, at += 4) made.planes[i] = {{at[0], at[1], at[2]}, at[3]};
  return std::make_shared<Volume>(made);
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

py::array vertices_of(const Volume& volume, float far_cut) {
  const std::vector<Vec3> points = volume.volume().vertices(far_cut);
  py::array_t<float> vertices({length(points.size()), py::ssize_t{3}});
  std::copy_n(&points[0].x, 3 * points.size(), vertices.mutable_data());
  return vertices;
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
  py::class_<Volume, VolumePointer> volume(
      module, "ConvexVolume", "A convex volume: what a camera sees, or half-spaces enclose. Does not change.");
  volume.def_static(
      "from_view_projection", from_view_projection, py::arg("matrix"), py::arg("range"), py::kw_only(),
      py::arg("order") = MatrixOrder::row_major, py::arg("window") = std::array<float, 6>{-1, 1, -1, 1, -1, 1},
      "All points whose clip coordinates matrix @ (x, y, z, 1) lie in the view: matrix is float32 or float64 (4, 4),\n"
      "matrix[row, column], or (16,) in the `order` that is named; `range` a DepthRange; `window` = (left,\n"
      "right, bottom, top, low_z, high_z) a part of the view. Raises ValueError for a singular matrix, and\n"
      "for one that looks transposed.");
  volume.def_static("from_corners", from_corners, py::arg("corners"),
                    "The hull of 8 points, float32 (8, 3): near side in ring order, then far side in the same order.");
  volume.def_static("from_camera", from_camera, py::arg("lens"), py::arg("pose"),
                    "What a camera sees; nothing is rounded to float before its planes are made.");
  volume.def_static("from_planes", from_planes, py::arg("planes"),
                    "The points p with n @ p + d >= 0 for each row (nx, ny, nz, d) of float64 (N, 4), N from 1 to 12.");
  volume.def("vertices", vertices_of, py::arg("far_cut") = 1e4F,
             "All corners, float32 (N, 3), and ends of rays; those of a frustum are `corners`.");
  volume.def_property_readonly("is_frustum", [](const Volume& self) { return self.volume().is_frustum(); });
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
  const std::vector<double> list = doubles(depths, "depths");
  const ViewGrid parts{.columns = columns, .rows = rows, .depths = list};
  const auto made = [&](const auto& numbers) {
    return unlocked([&] { return VolumeSet::grid(numbers.data(), order, range, parts); });
  };
  return is_of_doubles(matrix) ? made(matrix_of<double>(matrix, order)) : made(matrix_of<float>(matrix, order));
}

VolumeSet camera_grid(const Lens& lens, const CameraPose& pose, std::uint32_t columns, std::uint32_t rows,
                      const py::object& depths) {
  const std::vector<double> list = doubles(depths, "depths");
  return unlocked([&] { return VolumeSet::grid(lens, pose, {.columns = columns, .rows = rows, .depths = list}); });
}

VolumeSet cube(const std::array<double, 3>& eye, double near, double far) {
  return VolumeSet::cube(Vec3d{eye[0], eye[1], eye[2]}, near, far);
}

/// float32 unless float64 is requested.
py::array depths_between(double near, double far, std::size_t slices, double blend, const py::object& dtype) {
  if (!py::dtype::from_args(dtype).is(py::dtype::of<double>())) {
    const std::vector<float> depths =
        split_depths(static_cast<float>(near), static_cast<float>(far), slices, static_cast<float>(blend));
    return py::array_t<float>(length(depths.size()), depths.data());
  }
  const std::vector<double> depths = split_depths(near, far, slices, blend);
  return py::array_t<double>(length(depths.size()), depths.data());
}

void bind_set(py::module_& module) {
  py::class_<VolumeSet> volumes(module, "VolumeSet", "Many volumes to cull against in one pass. Does not change.");
  volumes.def(py::init(&set_of), py::arg("volumes"), "Of a list of ConvexVolume.");
  volumes.def_static(
      "grid", grid, py::arg("matrix"), py::arg("range"), py::arg("columns") = 1, py::arg("rows") = 1,
      py::arg("depths") = py::tuple(), py::kw_only(), py::arg("order") = MatrixOrder::row_major,
      "The parts of a camera's view: the one in column x from the left, row y from the bottom and slice z\n"
      "from the eye is volume (z * rows + y) * columns + x. `depths`, (N,), is where slices meet.");
  volumes.def_static("camera_grid", camera_grid, py::arg("lens"), py::arg("pose"), py::arg("columns") = 1,
                     py::arg("rows") = 1, py::arg("depths") = py::tuple(), "The same of a Lens and a CameraPose.");
  volumes.def_static("cube", cube, py::arg("eye"), py::arg("near"), py::arg("far"),
                     "What the six cameras of a cube map see: +x, -x, +y, -y, +z, -z.");
  volumes.def("__len__", [](const VolumeSet& self) { return self.size(); });  // None is not an object of the class
  volumes.def("__repr__", [](const VolumeSet& self) {
    return "<lockstep.VolumeSet of " + std::to_string(self.size()) + " volumes>";
  });
}

}  // namespace

void bind_volumes(py::module_& module) {
  bind_volume(module);
  bind_set(module);
  module.def("split_depths", depths_between, py::arg("near"), py::arg("far"), py::arg("slices"), py::arg("blend") = 1,
             py::arg("dtype") = py::dtype::of<float>(),
             "The depths at which slices from near to far meet, float32 or float64 (slices - 1,), for VolumeSet.grid.");
}

}  // namespace lockstep::python
