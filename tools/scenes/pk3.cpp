#include "scenes/pk3.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "text/error.hpp"
#include "text/names.hpp"
#include "text/zip.hpp"

namespace lockstep::tools {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

/// "arena" of "maps/Arena.bsp", in lower case as the game compares names; empty if `path` is not a map.
std::string map_name(std::string_view path) {
  std::string name = lower(path);
  if (!name.starts_with("maps/") || !name.ends_with(".bsp")) return {};
  name = name.substr(5, name.size() - 9);
  return name.find_first_of("/\\") == std::string::npos ? name : std::string();
}

/// Accepts the forms that a user may type.
std::string wanted_name(std::string_view typed) {
  std::string name = lower(typed);
  if (name.starts_with("maps/")) name.erase(0, 5);
  if (name.ends_with(".bsp")) name.resize(name.size() - 4);
  return name;
}

struct MapEntry {
  std::string name;
  ZipArchive::Entry entry;
};

std::string no_such_map(const std::string& wanted, const std::vector<MapEntry>& maps) {
  std::string text = concat("no map \"", printable(wanted), "\" in the archive; there are:");
  constexpr std::size_t most = 100;
  for (std::size_t i = 0; i < std::min(maps.size(), most); ++i) text += " " + printable(maps[i].name);
  if (maps.size() > most) text += " ...";
  return text;
}

}  // namespace

UnpackedMap unpack_map(std::span<const std::byte> archive, const std::string& map) {
  const ZipArchive zip(archive);
  std::vector<MapEntry> maps;
  for (ZipArchive::Entry& entry : zip.entries())
    if (std::string name = map_name(entry.name); !name.empty()) maps.push_back({std::move(name), std::move(entry)});
  if (maps.empty()) throw ReadError("the archive holds no map (maps/*.bsp)");
  std::stable_sort(maps.begin(), maps.end(), [](const MapEntry& a, const MapEntry& b) { return a.name < b.name; });

  const std::string wanted = wanted_name(map);
  const auto found = std::find_if(maps.begin(), maps.end(),
                                  [&wanted](const MapEntry& m) { return wanted.empty() || m.name == wanted; });
  if (found == maps.end()) throw ReadError(no_such_map(map, maps));
  return {concat("maps/", printable(found->name), ".bsp"), zip.unpack(found->entry, max_map_bytes)};
}

}  // namespace lockstep::tools
