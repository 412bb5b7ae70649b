#include "perf/noise_floor.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <unordered_set>

#include <lockstep/config.hpp>

#include "perf/benchmark_figures.hpp"
#include "perf/compare_text.hpp"
#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/file.hpp"
#include "text/json.hpp"
#include "text/names.hpp"

namespace lockstep::tools::perf {
namespace {

constexpr double most_floor = 1000;  // a program a thousand times as slow is not noise

std::vector<NoiseFloor> parse_noise_floors(const Json& file) {
  std::vector<NoiseFloor> floors;
  const Json& list = Node(file, "the file").list("noise_floors");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Node node(list[i], concat("noise_floors[", i, "]"));
    floors.push_back({node.text("name", max_name_bytes), node.number("floor")});
    if (const double floor = floors.back().floor; !(floor >= 0 && floor <= most_floor))
      node.fail("floor", concat("must be a share from 0 to ", most_floor, ", not ", floor));
  }
  return floors;
}

}  // namespace

std::string noise_floor_json(const std::vector<NoiseFloor>& floors, std::size_t runs) {
  Json json = {{"version", LOCKSTEP_VERSION}, {"runs", runs}, {"noise_floors", Json::array()}};
  for (const NoiseFloor& floor : floors) json["noise_floors"].push_back({{"name", floor.name}, {"floor", floor.floor}});
  return json.dump(2) + "\n";
}

std::vector<NoiseFloor> read_noise_floors(const std::string& path) {
  try {
    return parse_noise_floors(parse_json(read_file(path, max_benchmark_bytes)));
  } catch (const ReadError& error) {
    throw ReadError(
        concat(printable(path, 300), ": ", error.what(), "; lockstep-perf selftest --save writes such a file"));
  }
}

void check_gate(double gate, std::span<const NoiseFloor> floors, std::span<const std::string> names) {
  const std::unordered_set<std::string> measured(names.begin(), names.end());
  const NoiseFloor* worst = nullptr;
  std::size_t above = 0;
  for (const NoiseFloor& floor : floors) {
    if (!measured.contains(floor.name) || floor.floor <= gate) continue;
    ++above;
    if (worst == nullptr || floor.floor > worst->floor) worst = &floor;
  }
  if (worst == nullptr) return;
  throw UsageError(concat("--gate: ", percent(gate), " is below the noise floor of ", above, " of ", names.size(),
                          " benchmarks, ", percent(worst->floor), " for ", printable(worst->name),
                          "; raise it, add --runs to selftest and here, leave those out with --benchmark_filter, or "
                          "say --force-gate"));
}

}  // namespace lockstep::tools::perf
