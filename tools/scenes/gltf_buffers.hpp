// The binary data of a glTF file: buffers, views into them, and accessors, which are arrays in views.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scenes/gltf.hpp"
#include "text/json.hpp"

namespace lockstep::tools {

/// The bytes of a buffer are missing: there is no such file, or it may not be opened.
class MissingBuffer : public ReadError {
 public:
  using ReadError::ReadError;
};

/// Opens a buffer when something in it is read, once, and at most `max_scene_bytes` in total.
class GltfBuffers {
 public:
  /// `binary` is the second chunk of a GLB container, which is buffer 0 if that has no URI. All must outlive this
  /// object.
  GltfBuffers(const Json& file, std::span<const std::byte> binary, const OpenFile& open);

  struct View {
    std::span<const std::byte> bytes;
    std::size_t stride = 0;  ///< 0: elements follow each other
  };
  /// Throws `ReadError`, and `MissingBuffer`, which derives from it.
  [[nodiscard]] View view(std::size_t index);
  [[nodiscard]] std::size_t view_count() const { return views_.count(); }

 private:
  [[nodiscard]] std::span<const std::byte> buffer(std::size_t index);
  [[nodiscard]] std::vector<std::byte> fetch(const Node& buffer);

  Section buffers_, views_;
  std::span<const std::byte> binary_;
  const OpenFile& open_;
  std::vector<std::optional<std::vector<std::byte>>> fetched_;
  std::uint64_t left_;
};

/// The memory layout of an accessor's elements.
struct GltfElements {
  std::size_t component_type = 0, components = 0;
  double scale = 1;  ///< the value of one step of an integer component
};

/// Of an accessor of positions and the like. Throws `ReadError`.
[[nodiscard]] GltfElements elements_of(const Node& accessor, std::size_t components);
/// Of the indices of a sparse accessor. Throws `ReadError`.
[[nodiscard]] GltfElements index_elements_of(const Node& indices);

/// An accessor of floats, or of small integers that stand for fractions (`normalized`).
class GltfArray {
 public:
  /// `type` is VEC3, VEC4 or MAT4. Throws `ReadError` if the accessor has another type, more than `most` elements, is
  /// sparse, has no view, or is not complete.
  GltfArray(GltfBuffers& buffers, const Node& accessor, const char* type, std::size_t most);
  /// `count` elements at the bufferView and the byteOffset of `where`, an accessor or a part of a sparse one. Throws
  /// `ReadError` if they are not complete.
  GltfArray(GltfBuffers& buffers, const Node& where, const GltfElements& elements, std::size_t count);

  [[nodiscard]] std::size_t count() const { return count_; }
  /// Whether a component has 8 bits.
  [[nodiscard]] bool coarse() const { return elements_.component_type == 5120 || elements_.component_type == 5121; }

  /// Element `index`, which must be below `count`.
  template <std::size_t components>
  [[nodiscard]] std::array<double, components> at(std::size_t index) const {
    std::array<double, components> values{};
    for (std::size_t i = 0; i < components; ++i) values[i] = component(index * stride_ + i * component_size_);
    return values;
  }

 private:
  [[nodiscard]] double component(std::size_t offset) const;

  std::span<const std::byte> bytes_;
  GltfElements elements_;
  std::size_t count_ = 0, stride_ = 0, component_size_ = 0;
};

/// The value of one step of an integer component: a fraction if the accessor is `normalized`. Throws `ReadError`.
[[nodiscard]] double component_scale(const Node& accessor);

}  // namespace lockstep::tools
