// All methods by name, and which workloads each one takes.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <lockstep/isa.hpp>

#include "method.hpp"
#include "scenes.hpp"
#include "workloads.hpp"

namespace lockstep::bench {

/// What is asked of a method's answers: the exact ones, or never to lose a hit (a plane test may keep too many). Our
/// own methods fail if they break it; for the others the row says how often they do.
enum class Answers : std::uint8_t { exact, superset, foreign };

template <class Workload, class Spec>
struct MethodSpec {
  std::string name;
  Answers answers;
  std::function<bool(const Spec&)> takes;
  std::function<std::unique_ptr<Method>(const Workload&, Isa)> make;
};

using PairMethod = MethodSpec<PairWorkload, PairWorkloadSpec>;
using CullSceneMethod = MethodSpec<CullScene, CullSceneSpec>;

[[nodiscard]] std::vector<PairMethod> pair_methods();  ///< of lockstep, the reference and all peers that were found
[[nodiscard]] std::vector<CullSceneMethod> cull_methods();

/// The compiler flags of lanes and reference for this instruction set.
[[nodiscard]] std::string compiler_flags(Isa isa);

// Each defined if CMake found the library.
[[nodiscard]] std::vector<PairMethod> fcl_methods();
[[nodiscard]] std::vector<PairMethod> libccd_methods();
[[nodiscard]] std::vector<PairMethod> bullet_methods();

}  // namespace lockstep::bench
