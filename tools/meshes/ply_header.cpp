#include "meshes/ply_header.hpp"

#include <charconv>
#include <utility>

#include "meshes/words.hpp"
#include "text/fields.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t most_header_lines = 10'000;

class HeaderReader {
 public:
  explicit HeaderReader(std::string_view file) : file_(file), lines_(file) {}

  PlyHeader read() {
    while (next_line()) {
      const std::string_view keyword = fields_[0];
      if (keyword == "end_header") return finish();
      if (keyword == "format")
        read_format();
      else if (keyword == "element")
        read_element();
      else if (keyword == "property")
        read_property();
      else if (keyword != "ply" && keyword != "comment" && keyword != "obj_info")
        fail(1, concat(quoted_word(keyword), " is not a word of a PLY header"));
    }
    throw ReadError("the PLY header has no end_header");
  }

 private:
  [[noreturn]] void fail(std::size_t field, const std::string& problem) const {
    throw ReadError(concat(place_of(lines_.number(), field), ": ", problem));
  }

  bool next_line() {
    std::string_view line;
    do {
      if (lines_.number() == most_header_lines || !lines_.next(line)) return false;
      split_line(line, Separator::blanks, fields_);
    } while (fields_.empty());
    return true;
  }

  /// The field, from 1.
  [[nodiscard]] std::string_view field(std::size_t number, std::string_view what) const {
    if (number > fields_.size()) fail(number, concat("the line ends where ", what, " should be"));
    return fields_[number - 1];
  }

  void read_format() {
    constexpr std::pair<std::string_view, PlyFormat> formats[] = {{"ascii", PlyFormat::text},
                                                                  {"binary_little_endian", PlyFormat::little_endian},
                                                                  {"binary_big_endian", PlyFormat::big_endian}};
    const std::string_view word = field(2, "a format");
    for (const auto& [name, format] : formats) {
      if (name != word) continue;
      header_.format = format, has_format_ = true;
      if (field(3, "a version") != "1.0")
        fail(3, concat("version ", quoted_word(fields_[2]), ": only 1.0 is understood"));
      return;
    }
    fail(2, concat(quoted_word(word), " is not ascii, binary_little_endian or binary_big_endian"));
  }

  void read_element() {
    PlyElement element{printable(field(2, "the name of an element"))};
    const std::string_view word = field(3, "the number of its rows");
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), element.count);
    if (error != std::errc() || end != word.data() + word.size())
      fail(3, concat(quoted_word(word), " is not a number of rows"));
    header_.elements.push_back(std::move(element));
  }

  void read_property() {
    if (header_.elements.empty()) fail(1, "a property stands before the first element");
    PlyProperty property{{}, {}};
    std::size_t at = 2;
    if (field(at, "a type") == "list") {
      property.count = type(3);
      if (property.count->kind == PlyType::Kind::real) fail(3, "the length of a list must be of a whole type");
      at = 4;
    }
    property.type = type(at);
    property.name = field(at + 1, "the name of a property");
    header_.elements.back().properties.push_back(std::move(property));
  }

  [[nodiscard]] PlyType type(std::size_t number) const {
    using enum PlyType::Kind;
    constexpr std::pair<std::string_view, PlyType> types[] = {
        {"char", {whole, 1}},  {"int8", {whole, 1}},   {"uchar", {natural, 1}},  {"uint8", {natural, 1}},
        {"short", {whole, 2}}, {"int16", {whole, 2}},  {"ushort", {natural, 2}}, {"uint16", {natural, 2}},
        {"int", {whole, 4}},   {"int32", {whole, 4}},  {"uint", {natural, 4}},   {"uint32", {natural, 4}},
        {"float", {real, 4}},  {"float32", {real, 4}}, {"double", {real, 8}},    {"float64", {real, 8}}};
    const std::string_view word = field(number, "a type");
    for (const auto& [name, type] : types)
      if (name == word) return type;
    fail(number, concat(quoted_word(word), " is not a type of PLY"));
  }

  PlyHeader finish() {
    if (!has_format_) throw ReadError("the PLY header has no format");
    header_.bytes = file_.size() - lines_.left();
    header_.lines = lines_.number();
    return std::move(header_);
  }

  std::string_view file_;
  Lines lines_;
  std::vector<std::string_view> fields_;
  PlyHeader header_;
  bool has_format_ = false;
};

}  // namespace

std::uint64_t PlyElement::least_bytes(PlyFormat format) const {
  if (format == PlyFormat::text) return 2 * properties.size();  // a digit and what ends it
  std::uint64_t bytes = 0;
  for (const PlyProperty& property : properties) bytes += property.count.value_or(property.type).bytes;
  return bytes;
}

PlyHeader read_ply_header(std::string_view file) { return HeaderReader(file).read(); }

}  // namespace lockstep::tools
