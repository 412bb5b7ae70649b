#include "pairs/pair_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "text/checks.hpp"
#include "text/error.hpp"
#include "text/names.hpp"
#include "text/numbers.hpp"

namespace lockstep::tools {

Fields::Fields(std::string_view line, NamedMeshes* meshes) : meshes_(meshes) {
  constexpr std::string_view blanks = " \t";
  for (std::size_t at = line.find_first_not_of(blanks); at < line.size(); at = line.find_first_not_of(blanks, at)) {
    const std::size_t stop = line[at] == '|' ? at + 1 : std::min(line.find_first_of(" \t|", at), line.size());
    words_.push_back(line.substr(at, stop - at));
    at = stop;
  }
}

std::string_view Fields::take_word(std::string_view what) {
  if (at_end()) fail(number(), concat("the line ends where ", what, " should be"));
  if (words_[next_] == "|") fail(number(), concat("a bar stands where ", what, " should be"));
  return words_[next_++];
}

void Fields::take_bar() {
  if (at_end()) fail(number(), "the line ends where a bar '|' should be");
  if (words_[next_] != "|") fail(number(), concat(quoted_word(words_[next_]), " stands where a bar '|' should be"));
  ++next_;
}

void Fields::take_end() {
  if (!at_end()) fail(number(), concat(quoted_word(words_[next_]), " is one word too many"));
}

float Fields::take_finite() {
  const std::size_t field = number();
  const std::string_view word = take_word("a number");
  const float value = to_number<float>(word);
  if (!std::isfinite(value)) fail(field, why_not_finite(word, value));
  return value;
}

float Fields::take_number() {
  const std::size_t field = number();
  const float value = take_finite();
  if (auto problem = coordinate_problem(value)) fail(field, std::move(*problem));
  return value;
}

float Fields::take_non_negative(std::string_view what) {
  const std::size_t field = number();
  const float value = take_number();
  if (auto problem = size_problem(what, value)) fail(field, std::move(*problem));
  return value;
}

Vec3 Fields::take_vector() {
  Vec3 v;
  v.x = take_number();
  v.y = take_number();
  v.z = take_number();
  return v;
}

Vec3 Fields::take_finite_vector() {
  Vec3 v;
  v.x = take_finite();
  v.y = take_finite();
  v.z = take_finite();
  return v;
}

std::size_t Fields::take_count(std::size_t numbers_each, std::string_view what) {
  const std::size_t field = number();
  const std::string_view word = take_word(concat("the number of ", what));
  std::uint64_t count = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  if (error != std::errc() || stop != word.data() + word.size() || count == 0)
    fail(field, concat(quoted_word(word), " is not a number of ", what, " (a whole number from 1)"));
  constexpr std::string_view words[] = {"no", "one", "two", "three", "four"};
  // The length of the line bounds the allocation.
  if (count > left() / numbers_each)
    fail(field, concat(count, " ", what, " need ", words[numbers_each], " numbers each; the line has ", left(),
                       " words left"));
  return static_cast<std::size_t>(count);
}

std::array<float, 16> Fields::take_matrix() {
  std::array<float, 16> matrix;
  for (float& entry : matrix) entry = take_finite();
  return matrix;
}

double Fields::take_double() {
  const std::size_t field = number();
  const std::string_view word = take_word("a number");
  const double value = to_number<double>(word);
  if (!std::isfinite(value)) fail(field, why_not_finite(word, value));
  return value;
}

template <class Open>
auto Fields::take_file(const Open& open) -> decltype(open(std::string())) {
  const std::size_t field = number();
  const std::string path(take_word("the path of a mesh file"));
  if (meshes_ == nullptr) fail(field, "mesh files are not opened here");
  try {
    return open(path);
  } catch (const ReadError& error) {
    fail(field, concat(printable(path), ": ", error.what()));
  }
}

const std::vector<Vec3>& Fields::take_hull_of_file() {
  return take_file([this](const std::string& path) -> const std::vector<Vec3>& { return meshes_->hull_of(path); });
}

std::shared_ptr<const TriangleMesh> Fields::take_mesh_of_file() {
  return take_file([this](const std::string& path) { return meshes_->mesh(path); });
}

std::array<double, 16> Fields::take_matrix_of_doubles() {
  std::array<double, 16> matrix;
  for (double& entry : matrix) entry = take_double();
  return matrix;
}

}  // namespace lockstep::tools
