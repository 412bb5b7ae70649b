// any_overlap and count_overlaps: groups of consecutive pairs, with one answer each.
#include "arrays/errors.hpp"
#include "calls/bits.hpp"
#include "calls/calls.hpp"

namespace lockstep::python {
namespace {

/// Ends (G,) of groups: int64, as numpy's sums are, or uint64. A negative one is larger than any number of pairs.
List<std::size_t> ends_list(py::handle value) {
  static_assert(sizeof(std::size_t) == 8);
  if (!py::isinstance<py::array>(value)) {
    return {py::array_t<std::size_t>(py::array(index_list(value, "ends").array))};
  }
  const auto array = py::reinterpret_borrow<py::array>(value);
  if (!py::isinstance<py::array_t<std::int64_t>>(array) && !py::isinstance<py::array_t<std::uint64_t>>(array)) {
    throw py::type_error("ends is an array of " + dtype_name(array) +
                         "; expected int64 or uint64: pass ends.astype(numpy.int64)");
  }
  if (array.ndim() != 1) throw wrong_shape("ends", array, "(G,)");
  return {py::array::ensure(array, py::array::c_style)};
}

/// Checks that unchecked calls make too.
template <class Shapes>
void check_groups(std::span<const Pair> pairs, std::span<const std::size_t> ends, const Shapes& first,
                  const Shapes& second) {
  check_range(pairs, first.set().size(), second.set().size());
  std::size_t start = 0;
  for (std::size_t k = 0; k < ends.size(); ++k) {
    if (ends[k] < start || ends[k] > pairs.size()) {
      throw InvalidInput("ends[" + std::to_string(k) + "] = " + std::to_string(ends[k]) + ": is out of order");
    }
    start = ends[k];
  }
  if (start != pairs.size()) throw InvalidInput("ends: the last one is not the number of pairs");
}

template <class Shapes>
py::array any_of(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& ends,
                 const py::object& out, Method method, Touching touching, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const List<std::size_t> groups = ends_list(ends);
  const py::array any = output(out, "out", dtype<bool>(), {length(groups.span().size())});
  const std::span<bool> span = span_of<bool>(any);
  const GroupOptions options{method, touching, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_groups(list.span(), groups.span(), first, second);
    std::vector<std::uint64_t> words(mask_words(span.size()));
    lockstep::any_overlap(first.set(), second.set(), list.span(), groups.span(), words, options);
    write_bools(words, span);
  });
  return any;
}

template <class Shapes>
py::array counts_of(const Shapes& first, const Shapes& second, const py::object& pairs, const py::object& ends,
                    const py::object& out, Method method, Touching touching, Check check, const IsaName& isa) {
  const List<Pair> list = pair_list(pairs);
  const List<std::size_t> groups = ends_list(ends);
  const py::array counts = output(out, "out", dtype<std::size_t>(), {length(groups.span().size())});
  const std::span<std::size_t> span = span_of<std::size_t>(counts);
  const GroupOptions options{method, touching, check, isa_option(isa), executor_here()};
  const Reading reading_first(first.users()), reading_second(second.users());
  unlocked([&] {
    if (check == Check::none) check_groups(list.span(), groups.span(), first, second);
    lockstep::count_overlaps(first.set(), second.set(), list.span(), groups.span(), span, options);
  });
  return counts;
}

template <class Function>
void bind_call(py::module_& module, const char* name, const Function& function, const char* text) {
  module.def(name, function, py::arg("first"), py::arg("second"), py::arg("pairs"), py::arg("ends"),
             py::arg("out") = py::none(), py::kw_only(), py::arg("method") = Method::automatic,
             py::arg("touching") = Touching::overlap, py::arg("check") = Check::inputs, py::arg("isa") = py::none(),
             text);
}

template <class Shapes>
void bind_groups_of(py::module_& module) {
  bind_call(
      module, "any_overlap", any_of<Shapes>,
      "Does any pair of each group overlap? `pairs` is uint32 (N, 2): shape a of `first`, shape b of `second`; group\n"
      "k is pairs[ends[k - 1] : ends[k]], the first begins with pairs[0]. `ends`, int64 or uint64 (G,), do not fall,\n"
      "and the last is N. bool (G,), written to `out` if it is given; `touching` decides what is not proven. A group\n"
      "is left as soon as a pair of it overlaps. Raises ValueError for a bad index or end, and writes nothing then.");
  bind_call(module, "count_overlaps", counts_of<Shapes>,
            "How many pairs of each group overlap? The arguments are those of any_overlap; the result is uint64 (G,).");
}

}  // namespace

void bind_groups(py::module_& module) {
  bind_groups_of<Shapes>(module);
  bind_groups_of<Shapes2>(module);
}

}  // namespace lockstep::python
