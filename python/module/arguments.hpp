// Errors about arguments.
#pragma once

#include <pybind11/pybind11.h>

namespace lockstep::python {

namespace py = pybind11;

/// Call it once all functions and classes are bound. A call with arguments that no overload takes then raises a
/// TypeError of one sentence, which names the first such argument and what is expected.
void explain_arguments(const py::module_& module);

}  // namespace lockstep::python
