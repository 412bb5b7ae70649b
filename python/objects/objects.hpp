// The module's classes of objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace lockstep::python {

namespace py = pybind11;

void bind_body_set(py::module_& module);
void bind_cameras(py::module_& module);
void bind_scratch(py::module_& module);
void bind_shape_set(py::module_& module);
void bind_shape_set2(py::module_& module);
void bind_single_shapes(py::module_& module);
void bind_triangle_mesh(py::module_& module);
void bind_views(py::module_& module);
void bind_volumes(py::module_& module);
void bind_world(py::module_& module);

/// Call it once all classes are bound. Objects without a value are then refused wherever they are used, and pickling
/// one does not end the process.
void guard_instances(const py::module_& module);

/// The contents of a pickle of this version. Throws InvalidInput that names both versions if it is of another.
std::string pickled_bytes(const py::tuple& state, const char* type);

}  // namespace lockstep::python
