// Lines and shapes that pair files share with other files.
#pragma once

#include <cstddef>
#include <functional>
#include <string_view>
#include <variant>

#include "pairs/pair_fields.hpp"
#include "pairs/pairs.hpp"

namespace lockstep::tools {

using LineHandler = std::function<void(Fields& fields, std::size_t line)>;
using ProblemHandler = std::function<void(const PairProblem&)>;

/// Calls `line_handler` for every line that is not blank, in order, and `problem` with the error of a line or of its
/// fields (a `FieldError`). Without `meshes` no file is opened.
void read_lines(std::string_view text, const LineHandler& line_handler, const ProblemHandler& problem,
                NamedMeshes* meshes = nullptr);

using EitherShape = std::variant<PairShape, PlaneShape>;

/// The name of a shape and its numbers. Throws `FieldError`.
EitherShape read_shape(Fields& fields);

}  // namespace lockstep::tools
