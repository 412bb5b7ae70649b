#include "meshes/obj.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "meshes/mesh_builder.hpp"
#include "meshes/words.hpp"
#include "text/fields.hpp"
#include "text/text.hpp"

namespace lockstep::tools {
namespace {

using Fields = std::vector<std::string_view>;

/// The statements that say nothing about triangles.
constexpr std::string_view without_geometry[] = {
    "vn",       "vt",       "vp",     "s",          "mg",        "usemtl", "mtllib", "usemap", "maplib", "bevel",
    "c_interp", "d_interp", "lod",    "shadow_obj", "trace_obj", "parm",   "trim",   "hole",   "scrv",   "sp",
    "end",      "con",      "cstype", "deg",        "bmat",      "step",   "ctech",  "stech"};
constexpr std::string_view curves[] = {"curv", "curv2", "surf"};
constexpr std::string_view lines_and_points[] = {"l", "p"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

class ObjReader {
 public:
  MeshFile read(std::string_view text) {
    Lines lines(text);
    std::string joined;
    for (std::string_view line; lines.next(line);) {
      number_ = lines.number();
      joined.clear();
      // A backslash at the end of a line joins the next line to it.
      while (without_comment(line).ends_with('\\')) {
        line = without_comment(line);
        joined.append(line.substr(0, line.size() - 1)) += ' ';
        if (joined.size() > max_line_bytes) fail(1, concat("the line is longer than ", max_line_bytes, " bytes"));
        if (!lines.next(line)) line = {};
      }
      if (!joined.empty()) line = joined.append(line);
      read_line(line);
    }
    note("curves and surfaces left out, whose triangles are not in the file", curved_);
    note("lines and points left out", lines_);
    return std::move(mesh_).finish();
  }

 private:
  [[noreturn]] void fail(std::size_t field, const std::string& problem) const {
    throw ReadError(concat(place_of(number_, field), ": ", problem));
  }
  void note(const char* what, std::size_t count) {
    if (count > 0) mesh_.add_note(concat(what, ": ", count));
  }

  void read_line(std::string_view line) {
    split_line(without_comment(line), Separator::blanks, fields_);
    if (fields_.empty()) return;
    const std::string_view keyword = fields_[0];
    if (keyword == "v") return read_vertex();
    if (keyword == "f" || keyword == "fo") return read_face();
    if (keyword == "o") return object_ = name_of(line), group_.clear(), choose_part();
    if (keyword == "g") return group_ = name_of(line), choose_part();
    if (is_one_of(keyword, lines_and_points)) return void(++lines_);
    if (is_one_of(keyword, curves)) return void(++curved_);
    if (!is_one_of(keyword, without_geometry)) fail(1, concat(quoted_word(keyword), " is not a statement of OBJ"));
  }

  /// The text behind the keyword: a name may hold blanks.
  [[nodiscard]] std::string name_of(std::string_view line) const {
    return std::string(trimmed(without_comment(trimmed(line).substr(1))));
  }

  void choose_part() {
    mesh_.choose_part(object_.empty() || group_.empty() ? object_ + group_ : object_ + "/" + group_);
  }

  double number(std::size_t field) const {
    const double number = to_number<double>(fields_[field]);
    if (!std::isfinite(number)) fail(field + 1, why_not_finite(fields_[field], number));
    return number;
  }

  /// A weight or a colour may stand behind the coordinates.
  void read_vertex() {
    if (fields_.size() < 4) fail(fields_.size() + 1, "the line ends where a coordinate should be");
    mesh_.add_vertex({number(1), number(2), number(3)});
  }

  void read_face() {
    corners_.clear();
    for (std::size_t i = 1; i < fields_.size(); ++i) corners_.push_back(vertex_at(i));
    mesh_.add_face(corners_, number_);
  }

  /// The vertex of 7, 7/1, 7//2 or 7/1/2, counted from 1; -1 is the last one so far.
  [[nodiscard]] std::uint32_t vertex_at(std::size_t field) const {
    const std::string_view word = fields_[field], digits = word.substr(0, word.find('/'));
    const auto index = whole_number(to_number<double>(digits));
    const auto count = static_cast<std::int64_t>(mesh_.vertex_count());
    if (!index || *index == 0 || *index > UINT32_MAX)
      fail(field + 1, concat(quoted_word(word), " is not the number of a vertex (a whole number, from 1)"));
    if (*index < -count)
      fail(field + 1, concat("vertex ", *index, " counts back from the ", count, " vertices that stand before"));
    return static_cast<std::uint32_t>(*index < 0 ? count + *index : *index - 1);
  }

  MeshBuilder mesh_{MeshFormat::obj, "line", 1};
  std::size_t number_ = 0, curved_ = 0, lines_ = 0;
  Fields fields_;
  std::string object_, group_;
  std::vector<std::uint32_t> corners_;
};

}  // namespace

bool is_obj(std::string_view text) {
  constexpr std::string_view before[] = {"vn", "vt", "mtllib", "usemtl", "o", "g", "s"};
  Lines lines(text);
  Fields fields;
  for (std::string_view line; lines.next(line);) {
    split_line(without_comment(line.substr(0, 4096)), Separator::blanks, fields);
    if (fields.empty()) continue;
    if (fields[0] == "v")
      return fields.size() >= 4 && std::all_of(fields.begin() + 1, fields.begin() + 4, [](std::string_view word) {
               return !std::isnan(to_number<double>(word)) || word == "nan";
             });
    if (!is_one_of(fields[0], before)) return false;
  }
  return false;
}

MeshFile read_obj(std::string_view text) { return ObjReader().read(text); }

}  // namespace lockstep::tools
