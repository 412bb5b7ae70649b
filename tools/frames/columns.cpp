#include "frames/columns.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

/// The names of each quantity, the more usual ones first.
struct Name {
  std::string_view text;
  Quantity quantity;
};
constexpr Name known_names[] = {
    {"frame", Quantity::frame},
    {"fr", Quantity::frame},
    {"frame_id", Quantity::frame},
    {"frame_number", Quantity::frame},
    {"time", Quantity::frame},
    {"t", Quantity::frame},
    {"id", Quantity::id},
    {"agent_id", Quantity::id},
    {"agent", Quantity::id},
    {"ped_id", Quantity::id},
    {"track_id", Quantity::id},
    {"particle_id", Quantity::id},
    {"x", Quantity::x},
    {"y", Quantity::y},
    {"z", Quantity::z},
    {"radius", Quantity::radius},
    {"r", Quantity::radius},
    {"shape", Quantity::shape},
    {"kind", Quantity::shape},
    {"x1", Quantity::x1},
    {"x2", Quantity::x1},
    {"y1", Quantity::y1},
    {"y2", Quantity::y1},
    {"z1", Quantity::z1},
    {"z2", Quantity::z1},
    {"hx", Quantity::hx},
    {"hy", Quantity::hy},
    {"hz", Quantity::hz},
    {"rx", Quantity::rx},
    {"ry", Quantity::ry},
    {"rz", Quantity::rz},
    {"half_length", Quantity::half_length},
    {"angle", Quantity::angle},
    {"half_angle", Quantity::half_angle},
    {"qx", Quantity::qx},
    {"qy", Quantity::qy},
    {"qz", Quantity::qz},
    {"qw", Quantity::qw},
};

/// "Radius [cm]" -> "radius" and "cm"; "y/m" -> "y" and "m".
struct Heading {
  std::string name;
  std::string_view unit;

  explicit Heading(std::string_view text) {
    text = trimmed(text);
    std::size_t open = std::string_view::npos;
    if (text.ends_with(']')) open = text.rfind('[');
    if (text.ends_with(')')) open = text.rfind('(');
    if (open != std::string_view::npos) {
      unit = trimmed(text.substr(open + 1, text.size() - open - 2));
    } else if ((open = text.rfind('/')) != std::string_view::npos) {
      unit = trimmed(text.substr(open + 1));
    }
    name = plain_word(text.substr(0, open));
  }
};

const Name* find_name(std::string_view name) {
  const Name* const found =
      std::find_if(std::begin(known_names), std::end(known_names), [&](const Name& n) { return n.text == name; });
  return found == std::end(known_names) ? nullptr : found;
}

std::optional<Unit> length_unit(const Heading& heading, std::size_t field) {
  if (heading.unit.empty()) return std::nullopt;
  const std::optional<Unit> unit = unit_of(heading.unit);
  if (!unit)
    throw FieldError{field, concat("the unit ", quoted_word(heading.unit), " of ", quoted_word(heading.name),
                                   " is not m, cm or mm; --unit says which one is meant")};
  return unit;
}

std::optional<Unit> angle_unit(const Heading& heading, std::size_t field) {
  if (heading.unit.empty() || plain_word(heading.unit) == "rad") return std::nullopt;
  if (plain_word(heading.unit) == "deg") return Unit{"deg", 180 / std::numbers::pi};
  throw FieldError{
      field, concat("the unit ", quoted_word(heading.unit), " of ", quoted_word(heading.name), " is not rad or deg")};
}

class Planner {
 public:
  Planner(bool plane, bool any_unit, bool colors) : plane_(plane), any_unit_(any_unit), colors_(colors) {}

  void take(std::string_view text, std::size_t index) {
    const Heading heading(text);
    if (heading.name == "_") return;
    const bool is_color = colors_ && heading.name == "r" && heading.unit.empty();
    plan_.has_color |= is_color;
    const Name* const known = is_color ? nullptr : find_name(heading.name);
    if (known == nullptr && heading.name == "type") plan_.type = index;
    if (known == nullptr || (plane_ && is_spatial(known->quantity)))
      pass_over(text, index);
    else
      place(*known, heading, text, index);
  }

  ColumnPlan finish(std::size_t fields, bool open_ended, bool radius_given) {
    for (const Quantity quantity : {Quantity::x, Quantity::y})
      if (!plan_.has(quantity))
        throw FieldError{1, concat("no column is named ", name(quantity),
                                   ": a table starts with a header (x, y[, z][, radius][, frame][, id]), or --columns "
                                   "names its columns")};
    plan_.fields = fields;
    plan_.open_ended = open_ended;
    choose_form(radius_given);
    return std::move(plan_);
  }

 private:
  void pass_over(std::string_view text, std::size_t index) {
    text = trimmed(text);
    plan_.unread.push_back(text.empty() ? concat("field ", index + 1, ", without a name") : printable(text, 40));
  }

  void place(const Name& known, const Heading& heading, std::string_view text, std::size_t index) {
    const auto at = static_cast<std::size_t>(known.quantity);
    Column column{index, std::nullopt};
    if (is_length(known.quantity) && !any_unit_) column.unit = length_unit(heading, index + 1);
    if (is_angle(known.quantity)) column.unit = angle_unit(heading, index + 1);
    const Name*& placed = placed_[at];
    if (placed == &known)
      throw FieldError{index + 1, concat("two columns are named ", quoted_word(known.text), ", the first is field ",
                                         plan_.columns[at]->field + 1, "; --columns chooses between them")};
    if (placed != nullptr && placed < &known) return pass_over(text, index);
    if (placed != nullptr) plan_.unread.emplace_back(placed->text);
    placed = &known;
    plan_.columns[at] = column;
  }

  /// Columns that no row needs are not read: an angle means nothing for a circle.
  void choose_form(bool radius_given) {
    const bool flat = plan_.flat();
    const QuantitySet present = plan_.present();
    if (!plan_.has(Quantity::shape)) {
      plan_.form = common_form(flat, present);
      if (plan_.form == nullptr)
        throw FieldError{1, concat("the columns are of several shapes (", names_of(present & all_needs(flat)),
                                   "): a column shape says which one a row is (", form_names(flat),
                                   "); --columns names those _ that are not to be read")};
      const QuantitySet given = radius_given ? present | QuantitySet{Quantity::radius} : present;
      if (const Problem problem = plan_.form->missing_problem(given); problem && !plan_.round())
        throw FieldError{1, *problem};
    }
    const QuantitySet needed = plan_.form != nullptr ? plan_.form->needs : all_needs(flat);
    constexpr QuantitySet always = {Quantity::frame, Quantity::id, Quantity::shape,
                                    Quantity::x,     Quantity::y,  Quantity::z};
    for_each(present - needed - always, [this](Quantity quantity) {
      plan_.unread.emplace_back(name(quantity));
      plan_[quantity].reset();
    });
  }

  bool plane_, any_unit_, colors_;
  std::array<const Name*, quantity_count> placed_{};
  ColumnPlan plan_;
};

}  // namespace

ColumnPlan plan_columns(std::span<const std::string_view> names, bool plane, bool any_unit, bool radius_given) {
  const auto has = [&](std::string_view name) {
    return std::any_of(names.begin(), names.end(), [name](std::string_view text) { return plain_word(text) == name; });
  };
  Planner planner(plane, any_unit, has("g") && has("b"));
  const bool open_ended = !names.empty() && names.back() == "...";
  const std::size_t fields = names.size() - (open_ended ? 1 : 0);
  for (std::size_t i = 0; i < fields; ++i) planner.take(names[i], i);
  return planner.finish(fields, open_ended, radius_given);
}

bool names_columns(std::span<const std::string_view> names) {
  const auto has = [&](Quantity quantity) {
    return std::any_of(names.begin(), names.end(), [quantity](std::string_view text) {
      const Name* const known = find_name(Heading(text).name);
      return known != nullptr && known->quantity == quantity;
    });
  };
  return has(Quantity::x) && has(Quantity::y);
}

}  // namespace lockstep::tools
