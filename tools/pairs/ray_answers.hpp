// The answers of lockstep rays: a line each, or one JSON document (docs/ray-files.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <lockstep/rays.hpp>

#include "pairs/ray_file.hpp"

namespace lockstep::tools {

class StandardOutput;

/// The hits of all rays.
struct RayAnswers {
  std::vector<std::uint32_t> shapes;
  std::vector<Interval> fractions;
  std::vector<Vec3d> points, normals;
};

struct RayFormat {
  bool json = false;
  std::string file;
  Isa isa = Isa::scalar;
};

/// `any`: only whether there is a hit.
void write_ray_answers(const RayFile& file, const RayAnswers& answers, bool any, const RayFormat& format,
                       StandardOutput& output);
/// All hits of each ray, a line for each.
void write_ray_lists(const RayFile& file, const HitLists& lists, const RayFormat& format, StandardOutput& output);

}  // namespace lockstep::tools
