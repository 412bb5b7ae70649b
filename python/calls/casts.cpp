// cast and cast_rays, and their result.
#include <array>

#include "arrays/errors.hpp"
#include "arrays/floats.hpp"
#include "calls/measures.hpp"

namespace lockstep::python {
namespace {

Casts arrays_for(const py::object& out, bool points, bool normals, std::size_t count) {
  const py::ssize_t n = length(count);
  const py::dtype number = dtype<double>();
  either(out, points, normals);
  if (out.is_none()) {
    return {new_array(number, {n, 2}), new_if(points, number, {n, 3}), new_if(normals, number, {n, 3})};
  }
  const auto& given = out.cast<const Casts&>();
  return {wanted(given.fractions, "out.fractions", number, {n, 2}), wanted(given.points, "out.points", number, {n, 3}),
          wanted(given.normals, "out.normals", number, {n, 3})};
}

CastOutput spans_of(const Casts& result) {
  return {span_of<Interval>(result.fractions), span_of<Vec3d>(result.points), span_of<Vec3d>(result.normals)};
}

/// By (N, 3), or by, turn and about (N, 3, 3).
py::array motion_list(py::handle value, bool turning) {
  static constexpr std::array<py::ssize_t, 2> shape = {3, 3};
  const char* const expected = "(N, 3), or (N, 3, 3) of by, turn and about";
  return float_list(value, "motions", std::span(shape).first(turning ? 2 : 1), expected);
}

Casts cast_of(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& motions,
              const py::object& out, bool points, bool normals, double tolerance, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const bool turning = float_array(motions, "motions").ndim() == 3;
  const py::array array = motion_list(motions, turning);
  const Casts result = arrays_for(out, points, normals, list.span().size());
  const CastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa)};
  const Reading reading_first(first.users()), reading_second(second.users());
  const auto run = [&](const auto& span) {
    unlocked([&] {
      if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
      lockstep::cast(first.set(), second.set(), list.span(), span, spans, options);
    });
  };
  turning ? run(List<Motion>{array}.span()) : run(List<Vec3>{array}.span());
  return result;
}

Casts cast_rays_of(const py::object& rays, const Shapes& shapes, const py::object& pairs, const py::object& out,
                   bool points, bool normals, double tolerance, Check check, const IsaName& isa) {
  const List<Ray> ray_span = ray_list(rays);
  const List<Pair> list = pair_list(pairs);
  const Casts result = arrays_for(out, points, normals, list.span().size());
  const CastOutput spans = spans_of(result);
  const CastOptions options{tolerance, check, isa_option(isa)};
  const Reading reading(shapes.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), ray_span.span().size(), shapes.set().size());
    lockstep::cast_rays(ray_span.span(), shapes.set(), list.span(), spans, options);
  });
  return result;
}

void bind_output(py::module_& module) {
  py::class_<Casts> output(
      module, "CastOutput",
      "Of each pair: `fractions` float64 (N, 2), intervals of the motion that hold the first contact,\n"
      "[0, 0] of shapes that overlap from the start, infinite of those that miss; `points` (N, 3) on\n"
      "b and `normals` (N, 3), unit, from b to a, or None. Made by hand it is an `out`.");
  output.def(py::init<py::object, py::object, py::object>(), py::arg("fractions"), py::arg("points") = py::none(),
             py::arg("normals") = py::none());
  output.def_readonly("fractions", &Casts::fractions);
  output.def_readonly("points", &Casts::points);
  output.def_readonly("normals", &Casts::normals);
  output.def_property_readonly("lower", [](const Casts& self) { return end_of(self.fractions, 0); });
  output.def_property_readonly("upper", [](const Casts& self) { return end_of(self.fractions, 1); });
}

}  // namespace

List<Ray> ray_list(py::handle value) {
  static constexpr std::array<py::ssize_t, 2> shape = {2, 3};
  return {float_list(value, "rays", shape, "(N, 2, 3) of origin and motion")};
}

void bind_casts(py::module_& module) {
  bind_output(module);
  module.def(
      "cast", cast_of, py::arg("first"), py::arg("second"), py::arg("pairs"), py::arg("motions"),
      py::arg("out") = py::none(), py::kw_only(), py::arg("points") = false, py::arg("normals") = false,
      py::arg("tolerance") = 0.0, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
      "Shape a of `first` moves by motions[i] while shape b of `second` rests: when do they meet? `pairs` is uint32\n"
      "(N, 2), `motions` float32 (N, 3), or (N, 3, 3) of by, turn (axis times radians) and about (a point). Returns\n"
      "a CastOutput: `out`, whose arrays are written, or a new one. Raises ValueError for a bad index, motion or\n"
      "option, and writes nothing then.");
  module.def("cast_rays", cast_rays_of, py::arg("rays"), py::arg("shapes"), py::arg("pairs"),
             py::arg("out") = py::none(), py::kw_only(), py::arg("points") = false, py::arg("normals") = false,
             py::arg("tolerance") = 0.0, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             "The same of rays: float32 (N, 2, 3) of origin and motion; a pair is a ray and a shape.");
}

}  // namespace lockstep::python
