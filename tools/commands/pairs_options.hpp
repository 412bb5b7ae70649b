// The options of lockstep pairs.
#pragma once

#include <string>

#include <lockstep/cast.hpp>
#include <lockstep/contacts.hpp>
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

/// Throws `UsageError` if two of them do not go together, or one of them cannot be had.
void check_pairs_options(const PairsCommand& options);

// What the library is asked. Throw `UsageError` for a number that is no length, or an instruction set that is not here.
[[nodiscard]] IntersectOptions intersect_options(const PairsCommand& options);
[[nodiscard]] DistanceOptions distance_options(const PairsCommand& options);
[[nodiscard]] ContactOptions contact_options(const PairsCommand& options);
[[nodiscard]] CastOptions cast_options(const PairsCommand& options);

}  // namespace lockstep::tools
