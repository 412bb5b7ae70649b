// The header of a NumPy array: a dictionary in the syntax of Python.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::tools {

struct NpyHeader {
  std::string type;         ///< "<f4"
  bool structured = false;  ///< `type` is then empty
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

/// Reads "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }", keys in any order. Throws `ReadError` for
/// anything else. It looks only at the start of a structure's description.
[[nodiscard]] NpyHeader read_npy_header(std::string_view text);

}  // namespace lockstep::tools
