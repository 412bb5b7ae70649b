// Ends an exception in WebAssembly. The C++ libraries there cannot unwind, so throwing prints the sentence of the
// exception on the standard error and stops the instance. The host can catch that (in JavaScript a
// WebAssembly.RuntimeError), take a fresh instance and continue. To avoid that, hosts check their numbers before the
// call.
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <typeinfo>

#include <unistd.h>

#include <lockstep/config.hpp>

namespace {

void print(const char* text) {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;
}

}  // namespace

extern "C" {

/// A program that throws types of its own may define this: it returns their sentence, or null. The sentence must live
/// as long as the exception.
__attribute__((weak)) const char* lockstep_sentence_of(const void* thrown, const std::type_info& type);

void* __cxa_allocate_exception(std::size_t size) noexcept { return std::malloc(size); }

void __cxa_free_exception(void* thrown) noexcept { std::free(thrown); }

[[noreturn]] void __cxa_throw(void* thrown, std::type_info* type, void (*)(void*)) {
  const char* text = lockstep_sentence_of != nullptr ? lockstep_sentence_of(thrown, *type) : nullptr;
  if (*type == typeid(lockstep::InvalidInput)) text = static_cast<const lockstep::InvalidInput*>(thrown)->what();
  print(text != nullptr ? text : type->name());
  print("\n");
  __builtin_trap();
}

}  // extern "C"
