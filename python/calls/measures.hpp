// What distances, casts and rays give: arrays, of which those that are not wanted are None.
#pragma once

#include "calls/calls.hpp"

namespace lockstep::python {

struct Distances {
  py::object distances, points, normals;
};
struct Casts {
  py::object fractions, points, normals;
};
struct Hits {
  py::object shapes, fractions, points, normals;
};

/// Ends of intervals, an array (N,) each: views of one (N, 2).
inline py::object end_of(const py::object& intervals, int end) {
  if (intervals.is_none()) return py::none();
  return intervals[py::make_tuple(py::ellipsis(), end)];
}

/// Where an output is given, its arrays say what is wanted.
inline void either(const py::object& out, bool points, bool normals) {
  if (!out.is_none() && (points || normals)) {
    throw py::value_error("points and normals are wanted where `out` has arrays for them: give one or the other");
  }
}

}  // namespace lockstep::python
