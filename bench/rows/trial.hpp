// The common part of the rows of one workload, and the check of every method's answers before it is timed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "judge/judge.hpp"
#include "methods/methods.hpp"

namespace lockstep::bench {

/// The differences between a method's answers and the judge's.
struct Differences {
  std::size_t hits = 0;
  std::size_t within_rounding = 0;  ///< in queries that rounding may decide either way
  std::size_t lost = 0;             ///< hits answered with no
  std::size_t too_many = 0;         ///< misses answered with yes
  std::size_t undecided = 0;        ///< called touching, though farther from contact than rounding
  std::uint32_t answers = 0;        ///< a checksum of all of them
};

/// Adds another number to a checksum (FNV-1a, word by word).
inline std::uint32_t with(std::uint32_t checksum, std::size_t number) {
  return (checksum ^ static_cast<std::uint32_t>(number)) * 0x01000193;
}

/// A workload, the truth about it, and the methods that were run so far.
template <class Workload, class Spec>
class Trial {
 public:
  explicit Trial(const Spec& spec) : workload_(spec.make()) {}

  struct Entry {
    std::unique_ptr<Method> method;
    Differences differences;
  };

  /// Prepared, run once and compared with the truth when it is first run.
  Entry& entry(const std::string& row, const MethodSpec<Workload, Spec>& spec, Isa isa) {
    Entry& entry = entries_[row];
    if (!entry.method) {
      entry.method = spec.make(workload_, isa);
      entry.method->run();
      if (spec.answers != Answers::none) find_truth(), entry.differences = compare(*entry.method);
    }
    return entry;
  }

  [[nodiscard]] std::size_t query_count() const { return workload_.query_count(); }

 private:
  void find_truth() {
    if (!truth_.empty()) return;
    truth_.resize(query_count());
    for (std::size_t q = 0; q < truth_.size(); ++q) truth_[q] = truly_hits(workload_, q);
  }

  [[nodiscard]] Differences compare(const Method& method) const {
    Differences differences;
    for (std::size_t q = 0; q < truth_.size(); ++q) {
      const bool hit = method.hit(q);
      differences.hits += hit;
      if (hit) differences.answers = with(differences.answers, q + 1);
      const bool undecided = method.undecided(q);
      if (hit == truth_[q] && !undecided) continue;
      if (within_rounding(workload_, q)) {
        differences.within_rounding += hit != truth_[q];
      } else {
        ++(undecided ? differences.undecided : hit ? differences.too_many : differences.lost);
      }
    }
    return differences;
  }

  Workload workload_;
  std::vector<bool> truth_;
  std::map<std::string, Entry> entries_;
};

}  // namespace lockstep::bench
