// The library's enumerations are classes of lockstep/_enums.py, whose members are numbers, so that arrays compare with
// them.
#pragma once

#include <pybind11/pybind11.h>

#include <lockstep/lockstep.hpp>

namespace lockstep::python {

/// Casts to and from the class that `name` names in lockstep._enums.
template <class Enum>
struct EnumCaster {
  /// Looked up once and never released. Callers hold the GIL, so it needs no lock of its own.
  static pybind11::handle type(const char* name) {
    static PyObject* found = nullptr;
    if (found == nullptr) {
      pybind11::object looked_up = pybind11::module_::import("lockstep._enums").attr(name);
      found = looked_up.release().ptr();
    }
    return found;
  }

  static bool load(pybind11::handle source, const char* name, Enum& value) {
    if (!pybind11::isinstance(source, type(name))) return false;
    value = static_cast<Enum>(PyLong_AsLong(source.ptr()));
    return true;
  }

  static pybind11::handle cast(Enum value, const char* name) { return type(name)(static_cast<int>(value)).release(); }
};

}  // namespace lockstep::python

#define LOCKSTEP_PYTHON_ENUM(Name)                                                     \
  template <>                                                                          \
  struct pybind11::detail::type_caster<lockstep::Name> {                               \
    PYBIND11_TYPE_CASTER(lockstep::Name, const_name(#Name));                           \
    bool load(handle source, bool) {                                                   \
      return lockstep::python::EnumCaster<lockstep::Name>::load(source, #Name, value); \
    }                                                                                  \
    static handle cast(lockstep::Name source, return_value_policy, handle) {           \
      return lockstep::python::EnumCaster<lockstep::Name>::cast(source, #Name);        \
    }                                                                                  \
  }

LOCKSTEP_PYTHON_ENUM(BodyPairs);
LOCKSTEP_PYTHON_ENUM(Check);
LOCKSTEP_PYTHON_ENUM(CullMethod);
LOCKSTEP_PYTHON_ENUM(DepthRange);
LOCKSTEP_PYTHON_ENUM(MatrixOrder);
LOCKSTEP_PYTHON_ENUM(Method);
LOCKSTEP_PYTHON_ENUM(PairOrder);
LOCKSTEP_PYTHON_ENUM(ShapeKind);
LOCKSTEP_PYTHON_ENUM(ShapeKind2);
LOCKSTEP_PYTHON_ENUM(Touching);

#undef LOCKSTEP_PYTHON_ENUM
