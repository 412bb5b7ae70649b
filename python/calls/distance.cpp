// distance: of pairs of sets, of bodies and of triangles, of a whole mesh, and of views element by element.
#include <algorithm>
#include <limits>

#include "calls/measures.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

template <class Dimension>
typename Dimension::Distances spans_of(const Measures<DistanceNames>& result) {
  return {span_of<Interval>(result.intervals), span_of<typename Dimension::Points>(result.points),
          span_of<typename Dimension::VectorD>(result.normals)};
}

/// `Second` are shapes of the same world, or triangles.
template <class Dimension, class Second>
Measures<DistanceNames> distance_of(const typename Dimension::Shapes& first, const Second& second,
                                    const py::object& pairs, const py::object& out, bool points, bool normals,
                                    double tolerance, float no_farther_than, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const auto result =
      measures_for<DistanceNames>(out, {points, normals}, list.span().size(), {2, Dimension::dimensions});
  const auto spans = spans_of<Dimension>(result);
  const DistanceOptions options{tolerance, no_farther_than, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::distance(first.set(), second.set(), list.span(), spans, options);
  });
  return result;
}

/// `First` are shapes or bodies.
template <class First>
Measures<BodyDistanceNames> distance_of_bodies(const First& first, const Bodies& second, const py::object& pairs,
                                               const py::object& out, bool points, bool normals, bool parts,
                                               double tolerance, float no_farther_than, Check check,
                                               const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const auto result = measures_for<BodyDistanceNames>(out, {points, normals, parts}, list.span().size(), {2, 3}, {2});
  const BodyDistanceOutput spans{span_of<Interval>(result.intervals), span_of<WitnessPoints>(result.points),
                                 span_of<Vec3d>(result.normals), span_of<Pair>(result.which)};
  const DistanceOptions options{tolerance, no_farther_than, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::distance(first.set(), second.set(), list.span(), spans, options);
  });
  return result;
}

Measures<MeshDistanceNames> distance_of_mesh(const Shapes& shapes, const Triangles& mesh, const py::object& out,
                                             const py::object& shape_list, bool points, bool normals, bool triangles,
                                             double tolerance, float no_farther_than, Check check, const IsaName& isa) {
  const List<std::uint32_t> list = index_list(shape_list, "list");
  const auto result = measures_for<MeshDistanceNames>(out, {points, normals, triangles}, list.span().size(), {2, 3});
  const MeshDistanceOutput spans{span_of<Interval>(result.intervals), span_of<std::uint32_t>(result.which),
                                 span_of<WitnessPoints>(result.points), span_of<Vec3d>(result.normals)};
  const DistanceOptions options{tolerance, no_farther_than, check, isa_option(isa), executor_here()};
  const Reading reading(shapes.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), shapes.set().size());
    lockstep::distance(shapes.set(), mesh.set(), list.span(), spans, options);
  });
  return result;
}

/// Copies the wanted results.
template <class T>
void copy_to(const py::object& to, const py::object& from) {
  const std::span<T> source = span_of<T>(from), target = span_of<T>(to);
  if (source.data() != target.data()) std::copy(source.begin(), source.end(), target.begin());
}

/// `First` is a view, or one shape. The library may have written results before it meets an invalid number, so they go
/// to memory of their own first.
template <class Dimension, class First, class Many>
Measures<DistanceNames> distance_of_views(const First& first, const Many& second, const py::object& out, bool points,
                                          bool normals, double tolerance, float no_farther_than, Check check,
                                          const IsaName& isa) {
  const std::vector<py::ssize_t> point = {2, Dimension::dimensions};
  const auto result = measures_for<DistanceNames>(out, {points, normals}, second.count(), point);
  const WantedMeasures same{!result.points.is_none(), !result.normals.is_none()};
  const auto fresh = out.is_none() ? result : measures_for<DistanceNames>(py::none(), same, second.count(), point);
  const auto spans = spans_of<Dimension>(fresh);
  const DistanceOptions options{tolerance, no_farther_than, check, isa_option(isa), executor_here()};
  const auto many = second.view();
  unlocked([&] {
    if constexpr (requires { first.view(); }) {
      lockstep::distance(first.view(), many, spans, options);
    } else {
      lockstep::distance(first, many, spans, options);
    }
  });
  copy_to<Interval>(result.intervals, fresh.intervals);
  copy_to<typename Dimension::Points>(result.points, fresh.points);
  copy_to<typename Dimension::VectorD>(result.normals, fresh.normals);
  return result;
}

/// The same of views, or of one shape and a view, at double positions.
template <class Dimension, class First, class Sets>
Measures<DistanceNames> distance_of_placed(const First& first, const Sets& second, const py::object& out, bool points,
                                           bool normals, double tolerance, float no_farther_than, Check check,
                                           const IsaName& isa) {
  Sets made;
  const Sets& set = set_with(first, made);
  const List<Pair> pairs = pairs_by_element(set, second, &set == &made);
  return distance_of<Dimension>(set, second, pairs.array, out, points, normals, tolerance, no_farther_than, check, isa);
}

py::arg_v limit_argument() { return {"no_farther_than", std::numeric_limits<float>::infinity()}; }

template <class Dimension, class Second>
void bind_distances(py::module_& module, const char* first, const char* second, const char* text) {
  module.def("distance", distance_of<Dimension, Second>, py::arg(first), py::arg(second), py::arg("pairs"), none("out"),
             py::kw_only(), no("points"), no("normals"), tolerance_argument(), limit_argument(), check_argument(),
             none("isa"), text);
}

template <class First>
void bind_bodies(py::module_& module, const char* text) {
  module.def("distance", distance_of_bodies<First>, py::arg("first"), py::arg("second"), py::arg("pairs"), none("out"),
             py::kw_only(), no("points"), no("normals"), no("parts"), tolerance_argument(), limit_argument(),
             check_argument(), none("isa"), text);
}

template <class Dimension, class View>
void bind_views_of(py::module_& module, const char* views_text, const char* one_text) {
  using One = decltype(std::declval<View>()(0));
  const auto bind = [&](const auto& function, const char* text) {
    module.def("distance", function, py::arg("first"), py::arg("second"), none("out"), py::kw_only(), no("points"),
               no("normals"), tolerance_argument(), limit_argument(), check_argument(), none("isa"), text);
  };
  if constexpr (PlaceableView<View>) {
    using Sets = ShapesOf<View>;
    bind(either(&distance_of_views<Dimension, View, View>, &distance_of_placed<Dimension, Sets, Sets>), views_text);
    bind(either(&distance_of_views<Dimension, One, View>, &distance_of_placed<Dimension, One, Sets>), one_text);
  } else {
    bind(&distance_of_views<Dimension, View, View>, views_text);
    bind(&distance_of_views<Dimension, One, View>, one_text);
  }
}

void bind_distance_outputs(py::module_& module) {
  bind_measures<DistanceNames>(
      module,
      "Of each pair: `distances` float64 (N, 2), intervals that hold the signed distance, negative\n"
      "where shapes overlap; `points` (N, 2, 3), the nearest or deepest point of a and of b, and\n"
      "`normals` (N, 3), unit, from b to a, or None; of the plane (N, 2, 2) and (N, 2). Made by hand it is an `out`.");
  bind_measures<BodyDistanceNames>(
      module, "A DistanceOutput of bodies: the least of any two parts, and `parts` uint32 (N, 2), which two.");
  bind_measures<MeshDistanceNames>(
      module,
      "A DistanceOutput of shapes and a whole mesh, one for each shape, and `triangles` uint32 (N,), the nearest one,\n"
      "or no_triangle.");
}

void bind_all_views(py::module_& module) {
  const char* const views =
      "How far is object i of the view `first` from object i of the view `second`? A DistanceOutput with the bits "
      "that\n"
      "sets have. Raises ValueError for a bad number or views of other lengths, and writes nothing then.";
  const char* const one = "The same of one shape and each object of a view.";
  bind_views_of<Space, Spheres>(module, views, one);
  bind_views_of<Space, Aabbs>(module, views, one);
  bind_views_of<Space, Boxes>(module, views, one);
  bind_views_of<Space, Capsules>(module, views, one);
  bind_views_of<Plane, Circles2>(module, views, one);
  bind_views_of<Plane, Boxes2>(module, views, one);
  bind_views_of<Plane, Capsules2>(module, views, one);
}

}  // namespace

void bind_distance(py::module_& module) {
  bind_distance_outputs(module);
  bind_distances<Space, Shapes>(
      module, "first", "second",
      "How far apart are the shapes of each pair, or how deep in each other, in their unit of length? `pairs` is\n"
      "uint32 (N, 2): shape a of `first`, shape b of `second`. Returns a DistanceOutput: `out`, whose arrays are\n"
      "written, or a new one. `tolerance` is how wide an interval may stay; pairs proven to be farther apart than\n"
      "`no_farther_than` have [no_farther_than, inf] and NaN. Raises ValueError for a bad index or option, and\n"
      "writes nothing then.");
  bind_distances<Plane, Shapes2>(module, "first", "second", "The same of shapes of the plane.");
  bind_distances<Space, Triangles>(module, "shapes", "mesh",
                                   "The same of pairs of a shape and a triangle of a TriangleMesh.");
  module.def("distance", distance_of_mesh, py::arg("shapes"), py::arg("mesh"), none("out"), py::kw_only(),
             py::arg("list"), no("points"), no("normals"), no("triangles"), tolerance_argument(), limit_argument(),
             check_argument(), none("isa"),
             "How far is each shape of `list`, uint32 (N,), from the whole mesh? Returns a MeshDistanceOutput.");
  bind_bodies<Bodies>(module, "The same of pairs of bodies, by their parts. Returns a BodyDistanceOutput.");
  bind_bodies<Shapes>(module, "The same of pairs of a shape and a body. A shape is its own part 0.");
  bind_all_views(module);
}

}  // namespace lockstep::python
