// Checks the arrays of a call: they have one element for each pair (or other item) and share no memory.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>

#include "base/validate.hpp"

namespace lockstep::detail {

struct Block {
  const char* name;
  const void* data;
  std::size_t bytes, elements;
  bool is_counted;  // must have one element for each pair

  template <class T>
  Block(const char* what, std::span<T> span, bool counted = true)
      : name(what), data(span.data()), bytes(span.size_bytes()), elements(span.size()), is_counted(counted) {}
};

/// The first block has the pairs, which `all` names. Throws `InvalidInput`.
inline void check_blocks(std::initializer_list<Block> blocks, const char* all = "pairs") {
  const std::size_t pairs = blocks.begin()->elements;
  for (const Block& block : blocks)
    if (block.is_counted && block.elements != pairs)
      throw InvalidInput(std::string(block.name) + ": has " + std::to_string(block.elements) +
                         " elements, needs one for each of the " + std::to_string(pairs) + " " + all);
  for (const Block& block : blocks)
    for (const Block* other = blocks.begin(); other != &block; ++other)
      if (share_memory(block.data, block.bytes, other->data, other->bytes))
        throw InvalidInput(std::string(block.name) + ": shares memory with " + other->name);
}

}  // namespace lockstep::detail
