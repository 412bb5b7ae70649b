// PairEvents: the pairs that began, stayed and ended from one frame to the next.
#include <algorithm>

#include "calls/calls.hpp"

namespace lockstep::python {
namespace {

/// The pairs of a frame, and the uses of that state.
struct Events {
  PairEvents events;
  Users users;
};

/// Copies of the library's result, which is valid until its next call.
struct Changes {
  py::array began, stayed, ended;
};

py::array copy_of(std::span<const Pair> pairs) {
  const py::array array = new_array(dtype<std::uint32_t>(), {length(pairs.size()), 2});
  std::copy(pairs.begin(), pairs.end(), span_of<Pair>(array).begin());
  return array;
}

Changes in_python(const PairChanges& changes) {
  return {copy_of(changes.began), copy_of(changes.stayed), copy_of(changes.ended)};
}

Changes update(Events& events, const py::object& pairs, Check check) {
  const List<Pair> list = pair_list(pairs);
  const Changing changing(events.users);
  return in_python(unlocked([&] { return events.events.update(list.span(), check); }));
}

Changes compare(Events& events, const py::object& before, const py::object& now, Check check) {
  const List<Pair> first = pair_list(before, "before"), second = pair_list(now, "now");
  const Changing changing(events.users);
  return in_python(unlocked([&] { return events.events.compare(first.span(), second.span(), check); }));
}

void bind_changes(py::module_& module) {
  py::class_<Changes> changes(module, "PairChanges",
                              "What has become of pairs: `began`, `stayed` and `ended`, uint32 (K, 2) each, in rising\n"
                              "order of a, then b. Arrays of their own, which later calls leave alone.");
  changes.def_readonly("began", &Changes::began, "There are now, and there were not.");
  changes.def_readonly("stayed", &Changes::stayed, "There are now, and there were.");
  changes.def_readonly("ended", &Changes::ended, "There were, and there are no more.");
  changes.def("__repr__", [](const Changes& self) {
    const auto count = [](const py::array& pairs) { return std::to_string(pairs.shape(0)); };
    return "<lockstep.PairChanges: " + count(self.began) + " began, " + count(self.stayed) + " stayed, " +
           count(self.ended) + " ended>";
  });
}

}  // namespace

void bind_events(py::module_& module) {
  bind_changes(module);
  py::class_<Events> events(module, "PairEvents",
                            "Which pairs have begun to overlap since the last frame, which still do, which have ended? "
                            "Lists are those of an\n"
                            "overlap pass with PairOrder.sorted, complete, uint32 (N, 2). O(pairs of both frames).");
  events.def(py::init<>());
  events.def("update", update, py::arg("pairs"), py::kw_only(), py::arg("check") = Check::inputs,
             "From the pairs of the last call to these, which are remembered for the next one. At first all begin.\n"
             "Raises ValueError if they are not in order, and remembers the old ones then.");
  events.def("compare", compare, py::arg("before"), py::arg("now"), py::kw_only(), py::arg("check") = Check::inputs,
             "From `before` to `now`, where you keep both lists. What `update` remembers stays as it is.");
  events.def(
      "forget",
      [](Events& self) {
        const Changing changing(self.users);
        self.events.forget();
      },
      "As if `update` had not been called yet.");
  events.def_property_readonly("memory_bytes", [](const Events& self) { return self.events.memory_bytes(); });
}

}  // namespace lockstep::python
