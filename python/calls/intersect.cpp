// intersect: pair lists of sets, and views side by side.
#include <algorithm>

#include "calls/calls.hpp"
#include "objects/kinds.hpp"

namespace lockstep::python {
namespace {

py::array intersect_sets(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& out,
                         Method method, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const py::array verdicts = output(out, "out", dtype<std::uint8_t>(), {length(list.span().size())});
  const std::span<Verdict> span = span_of<Verdict>(verdicts);
  const IntersectOptions options{method, check, isa_option(isa)};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::intersect(first.set(), second.set(), list.span(), span, options);
  });
  return verdicts;
}

/// The library may have written verdicts before it meets a bad number, so they go to memory of their own first.
template <class Objects>
py::array intersect_views(const Objects& first, const Objects& second, const py::object& out, Method method,
                          Check check, const IsaName& isa) {
  const py::array verdicts = output(out, "out", dtype<std::uint8_t>(), {length(first.count())});
  const py::array fresh = out.is_none() ? verdicts : new_array(dtype<std::uint8_t>(), {length(first.count())});
  const std::span<Verdict> span = span_of<Verdict>(verdicts), fresh_span = span_of<Verdict>(fresh);
  const IntersectOptions options{method, check, isa_option(isa)};
  const auto first_view = first.view(), second_view = second.view();
  unlocked([&] {
    lockstep::intersect(first_view, second_view, fresh_span, options);
    if (fresh_span.data() != span.data()) std::copy(fresh_span.begin(), fresh_span.end(), span.begin());
  });
  return verdicts;
}

template <class Objects>
void bind_views_of(py::module_& module, const char* text) {
  module.def("intersect", intersect_views<Objects>, py::arg("first"), py::arg("second"), py::arg("out") = py::none(),
             py::kw_only(), py::arg("method") = Method::automatic, py::arg("check") = Check::inputs,
             py::arg("isa") = py::none(), text);
}

}  // namespace

void bind_intersect(py::module_& module) {
  module.def("intersect", intersect_sets, py::arg("first"), py::arg("second"), py::arg("pairs"),
             py::arg("out") = py::none(), py::kw_only(), py::arg("method") = Method::automatic,
             py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             "Do the shapes of each pair meet? `pairs` is uint32 (N, 2): shape a of `first`, shape b of `second`; the\n"
             "result uint8 (N,), to be compared with the members of Verdict. Written to `out` if it is given. Raises\n"
             "ValueError for an index that is out of range or that of a hole, and writes nothing then.");
  const char* const text =
      "Does object i of the view `first` meet object i of the view `second`? uint8 (N,) of Verdict. Raises ValueError\n"
      "for a bad number or views of other lengths, and writes nothing then.";
  bind_views_of<Spheres>(module, text);
  bind_views_of<Aabbs>(module, text);
  bind_views_of<Boxes>(module, text);
  bind_views_of<Capsules>(module, text);
}

}  // namespace lockstep::python
