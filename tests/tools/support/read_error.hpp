// The error of a reader about a file that it cannot read.
#pragma once

#include <string>

#include "text/error.hpp"

namespace lockstep::tools::test {

/// The text of the ReadError that the call throws; "no error" if it throws none.
template <class Call>
std::string read_error(const Call& call) {
  try {
    static_cast<void>(call());
  } catch (const ReadError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace lockstep::tools::test
