// distance, and its result.
#include <limits>

#include "calls/measures.hpp"

namespace lockstep::python {
namespace {

/// Arrays for `count` pairs: those of `out`, or new ones.
Distances arrays_for(const py::object& out, bool points, bool normals, std::size_t count) {
  const py::ssize_t n = length(count);
  const py::dtype number = dtype<double>();
  either(out, points, normals);
  if (out.is_none()) {
    return {new_array(number, {n, 2}), new_if(points, number, {n, 2, 3}), new_if(normals, number, {n, 3})};
  }
  const auto& given = out.cast<const Distances&>();
  return {wanted(given.distances, "out.distances", number, {n, 2}),
          wanted(given.points, "out.points", number, {n, 2, 3}), wanted(given.normals, "out.normals", number, {n, 3})};
}

Distances distance_of(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& out,
                      bool points, bool normals, double tolerance, float no_farther_than, Check check,
                      const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const Distances result = arrays_for(out, points, normals, list.span().size());
  const DistanceOutput spans{span_of<Interval>(result.distances), span_of<WitnessPoints>(result.points),
                             span_of<Vec3d>(result.normals)};
  const DistanceOptions options{tolerance, no_farther_than, check, isa_option(isa)};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::distance(first.set(), second.set(), list.span(), spans, options);
  });
  return result;
}

}  // namespace

void bind_distance(py::module_& module) {
  py::class_<Distances> output(
      module, "DistanceOutput",
      "Of each pair: `distances` float64 (N, 2), intervals that hold the signed distance, negative\n"
      "where shapes overlap; `points` (N, 2, 3), the nearest or deepest point of a and of b, and\n"
      "`normals` (N, 3), unit, from b to a, or None. Made by hand it is an `out`.");
  output.def(py::init<py::object, py::object, py::object>(), py::arg("distances"), py::arg("points") = py::none(),
             py::arg("normals") = py::none());
  output.def_readonly("distances", &Distances::distances);
  output.def_readonly("points", &Distances::points);
  output.def_readonly("normals", &Distances::normals);
  output.def_property_readonly("lower", [](const Distances& self) { return end_of(self.distances, 0); });
  output.def_property_readonly("upper", [](const Distances& self) { return end_of(self.distances, 1); });

  module.def(
      "distance", distance_of, py::arg("first"), py::arg("second"), py::arg("pairs"), py::arg("out") = py::none(),
      py::kw_only(), py::arg("points") = false, py::arg("normals") = false, py::arg("tolerance") = 0.0,
      py::arg("no_farther_than") = std::numeric_limits<float>::infinity(), py::arg("check") = Check::inputs,
      py::arg("isa") = py::none(),
      "How far apart are the shapes of each pair, or how deep in each other, in their unit of length? `pairs` is\n"
      "uint32 (N, 2): shape a of `first`, shape b of `second`. Returns a DistanceOutput: `out`, whose arrays are\n"
      "written, or a new one. `tolerance` is how wide an interval may stay; pairs proven to be farther apart than\n"
      "`no_farther_than` have [no_farther_than, inf] and NaN. Raises ValueError for a bad index or option, and\n"
      "writes nothing then.");
}

}  // namespace lockstep::python
