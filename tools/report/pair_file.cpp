#include "report/pair_file.hpp"

#include <bit>
#include <cstddef>
#include <utility>

#include "text/error.hpp"
#include "text/exit_code.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t flush_at = std::size_t{1} << 20;

/// Version 1.0, always 192 bytes long, so that the count can be put in at the end.
std::string array_header(std::uint64_t count) {
  constexpr std::size_t size = 192, prefix = 10;
  std::string dictionary = concat(
      "{'descr': [('frame', '<f8'), ('a', '<i8'), ('b', '<i8')], 'fortran_order': False, "
      "'shape': (",
      count, ",), }");
  dictionary.resize(size - prefix - 1, ' ');
  return std::string("\x93NUMPY\x01\x00", 8) + std::string({static_cast<char>(size - prefix), '\0'}) + dictionary +
         '\n';
}

void append_little_endian(std::string& text, std::uint64_t bits) {
  for (int shift = 0; shift < 64; shift += 8) text += static_cast<char>(bits >> shift & 0xFF);
}

}  // namespace

PairFile::PairFile(OutputFile file, const std::string& path)
    : file_(std::move(file)), as_array_(path.ends_with(".npy")) {
  if (as_array_ && !file_.can_rewrite())
    throw OutputError(concat(printable(path, 4096),
                             ": an array can be written to a regular file only, because its length, which is known at "
                             "the end, stands at its start; another name gets a table"));
  buffer_ = as_array_ ? array_header(0) : "frame,a,b\n";
}

void PairFile::add(const Frame& frame, std::span<const Pair> pairs) {
  for (const Pair& pair : pairs) {
    const std::int64_t a = frame.id(pair.a), b = frame.id(pair.b);
    if (as_array_) {
      append_little_endian(buffer_, std::bit_cast<std::uint64_t>(frame.number));
      append_little_endian(buffer_, static_cast<std::uint64_t>(a));
      append_little_endian(buffer_, static_cast<std::uint64_t>(b));
    } else {
      buffer_ += concat(frame.number, ",", a, ",", b, "\n");
    }
    if (buffer_.size() >= flush_at) flush();
  }
  written_ += pairs.size();
}

void PairFile::finish() {
  flush();
  if (as_array_) file_.rewrite_start(array_header(written_));
}

void PairFile::commit() { file_.commit(); }

void PairFile::flush() {
  file_.write(buffer_);
  buffer_.clear();
}

}  // namespace lockstep::tools
