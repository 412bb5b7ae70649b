#include "frames/row_order.hpp"

#include <cmath>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "text/fields.hpp"
#include "text/numbers.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

struct Row {
  double first, second, x, y;
};

/// The first rows that are four numbers.
std::vector<Row> first_rows(std::string_view text) {
  constexpr std::size_t most = 100'000;
  std::vector<Row> rows;
  std::vector<std::string_view> fields;
  Lines lines(text);
  for (std::string_view line; rows.size() < most && lines.next(line);) {
    split_line(line, Separator::blanks, fields);
    if (fields.size() != 4 || fields[0].starts_with('#')) continue;
    const auto number = [&](std::size_t i) { return to_number<double>(fields[i]); };
    const Row row{number(0), number(1), number(2), number(3)};
    if (std::isfinite(row.first) && std::isfinite(row.second) && std::isfinite(row.x) && std::isfinite(row.y))
      rows.push_back(row);
  }
  return rows;
}

/// At least two values, in blocks of equal ones that rise; one of them in several rows.
bool rises_in_blocks(const std::vector<Row>& rows) {
  bool rises = false, repeats = false;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows[i].first < rows[i - 1].first) return false;
    (rows[i].first > rows[i - 1].first ? rises : repeats) = true;
  }
  return rises && repeats;
}

/// The mean distance of objects from row to row, if `id` identifies them; NaN if no value occurs twice.
double mean_step(const std::vector<Row>& rows, double Row::*id) {
  std::unordered_map<double, const Row*> last;
  double sum = 0;
  std::size_t steps = 0;
  for (const Row& row : rows) {
    const Row*& before = last[row.*id];
    if (before != nullptr) sum += std::hypot(row.x - before->x, row.y - before->y), ++steps;
    before = &row;
  }
  return steps == 0 ? std::nan("") : sum / static_cast<double>(steps);
}

}  // namespace

bool is_sorted_by_frame(std::string_view text) {
  const std::vector<Row> rows = first_rows(text);
  if (!rises_in_blocks(rows)) return false;
  // NaN: no value of the second column occurs twice, so nothing contradicts frames.
  return !(2 * mean_step(rows, &Row::first) < mean_step(rows, &Row::second));
}

}  // namespace lockstep::tools
