// The words of one line of a pair file, taken one after the other.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lockstep/sets.hpp>
#include <lockstep/types.hpp>

#include "text/error.hpp"

namespace lockstep::tools {

/// Mesh files by the paths in lines. Throw `ReadError`.
class NamedMeshes {
 public:
  virtual ~NamedMeshes() = default;
  /// The vertices of a file's triangles, or of a cloud of points.
  virtual const std::vector<Vec3>& hull_of(const std::string& path) = 0;
  virtual std::shared_ptr<const TriangleMesh> mesh(const std::string& path) = 0;
};

class Fields {
 public:
  /// Splits at blanks; a bar is a word of its own even without blanks around it. Without `meshes` no file is opened.
  explicit Fields(std::string_view line, NamedMeshes* meshes = nullptr);

  [[nodiscard]] bool at_end() const { return next_ == words_.size(); }
  [[nodiscard]] bool is_next(std::string_view word) const { return !at_end() && words_[next_] == word; }
  [[nodiscard]] bool at_bar() const { return is_next("|"); }
  [[nodiscard]] std::size_t left() const { return words_.size() - next_; }
  /// The number, from 1, of the field that is taken next.
  [[nodiscard]] std::size_t number() const { return next_ + 1; }

  /// Any word but a bar; `what` names the missing word in the error.
  std::string_view take_word(std::string_view what);
  void take_bar();
  void take_end();
  /// A finite number, rounded to the nearest float32.
  float take_finite();
  /// The same, within the range of coordinates and sizes.
  float take_number();
  float take_non_negative(std::string_view what);
  Vec3 take_vector();
  /// Three finite numbers, which may be larger than coordinates.
  Vec3 take_finite_vector();
  /// The number of points, or `what` follows, each of `numbers_each` numbers.
  std::size_t take_count(std::size_t numbers_each = 3, std::string_view what = "points");
  /// 16 finite numbers, which may be larger than coordinates.
  std::array<float, 16> take_matrix();
  double take_double();
  /// The path of a mesh file; its contents.
  const std::vector<Vec3>& take_hull_of_file();
  std::shared_ptr<const TriangleMesh> take_mesh_of_file();
  std::array<double, 16> take_matrix_of_doubles();

  [[noreturn]] static void fail(std::size_t field, std::string text) { throw FieldError{field, std::move(text)}; }

 private:
  template <class Open>
  auto take_file(const Open& open) -> decltype(open(std::string()));

  NamedMeshes* meshes_;
  std::vector<std::string_view> words_;
  std::size_t next_ = 0;
};

}  // namespace lockstep::tools
