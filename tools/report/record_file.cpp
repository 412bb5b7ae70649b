#include "report/record_file.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t flush_at = std::size_t{1} << 20;

void append_little_endian(std::string& text, std::uint64_t bits, int bytes) {
  for (int shift = 0; shift < 8 * bytes; shift += 8) text += static_cast<char>(bits >> shift & 0xFF);
}

}  // namespace

RecordFile::RecordFile(OutputFile file, const std::string& path, std::initializer_list<Column> columns)
    : file_(std::move(file)), as_array_(path.ends_with(".npy")) {
  if (as_array_ && !file_.can_rewrite())
    throw OutputError(concat(printable(path, 4096),
                             ": an array can be written to a regular file only, because its length, which is known at "
                             "the end, stands at its start; another name gets a table"));
  std::string names;
  for (const Column& column : columns) {
    names += concat(names.empty() ? "" : ",", column.name);
    types_ += concat(types_.empty() ? "" : ", ", "('", column.name, "', '", column.type, "')");
  }
  buffer_ = as_array_ ? header() : names + "\n";
}

/// Version 1.0. Its length does not depend on the count, so that it can be rewritten at the end.
std::string RecordFile::header() const {
  constexpr std::size_t prefix = 10, digits = 20, aligned = 64, least = 3 * aligned;
  const std::string start = concat("{'descr': [", types_, "], 'fortran_order': False, 'shape': ("), end = ",), }";
  const std::size_t longest = prefix + start.size() + digits + end.size() + 1;
  const std::size_t size = std::max(least, (longest + aligned - 1) / aligned * aligned);
  std::string dictionary = concat(start, written_, end);
  dictionary.resize(size - prefix - 1, ' ');
  const std::size_t length = size - prefix;
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(length & 0xFF) + static_cast<char>(length >> 8) +
         dictionary + '\n';
}

void RecordFile::put(double number) {
  if (!as_array_) return put_text(concat(number));
  append_little_endian(buffer_, std::bit_cast<std::uint64_t>(number), 8);
}
void RecordFile::put(float number) {
  if (!as_array_) return put_text(concat(number));
  append_little_endian(buffer_, std::bit_cast<std::uint32_t>(number), 4);
}
void RecordFile::put(std::int64_t number) {
  if (!as_array_) return put_text(concat(number));
  append_little_endian(buffer_, static_cast<std::uint64_t>(number), 8);
}
void RecordFile::put(const NamedNumber& number) {
  if (!as_array_) return put_text(number.name);
  append_little_endian(buffer_, static_cast<std::uint8_t>(number.number), 1);
}

void RecordFile::put_text(std::string_view text) {
  if (!std::exchange(first_in_row_, false)) buffer_ += ',';
  buffer_ += text;
}

void RecordFile::end_row() {
  if (!as_array_) buffer_ += '\n';
  ++written_;
  if (buffer_.size() >= flush_at) flush();
}

void RecordFile::finish() {
  flush();
  if (as_array_) file_.rewrite_start(header());
}

void RecordFile::commit() { file_.commit(); }

void RecordFile::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

}  // namespace lockstep::tools
