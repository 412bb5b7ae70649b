#include "perf/roofline.hpp"

#include <vector>

#include "perf/formats/times.hpp"
#include "perf/reference.hpp"
#include "text/error.hpp"
#include "text/json.hpp"

namespace lockstep::tools::perf {
namespace {

using Counters = std::map<std::string, double>;

double counter(const Counters& counters, const char* name) {
  const auto found = counters.find(name);
  return found == counters.end() ? 0 : found->second;
}

/// Operations or bytes in a nanosecond; 0 if it was not measured.
double rate(const char* ceiling, const FindMeasured& find) {
  const Measured* const row = find(concat("ceiling/", ceiling));
  return row == nullptr ? 0 : counter(row->counters, "rate") / 1e9;
}

/// The bounds of one query, if each kind of operation were the only one.
std::vector<Bound> bounds_of_operations(const Counters& counts, const FindMeasured& find) {
  const auto count = [&](const char* kind) { return counter(counts, kind); };
  const double fused = rate("multiply_add", find), shuffle = rate("shuffle", find), divide = rate("divide", find),
               root = rate("root", find), read = rate("read_l1", find);
  if (!(fused > 0 && shuffle > 0 && divide > 0 && root > 0 && read > 0)) return {};
  const double arithmetic =
      count("add") + count("multiply") + count("compare") + count("select") + count("min_max") + count("sign");
  constexpr double bytes_of_number = 4;
  return {{"arithmetic", arithmetic / fused},
          {"shuffles", count("shuffle") / shuffle},
          {"dividing", count("divide") / divide + count("root") / root},
          {"loads", bytes_of_number * count("load") / read}};
}

}  // namespace

OperationCounts parse_operation_counts(std::span<const std::byte> text) {
  const Json file = parse_json(text);
  const Node rows(file, "the file");
  OperationCounts counts;
  for (const std::string& name : rows.keys()) {
    const Node row = rows.child(name.c_str());
    for (const std::string& kind : row.keys()) counts[name][kind] = row.number(kind.c_str());
  }
  return counts;
}

std::optional<Bound> bound_of(const std::string& name, const OperationCounts& operations, const FindMeasured& find) {
  const Measured* const row = find(name);
  if (row == nullptr || own_name(name) != name || name.starts_with("ceiling/") || name.ends_with("/read"))
    return std::nullopt;
  std::vector<Bound> bounds;
  const auto counted = operations.find(name);
  // Counts of lanes that gave other answers are worthless.
  if (counted != operations.end() && counter(counted->second, "hits") == counter(row->counters, "hits"))
    bounds = bounds_of_operations(counted->second, find);
  for (Bound& bound : bounds) bound.ns *= counter(row->counters, "queries");
  if (const Measured* const read = find(name.substr(0, name.rfind('/') + 1) + "read"))
    bounds.push_back({"reading", read->ns});
  std::optional<Bound> largest;
  for (const Bound& bound : bounds)
    if (bound.ns >= (largest ? largest->ns : least_ns)) largest = bound;
  return largest;
}

}  // namespace lockstep::tools::perf
