// Names from files are shown on terminals and written into pages, so they are made harmless first.
#pragma once

#include <string>
#include <string_view>

namespace lockstep::tools {

/// `name` as valid UTF-8 without control characters, at most `limit` bytes ("..." marks a cut). Other bytes become '?':
/// an escape sequence in a file must not reach the terminal.
[[nodiscard]] std::string printable(std::string_view name, std::size_t limit = 80);

/// A word of a file between quotes, printable and short, for errors.
[[nodiscard]] std::string quoted_word(std::string_view word);

/// The name of the file `path` in messages (`-`: standard input).
[[nodiscard]] std::string shown_name(const std::string& path);

/// `text` without the blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// The same in lower case.
[[nodiscard]] std::string plain_word(std::string_view text);

}  // namespace lockstep::tools
