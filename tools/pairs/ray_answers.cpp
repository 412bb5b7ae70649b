#include "pairs/ray_answers.hpp"

#include <nlohmann/json.hpp>

#include <lockstep/version.hpp>

#include "output/standard_output.hpp"
#include "pairs/answer_text.hpp"
#include "text/error.hpp"

namespace lockstep::tools {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string line_of(const RayFile& file, const RayAnswers& answers, std::size_t i, bool any) {
  const Interval& fractions = answers.fractions[i];
  const std::string line = concat(file.ray_ids[i], "\t", result_name(result_of(fractions)));
  if (any) return line + "\n";
  const std::uint32_t shape = answers.shapes[i];
  return concat(line, "\t", shape == no_shape ? "-" : file.shape_ids[shape], "\t", digits(fractions.lower), "\t",
                digits(fractions.upper), "\t", digits(answers.normals[i]), "\t", digits(answers.points[i]), "\n");
}

std::string json_of(const RayFile& file, const RayAnswers& answers, std::size_t i, bool any) {
  const Interval& fractions = answers.fractions[i];
  OrderedJson json = {
      {"id", file.ray_ids[i]}, {"line", file.ray_lines[i]}, {"cast", result_name(result_of(fractions))}};
  if (any) return text_of(json);
  const auto vec = [](const Vec3d& v) -> OrderedJson { return {v.x, v.y, v.z}; };
  const std::uint32_t shape = answers.shapes[i];
  json["shape"] = shape == no_shape ? OrderedJson() : OrderedJson(file.shape_ids[shape]);
  json["lower"] = fractions.lower, json["upper"] = fractions.upper;
  json["normal"] = vec(answers.normals[i]), json["point"] = vec(answers.points[i]);
  return text_of(json);
}

}  // namespace

void write_ray_answers(const RayFile& file, const RayAnswers& answers, const RayFormat& format,
                       StandardOutput& output) {
  if (!format.json) {
    for (std::size_t i = 0; i < file.rays.size(); ++i) output.write(line_of(file, answers, i, format.any));
    return;
  }
  std::string start = text_of({{"version", LOCKSTEP_VERSION}, {"file", format.file}, {"isa", name(format.isa)}});
  start.pop_back();
  output.write(start + ",\"answers\":[");
  for (std::size_t i = 0; i < file.rays.size(); ++i)
    output.write(concat(i == 0 ? "\n" : ",\n", json_of(file, answers, i, format.any)));
  output.write("\n]}\n");
}

}  // namespace lockstep::tools
