#include "scenes/scene_array.hpp"

#include <array>
#include <cmath>

#include <lockstep/types.hpp>

#include "frames/npy.hpp"
#include "scenes/gltf_transforms.hpp"
#include "scenes/scene_frames.hpp"
#include "scenes/scene_layouts.hpp"
#include "text/error.hpp"

namespace lockstep::tools {
namespace {

/// Rows of numbers: an array of two axes, or of three whose last two are a matrix.
class RowsOfArray {
 public:
  explicit RowsOfArray(const NpyArray& array) : array_(array) {
    const auto& shape = array.shape();
    if (shape.size() == 2) columns_ = shape[1];
    if (shape.size() == 3 && (shape[1] == 3 || shape[1] == 4) && shape[2] == 4) columns_ = 4 * shape[1];
  }

  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] std::size_t count() const { return array_.shape()[0]; }

  [[nodiscard]] double at(std::size_t object, std::size_t column) const {
    const std::size_t start = object * array_.stride(0);
    if (array_.shape().size() == 2) return array_[start + column * array_.stride(1)];
    return array_[start + column / 4 * array_.stride(1) + column % 4 * array_.stride(2)];
  }

  /// "array[3, 17] = nan (min_x): must be a finite number"
  [[noreturn]] void fail(std::size_t object, std::size_t column, std::string_view name, std::string_view text) const {
    const std::string index = array_.shape().size() == 2 ? concat(column) : concat(column / 4, ", ", column % 4);
    throw ReadError(concat("array[", object, ", ", index, "] = ", at(object, column), " (", name, "): ", text));
  }

 private:
  const NpyArray& array_;
  std::size_t columns_ = 0;
};

const SceneLayout* layout_for(std::size_t columns) {
  for (const SceneLayout* layout : {&aabb_layout, &box_layout, &matrix_layout, &matrix4_layout})
    if (layout->columns.size() == columns) return layout;
  return nullptr;
}

/// Whether the numbers of 4 x 4 matrices are column-major, as in OpenGL, glm and glTF: the translation stands last
/// then, in place of the row 0 0 0 1.
bool column_by_column(const RowsOfArray& rows) {
  const auto ends_with_unit_row = [&rows](std::size_t first, std::size_t step) {
    for (std::size_t i = 0; i < rows.count(); ++i)
      for (std::size_t k = 0; k < 4; ++k)
        if (!(std::abs(rows.at(i, first + k * step) - (k == 3 ? 1.0 : 0.0)) <= last_row_tolerance)) return false;
    return true;
  };
  return !ends_with_unit_row(12, 1) && ends_with_unit_row(3, 4);
}

std::string names_of(const SceneLayout& layout) {
  std::string names;
  for (const std::string_view name : layout.columns) names += concat(names.empty() ? "" : ",", name);
  return names;
}

Scene read_layout(const RowsOfArray& rows, const SceneLayout& layout) {
  LayoutRows objects(layout);
  const bool transposed = layout.columns.size() == 16 && column_by_column(rows);
  const auto place = [transposed](std::size_t column) { return transposed ? column % 4 * 4 + column / 4 : column; };
  std::array<double, most_layout_columns> numbers{};
  const std::span<double> row = std::span(numbers).first(layout.columns.size());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t k = 0; k < row.size(); ++k) {
      const double value = rows.at(i, place(k));
      const std::string_view name = layout.columns[k];
      if (!std::isfinite(value)) rows.fail(i, place(k), name, "must be a finite number");
      if (std::abs(value) > double{max_coordinate})
        rows.fail(i, place(k), name, concat("is beyond ", max_coordinate, ", the largest coordinate"));
      row[k] = value;
    }
    try {
      objects.add(row, concat(layout.object, " ", i));
    } catch (const NumberProblem& problem) {
      rows.fail(i, place(problem.number), layout.columns[problem.number], problem.text);
    }
  }
  Scene scene = objects.scene();
  scene.notes.insert(scene.notes.begin(),
                     concat("the columns are taken to be ", names_of(layout),
                            transposed ? ", column by column, because the last of each is 0 0 0 1 that way" : ""));
  if (layout.columns.size() >= 12) scene.notes.emplace_back(unit_box_note);
  return scene;
}

}  // namespace

Scene read_scene_array(std::span<const std::byte> file, const SceneOptions& options) {
  const NpyArray array(file);
  const RowsOfArray rows(array);
  const SceneLayout* const layout = options.table.columns.empty() ? layout_for(rows.columns()) : nullptr;
  if (layout == nullptr) {
    if (options.table.columns.empty() && array.shape().size() == 2 && rows.columns() > 4)
      throw ReadError(concat("has ", rows.columns(),
                             " columns: arrays of 4 (spheres), 6 and 10 (boxes), 12 and 16 (matrices) are scenes, or "
                             "--columns names its columns"));
    return scene_of(record_npy(file, options.table), options.lens);
  }
  if (options.table.radius) throw ReadError(no_radius_of_boxes);
  if (rows.count() == 0) throw ReadError("holds no objects");
  Scene scene = read_layout(rows, *layout);
  add_default_cameras(scene, options.lens);
  return scene;
}

}  // namespace lockstep::tools
