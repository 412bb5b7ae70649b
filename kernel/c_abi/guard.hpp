// The border between C and C++: no exception crosses it, arguments are looked at, options of any age are read.
#pragma once

#include <cstddef>
#include <exception>
#include <new>
#include <string>

#include <lockstep.h>
#include <lockstep/invalid_input.hpp>

namespace lockstep::c_abi {

/// Keeps the sentence for `lockstep_last_error` of this thread.
lockstep_status fail(lockstep_status status, const char* sentence) noexcept;

/// call(), and as a status what it throws.
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

/// What make() makes, as a handle; null if it throws.
template <class Handle, class Make>
Handle* guard_new(const Make& make) noexcept {
  Handle* handle = nullptr;
  guard([&] { handle = reinterpret_cast<Handle*>(make()); });
  return handle;
}

/// The thing that an argument points to.
template <class T>
T& required(const char* name, T* argument) {
  if (argument == nullptr) throw InvalidInput(std::string(name) + " = NULL: must point to one");
  return *argument;
}

/// The enumerator of an argument that has `count` of them, from 0 on.
template <class Enum>
Enum enumerator(const char* name, std::int32_t value, std::int32_t count) {
  if (value < 0 || value >= count)
    throw InvalidInput(std::string(name) + " = " + std::to_string(value) + ": must be from 0 to " +
                       std::to_string(count - 1));
  return static_cast<Enum>(value);
}

/// Copies a struct of any age to `to`, which is as long as this library knows it: what is missing is 0, and what is not
/// known must be.
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
