// Single shapes: parts of bodies, and the one shape of calls of one against many.
#include <string>

#include <lockstep/config.hpp>

#include "objects/bytes.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

py::object in_python(float number) { return py::float_(number); }
py::object in_python(std::uint32_t number) { return py::int_(number); }
py::object in_python(const Vec2& v) { return py::make_tuple(v.x, v.y); }
py::object in_python(const Vec3& v) { return py::make_tuple(v.x, v.y, v.z); }
py::object in_python(const Quat& q) { return py::make_tuple(q.x, q.y, q.z, q.w); }

/// The fields of a shape: `get(shape)` is the number or the vector of that name.
template <class Get>
struct Field {
  const char* name;
  Get get;
};
template <class Get>
Field(const char*, Get) -> Field<Get>;

/// A number that defaults to 0.
template <class Get>
struct OptionalField : Field<Get> {};
template <class Get>
OptionalField(Field<Get>) -> OptionalField<Get>;

template <class Get>
py::arg argument(const Field<Get>& field) {
  return py::arg(field.name);
}
template <class Get>
py::arg_v argument(const OptionalField<Get>& field) {
  return {field.name, 0};
}

template <class Shape, class... Fields>
std::string in_words(const std::string& type, const Shape& shape, const Fields&... fields) {
  std::string words;
  const auto add = [&](const char* name, const py::object& value) {
    words += (words.empty() ? "" : ", ") + std::string(name) + "=" + std::string(py::repr(value));
  };
  (add(fields.name, in_python(fields.get(shape))), ...);
  return "lockstep." + type + "(" + words + ")";
}

/// One shape has no position beside its numbers: they are rounded like literals in C++, or refused.
py::object in_floats(const py::object& numbers, const char* name) { return float_array(numbers, name); }
std::uint32_t in_floats(std::uint32_t number, const char*) { return number; }

/// A class whose constructor takes an array of one by the fields' names.
template <class Kind, class... Arguments, class... Fields>
void bind_shape(py::module_& module, const char* type, const char* text, const std::tuple<Arguments...>&,
                const Fields&... fields) {
  using Shape = decltype(std::declval<Kind>()(0));
  py::class_<Shape> shape(module, type, text);
  shape.def(py::init([... names = fields.name](const Arguments&... arguments) {
              const Kind kind(in_floats(arguments, names)...);
              if (kind.count() != 1) throw py::value_error("arrays of several shapes are for views and sets");
              return kind(0);
            }),
            argument(fields)...);
  (shape.def_property_readonly(fields.name, [get = fields.get](const Shape& self) { return in_python(get(self)); }),
   ...);
  const std::string name = type;
  shape.def("__repr__", [=](const Shape& self) { return in_words(name, self, fields...); });
  const auto pickled = [](const Shape& self) {
    ByteWriter bytes;
    bytes.put(self);
    return py::make_tuple(LOCKSTEP_VERSION, py::bytes(bytes.take()));
  };
  shape.def(py::pickle(pickled, [name](const py::tuple& state) {
    const std::string bytes = pickled_bytes(state, name.c_str());
    ByteReader reader(bytes);
    const auto read = reader.get<Shape>();
    if (!reader.at_end()) ByteReader::damaged();
    return read;
  }));
}

template <class Shape, class Member>
auto field(const char* name, Member Shape::*member) {
  return Field{name, [member](const Shape& shape) { return shape.*member; }};
}

using Two = std::tuple<py::object, py::object>;
using Three = std::tuple<py::object, py::object, py::object>;

void bind_space(py::module_& module) {
  bind_shape<Spheres>(module, "Sphere", "All points within `radius` of `center` (3,).", Two{},
                      field("center", &Sphere::center), field("radius", &Sphere::radius));
  bind_shape<Aabbs>(module, "Aabb", "An axis-aligned box, `min` <= `max`, (3,) each.", Two{}, field("min", &Aabb::min),
                    field("max", &Aabb::max));
  bind_shape<Boxes>(module, "Box",
                    "center + rotate(rotation, p), |p| <= half_extents: (3,), (4,) in the order x, y, z, w, (3,).",
                    Three{}, field("center", &Box::center), field("rotation", &Box::rotation),
                    field("half_extents", &Box::half_extents));
  bind_shape<Capsules>(module, "Capsule", "All points within `radius` of the segment from `p0` to `p1`, (3,) each.",
                       Three{}, field("p0", &Capsule::p0), field("p1", &Capsule::p1),
                       field("radius", &Capsule::radius));
  bind_shape<Ellipsoids>(module, "Ellipsoid", "The unit ball stretched to `radii` (3,), turned and moved to `center`.",
                         Three{}, field("center", &Ellipsoid::center), field("rotation", &Ellipsoid::rotation),
                         field("radii", &Ellipsoid::radii));
  bind_shape<Cylinders>(module, "Cylinder", "Flat-ended, of `radius` about the axis from `p0` to `p1`, (3,) each.",
                        Three{}, field("p0", &Cylinder::p0), field("p1", &Cylinder::p1),
                        field("radius", &Cylinder::radius));
  bind_shape<Cones>(module, "Cone", "The hull of a disc of `radius` about `base`, and of `apex`, (3,) each.", Three{},
                    field("base", &Cone::base), field("apex", &Cone::apex), field("radius", &Cone::radius));
  bind_shape<HullInstances>(
      module, "HullInstance",
      "Mesh number `mesh` where `position` (3,) and `rotation` (4,) take it, and all points within `radius` of that.",
      std::tuple<std::uint32_t, py::object, py::object, py::object>{}, field("mesh", &HullInstance::mesh),
      Field{"position", [](const HullInstance& shape) { return shape.pose.position; }},
      Field{"rotation", [](const HullInstance& shape) { return shape.pose.rotation; }},
      OptionalField{field("radius", &HullInstance::radius)});
}

void bind_plane(py::module_& module) {
  bind_shape<Circles2>(module, "Circle2", "Of the plane: all points within `radius` of `center` (2,).", Two{},
                       field("center", &Circle2::center), field("radius", &Circle2::radius));
  bind_shape<Aabbs2>(module, "Aabb2", "Of the plane: an axis-aligned box, `min` <= `max`, (2,) each.", Two{},
                     field("min", &Aabb2::min), field("max", &Aabb2::max));
  bind_shape<Boxes2>(module, "Box2", "Of the plane: center + turn(angle, p), |p| <= half_extents; `angle` in radians.",
                     Three{}, field("center", &Box2::center), field("angle", &Box2::angle),
                     field("half_extents", &Box2::half_extents));
  bind_shape<Capsules2>(module, "Capsule2", "Of the plane: all points within `radius` of the segment from p0 to p1.",
                        Three{}, field("p0", &Capsule2::p0), field("p1", &Capsule2::p1),
                        field("radius", &Capsule2::radius));
}

}  // namespace

void bind_single_shapes(py::module_& module) {
  bind_space(module);
  bind_plane(module);
}

}  // namespace lockstep::python
