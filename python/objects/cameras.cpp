// The classes Lens and CameraPose.
#include <pybind11/stl.h>

#include <lockstep/volumes.hpp>

#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

using PointD = std::array<double, 3>;

Vec3d vec(const PointD& p) { return {p[0], p[1], p[2]}; }
PointD point(const Vec3d& v) { return {v.x, v.y, v.z}; }

void bind_lens(py::module_& module) {
  py::class_<Lens> lens(module, "Lens",
                        "What a camera shows: the sides of its picture at depth 1 (of an orthographic one in units of "
                        "the world), and the depths between which it sees. Doubles.");
  lens.def(py::init([](double left, double right, double bottom, double top, double near, double far,
                       bool orthographic) { return Lens{left, right, bottom, top, near, far, orthographic}; }),
           py::arg("left"), py::arg("right"), py::arg("bottom"), py::arg("top"), py::arg("near"),
           py::arg("far") = Lens::infinity, py::kw_only(), py::arg("orthographic") = false);
  lens.def_static("perspective", &Lens::perspective, py::arg("vertical_angle"), py::arg("aspect"), py::arg("near"),
                  py::arg("far") = Lens::infinity,
                  "By the angle from bottom to top in radians, above 0 and below pi, and width / height.");
  lens.def_static("parallel", &Lens::parallel, py::arg("half_width"), py::arg("half_height"), py::arg("near"),
                  py::arg("far") = Lens::infinity, "An orthographic camera.");
  lens.def("part", &Lens::part, py::arg("left"), py::arg("right"), py::arg("bottom"), py::arg("top"),
           "The part of the picture between these sides, from -1 to 1.");
  lens.def_readonly("left", &Lens::left).def_readonly("right", &Lens::right);
  lens.def_readonly("bottom", &Lens::bottom).def_readonly("top", &Lens::top);
  lens.def_readonly("near", &Lens::near_depth).def_readonly("far", &Lens::far_depth);
  lens.def_readonly("orthographic", &Lens::orthographic);
}

void bind_pose(py::module_& module) {
  py::class_<CameraPose> pose(module, "CameraPose",
                              "Where a camera stands and looks: a position and three unit vectors at right angles. "
                              "Doubles.");
  pose.def(py::init([](const PointD& position, const PointD& right, const PointD& up, const PointD& forward) {
             return CameraPose{vec(position), vec(right), vec(up), vec(forward)};
           }),
           py::arg("position"), py::arg("right") = PointD{1, 0, 0}, py::arg("up") = PointD{0, 1, 0},
           py::arg("forward") = PointD{0, 0, -1});
  pose.def_static(
      "turned",
      [](const PointD& position, const std::array<double, 4>& q) {
        return CameraPose::turned(vec(position), q[0], q[1], q[2], q[3]);
      },
      py::arg("position"), py::arg("rotation"),
      "A camera that looks along -z of its own space with y upwards, turned by a quaternion (x, y, z, w).");
  pose.def_static(
      "looking_at",
      [](const PointD& from, const PointD& to, const PointD& up) {
        return CameraPose::looking_at(vec(from), vec(to), vec(up));
      },
      py::arg("from_"), py::arg("to"), py::arg("up") = PointD{0, 1, 0},
      "A camera that looks from one point to another.");
  const auto property = [&](const char* name, Vec3d CameraPose::*member) {
    pose.def_property_readonly(name, [member](const CameraPose& self) { return point(self.*member); });
  };
  property("position", &CameraPose::position), property("right", &CameraPose::right);
  property("up", &CameraPose::up), property("forward", &CameraPose::forward);
}

}  // namespace

void bind_cameras(py::module_& module) {
  bind_lens(module);
  bind_pose(module);
}

}  // namespace lockstep::python
