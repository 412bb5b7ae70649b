// Temporary memory of a call: from the caller's Scratch, if `options.executor` has one, or else from operator new.
//
// What a call allocates and frees again is a ScratchVector or a Buffer made with scratch_here(). What outlives the
// call, such as a result or a kept world, must not be one: the Scratch may be destroyed before it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include <lockstep/config.hpp>

namespace lockstep {

/// A buddy allocator (K. Knowlton, "A fast storage allocator", 1965): blocks have sizes of powers of two, and free ones
/// are put together again, so that what a call leaves serves a call that needs blocks of other sizes. Threads: safe, as
/// the parts of a call take and give back blocks at the same time.
struct Scratch::Memory {
  Memory() = default;
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// At least `bytes` bytes, aligned to a cache line.
  [[nodiscard]] void* take(std::size_t bytes);
  void give_back(void* block, std::size_t bytes) noexcept;
  [[nodiscard]] std::size_t bytes() const noexcept;

 private:
  struct FreeBlock {
    FreeBlock *next, *last;
  };
  /// Memory from the system. The halves of a block are buddies; each two have a bit: one alone is free.
  struct Chunk {
    std::byte* memory;
    unsigned log_size;
    std::vector<std::uint64_t> one_is_free;
  };

  Chunk& chunk_of(const void* block) noexcept;
  /// Called when one of two buddies is taken or given back. Returns whether one alone is free now.
  static bool toggle(Chunk& chunk, const void* block, unsigned log_size) noexcept;
  void push(void* block, unsigned log_size) noexcept;
  void remove(FreeBlock* block, unsigned log_size) noexcept;
  void grow(unsigned log_size);
  void grow_to_twice_the_peak() noexcept;

  mutable std::mutex mutex_;
  std::array<FreeBlock*, std::numeric_limits<std::size_t>::digits> free_ = {};  // by the logarithm of their size
  std::vector<Chunk> chunks_;
  std::size_t bytes_ = 0, used_ = 0, peak_ = 0;
  bool grew_ = false;  // since no block was in use
};

namespace detail {

/// The memory that this thread's innermost call may use; null if the caller has passed none.
[[nodiscard]] Scratch::Memory* scratch_here() noexcept;

template <class T>
class ScratchAllocator {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  ScratchAllocator() noexcept : memory_(scratch_here()) {}
  explicit ScratchAllocator(Scratch::Memory* memory) noexcept : memory_(memory) {}
  template <class U>
  ScratchAllocator(const ScratchAllocator<U>& other) noexcept : memory_(other.memory()) {}

  T* allocate(std::size_t count) {
    if (memory_ == nullptr || count > std::numeric_limits<std::size_t>::max() / sizeof(T))
      return std::allocator<T>().allocate(count);
    return static_cast<T*>(memory_->take(count * sizeof(T)));
  }
  void deallocate(T* elements, std::size_t count) noexcept {
    if (memory_ == nullptr) return std::allocator<T>().deallocate(elements, count);
    memory_->give_back(elements, count * sizeof(T));
  }
  [[nodiscard]] Scratch::Memory* memory() const noexcept { return memory_; }

  friend bool operator==(const ScratchAllocator& a, const ScratchAllocator& b) { return a.memory_ == b.memory_; }

 private:
  Scratch::Memory* memory_;
};

template <class T>
using ScratchVector = std::vector<T, ScratchAllocator<T>>;

}  // namespace detail
}  // namespace lockstep
