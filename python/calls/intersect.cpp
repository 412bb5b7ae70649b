// intersect: pairs of sets and of triangles, views element by element, and one shape against a view.
#include <algorithm>

#include "calls/calls.hpp"
#include "objects/kinds.hpp"
#include "objects/kinds2.hpp"
#include "objects/placed_views.hpp"

namespace lockstep::python {
namespace {

/// `Second` are shapes of the same world, or triangles.
template <class First, class Second>
py::array intersect_sets(const First& first, const Second& second, const py::object& pairs, const py::object& out,
                         Method method, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const py::array verdicts = output(out, "out", dtype<std::uint8_t>(), {length(list.span().size())});
  const std::span<Verdict> span = span_of<Verdict>(verdicts);
  const IntersectOptions options{method, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::intersect(first.set(), second.set(), list.span(), span, options);
  });
  return verdicts;
}

/// `First` is a view, or one shape. The library may have written verdicts before it meets an invalid number, so they go
/// to memory of their own first.
template <class First, class Many>
py::array intersect_views(const First& first, const Many& second, const py::object& out, Method method, Check check,
                          const IsaName& isa) {
  const py::array verdicts = output(out, "out", dtype<std::uint8_t>(), {length(second.count())});
  const py::array fresh = out.is_none() ? verdicts : new_array(dtype<std::uint8_t>(), {length(second.count())});
  const std::span<Verdict> span = span_of<Verdict>(verdicts), fresh_span = span_of<Verdict>(fresh);
  const IntersectOptions options{method, check, isa_option(isa), executor_here()};
  const auto many = second.view();
  unlocked([&] {
    if constexpr (requires { first.view(); }) {
      lockstep::intersect(first.view(), many, fresh_span, options);
    } else {
      lockstep::intersect(first, many, fresh_span, options);
    }
    if (fresh_span.data() != span.data()) std::copy(fresh_span.begin(), fresh_span.end(), span.begin());
  });
  return verdicts;
}

/// The same of views, or of one shape and a view, at double positions.
template <class First, class Sets>
py::array intersect_placed(const First& first, const Sets& second, const py::object& out, Method method, Check check,
                           const IsaName& isa) {
  Sets made;
  const Sets& set = set_with(first, made);
  const List<Pair> pairs = pairs_by_element(set, second, &set == &made);
  return intersect_sets(set, second, pairs.array, out, method, check, isa);
}

template <class First, class Second>
void bind_verdicts(py::module_& module, const char* first, const char* second, const char* text) {
  module.def("intersect", intersect_sets<First, Second>, py::arg(first), py::arg(second), py::arg("pairs"),
             py::arg("out") = py::none(), py::kw_only(), py::arg("method") = Method::automatic,
             py::arg("check") = Check::inputs, py::arg("isa") = py::none(), text);
}

template <class View>
void bind_views_of(py::module_& module) {
  using One = decltype(std::declval<View>()(0));
  const auto bind = [&](const auto& function, const char* text) {
    module.def("intersect", function, py::arg("first"), py::arg("second"), py::arg("out") = py::none(), py::kw_only(),
               py::arg("method") = Method::automatic, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
               text);
  };
  const char* const of_views =
      "Does object i of the view `first` meet object i of the view `second`? uint8 (N,) of Verdict. Raises ValueError\n"
      "for a bad number or views of other lengths, and writes nothing then.";
  const char* const of_one = "The same of one shape and each object of a view.";
  if constexpr (PlaceableView<View>) {
    using Sets = ShapesOf<View>;
    bind(either(&intersect_views<View, View>, &intersect_placed<Sets, Sets>), of_views);
    bind(either(&intersect_views<One, View>, &intersect_placed<One, Sets>), of_one);
  } else {
    bind(&intersect_views<View, View>, of_views);
    bind(&intersect_views<One, View>, of_one);
  }
}

}  // namespace

void bind_intersect(py::module_& module) {
  bind_verdicts<Shapes, Shapes>(
      module, "first", "second",
      "Do the shapes of each pair meet? `pairs` is uint32 (N, 2): shape a of `first`, shape b of `second`; the\n"
      "result uint8 (N,), to be compared with the members of Verdict. Written to `out` if it is given. Raises\n"
      "ValueError for an index that is out of range or that of a hole, and writes nothing then.");
  bind_verdicts<Shapes2, Shapes2>(module, "first", "second", "The same of shapes of the plane.");
  bind_verdicts<Shapes, Triangles>(module, "shapes", "mesh",
                                   "The same of pairs of a shape and a triangle of a TriangleMesh.");
  bind_views_of<Spheres>(module);
  bind_views_of<Aabbs>(module);
  bind_views_of<Boxes>(module);
  bind_views_of<Capsules>(module);
  bind_views_of<Circles2>(module);
  bind_views_of<Aabbs2>(module);
  bind_views_of<Boxes2>(module);
  bind_views_of<Capsules2>(module);
}

}  // namespace lockstep::python
