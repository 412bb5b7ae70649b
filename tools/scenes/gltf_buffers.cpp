#include "scenes/gltf_buffers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <utility>

#include "text/base64.hpp"
#include "text/bytes.hpp"
#include "text/file.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::size_t most_bytes = std::size_t{max_scene_bytes} + 1;  // exclusive bound on a number of bytes

/// %20 and the like.
std::string percent_decoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef0123456789ABCDEF";
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t high = i + 2 < text.size() ? digits.find(text[i + 1]) : std::string_view::npos;
    const std::size_t low = i + 2 < text.size() ? digits.find(text[i + 2]) : std::string_view::npos;
    const bool code = text[i] == '%' && high != std::string_view::npos && low != std::string_view::npos;
    decoded += code ? static_cast<char>(high % 16 * 16 + low % 16) : text[i];
    if (code) i += 2;
  }
  return decoded;
}

/// A file beside the scene or in a folder below: a scene must not open any other file of the user.
bool stays_inside(const std::string& name) {
  const std::filesystem::path path(name);
  return !name.empty() && name.find('\0') == std::string::npos && name.find(':') == std::string::npos &&
         name.find('\\') == std::string::npos && path.is_relative() &&
         std::none_of(path.begin(), path.end(), [](const auto& part) { return part == ".."; });
}

std::size_t size_of_component(std::size_t type) {
  if (type == 5120 || type == 5121) return 1;
  return type == 5122 || type == 5123 ? 2 : 4;
}

std::size_t components_of(std::string_view type) { return type == "MAT4" ? 16 : type == "VEC4" ? 4 : 3; }

/// A count of elements as the standard demands it.
std::size_t count_of(const Node& accessor, const char* type, std::size_t most) {
  if (accessor.text("type") != type) accessor.fail("type", concat("must be ", type));
  if (accessor.has("sparse")) accessor.fail("sparse", "is not read here: save the numbers as a plain accessor");
  const auto count = accessor.index("count", most + 1);
  if (!count) accessor.fail("count", "is missing");
  return *count;
}

}  // namespace

GltfBuffers::GltfBuffers(const Json& file, std::span<const std::byte> binary, const OpenFile& open)
    : buffers_(file, "buffers"),
      views_(file, "bufferViews"),
      binary_(binary),
      open_(open),
      fetched_(buffers_.count()),
      left_(max_scene_bytes) {}

std::vector<std::byte> GltfBuffers::fetch(const Node& buffer) {
  const std::string& uri = buffer.raw_text("uri");
  if (uri.starts_with("data:")) {
    constexpr std::string_view mark = ";base64,";
    const std::size_t comma = uri.find(','), start = uri.find(mark);
    const bool base64 = start != std::string::npos && start + mark.size() == comma + 1;
    auto bytes = base64 ? decode_base64(std::string_view(uri).substr(comma + 1)) : std::nullopt;
    if (!bytes) buffer.fail("uri", "is not data in Base64");
    return *std::move(bytes);
  }
  const std::string name = percent_decoded(uri), shown = quoted_word(name);
  const auto missing = [&](std::string_view why) {
    return MissingBuffer(concat(buffer.place("uri"), ": ", shown, " ", why));
  };
  if (!stays_inside(name)) throw missing("is not a file beside the scene or in a folder below it");
  if (!open_) throw missing("is needed, and a scene from standard input has no folder: name the scene's file");
  try {
    return open_(name, left_);
  } catch (const ReadError& error) {
    throw missing(error.what());
  }
}

std::span<const std::byte> GltfBuffers::buffer(std::size_t index) {
  const Node node = buffers_[index];
  const std::size_t length = node.index("byteLength", most_bytes).value_or(0);
  std::span<const std::byte> bytes = binary_;
  if (index != 0 || node.has("uri") || binary_.empty()) {
    auto& fetched = fetched_[index];
    if (!fetched) {
      fetched = fetch(node);
      if (fetched->size() > left_) node.fail("uri", concat("all buffers hold more than ", max_scene_bytes, " bytes"));
      left_ -= fetched->size();
    }
    bytes = *fetched;
  }
  if (bytes.size() < length)
    node.fail("byteLength", concat("is ", length, ", and only ", bytes.size(), " bytes are there"));
  return bytes.first(length);
}

GltfBuffers::View GltfBuffers::view(std::size_t index) {
  const Node node = views_[index];
  const auto owner = node.index("buffer", buffers_.count());
  if (!owner) node.fail("buffer", "is missing");
  const std::string owner_name = concat("buffers[", *owner, "]");
  const Bytes all(buffer(*owner), owner_name);
  const Bytes bytes = all.slice(node.index("byteOffset", most_bytes).value_or(0),
                                node.index("byteLength", most_bytes).value_or(0), node.place());
  return {bytes.data(), node.index("byteStride", 253).value_or(0)};
}

double component_scale(const Node& accessor) {
  if (!accessor.flag("normalized")) return 1;
  const double type = accessor.number("componentType");
  if (type == 5120) return 1 / 127.0;
  if (type == 5121) return 1 / 255.0;
  if (type == 5122) return 1 / 32767.0;
  if (type == 5123) return 1 / 65535.0;
  accessor.fail("componentType", "no type that can be normalized");
}

GltfElements elements_of(const Node& accessor, std::size_t components) {
  const double type = accessor.number("componentType");
  if (!(type >= 5120 && type <= 5123 && type == std::floor(type)) && type != 5126)
    accessor.fail("componentType", "must be 5120 to 5123 or 5126");
  return {static_cast<std::size_t>(type), components, component_scale(accessor)};
}

GltfElements index_elements_of(const Node& indices) {
  const double type = indices.number("componentType");
  if (type != 5121 && type != 5123 && type != 5125)
    indices.fail("componentType", "must be 5121, 5123 or 5125: indices are whole numbers");
  return {static_cast<std::size_t>(type), 1, 1};
}

GltfArray::GltfArray(GltfBuffers& buffers, const Node& accessor, const char* type, std::size_t most)
    : GltfArray(buffers, accessor, elements_of(accessor, components_of(type)), count_of(accessor, type, most)) {}

GltfArray::GltfArray(GltfBuffers& buffers, const Node& where, const GltfElements& elements, std::size_t count)
    : elements_(elements), count_(count), component_size_(size_of_component(elements.component_type)) {
  // The standard then says zeros. A few bytes must not demand millions of them.
  const auto view_index = where.index("bufferView", buffers.view_count());
  if (!view_index) where.fail("bufferView", "is missing");
  if (count_ == 0) return;
  const GltfBuffers::View view = buffers.view(*view_index);
  const std::size_t element = component_size_ * elements.components;
  stride_ = view.stride == 0 ? element : view.stride;
  if (stride_ < element) where.fail("bufferView", "has a byteStride that is shorter than an element");
  // At most 2^31 elements of at most 252 bytes, so nothing overflows.
  const Bytes bytes = Bytes(view.bytes, "its buffer view")
                          .slice(where.index("byteOffset", most_bytes).value_or(0),
                                 std::uint64_t{stride_} * (count_ - 1) + element, where.place());
  bytes_ = bytes.data();
}

double GltfArray::component(std::size_t offset) const {
  std::uint32_t bits = 0;
  for (std::size_t i = component_size_; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint32_t>(bytes_[offset + i]);
  double value = bits;
  if (elements_.component_type == 5120) value = static_cast<std::int8_t>(bits);
  if (elements_.component_type == 5122) value = static_cast<std::int16_t>(bits);
  if (elements_.component_type == 5126) value = std::bit_cast<float>(bits);
  // The smallest signed integer is one step beyond -1.
  return elements_.scale == 1 ? value : std::max(value * elements_.scale, -1.0);
}

}  // namespace lockstep::tools
