// The results of distances and casts: arrays, or None for results that are not wanted.
#pragma once

#include <array>

#include "calls/calls.hpp"

namespace lockstep::python {

/// The names of a class of results: its own, that of the intervals, and those of the parts of bodies or triangles of
/// meshes.
struct DistanceNames {
  static constexpr const char *type = "DistanceOutput", *intervals = "distances", *which = nullptr;
};
struct BodyDistanceNames {
  static constexpr const char *type = "BodyDistanceOutput", *intervals = "distances", *which = "parts";
};
struct MeshDistanceNames {
  static constexpr const char *type = "MeshDistanceOutput", *intervals = "distances", *which = "triangles";
};
struct CastNames {
  static constexpr const char *type = "CastOutput", *intervals = "fractions", *which = nullptr;
};
struct BodyCastNames {
  static constexpr const char *type = "BodyCastOutput", *intervals = "fractions", *which = "parts";
};
struct MeshCastNames {
  static constexpr const char *type = "MeshCastOutput", *intervals = "fractions", *which = "triangles";
};

template <class Names>
struct Measures {
  py::object intervals, points, normals, which = py::none();
};
struct Hits {
  py::object shapes, fractions, points, normals, parts = py::none();
};

/// Ends of intervals, an array (N,) each: views of one (N, 2).
inline py::object end_of(const py::object& intervals, int end) {
  if (intervals.is_none()) return py::none();
  return intervals[py::make_tuple(py::ellipsis(), end)];
}

/// If an output is given, its arrays decide what is computed.
inline void either(const py::object& out, bool points, bool normals, bool which = false) {
  if (!out.is_none() && (points || normals || which)) {
    throw py::value_error("points and normals are wanted where `out` has arrays for them: give one or the other");
  }
}

/// The wanted results beside intervals.
struct WantedMeasures {
  bool points = false, normals = false, which = false;
};

/// Arrays for `count` answers: those of `out`, or new ones. `point` is the shape of the points of one answer, `which`
/// that of the index of a part or a triangle.
template <class Names>
Measures<Names> measures_for(const py::object& out, const WantedMeasures& is_wanted, std::size_t count,
                             std::vector<py::ssize_t> point, std::vector<py::ssize_t> which = {}) {
  const py::ssize_t n = length(count);
  const py::dtype number = dtype<double>(), index = dtype<std::uint32_t>();
  std::vector<py::ssize_t> normal{n, point.back()};
  point.insert(point.begin(), n);
  which.insert(which.begin(), n);
  either(out, is_wanted.points, is_wanted.normals, is_wanted.which);
  if (out.is_none()) {
    return {new_array(number, {n, 2}), new_if(is_wanted.points, number, point),
            new_if(is_wanted.normals, number, normal), new_if(is_wanted.which, index, which)};
  }
  if (!py::isinstance<Measures<Names>>(out)) {
    throw py::type_error(std::string("out is a ") + Py_TYPE(out.ptr())->tp_name + "; expected a " + Names::type);
  }
  const auto& given = out.cast<const Measures<Names>&>();
  const auto array = [](const char* name) { return std::string("out.") + name; };
  return {wanted(given.intervals, array(Names::intervals).c_str(), number, {n, 2}),
          wanted(given.points, "out.points", number, point), wanted(given.normals, "out.normals", number, normal),
          wanted(given.which, array(Names::which == nullptr ? "" : Names::which).c_str(), index, which)};
}

template <class Names>
void bind_measures(py::module_& module, const char* text) {
  using Result = Measures<Names>;
  py::class_<Result> result(module, Names::type, text);
  if constexpr (Names::which == nullptr) {
    result.def(py::init([](const py::object& intervals, const py::object& points, const py::object& normals) {
                 return Result{intervals, points, normals};
               }),
               py::arg(Names::intervals), none("points"), none("normals"));
  } else {
    result.def(py::init<py::object, py::object, py::object, py::object>(), py::arg(Names::intervals), none("points"),
               none("normals"), none(Names::which));
    result.def_readonly(Names::which, &Result::which);
  }
  result.def_readonly(Names::intervals, &Result::intervals);
  result.def_readonly("points", &Result::points);
  result.def_readonly("normals", &Result::normals);
  result.def_property_readonly("lower", [](const Result& self) { return end_of(self.intervals, 0); });
  result.def_property_readonly("upper", [](const Result& self) { return end_of(self.intervals, 1); });
}

}  // namespace lockstep::python
