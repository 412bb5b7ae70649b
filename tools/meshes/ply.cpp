#include "meshes/ply.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <string_view>

#include "meshes/mesh_builder.hpp"
#include "meshes/ply_header.hpp"
#include "meshes/words.hpp"

namespace lockstep::tools {
namespace {

std::string_view ply_text(std::span<const std::byte> data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

/// The numbers behind the header, one after the other.
class PlyNumbers {
 public:
  PlyNumbers(std::string_view body, const PlyHeader& header)
      : format_(header.format), left_(body), words_(body, header.lines + 1) {}

  [[nodiscard]] std::uint64_t bytes_left() const {
    return format_ == PlyFormat::text ? words_.bytes_left() + 1 : left_.size();  // the last word needs no blank
  }

  /// May be NaN or infinite. Doubles hold all whole numbers of 32 bits.
  double take(const PlyType& type) {
    if (format_ == PlyFormat::text) return take_word();
    if (left_.size() < type.bytes) throw ReadError("the file ends in the middle of a number");
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.bytes; ++i) {
      const std::size_t at = format_ == PlyFormat::big_endian ? i : type.bytes - 1 - i;
      bits = bits << 8 | static_cast<unsigned char>(left_[at]);
    }
    left_.remove_prefix(type.bytes);
    return number(bits, type);
  }

 private:
  double take_word() {
    const std::string_view word = words_.take();
    if (word.empty()) throw ReadError("the file ends where a number should be");
    const double value = to_number<double>(word);
    if (std::isnan(value) && plain_word(word).find("nan") == std::string::npos)
      words_.fail(why_not_finite(word, value));
    return value;
  }

  static double number(std::uint64_t bits, const PlyType& type) {
    if (type.kind == PlyType::Kind::natural) return static_cast<double>(bits);
    if (type.kind == PlyType::Kind::real)
      return type.bytes == 8 ? std::bit_cast<double>(bits) : std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    const unsigned unused = 64 - 8U * type.bytes;
    return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
  }

  PlyFormat format_;
  std::string_view left_;
  Words words_;
};

class PlyReader {
 public:
  explicit PlyReader(std::string_view file)
      : header_(read_ply_header(file)), numbers_(file.substr(header_.bytes), header_) {}

  MeshFile read() {
    bool has_vertices = false, has_faces = false, has_strips = false;
    for (const PlyElement& element : header_.elements) {
      check_rows(element);
      if (element.name == "vertex")
        has_vertices = true, read_vertices(element);
      else if (element.name == "face")
        has_faces = true, read_faces(element);
      else
        has_strips |= element.name == "tristrips", skip(element);
    }
    if (!has_vertices) throw ReadError("the PLY header has no element vertex");
    if (has_strips && !has_faces)
      throw ReadError("has triangle strips (tristrips), which are not read: save it with faces");
    return std::move(mesh_).finish();
  }

 private:
  /// A row takes some bytes, so the length of the file bounds the number of rows.
  void check_rows(const PlyElement& element) const {
    const std::uint64_t least = element.least_bytes(header_.format), left = numbers_.bytes_left();
    if (least > 0 && element.count > left / least)
      throw ReadError(concat("element ", element.name, ": ", element.count, " rows of at least ", least,
                             " bytes do not fit in the ", left, " bytes that are left of the file"));
  }

  /// Calls take(property, value) for each number of a row but the lengths of lists.
  template <class Take>
  void read_row(const PlyElement& element, std::uint64_t row, const Take& take) {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const PlyProperty& property = element.properties[i];
      const std::uint64_t count = property.count ? length_of(element, row, property) : 1;
      for (std::uint64_t k = 0; k < count; ++k) take(i, numbers_.take(property.type));
    }
  }

  std::uint64_t length_of(const PlyElement& element, std::uint64_t row, const PlyProperty& property) {
    const double length = numbers_.take(*property.count);
    const auto least = header_.format == PlyFormat::text ? 2.0 : property.type.bytes;
    if (!(length >= 0) || length != std::trunc(length) || length > static_cast<double>(numbers_.bytes_left()) / least)
      throw ReadError(
          concat(element.name, " ", row, ": ", length, " is not the length of a list that fits in the file"));
    return static_cast<std::uint64_t>(length);
  }

  void read_vertices(const PlyElement& element) {
    const std::size_t at[] = {scalar(element, "x"), scalar(element, "y"), scalar(element, "z")};
    for (std::uint64_t row = 0; row < element.count; ++row) {
      Vec3d vertex;
      read_row(element, row, [&](std::size_t property, double value) {
        if (property == at[0]) vertex.x = value;
        if (property == at[1]) vertex.y = value;
        if (property == at[2]) vertex.z = value;
      });
      if (!std::isfinite(vertex.x) || !std::isfinite(vertex.y) || !std::isfinite(vertex.z))
        throw ReadError(concat("vertex ", row, ": a coordinate is not a finite number"));
      mesh_.add_vertex(vertex);
    }
  }

  void read_faces(const PlyElement& element) {
    const std::size_t list = list_of_vertices(element);
    std::vector<std::uint32_t> corners;
    for (std::uint64_t row = 0; row < element.count; ++row) {
      corners.clear();
      read_row(element, row, [&](std::size_t property, double value) {
        if (property == list) corners.push_back(vertex_of(row, value));
      });
      mesh_.add_face(corners, static_cast<std::size_t>(row));
    }
  }

  static std::uint32_t vertex_of(std::uint64_t row, double value) {
    if (!(value >= 0 && value < std::numeric_limits<std::uint32_t>::max()) || value != std::trunc(value))
      throw ReadError(concat("face ", row, ": ", value, " is not the number of a vertex"));
    return static_cast<std::uint32_t>(value);
  }

  void skip(const PlyElement& element) {
    if (element.properties.empty()) return;
    for (std::uint64_t row = 0; row < element.count; ++row) read_row(element, row, [](std::size_t, double) {});
  }

  static std::size_t scalar(const PlyElement& element, std::string_view name) {
    for (std::size_t i = 0; i < element.properties.size(); ++i)
      if (element.properties[i].name == name && !element.properties[i].count) return i;
    throw ReadError(concat("element ", element.name, " has no property ", name));
  }

  static std::size_t list_of_vertices(const PlyElement& element) {
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const PlyProperty& property = element.properties[i];
      if ((property.name == "vertex_indices" || property.name == "vertex_index") && property.count) return i;
    }
    throw ReadError(concat("element ", element.name, " has no list vertex_indices"));
  }

  PlyHeader header_;
  PlyNumbers numbers_;
  MeshBuilder mesh_{MeshFormat::ply, "face", 0};
};

}  // namespace

bool is_ply(std::span<const std::byte> data) {
  const std::string_view text = ply_text(data);
  return text.starts_with("ply\n") || text.starts_with("ply\r\n");
}

MeshFile read_ply(std::span<const std::byte> data) { return PlyReader(ply_text(data)).read(); }

}  // namespace lockstep::tools
