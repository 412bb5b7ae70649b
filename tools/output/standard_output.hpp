// Standard output that notices failures.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tools {

/// Opens the standard streams that the caller closed, such that using them fails. Otherwise the next opened file would
/// get the descriptor of standard output, and results would be written into it.
void reserve_standard_streams();

/// Buffered; `finish` flushes and closes. Throws `OutputError` if anything did not arrive.
class StandardOutput {
 public:
  void write(std::string_view text);
  void finish();

 private:
  void flush();
  std::string buffer_;
};

[[nodiscard]] bool is_terminal(int descriptor);

}  // namespace lockstep::tools
