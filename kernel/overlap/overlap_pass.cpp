// Shared by overlap passes of all kinds of objects: their memory, and checks of their options.
#include <limits>
#include <string>

#include "base/validate.hpp"
#include "overlap/overlap_memory.hpp"

namespace lockstep {

namespace detail {

void check_overlap_options(const OverlapOptions& options, std::size_t first, std::size_t second, bool of_one_set) {
  check_length(options.margin, "options.margin");
  if (options.cell)
    throw InvalidInput(
        "options.cell: only passes over spheres, circles, a set of shapes, or a world of spheres, boxes or shapes take "
        "one, and queries of a world");
  const auto check_filter = [](std::span<const std::uint32_t> of, const char* name, std::size_t objects) {
    if (!of.empty() && of.size() != objects)
      throw InvalidInput(std::string("options.") + name + ": has " + std::to_string(of.size()) +
                         " elements, needs one for each of the " + std::to_string(objects) + " objects, or none");
  };
  check_filter(options.filter.group, "filter.group", first);
  check_filter(options.filter.mask, "filter.mask", first);
  if (of_one_set && !(options.second_filter.group.empty() && options.second_filter.mask.empty()))
    throw InvalidInput("options.second_filter: there is only one set");
  check_filter(options.second_filter.group, "second_filter.group", second);
  check_filter(options.second_filter.mask, "second_filter.mask", second);
  const std::size_t objects = std::max(first, second);
  if (objects > std::numeric_limits<std::uint32_t>::max())
    throw InvalidInput("objects: " + std::to_string(objects) + ", pairs can name 2^32 - 1");
}

void check_cell_of_plane(const OverlapOptions& options) {
  if (!options.cell) return;
  const Cell& cell = *options.cell;
  const double heights[] = {cell.a.z, cell.b.z, cell.c.z};
  for (std::size_t k = 0; k < 3; ++k)
    if (cell.periodic[k] && heights[k] != 0)
      throw InvalidInput("options.cell: objects of the plane repeat in the plane, so the z of " +
                         std::string(1, static_cast<char>('a' + k)) + " must be 0, or the direction not periodic");
}

void check_filter_memory(const OverlapOptions& options, const OverlapOutput& out) {
  const std::span<const std::uint32_t> inputs[] = {options.filter.group, options.filter.mask,
                                                   options.second_filter.group, options.second_filter.mask};
  const char* const names[] = {"options.filter.group", "options.filter.mask", "options.second_filter.group",
                               "options.second_filter.mask"};
  for_each_output(out, [&](std::string_view name, std::span<const std::byte> bytes) {
    for (std::size_t i = 0; i < std::size(inputs); ++i)
      if (share_memory(inputs[i].data(), inputs[i].size_bytes(), bytes.data(), bytes.size()))
        throw InvalidInput(std::string(name) + ": shares memory with " + names[i]);
  });
}

}  // namespace detail

OverlapPass::OverlapPass(float skin) : memory_(std::make_unique<detail::OverlapMemory>()) {
  detail::check_length(skin, "skin");
  memory_->skin = skin;
}
OverlapPass::OverlapPass(AutomaticSkin) : memory_(std::make_unique<detail::OverlapMemory>()) {
  memory_->chooses_skin = true;
}
OverlapPass::~OverlapPass() = default;
OverlapPass::OverlapPass(OverlapPass&&) noexcept = default;
OverlapPass& OverlapPass::operator=(OverlapPass&&) noexcept = default;

std::size_t OverlapPass::memory_bytes() const noexcept { return memory_->bytes(); }

}  // namespace lockstep
