#include "objects/scratch.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "objects/objects.hpp"

namespace lockstep::python {
namespace {

/// Shared with the threads that have entered it: a generator may leave its block in another one.
struct KeptScratch {
  std::shared_ptr<Scratch> scratch = std::make_shared<Scratch>();
};

thread_local std::vector<std::shared_ptr<Scratch>> entered;

KeptScratch& enter(KeptScratch& kept) {
  entered.push_back(kept.scratch);
  return kept;
}

void leave(const KeptScratch& kept, const py::args&) {
  const auto last = std::find(entered.rbegin(), entered.rend(), kept.scratch);
  if (last != entered.rend()) entered.erase(std::next(last).base());
}

}  // namespace

Executor executor_here() { return {nullptr, nullptr, 0, entered.empty() ? nullptr : entered.back().get()}; }

void bind_scratch(py::module_& module) {
  py::class_<KeptScratch> scratch(
      module, "Scratch",
      "Temporary memory that calls take and give back, instead of allocating it in every call:\n\n"
      "    scratch = lockstep.Scratch()\n"
      "    with scratch:                           # the calls of this thread; several threads may use one\n"
      "        lockstep.cull(camera, world)\n\n"
      "Answers are the same. Arrays that calls return are new ones.");
  scratch.def(py::init<>());
  scratch.def("__enter__", enter, py::return_value_policy::reference).def("__exit__", leave);
  scratch.def_property_readonly(
      "memory_bytes", [](const KeptScratch& kept) { return kept.scratch->memory_bytes(); },
      "The memory that it holds.");
}

}  // namespace lockstep::python
