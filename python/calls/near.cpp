// within and nearest: which objects of a World are near points or shapes?
#include <algorithm>

#include <lockstep/world.hpp>

#include "calls/cell.hpp"
#include "calls/dimensions.hpp"
#include "calls/measures.hpp"
#include "calls/overlap_input.hpp"
#include "objects/kept_world.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

struct Nearest {
  py::object objects, distances, shifts;
};

template <class Of>
List<typename Of::Vector> point_list(py::handle value) {
  constexpr std::array<py::ssize_t, 1> shape = {Of::dimensions};
  return {float_list(value, "points", shape, Of::dimensions == 3 ? "(N, 3)" : "(N, 2)")};
}

/// Calls use(points), a span of floats relative to the origin, or of doubles: in a world of a set, or in any, without an
/// origin, if float32 does not hold the points.
template <class Of, class In, class Use>
auto with_points(const In& world, const py::object& points, const NearOptions& options, bool any_world,
                 const Use& use) {
  if constexpr (Of::dimensions == 3) {
    const Numbers numbers = read_numbers(points, "points", Rounding::nearest);
    const Reading reading(world.users());
    if (numbers.doubles.size() > 0 && numbers.doubles.ndim() == 2 && numbers.doubles.shape(1) == 3 &&
        options.origin == Vec3d{} && (world.takes_doubles() || any_world))
      return use(points_of(numbers.doubles));
  }
  const auto list = point_list<Of>(points);
  return use(list.span());
}

template <class Of, class In>
py::tuple within_of(const In& world, const py::object& points, float distance, Touching touching, const IsaName& isa,
                    const Place& origin, const py::object& cell, const std::array<bool, 3>& periodic) {
  const NearOptions options{isa_option(isa), executor_here(), touching, position_of(origin),
                            cell_option<Of::dimensions == 2>(cell, periodic)};
  return with_points<Of>(world, points, options, options.cell.has_value(), [&](const auto& list) {
    const Reading reading(world.users());
    return in_arrays(unlocked([&] { return lockstep::within(world.set(), list, distance, options); }),
                     options.cell.has_value());
  });
}

template <class In, class View>
py::tuple within_shapes(const In& world, const View& shapes, float distance, Touching touching, const IsaName& isa,
                        const py::object& cell, const std::array<bool, 3>& periodic) {
  const Objects<In> in{world};
  const Objects<View> of{shapes};
  const NearOptions options{isa_option(isa), executor_here(), touching, Vec3d{},
                            cell_option<std::is_same_v<In, KeptWorld2>>(cell, periodic)};
  const auto& these = of.get();
  return in_arrays(unlocked([&] { return lockstep::within(in.get(), these, distance, options); }),
                   options.cell.has_value());
}

/// If an output is given, its arrays decide what is computed.
Nearest nearest_arrays_for(const py::object& out, std::size_t points, std::size_t k, bool in_cell) {
  const py::ssize_t n = length(points), each = length(k);
  if (out.is_none())
    return {new_array(dtype<std::uint32_t>(), {n, each}), new_array(dtype<double>(), {n, each, 2}),
            in_cell ? py::object(new_array(dtype<std::int32_t>(), {n, each, 3})) : py::none()};
  const auto& given = out.cast<const Nearest&>();
  return {output(given.objects, "out.objects", dtype<std::uint32_t>(), {n, each}),
          wanted(given.distances, "out.distances", dtype<double>(), {n, each, 2}),
          wanted(given.shifts, "out.shifts", dtype<std::int32_t>(), {n, each, 3})};
}

template <class Of, class In>
Nearest nearest_of(const In& world, const py::object& points, std::size_t k, const py::object& out, const IsaName& isa,
                   const Place& origin, const py::object& cell, const std::array<bool, 3>& periodic) {
  const NearOptions options{isa_option(isa), executor_here(), Touching::overlap, position_of(origin),
                            cell_option<Of::dimensions == 2>(cell, periodic)};
  return with_points<Of>(world, points, options, false, [&](const auto& list) {
    const Reading reading(world.users());
    const Nearest result = nearest_arrays_for(out, list.size(), k, options.cell.has_value());
    using Shift = std::array<std::int32_t, 3>;
    const NearestOutput spans{span_of<std::uint32_t>(result.objects), span_of<Interval>(result.distances),
                              span_of<Shift>(result.shifts)};
    unlocked([&] { lockstep::nearest(world.set(), list, k, spans, options); });
    return result;
  });
}

void bind_near_output(py::module_& module) {
  py::class_<Nearest> output(
      module, "NearestOutput",
      "The k objects of a World that are nearest to each point, the nearest first: `objects` uint32 (N, k),\n"
      "no_object where there are fewer; `distances` float64 (N, k, 2), intervals that hold the distance, or None;\n"
      "`shifts` int32 (N, k, 3), in a cell the numbers of cells by which each object is moved, else None.\n"
      "Made by hand it is an `out`.");
  output.def(py::init<py::object, py::object, py::object>(), py::arg("objects"), none("distances"), none("shifts"));
  output.def_readonly("objects", &Nearest::objects);
  output.def_readonly("distances", &Nearest::distances);
  output.def_readonly("shifts", &Nearest::shifts);
  output.def_property_readonly("lower", [](const Nearest& self) { return end_of(self.distances, 0); });
  output.def_property_readonly("upper", [](const Nearest& self) { return end_of(self.distances, 1); });
}

template <class In, class View>
void bind_within(py::module_& module, const char* text) {
  module.def("within", either(&within_shapes<In, View>, &within_shapes<In, SetOf<View>>), py::arg("world"),
             py::arg("shapes"), py::arg("distance"), py::kw_only(), py::arg("touching") = Touching::overlap,
             none("isa"), none("cell"), py::arg("periodic") = everywhere, text);
}

template <class Of, class In>
void bind_questions(py::module_& module, const char* within_text, const char* nearest_text) {
  module.def("within", within_of<Of, In>, py::arg("world"), py::arg("points"), py::arg("distance"), py::kw_only(),
             py::arg("touching") = Touching::overlap, none("isa"), py::arg("origin") = Place(), none("cell"),
             py::arg("periodic") = everywhere, within_text);
  module.def("nearest", nearest_of<Of, In>, py::arg("world"), py::arg("points"), py::arg("k"), none("out"),
             py::kw_only(), none("isa"), py::arg("origin") = Place(), none("cell"), py::arg("periodic") = everywhere,
             nearest_text);
}

}  // namespace

void bind_near(py::module_& module) {
  bind_near_output(module);
  // Before that of points, which accepts any argument.
  const char* const of_shapes =
      "All objects of a World that are no farther than `distance` from each shape of a SphereView, an AabbView or\n"
      "a ShapeSet, as `overlapping` tells them with that margin: `touching` decides what is not proven.";
  bind_within<KeptWorld, Spheres>(module, of_shapes);
  bind_within<KeptWorld, Aabbs>(module, of_shapes);
  bind_within<KeptWorld, Shapes>(module, of_shapes);
  const char* const of_plane = "The same of a World2 and the shapes of a CircleView or an Aabb2View.";
  bind_within<KeptWorld2, Circles2>(module, of_plane);
  bind_within<KeptWorld2, Aabbs2>(module, of_plane);
  bind_questions<Space, KeptWorld>(
      module,
      "All objects of a World that are no farther than `distance` from each point (N, 3): exactly\n"
      "those. A tuple (indptr, indices) of int64 (N + 1,) and uint32: those of point i, in rising order, are\n"
      "indices[indptr[i] : indptr[i + 1]]. The distance of a point in an object is 0. Of a World of shapes those\n"
      "that are proven to be, and what is not by `touching`; there `origin`, three float64, is added to each point,\n"
      "exactly; without it points may be any float64. With a `cell` as for overlapping, with its shifts. Raises "
      "ValueError for a bad number.",
      "The k nearest objects of each point (N, 3), the nearest first, of several at exactly the same\n"
      "distance the lowest index first; of shapes in rising order of what is proven of the distance: lower ends, then\n"
      "upper ones, then indices. `origin` and, for shapes, `cell` as for within. Returns a NearestOutput: `out`, whose "
      "arrays are written, or "
      "a\n"
      "new one. Raises ValueError for a bad number.");
  bind_questions<Plane, KeptWorld2>(module, "The same of a World2 and points of the plane, float32 (N, 2).",
                                    "The same of a World2 and points of the plane, float32 (N, 2).");
}

}  // namespace lockstep::python
