// The error of a call with bad input.
#pragma once

#include <string>

#include "lockstep/config.hpp"

namespace lockstep::test {

/// The message that the call throws; "" if it does not.
template <class Call>
std::string error_of(const Call& call) {
  try {
    call();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

}  // namespace lockstep::test
