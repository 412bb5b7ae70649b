#include "base/scratch.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>
#include <utility>

#include "base/call.hpp"
#include "base/pages.hpp"

namespace lockstep {

namespace {

constexpr unsigned log_of_line = 6, log_of_least_chunk = 16;
static_assert(std::size_t{1} << log_of_line == detail::cache_line);

constexpr std::size_t size_of(unsigned log_size) { return std::size_t{1} << log_size; }
unsigned log_of(std::size_t bytes) {
  return static_cast<unsigned>(std::bit_width(std::max(bytes, detail::cache_line) - 1));
}

}  // namespace

Scratch::Memory::~Memory() {
  for (const Chunk& chunk : chunks_) detail::deallocate_pages(chunk.memory, size_of(chunk.log_size));
}

void* Scratch::Memory::take(std::size_t bytes) {
  const unsigned log_size = log_of(bytes);
  if (log_size >= free_.size()) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  const auto find = [&] {
    unsigned at = log_size;
    while (at < free_.size() && free_[at] == nullptr) ++at;
    return at;
  };
  unsigned at = find();
  if (at == free_.size()) grow(std::max({log_size, log_of_least_chunk, log_of(bytes_)})), at = find();
  FreeBlock* const block = free_[at];
  Chunk& chunk = chunk_of(block);
  remove(block, at);
  toggle(chunk, block, at);
  while (at > log_size) {
    std::byte* const half = reinterpret_cast<std::byte*>(block) + size_of(--at);
    push(half, at);
    toggle(chunk, half, at);
  }
  used_ += size_of(log_size), peak_ = std::max(peak_, used_);
  return block;
}

void Scratch::Memory::give_back(void* block, std::size_t bytes) noexcept {
  unsigned log_size = log_of(bytes);
  const std::lock_guard lock(mutex_);
  used_ -= size_of(log_size);
  Chunk& chunk = chunk_of(block);
  auto at = static_cast<std::size_t>(static_cast<std::byte*>(block) - chunk.memory);
  for (; log_size != chunk.log_size && !toggle(chunk, chunk.memory + at, log_size); ++log_size) {
    remove(reinterpret_cast<FreeBlock*>(chunk.memory + (at ^ size_of(log_size))), log_size);
    at &= ~size_of(log_size);
  }
  push(chunk.memory + at, log_size);
  if (used_ == 0 && std::exchange(grew_, false)) grow_to_twice_the_peak();
}

std::size_t Scratch::Memory::bytes() const noexcept {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

Scratch::Memory::Chunk& Scratch::Memory::chunk_of(const void* block) noexcept {
  return *std::find_if(chunks_.begin(), chunks_.end(), [block](const Chunk& chunk) {
    return !std::less<>()(block, chunk.memory) && std::less<>()(block, chunk.memory + size_of(chunk.log_size));
  });
}

bool Scratch::Memory::toggle(Chunk& chunk, const void* block, unsigned log_size) noexcept {
  if (log_size == chunk.log_size) return true;  // it has no buddy
  // The number of their parent in the tree of all blocks, whose root is 1.
  const std::size_t at = static_cast<std::size_t>(static_cast<const std::byte*>(block) - chunk.memory);
  const std::size_t parent = size_of(chunk.log_size - log_size - 1) + (at >> (log_size + 1));
  std::uint64_t& word = chunk.one_is_free[parent / 64];
  word ^= std::uint64_t{1} << parent % 64;
  return (word >> parent % 64 & 1) != 0;
}

void Scratch::Memory::push(void* block, unsigned log_size) noexcept {
  FreeBlock* const first = free_[log_size];
  free_[log_size] = ::new (block) FreeBlock{first, nullptr};
  if (first != nullptr) first->last = free_[log_size];
}

void Scratch::Memory::remove(FreeBlock* block, unsigned log_size) noexcept {
  (block->last == nullptr ? free_[log_size] : block->last->next) = block->next;
  if (block->next != nullptr) block->next->last = block->last;
}

void Scratch::Memory::grow(unsigned log_size) {
  Chunk chunk{nullptr, log_size, std::vector<std::uint64_t>(size_of(log_size - log_of_line) / 64)};
  chunks_.reserve(chunks_.size() + 1);
  chunk.memory = detail::allocate_pages<std::byte>(size_of(log_size));
  push(chunk.memory, log_size);
  chunks_.push_back(std::move(chunk));
  bytes_ += size_of(log_size), grew_ = true;
}

/// Otherwise a frame that needs a little more than the last one would allocate again.
void Scratch::Memory::grow_to_twice_the_peak() noexcept {
  if (bytes_ / 2 >= peak_) return;
  try {
    grow(std::max(log_of_least_chunk, log_of(2 * peak_ - bytes_)));
  } catch (const std::bad_alloc&) {  // there is less room to spare
  }
  grew_ = false;
}

Scratch::Scratch() : memory_(new Memory) {}
Scratch::~Scratch() { delete memory_; }
Scratch::Scratch(Scratch&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
Scratch& Scratch::operator=(Scratch&& other) noexcept {
  Scratch last(std::move(other));
  std::swap(memory_, last.memory_);
  return *this;
}
std::size_t Scratch::memory_bytes() const noexcept { return memory_ == nullptr ? 0 : memory_->bytes(); }

Scratch::Memory* detail::scratch_here() noexcept {
  const Call* const call = Call::here();
  const Scratch* const scratch = call == nullptr ? nullptr : call->executor().scratch;
  return scratch == nullptr ? nullptr : scratch->memory();
}

}  // namespace lockstep
