// contacts: manifolds as an array of structures.
#include "calls/calls.hpp"

namespace lockstep::python {
namespace {

py::array contacts_of(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& out,
                      float margin, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const py::array manifolds = output(out, "out", manifold_dtype(), {length(list.span().size())});
  const std::span<Manifold> span = span_of<Manifold>(manifolds);
  const ContactOptions options{margin, check, isa_option(isa)};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_range(list.span(), first.set().size(), second.set().size());
    lockstep::contacts(first.set(), second.set(), list.span(), span, options);
  });
  return manifolds;
}

}  // namespace

void bind_contacts(py::module_& module) {
  module.attr("manifold_dtype") = manifold_dtype();
  module.def(
      "contacts", contacts_of, py::arg("first"), py::arg("second"), py::arg("pairs"), py::arg("out") = py::none(),
      py::kw_only(), py::arg("margin") = 0.0F, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
      "Where do the shapes of each pair touch, or will soon? An array (N,) of manifold_dtype: `distance` (`lower`,\n"
      "`upper`), `normal` from b to a, `count` of points, and `points` (4,), the deepest first, with `a`, `b`,\n"
      "`separation`, `feature_a`, `feature_b`. Those from `count` on are zero. Shapes up to `margin` apart count.\n"
      "Raises ValueError for a bad index or option, and writes nothing then.");
}

}  // namespace lockstep::python
