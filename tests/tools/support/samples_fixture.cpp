#include "support/samples_fixture.hpp"

#include <cmath>
#include <random>

namespace lockstep::tools::test {

perf::Samples samples(const std::string& name, double ratio, double noise, unsigned seed, std::size_t runs) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, noise);
  perf::Samples s;
  s.name = name;
  for (std::size_t i = 0; i < runs; ++i) {
    s.old_ns.push_back(100 * std::exp(normal(random)));
    s.new_ns.push_back(100 * ratio * std::exp(normal(random)));
  }
  return s;
}

perf::Samples problem(const std::string& text, bool counts) { return {"broken", false, {}, {}, text, counts}; }

}  // namespace lockstep::tools::test
