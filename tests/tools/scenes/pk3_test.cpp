#include "scenes/pk3.hpp"

#include <gtest/gtest.h>

#include <string>

#include "scenes/load_scene.hpp"
#include "support/fixtures.hpp"
#include "support/read_error.hpp"
#include "text/error.hpp"
#include "text/zip.hpp"

namespace lockstep::tools {
namespace {

using test::FileBytes;
using test::make_zip;
using test::to_bytes;

std::string archive_error(const FileBytes& archive, const std::string& map = "") {
  return test::read_error([&] { return unpack_map(archive, map); });
}

FileBytes three_maps() {
  return make_zip({{"readme.txt", to_bytes("hello")},
                   {"maps/zebra.bsp", to_bytes("z")},
                   {"maps/Alpha.bsp", test::small_map()},
                   {"maps/beta.bsp", to_bytes("b")}});
}

TEST(Pk3, ChoosesAMap) {
  const FileBytes archive = three_maps();
  EXPECT_EQ(unpack_map(archive, "").name, "maps/alpha.bsp") << "the first by name";
  EXPECT_EQ(unpack_map(archive, "").data, test::small_map());
  for (const char* typed : {"zebra", "ZEBRA", "zebra.bsp", "maps/zebra.bsp"})
    EXPECT_EQ(unpack_map(archive, typed).data, to_bytes("z")) << typed;
  EXPECT_EQ(archive_error(archive, "gamma"), "no map \"gamma\" in the archive; there are: alpha beta zebra");
}

TEST(Pk3, IsReadAsAScene) {
  const Scene scene = read_scene(three_maps(), SceneOptions{});
  EXPECT_EQ(scene.title, "maps/alpha.bsp");
  EXPECT_EQ(scene.objects.size(), 2U);
}

TEST(Pk3, OnlyMapsFolderCounts) {
  const FileBytes archive = make_zip({{"../maps/a.bsp", to_bytes("x")},
                                      {"maps/../../b.bsp", to_bytes("x")},
                                      {"maps/sub/c.bsp", to_bytes("x")},
                                      {"maps\\d.bsp", to_bytes("x")},
                                      {"/maps/e.bsp", to_bytes("x")},
                                      {"maps/f.txt", to_bytes("x")}});
  EXPECT_EQ(archive_error(archive), "the archive holds no map (maps/*.bsp)");
}

TEST(Pk3, BombsAreCutOff) {
  const FileBytes archive = make_zip({{"maps/bomb.bsp", FileBytes(5'000'000)}});
  ASSERT_LT(archive.size(), 20'000U);
  const ZipArchive zip(archive);
  EXPECT_EQ(zip.unpack(zip.entries()[0], 5'000'000).size(), 5'000'000U);
  EXPECT_THROW(static_cast<void>(zip.unpack(zip.entries()[0], 4'999'999)), ReadError);
}

/// The start of the archive's directory.
std::size_t directory(const FileBytes& archive) {
  for (std::size_t at = 0;; ++at)
    if (test::get_u32(archive, at) == 0x02014B50) return at;
}

TEST(Pk3, ClaimedSizesAreNotTrusted) {
  const FileBytes good = make_zip({{"maps/a.bsp", test::small_map()}});
  for (const std::uint32_t size : {0U, 1U, 0x7FFFFFFFU, 0xFFFFFFFEU})
    for (const std::size_t field :
         std::initializer_list<std::size_t>{20, 24, 42}) {  // compressed size, size, where the data starts
      FileBytes archive = good;
      test::put_u32(archive, directory(archive) + field, size);
      if (field == 42 && size == 0) continue;  // that is where it starts
      EXPECT_NE(archive_error(archive), "no error") << "field " << field << " = " << size;
    }
}

TEST(Pk3, WrongChecksumIsAnError) {
  FileBytes archive = make_zip({{"maps/a.bsp", test::small_map()}});
  const std::size_t crc = directory(archive) + 16;
  const std::uint32_t wrong = test::get_u32(archive, crc) + 1;
  test::put_u32(archive, crc, wrong);
  test::put_u32(archive, 14, wrong);
  EXPECT_NE(archive_error(archive).find("checksum"), std::string::npos) << archive_error(archive);
}

/// In its own words, without minizip's error number.
TEST(Pk3, DamageIsToldInWords) {
  const FileBytes good = make_zip({{"maps/a.bsp", test::small_map()}});
  const std::size_t at = directory(good);
  FileBytes header = good, encrypted = good, method = good;
  test::put_u32(header, 0, 0);
  encrypted[at + 8] = std::byte{1};
  method[at + 10] = std::byte{14};
  EXPECT_EQ(archive_error(header),
            "damaged archive: an entry cannot be opened: its header is damaged, or is not where the directory says");
  EXPECT_EQ(archive_error(encrypted), "an entry of the archive is encrypted, which is not read");
  EXPECT_EQ(archive_error(method),
            "an entry of the archive is compressed by method 14, which is not read: pack it with deflate, as every zip "
            "program can");
}

TEST(Pk3, EveryTruncationIsAnError) {
  const FileBytes archive = make_zip({{"maps/a.bsp", test::small_map()}});
  for (std::size_t size = 0; size < archive.size(); ++size) {
    const FileBytes cut(archive.begin(), archive.begin() + static_cast<std::ptrdiff_t>(size));
    if (size < archive.size() - 3) {
      EXPECT_NE(archive_error(cut), "no error") << size << " of " << archive.size() << " bytes";
    } else if (archive_error(cut) == "no error") {  // only the length of a comment is missing
      EXPECT_EQ(unpack_map(cut, "").data, test::small_map());
    }
  }
}

TEST(Pk3, EveryDamagedByteIsAnErrorOrAMap) {
  const FileBytes archive = make_zip({{"maps/a.bsp", test::small_map()}});
  for (std::size_t at = 0; at < archive.size(); ++at)
    for (const int value : {0x00, 0x01, 0x80, 0xFF}) {
      FileBytes damaged = archive;
      damaged[at] = static_cast<std::byte>(value);
      // The checksum ensures that the unpacked bytes are the original ones.
      const std::string error = archive_error(damaged);
      if (error != "no error") continue;
      EXPECT_EQ(unpack_map(damaged, "").data, test::small_map()) << "byte " << at;
    }
}

TEST(Pk3, NamesInErrorsArePrintable) {
  const FileBytes archive = make_zip({{"maps/a\x1B[31m.bsp", to_bytes("x")}});
  EXPECT_EQ(archive_error(archive, "q\x1B"), "no map \"q?\" in the archive; there are: a?[31m");
}

}  // namespace
}  // namespace lockstep::tools
