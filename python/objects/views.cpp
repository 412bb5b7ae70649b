// The classes of views: arrays of the caller, read in place by each call.
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

template <class View, class... Arguments, class... Names>
py::class_<View> bind_view(py::module_& module, const char* name, const char* text, const Names&... names) {
  py::class_<View> view(module, name, text);
  view.def(py::init([](const Arguments&... arguments) {
             View result(arguments...);
             (void)result.count();  // throws if arrays do not fit each other
             return result;
           }),
           names...);
  view.def("__len__", [](const View& self) { return self.count(); });  // None is not an object of the class
  view.def("__repr__", [name = std::string(name)](const View& self) {
    return "<lockstep." + name + " of " + std::to_string(self.count()) + ">";
  });
  return view;
}

void bind_space(py::module_& module) {
  using Array = py::object;
  const auto arg = [](const char* name) { return py::arg(name); };
  bind_view<Spheres, Array, Array>(module, "SphereView",
                                   "Spheres: center (N, 3) and radius (N,). Arrays of float32 are read in place, with "
                                   "any strides; centers of float64\n"
                                   "stay as they are, and each call but cull copies them to a set.",
                                   arg("center"), arg("radius"));
  bind_view<Aabbs, Array, Array>(module, "AabbView",
                                 "Axis-aligned boxes: min and max, or centers and half_extents, (N, 3) each, as for "
                                 "SphereView.\nCorners of the latter that float32 does not hold are rounded outwards.",
                                 arg("min"), arg("max"))
      .def(py::init([](const Array& centers, const Array& half_extents) {
             Aabbs boxes(centers, half_extents, AabbForm::centered);
             (void)boxes.count();
             return boxes;
           }),
           py::kw_only(), arg("centers"), arg("half_extents"));
  bind_view<Boxes, Array, Array, Array>(
      module, "BoxView",
      "Boxes: center (N, 3), rotation (N, 4) in the order x, y, z, w, half_extents (N, 3), as for SphereView.",
      arg("center"), arg("rotation"), arg("half_extents"));
  bind_view<Capsules, Array, Array, Array>(module, "CapsuleView",
                                           "Capsules: p0 and p1 (N, 3), radius (N,), as for SphereView.", arg("p0"),
                                           arg("p1"), arg("radius"));
  bind_view<TransformedBoxes, Array, Array, Array>(
      module, "TransformedBoxView",
      "Boxes in spaces of their own, each brought to the world by a matrix: matrix (N, 3, 4) or (N, 4, 4), [i, row,\n"
      "column], that multiplies column vectors (of matrices by columns, pass m.transpose(0, 2, 1)); min and max (N, "
      "3).",
      arg("matrix"), arg("min"), arg("max"));
}

void bind_plane(py::module_& module) {
  using Array = py::object;
  const auto arg = [](const char* name) { return py::arg(name); };
  bind_view<Circles2, Array, Array>(
      module, "CircleView",
      "Circles of the plane: center (N, 2), radius (N,), as for SphereView; a World2 takes float32 alone.",
      arg("center"), arg("radius"));
  bind_view<Aabbs2, Array, Array>(module, "Aabb2View", "Axis-aligned boxes of the plane: min and max (N, 2), float32.",
                                  arg("min"), arg("max"));
  bind_view<Boxes2, Array, Array, Array>(
      module, "Box2View",
      "Boxes of the plane: center (N, 2), angle (N,) in radians, half_extents (N, 2), as for CircleView.",
      arg("center"), arg("angle"), arg("half_extents"));
  bind_view<Capsules2, Array, Array, Array>(module, "Capsule2View",
                                            "Capsules of the plane: p0 and p1 (N, 2), radius (N,), as for CircleView.",
                                            arg("p0"), arg("p1"), arg("radius"));
}

}  // namespace

void bind_views(py::module_& module) {
  bind_space(module);
  bind_plane(module);
}

}  // namespace lockstep::python
