#include "text/zip.hpp"

#include <minizip/unzip.h>

#include <algorithm>
#include <cstring>

#include "text/error.hpp"

namespace lockstep::tools {

struct ZipArchive::Memory {
  std::span<const std::byte> data;
  std::uint64_t at = 0;
};

namespace {

/// Longer names are not maps.
constexpr std::size_t max_name = 512;
constexpr std::size_t max_entries = 1'000'000;

// The functions through which minizip reads its "file"; `opaque` and `stream` are both the Memory. Positions beyond the
// end are legal and read nothing.
template <class Memory>
struct MemoryFile {
  static Memory& of(void* stream) { return *static_cast<Memory*>(stream); }

  static void* open(void* opaque, const void*, int) { return opaque; }

  static uLong read(void*, void* stream, void* to, uLong size) {
    Memory& memory = of(stream);
    if (memory.at >= memory.data.size()) return 0;
    const std::size_t count = std::min<std::size_t>(size, memory.data.size() - static_cast<std::size_t>(memory.at));
    if (count > 0) std::memcpy(to, memory.data.data() + memory.at, count);
    memory.at += count;
    return count;
  }

  static uLong write(void*, void*, const void*, uLong) { return 0; }
  static ZPOS64_T tell(void*, void* stream) { return of(stream).at; }

  static long seek(void*, void* stream, ZPOS64_T offset, int origin) {
    Memory& memory = of(stream);
    const std::uint64_t base = origin == ZLIB_FILEFUNC_SEEK_CUR   ? memory.at
                               : origin == ZLIB_FILEFUNC_SEEK_END ? memory.data.size()
                                                                  : 0;
    std::uint64_t target = 0;
    if (__builtin_add_overflow(base, std::uint64_t{offset}, &target)) return -1;
    memory.at = target;
    return 0;
  }

  static int close(void*, void*) { return 0; }
  static int error(void*, void*) { return 0; }
};

/// The meaning of a code of minizip or zlib.
std::string_view reason(int result) {
  switch (result) {
    case UNZ_END_OF_LIST_OF_FILE: return "there is nothing behind the last entry";
    case UNZ_BADZIPFILE: return "its header is damaged, or is not where the directory says";
    case UNZ_CRCERROR: return "its checksum is not that of its bytes";
    case Z_DATA_ERROR: return "its compressed bytes are damaged";
    case Z_BUF_ERROR: return "its compressed bytes end early";
    case Z_MEM_ERROR: return "there is not enough memory for it";
    default: return "its bytes cannot be read";
  }
}

void check(int result, std::string_view what) {
  if (result != UNZ_OK) throw ReadError(concat("damaged archive: ", what, ": ", reason(result)));
}

/// Refuses entries that an undamaged archive may hold and minizip does not unpack.
void check_method(const unz_file_info64& info) {
  if ((info.flag & 1U) != 0) throw ReadError("an entry of the archive is encrypted, which is not read");
  if (info.compression_method != 0 && info.compression_method != Z_DEFLATED)
    throw ReadError(concat("an entry of the archive is compressed by method ", info.compression_method,
                           ", which is not read: pack it with deflate, as every zip program can"));
}

std::string entry_name(unzFile file) {
  char name[max_name + 1] = {};
  unz_file_info64 info{};
  check(unzGetCurrentFileInfo64(file, &info, name, max_name, nullptr, 0, nullptr, 0), "an entry cannot be read");
  return info.size_filename > max_name ? std::string() : std::string(name, info.size_filename);
}

/// Closes the open entry, also when an error is thrown.
struct OpenEntry {
  unzFile file;
  explicit OpenEntry(unzFile archive) : file(archive) { check(unzOpenCurrentFile(file), "an entry cannot be opened"); }
  ~OpenEntry() {
    if (file != nullptr) unzCloseCurrentFile(file);
  }
  OpenEntry(const OpenEntry&) = delete;
  OpenEntry& operator=(const OpenEntry&) = delete;

  /// Also compares the checksum.
  void close() {
    const unzFile closing = file;
    file = nullptr;
    check(unzCloseCurrentFile(closing), "an entry differs from the packed file");
  }
};

}  // namespace

ZipArchive::ZipArchive(std::span<const std::byte> data) : memory_(std::make_unique<Memory>(Memory{data})) {
  using File = MemoryFile<Memory>;
  zlib_filefunc64_def functions{File::open, File::read,  File::write, File::tell,
                                File::seek, File::close, File::error, memory_.get()};
  file_ = unzOpen2_64("", &functions);
  if (file_ == nullptr) throw ReadError("damaged archive: no zip directory");
}

ZipArchive::~ZipArchive() { unzClose(file_); }

std::vector<ZipArchive::Entry> ZipArchive::entries() const {
  unz_global_info64 info{};
  check(unzGetGlobalInfo64(file_, &info), "no zip directory");
  if (info.number_entry > max_entries) throw ReadError(concat("damaged archive: ", info.number_entry, " entries"));
  std::vector<Entry> list;
  for (std::uint64_t i = 0; i < info.number_entry; ++i) {
    check(i == 0 ? unzGoToFirstFile(file_) : unzGoToNextFile(file_), "the directory ends early");
    unz64_file_pos position{};
    check(unzGetFilePos64(file_, &position), "an entry cannot be found");
    list.push_back({entry_name(file_), position.pos_in_zip_directory, position.num_of_file});
  }
  return list;
}

std::vector<std::byte> ZipArchive::unpack(const Entry& entry, std::size_t limit) const {
  const unz64_file_pos position{entry.position, entry.number};
  check(unzGoToFilePos64(file_, &position), "an entry cannot be found");
  unz_file_info64 info{};
  check(unzGetCurrentFileInfo64(file_, &info, nullptr, 0, nullptr, 0, nullptr, 0), "an entry cannot be read");
  check_method(info);
  OpenEntry open(file_);
  std::vector<std::byte> data, chunk(1 << 16);
  for (;;) {
    const int got = unzReadCurrentFile(file_, chunk.data(), static_cast<unsigned>(chunk.size()));
    if (got < 0) check(got, "an entry cannot be unpacked");
    if (got == 0) break;
    if (data.size() + static_cast<std::size_t>(got) > limit)
      throw ReadError(concat("an entry unpacks to more than ", limit, " bytes"));
    data.insert(data.end(), chunk.begin(), chunk.begin() + got);
  }
  // minizip compares the checksum only if all bytes were read.
  if (data.size() != info.uncompressed_size) throw ReadError("damaged archive: an entry ends early");
  open.close();
  return data;
}

}  // namespace lockstep::tools
