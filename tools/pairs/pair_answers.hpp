// The answers of lockstep pairs: a line each, or one JSON document (docs/pair-format.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <lockstep/config.hpp>
#include <lockstep/types.hpp>

#include "pairs/exact_judge.hpp"
#include "pairs/pair_queries.hpp"
#include "text/exit_code.hpp"

namespace lockstep::tools {

class StandardOutput;

struct AnswerFormat {
  bool json = false;
  bool yes_no = false, exact = false;
  bool intervals = false;                 ///< answers have distances or fractions, which are judged
  Touching touching = Touching::overlap;  ///< with yes_no
};

/// The properties of all answers in a document.
struct AnswerHeader {
  std::string file, method;
  Isa isa = Isa::scalar;
};

struct PairAnswer {
  std::string_view id;
  std::size_t line = 0;
  Verdict verdict = Verdict::touching;
  std::optional<PairDistance> distance = {};  ///< if requested
  std::optional<Manifold> contacts = {};      ///< likewise
  std::optional<PairCast> cast = {};          ///< likewise; it takes the place of the verdict
  std::optional<ExactAnswer> exact = {};      ///< if the format is exact
};

/// Writes one answer after the other.
class AnswerWriter {
 public:
  AnswerWriter(StandardOutput& output, const AnswerFormat& format, const AnswerHeader& header);

  void write(const PairAnswer& answer);
  /// The last line. A false answer is a fault of the library.
  ExitCode finish();

 private:
  [[nodiscard]] std::string as_line(const PairAnswer& answer) const;
  [[nodiscard]] std::string as_json(const PairAnswer& answer) const;

  StandardOutput& output_;
  AnswerFormat format_;
  std::size_t count_ = 0, known_ = 0, wrong_ = 0;
};

}  // namespace lockstep::tools
