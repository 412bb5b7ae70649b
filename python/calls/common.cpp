#include <algorithm>
#include <cstddef>
#include <string>

#include "calls/calls.hpp"

namespace lockstep::python {

void check_range(std::span<const Pair> pairs, std::size_t first, std::size_t second) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (pairs[i].a < first && pairs[i].b < second) continue;
    throw InvalidInput("pairs[" + std::to_string(i) + "] = (" + std::to_string(pairs[i].a) + ", " +
                       std::to_string(pairs[i].b) + "): is out of range");
  }
}

void check_range(std::span<const std::uint32_t> list, std::size_t shapes) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] < shapes) continue;
    throw InvalidInput("list[" + std::to_string(i) + "] = " + std::to_string(list[i]) + ": is out of range");
  }
}

py::tuple in_arrays(std::span<const std::size_t> first, std::span<const std::uint32_t> objects) {
  py::array_t<std::int64_t> indptr(length(first.size()));
  py::array_t<std::uint32_t> indices(length(objects.size()));
  std::copy(first.begin(), first.end(), indptr.mutable_data());
  std::copy(objects.begin(), objects.end(), indices.mutable_data());
  return py::make_tuple(indptr, indices);
}

py::tuple in_arrays(const ObjectLists& lists, bool in_cell) {
  const py::tuple arrays = in_arrays(lists.first, lists.objects);
  if (!in_cell) return arrays;
  py::array_t<std::int32_t> shifts({length(lists.shifts.size()), py::ssize_t{3}});
  std::copy_n(lists.shifts.data(), lists.shifts.size(),
              reinterpret_cast<std::array<std::int32_t, 3>*>(shifts.mutable_data()));
  return arrays + py::make_tuple(shifts);
}

py::dtype structure(const std::vector<StructureField>& fields, std::size_t size) {
  py::list names, formats, offsets;
  for (const StructureField& field : fields) {
    names.append(field.name);
    formats.append(field.type);
    offsets.append(field.offset);
  }
  return {names, formats, offsets, length(size)};
}

namespace {

py::object many(const py::object& type, std::size_t count) { return py::make_tuple(type, py::make_tuple(count)); }

}  // namespace

template <class Kind>
py::dtype manifold_dtype() {
  using Point = std::remove_extent_t<decltype(Kind::points)>;
  const py::object number = dtype<double>(), count = dtype<std::uint32_t>();
  const py::object vector = many(number, sizeof(Kind::normal) / sizeof(double));
  const py::dtype interval = structure(
      {{"lower", number, offsetof(Interval, lower)}, {"upper", number, offsetof(Interval, upper)}}, sizeof(Interval));
  const py::dtype point = structure({{"a", vector, offsetof(Point, a)},
                                     {"b", vector, offsetof(Point, b)},
                                     {"separation", number, offsetof(Point, separation)},
                                     {"feature_a", count, offsetof(Point, feature_a)},
                                     {"feature_b", count, offsetof(Point, feature_b)}},
                                    sizeof(Point));
  return structure({{"distance", interval, offsetof(Kind, distance)},
                    {"normal", vector, offsetof(Kind, normal)},
                    {"count", count, offsetof(Kind, count)},
                    {"points", many(point, std::extent_v<decltype(Kind::points)>), offsetof(Kind, points)}},
                   sizeof(Kind));
}
template py::dtype manifold_dtype<Manifold>();
template py::dtype manifold_dtype<Manifold2>();

py::dtype separation_dtype() {
  const py::object number = dtype<float>();
  return structure(
      {{"direction", many(number, 3), offsetof(Separation, direction)}, {"depth", number, offsetof(Separation, depth)}},
      sizeof(Separation));
}

}  // namespace lockstep::python
