// The objects of an overlap pass, held while they are read, and their filters.
#pragma once

#include "calls/calls.hpp"

namespace lockstep::python {

struct Filters {
  List<std::uint32_t> group, mask;
  Filters(const py::object& groups, const char* group_name, const py::object& masks, const char* mask_name,
          std::size_t count)
      : group(optional_index_list(groups, group_name, count)), mask(optional_index_list(masks, mask_name, count)) {}
  [[nodiscard]] OverlapFilter spans() const { return {group.span(), mask.span()}; }
};

/// The library's types for one kind of objects.
template <class View>
struct Objects {
  const View& view;
  [[nodiscard]] std::size_t count() const { return view.count(); }
  [[nodiscard]] auto get() const { return view.view(); }
};
template <class Sets>
  requires requires(const Sets& sets) { sets.users(); }
struct Objects<Sets> {
  const Sets& view;
  Reading reading{view.users()};
  [[nodiscard]] std::size_t count() const { return view.set().size(); }
  [[nodiscard]] const auto& get() const { return view.set(); }
};

}  // namespace lockstep::python
