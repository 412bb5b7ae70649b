// The module's classes of objects.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace lockstep::python {

namespace py = pybind11;

void bind_body_set(py::module_& module);
void bind_cameras(py::module_& module);
void bind_shape_set(py::module_& module);
void bind_shape_set2(py::module_& module);
void bind_single_shapes(py::module_& module);
void bind_triangle_mesh(py::module_& module);
void bind_views(py::module_& module);
void bind_volumes(py::module_& module);
void bind_world(py::module_& module);

/// Once all classes are bound: their objects that have no value are refused wherever they are used, and none ends the
/// process where it is pickled.
void guard_instances(const py::module_& module);

/// What a pickle of this version holds. Throws InvalidInput that names both versions if it is another's.
std::string pickled_bytes(const py::tuple& state, const char* type);

}  // namespace lockstep::python
