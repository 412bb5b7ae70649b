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

namespace {

struct Field {
  const char* name;
  py::object type;
  std::size_t offset;
};

py::dtype structure(const std::vector<Field>& fields, std::size_t size) {
  py::list names, formats, offsets;
  for (const Field& field : fields) {
    names.append(field.name);
    formats.append(field.type);
    offsets.append(field.offset);
  }
  return {names, formats, offsets, length(size)};
}

py::object many(const py::object& type, int count) { return py::make_tuple(type, py::make_tuple(count)); }

}  // namespace

py::dtype manifold_dtype() {
  const py::object number = dtype<double>(), count = dtype<std::uint32_t>(), vector = many(number, 3);
  const py::dtype interval = structure(
      {{"lower", number, offsetof(Interval, lower)}, {"upper", number, offsetof(Interval, upper)}}, sizeof(Interval));
  const py::dtype point = structure({{"a", vector, offsetof(ContactPoint, a)},
                                     {"b", vector, offsetof(ContactPoint, b)},
                                     {"separation", number, offsetof(ContactPoint, separation)},
                                     {"feature_a", count, offsetof(ContactPoint, feature_a)},
                                     {"feature_b", count, offsetof(ContactPoint, feature_b)}},
                                    sizeof(ContactPoint));
  return structure({{"distance", interval, offsetof(Manifold, distance)},
                    {"normal", vector, offsetof(Manifold, normal)},
                    {"count", count, offsetof(Manifold, count)},
                    {"points", many(point, 4), offsetof(Manifold, points)}},
                   sizeof(Manifold));
}

py::dtype separation_dtype() {
  const py::object number = dtype<float>();
  return structure(
      {{"direction", many(number, 3), offsetof(Separation, direction)}, {"depth", number, offsetof(Separation, depth)}},
      sizeof(Separation));
}

}  // namespace lockstep::python
