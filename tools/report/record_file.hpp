// Rows of numbers as a table or as a NumPy array of structures, depending on the file's name.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "output/output_file.hpp"

namespace lockstep::tools {

/// A number that a table shows as a word.
struct NamedNumber {
  std::int8_t number;
  std::string_view name;
};

/// An array if the name ends in .npy, else CSV. The array's elements are structures, so that each column has a type of
/// its own: '<f8' of double, '<f4' of float, '<i8' of std::int64_t, '|i1' of NamedNumber.
class RecordFile {
 public:
  struct Column {
    std::string_view name, type;
  };

  /// `path` is the name of `file`. Throws `OutputError` for an array in a file that is not regular: the length of an
  /// array is known only at the end, and stands at the start.
  RecordFile(OutputFile file, const std::string& path, std::initializer_list<Column> columns);

  /// One for each column, of its type.
  template <class... Numbers>
  void add(const Numbers&... numbers) {
    first_in_row_ = true;
    (put(numbers), ...);
    end_row();
  }
  /// Writes the rest of the rows to the file; `commit` then puts it in its place.
  void finish();
  void commit();

 private:
  void put(double number);
  void put(float number);
  void put(std::int64_t number);
  void put(const NamedNumber& number);
  void put_text(std::string_view text);
  void end_row();
  void flush();
  [[nodiscard]] std::string header() const;

  OutputFile file_;
  bool as_array_, first_in_row_ = true;
  std::string types_;          ///< as in an array's header
  std::uint64_t written_ = 0;  ///< rows
  std::string buffer_;
};

}  // namespace lockstep::tools
