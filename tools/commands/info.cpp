// lockstep info: the contents of this build, and its choices on this machine.
#include <algorithm>
#include <memory>
#include <span>

#include <tbb/global_control.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "commands/command.hpp"
#include "commands/options.hpp"
#include "output/standard_output.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

constexpr Isa all_isas[] = {Isa::avx512, Isa::avx2, Isa::sse42, Isa::neon, Isa::scalar};

bool contains(std::span<const Isa> isas, Isa isa) { return std::find(isas.begin(), isas.end(), isa) != isas.end(); }

std::size_t thread_count() { return tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism); }

std::string as_text(Isa in_use) {
  std::string text =
      concat("lockstep ", LOCKSTEP_VERSION, "\nthreads: ", thread_count(), "\ninstruction sets, best first:\n");
  for (const Isa isa : all_isas) {
    const std::string_view state = isa == in_use                     ? "in use"
                                   : contains(supported_isas(), isa) ? "runs here"
                                   : contains(compiled_isas(), isa)  ? "not on this machine"
                                                                     : "not in this build";
    const std::string_view id = name(isa);
    text += concat("  ", id, std::string(8 - id.size(), ' '), lane_count(isa) < 10 ? " " : "", lane_count(isa),
                   lane_count(isa) == 1 ? " lane   " : " lanes  ", state, "\n");
  }
  return text;
}

std::string as_json(Isa in_use) {
  nlohmann::json json = {{"version", LOCKSTEP_VERSION}, {"threads", thread_count()}, {"isa", name(in_use)}};
  for (const Isa isa : all_isas)
    json["isas"].push_back({{"name", name(isa)},
                            {"lanes", lane_count(isa)},
                            {"compiled", contains(compiled_isas(), isa)},
                            {"supported", contains(supported_isas(), isa)}});
  return json.dump(2) + "\n";
}

}  // namespace

Action add_info_command(CLI::App& command) {
  const auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "print JSON");
  return [json](StandardOutput& output) {
    const Isa in_use = choose_isa("");
    output.write(*json ? as_json(in_use) : as_text(in_use));
    return exit_ok;
  };
}

}  // namespace lockstep::tools
