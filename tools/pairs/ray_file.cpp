#include "pairs/ray_file.hpp"

#include "pairs/add_to_set.hpp"
#include "text/error.hpp"

namespace lockstep::tools {

namespace {

void read_ray(Fields& fields, std::string_view id, std::size_t line, RayFile& file) {
  fields.take_word("a ray");
  const Vec3 origin = fields.take_vector();
  const Vec3 motion = fields.take_finite_vector();
  fields.take_end();
  file.rays.push_back({origin, motion});
  file.ray_ids.push_back(id), file.ray_lines.push_back(line);
}

void read_shape_of_file(Fields& fields, std::string_view id, RayFile& file) {
  const std::size_t field = fields.number();
  const EitherShape shape = read_shape(fields);
  fields.take_end();
  if (!std::holds_alternative<PairShape>(shape)) Fields::fail(field, "a shape of the plane: rays are of space");
  const auto number = static_cast<std::uint32_t>(file.shape_ids.size());
  if (const auto* const mesh = std::get_if<MeshShape>(&std::get<PairShape>(shape))) {
    file.meshes.push_back({mesh->mesh, number});
  } else {
    try {
      add_to(file.shapes, std::get<PairShape>(shape));
    } catch (const InvalidInput& error) {
      Fields::fail(field, error.what());
    }
    file.numbers.push_back(number);
  }
  file.odd.see(std::get<PairShape>(shape));
  file.shape_ids.push_back(id);
}

}  // namespace

RayFile read_ray_file(std::string_view text, const ProblemHandler& problem, NamedMeshes* meshes) {
  RayFile file;
  const auto take = [&](Fields& fields, std::size_t line) {
    const std::string_view id = fields.take_word("the id");
    fields.take_bar();
    if (fields.is_next("ray"))
      read_ray(fields, id, line, file);
    else
      read_shape_of_file(fields, id, file);
  };
  read_lines(text, take, problem, meshes);
  return file;
}

}  // namespace lockstep::tools
