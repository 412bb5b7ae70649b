// Errors about arguments that no overload takes: one sentence, in place of pybind11's list of all overloads.
#include "module/arguments.hpp"

#include <exception>

namespace lockstep::python {
namespace {

/// Of pybind11, the same for all functions.
PyCFunctionWithKeywords dispatcher = nullptr;

/// A function of pybind11, also inside a method; null for anything else.
PyMethodDef* definition_of(PyObject* function) {
  if (PyInstanceMethod_Check(function)) function = PyInstanceMethod_GET_FUNCTION(function);
  if (!PyCFunction_Check(function)) return nullptr;
  PyMethodDef* const definition = reinterpret_cast<PyCFunctionObject*>(function)->m_ml;
  return definition->ml_flags == (METH_VARARGS | METH_KEYWORDS) ? definition : nullptr;
}

/// What lockstep/_arguments.py says in place of the error's text, or None.
py::object words_for(const py::error_already_set& error, PyObject* args, PyObject* options) {
  const py::object sentence = py::module_::import("lockstep._arguments").attr("sentence");
  return sentence(py::str(error.value()), py::handle(args), py::handle(options == nullptr ? Py_None : options));
}

/// The error of the call stays if anything goes wrong here: it says more. But Ctrl-C is not lost.
void reword(PyObject* args, PyObject* options) {
  py::error_already_set error;
  try {
    const py::object words = words_for(error, args, options);
    if (!words.is_none()) return PyErr_SetObject(PyExc_TypeError, words.ptr());
  } catch (py::error_already_set& other) {
    if (!other.matches(PyExc_Exception)) return other.restore();
  }
  error.restore();
}

PyObject* call(PyObject* self, PyObject* args, PyObject* options) {
  PyObject* const result = dispatcher(self, args, options);
  if (result != nullptr || PyErr_ExceptionMatches(PyExc_TypeError) == 0) return result;
  try {
    reword(args, options);
  } catch (const std::exception& exception) {  // Python calls this from C
    PyErr_SetString(PyExc_TypeError, exception.what());
  }
  return nullptr;
}

void explain(const py::object& value) {
  const py::object function = Py_TYPE(value.ptr()) == &PyStaticMethod_Type ? value.attr("__func__") : value;
  PyMethodDef* const definition = definition_of(function.ptr());
  if (definition == nullptr) return;
  void* const called = reinterpret_cast<void*>(definition->ml_meth);
  if (called != reinterpret_cast<void*>(dispatcher)) return;
  definition->ml_meth = reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(call));
}

}  // namespace

void explain_arguments(const py::module_& module) {
  const py::object some = module.attr("info");
  dispatcher = reinterpret_cast<PyCFunctionWithKeywords>(reinterpret_cast<void*>(definition_of(some.ptr())->ml_meth));
  for (const auto& [name, value] : module.attr("__dict__").cast<py::dict>()) {
    explain(py::reinterpret_borrow<py::object>(value));
    if (!PyType_Check(value.ptr())) continue;
    for (const auto& member : value.attr("__dict__").attr("values")())
      explain(py::reinterpret_borrow<py::object>(member));
  }
}

}  // namespace lockstep::python
