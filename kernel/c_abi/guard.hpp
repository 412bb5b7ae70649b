// The boundary between C and C++: stops exceptions, checks arguments, and reads options of any version.
#pragma once

#include <cstddef>
#include <exception>
#include <new>
#include <string>

#include <lockstep.h>
#include <lockstep/config.hpp>

namespace lockstep::c_abi {

/// Stores the sentence for `lockstep_last_error` of this thread.
lockstep_status fail(lockstep_status status, const char* sentence) noexcept;

/// Runs call() and converts exceptions to a status.
template <class Call>
lockstep_status guard(const Call& call) noexcept {
  try {
    call();
    return LOCKSTEP_OK;
  } catch (const InvalidInput& error) {
    return fail(LOCKSTEP_INVALID_INPUT, error.what());
  } catch (const std::bad_alloc&) {
    return fail(LOCKSTEP_OUT_OF_MEMORY, "out of memory");
  } catch (const std::exception& error) {
    return fail(LOCKSTEP_FAILED, error.what());
  } catch (...) {
    return fail(LOCKSTEP_FAILED, "an exception that is no std::exception");
  }
}

/// The result of make() as a handle; null if it throws.
template <class Handle, class Make>
Handle* guard_new(const Make& make) noexcept {
  Handle* handle = nullptr;
  guard([&] { handle = reinterpret_cast<Handle*>(make()); });
  return handle;
}

/// The object that an argument points to.
template <class T>
T& required(const char* name, T* argument) {
  if (argument == nullptr) throw InvalidInput(std::string(name) + " = NULL: must point to one");
  return *argument;
}

/// Converts an argument to an enumerator, which must be from 0 to `count` - 1.
template <class Enum>
Enum enumerator(const char* name, std::int32_t value, std::int32_t count) {
  if (value < 0 || value >= count)
    throw InvalidInput(std::string(name) + " = " + std::to_string(value) + ": must be from 0 to " +
                       std::to_string(count - 1));
  return static_cast<Enum>(value);
}

/// Copies a struct of any version to `to`, which has the size that this library knows. Missing members become 0;
/// unknown members must be 0.
void read_struct(const char* name, const void* from, void* to, std::size_t known);

template <class T>
T any_age(const char* name, const T* from) {
  T all = {};
  read_struct(name, &required(name, from), &all, sizeof all);
  return all;
}

template <class T>
T options_of(const T* options) {
  return options == nullptr ? T{} : any_age("options", options);
}

}  // namespace lockstep::c_abi
