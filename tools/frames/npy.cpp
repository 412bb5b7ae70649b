#include "frames/npy.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "frames/npy_header.hpp"
#include "text/bytes.hpp"
#include "text/error.hpp"
#include "text/names.hpp"

namespace lockstep::tools {
namespace {

constexpr std::string_view magic = "\x93NUMPY";

template <class Number, bool swapped>
double read_number(const std::byte* from) {
  std::array<std::byte, sizeof(Number)> bytes;
  std::memcpy(bytes.data(), from, sizeof bytes);
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return static_cast<double>(std::bit_cast<Number>(bytes));
}

struct ItemType {
  std::string_view code;  ///< without the byte order
  std::size_t size;
  double (*little_endian)(const std::byte*);
  double (*big_endian)(const std::byte*);
};

template <class Number>
constexpr ItemType item_type(std::string_view code) {
  constexpr bool big = std::endian::native == std::endian::big;
  return {code, sizeof(Number), read_number<Number, big>, read_number<Number, !big>};
}

constexpr ItemType item_types[] = {
    item_type<float>("f4"),         item_type<double>("f8"),        item_type<std::int8_t>("i1"),
    item_type<std::int16_t>("i2"),  item_type<std::int32_t>("i4"),  item_type<std::int64_t>("i8"),
    item_type<std::uint8_t>("u1"),  item_type<std::uint16_t>("u2"), item_type<std::uint32_t>("u4"),
    item_type<std::uint64_t>("u8"),
};

const ItemType& find_item_type(const NpyHeader& header) {
  if (header.structured)
    throw ReadError(
        "is an array of structures, which is not read: save the columns as one plain array, with numpy.column_stack");
  const std::string_view order = "<>|=", type = header.type;
  if (type.size() > 1 && order.find(type[0]) != std::string_view::npos)
    for (const ItemType& item : item_types)
      if (item.code == type.substr(1)) return item;
  throw ReadError(concat("is an array of ", quoted_word(type), ", which is not read: save it with .astype('<f4')"));
}

std::size_t multiply(std::size_t a, std::size_t b) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw ReadError("the shape has more elements than there are numbers");
  return product;
}

struct HeaderPlace {
  std::uint64_t start, length;
};

HeaderPlace find_header(const Bytes& file) {
  const std::span<const std::byte> start = file.slice(0, 8, "the start of the array").data();
  const auto version = std::to_integer<unsigned>(start[6]);
  if (version < 1 || version > 3)
    throw ReadError(concat("is an array of version ", version, ", which is not read; there are versions 1 to 3"));
  if (version > 1) return {12, file.u32(8)};
  const std::span<const std::byte> two = file.slice(8, 2, "the length of the header").data();
  return {10, std::to_integer<std::uint64_t>(two[0]) | std::to_integer<std::uint64_t>(two[1]) << 8};
}

}  // namespace

bool looks_like_npy(std::span<const std::byte> file) {
  return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

NpyArray::NpyArray(std::span<const std::byte> file) {
  if (!looks_like_npy(file)) throw ReadError("is not an array of NumPy");
  const Bytes bytes(file, "the file");
  const HeaderPlace place = find_header(bytes);
  const NpyHeader header = read_npy_header(bytes.slice(place.start, place.length, "the header of the array").text());
  const ItemType& item = find_item_type(header);
  item_size_ = item.size;
  read_ = header.type.starts_with('>') ? item.big_endian : item.little_endian;

  shape_ = header.shape;
  strides_.assign(shape_.size(), 1);
  std::size_t count = 1;
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    const std::size_t axis = header.fortran_order ? i : shape_.size() - 1 - i;
    strides_[axis] = count;
    count = multiply(count, shape_[axis]);
  }
  data_ = file.subspan(static_cast<std::size_t>(place.start + place.length));
  const std::size_t expected = multiply(count, item_size_);
  if (data_.size() != expected)
    throw ReadError(concat("the data are ", data_.size(), " bytes long; the shape asks for ", expected,
                           data_.size() < expected ? ": the file is cut short" : ""));
}

}  // namespace lockstep::tools
