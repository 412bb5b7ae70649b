#include "pairs/ray_answers.hpp"

#include <limits>

#include <nlohmann/json.hpp>

#include <lockstep/config.hpp>

#include "output/standard_output.hpp"
#include "pairs/answer_text.hpp"
#include "text/error.hpp"

namespace lockstep::tools {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// For a hit, or a ray without one.
std::string hit_text(const RayFile& file, std::size_t ray, std::uint32_t shape, const Interval& fractions) {
  return concat(file.ray_ids[ray], "\t", result_name(result_of(fractions)), "\t",
                shape == no_shape ? "-" : file.shape_ids[shape], "\t", digits(fractions.lower), "\t",
                digits(fractions.upper));
}

OrderedJson ray_json(const RayFile& file, std::size_t i) {
  return {{"id", file.ray_ids[i]}, {"line", file.ray_lines[i]}};
}

std::string line_of(const RayFile& file, const RayAnswers& answers, std::size_t i, bool any) {
  const Interval& fractions = answers.fractions[i];
  if (any) return concat(file.ray_ids[i], "\t", result_name(result_of(fractions)), "\n");
  return concat(hit_text(file, i, answers.shapes[i], fractions), "\t", digits(answers.normals[i]), "\t",
                digits(answers.points[i]), "\n");
}

std::string json_of(const RayFile& file, const RayAnswers& answers, std::size_t i, bool any) {
  const Interval& fractions = answers.fractions[i];
  OrderedJson json = ray_json(file, i);
  json["cast"] = result_name(result_of(fractions));
  if (any) return text_of(json);
  const auto vec = [](const Vec3d& v) -> OrderedJson { return {v.x, v.y, v.z}; };
  const std::uint32_t shape = answers.shapes[i];
  json["shape"] = shape == no_shape ? OrderedJson() : OrderedJson(file.shape_ids[shape]);
  json["lower"] = fractions.lower, json["upper"] = fractions.upper;
  json["normal"] = vec(answers.normals[i]), json["point"] = vec(answers.points[i]);
  return text_of(json);
}

std::string lines_of(const RayFile& file, const HitList& hits, std::size_t i) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (hits.shapes.empty()) return hit_text(file, i, no_shape, {never, never}) + "\n";
  std::string lines;
  for (std::size_t k = 0; k < hits.shapes.size(); ++k)
    lines += hit_text(file, i, hits.shapes[k], hits.fractions[k]) + "\n";
  return lines;
}

std::string json_of(const RayFile& file, const HitList& hits, std::size_t i) {
  OrderedJson json = ray_json(file, i);
  OrderedJson& list = json["hits"] = OrderedJson::array();
  for (std::size_t k = 0; k < hits.shapes.size(); ++k)
    list.push_back({{"cast", result_name(result_of(hits.fractions[k]))},
                    {"shape", file.shape_ids[hits.shapes[k]]},
                    {"lower", hits.fractions[k].lower},
                    {"upper", hits.fractions[k].upper}});
  return text_of(json);
}

/// text(i) is the text of each ray in the chosen form.
template <class Text>
void write_each(std::size_t rays, const RayFormat& format, StandardOutput& output, const Text& text) {
  if (format.json) {
    std::string start = text_of({{"version", LOCKSTEP_VERSION}, {"file", format.file}, {"isa", name(format.isa)}});
    start.pop_back();
    output.write(start + ",\"answers\":[");
  }
  for (std::size_t i = 0; i < rays; ++i) output.write(format.json ? concat(i == 0 ? "\n" : ",\n", text(i)) : text(i));
  if (format.json) output.write("\n]}\n");
}

}  // namespace

void write_ray_answers(const RayFile& file, const RayAnswers& answers, bool any, const RayFormat& format,
                       StandardOutput& output) {
  write_each(file.rays.size(), format, output, [&](std::size_t i) {
    return format.json ? json_of(file, answers, i, any) : line_of(file, answers, i, any);
  });
}

void write_ray_lists(const RayFile& file, const HitLists& lists, const RayFormat& format, StandardOutput& output) {
  write_each(file.rays.size(), format, output,
             [&](std::size_t i) { return format.json ? json_of(file, lists[i], i) : lines_of(file, lists[i], i); });
}

}  // namespace lockstep::tools
