// Objects of the module's classes that no constructor has initialised, and the pickling of objects.
#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

/// pybind11 asks for memory if an argument has no value yet, because old-style constructors could build the value
/// there. Our constructors build values themselves, so this call means that uninitialised memory would be read:
/// C.__new__(C), or a class derived from C that has not called C's __init__ yet.
void* refuse(std::size_t) {
  throw py::type_error(
      "an argument is an object without a value, made by __new__ alone: make it by a call of its class, and in a class "
      "that is derived from it, call super().__init__ first");
}

/// For pickle and copy, in every protocol: Python's default for protocols 0 and 1 calls the class that pybind11 derives
/// all others from, which ends the process.
py::tuple reduced(const py::object& self) {
  const py::object type = py::type::of(self);
  if (!py::hasattr(type, "__setstate__")) {
    throw py::type_error("cannot pickle or copy '" + std::string(py::str(type.attr("__module__"))) + "." +
                         std::string(py::str(type.attr("__qualname__"))) + "' objects: make another one");
  }
  const py::object made = py::module_::import("copyreg").attr("__newobj__");
  return py::make_tuple(made, py::make_tuple(type), self.attr("__getstate__")());
}

}  // namespace

void guard_instances(const py::module_& module) {
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr())) continue;
    py::detail::type_info* const type = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()));
    if (type == nullptr) continue;
    type->operator_new = refuse;
    const char* const reduce = "__reduce__";
    value.attr(reduce) = py::cpp_function(reduced, py::name(reduce), py::is_method(value));
  }
}

}  // namespace lockstep::python
