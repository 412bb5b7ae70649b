// The options of lockstep pairs.
#pragma once

#include <string>

#include <lockstep/cast.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>

namespace CLI {
class App;
}

namespace lockstep::tools {

struct PairsCommand {
  std::string file, answer = "verdict", touching, method = "auto", isa;
  std::string no_farther_than, tolerance, margin;
  bool keep_going = false, distance = false, contacts = false, cast = false, exact = false, json = false,
       ignore_start = false;
};

void add_pairs_options(CLI::App& command, PairsCommand& options);

/// Throws `UsageError` if two of them contradict each other, or this build lacks one of them.
void check_pairs_options(const PairsCommand& options);

// The options that the library gets. Throw `UsageError` for a number that is not a length, or an unavailable
// instruction set.
[[nodiscard]] IntersectOptions intersect_options(const PairsCommand& options);
[[nodiscard]] DistanceOptions distance_options(const PairsCommand& options);
[[nodiscard]] ContactOptions contact_options(const PairsCommand& options);
[[nodiscard]] CastOptions cast_options(const PairsCommand& options);

}  // namespace lockstep::tools
