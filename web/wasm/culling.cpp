// The interface of the page about culling. Numbers go in, masks come out: a bit for each object, as `cull` writes them.
// The program's own code subdivides views, so that `lockstep cull --camera .. --views ..` gives the same results.
//
//   culling_objects(count)      the memory for the objects: 11 numbers each, see below
//   culling_scene()             reads them
//   culling_matrix()            the memory for the view-projection matrix: row by row, clip depth -w .. w
//   culling_cut(x, y, z)        cuts its view into columns, rows and slices: returns the number of parts
//   culling_masks(exact)        the masks of the parts, mask_words(count) words each: by planes, or exact
//   culling_alone(exact, part)  the mask of `cull` against this part alone
//   culling_corners(part)       8 points: near side in ring order, then far side
//
// An invalid object or camera ends the instance (kernel/base/throw_wasm.cpp) with a message about it.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <typeinfo>
#include <utility>
#include <vector>

#include <lockstep/cull.hpp>

#include "scenes/views.hpp"
#include "text/error.hpp"

namespace {

using namespace lockstep;

/// A sphere has its radius in `half.x`.
struct ObjectNumbers {
  float is_box;
  Vec3 center, half;
  Quat rotation;
};
static_assert(sizeof(ObjectNumbers) == 11 * sizeof(float));

std::vector<ObjectNumbers> numbers;
ShapeSet objects;
std::array<float, 16> matrix;
std::optional<VolumeSet> parts;
std::vector<std::uint64_t> masks;
std::array<Vec3, 8> corners;

CullOptions by(bool exact) { return {.method = exact ? CullMethod::exact : CullMethod::planes}; }

}  // namespace

#define LOCKSTEP_PAGE(name) extern "C" __attribute__((export_name(#name)))

/// kernel/base/throw_wasm.cpp calls it.
extern "C" const char* lockstep_sentence_of(const void* thrown, const std::type_info& type) {
  return type == typeid(tools::ReadError) ? static_cast<const tools::ReadError*>(thrown)->what() : nullptr;
}

LOCKSTEP_PAGE(culling_objects) ObjectNumbers* culling_objects(std::size_t count) {
  numbers.resize(count);
  return numbers.data();
}

LOCKSTEP_PAGE(culling_scene) void culling_scene() {
  ShapeSet fresh;
  for (const ObjectNumbers& n : numbers) {
    if (n.is_box != 0)
      fresh.add(Box{n.center, n.rotation, n.half});
    else
      fresh.add(Sphere{n.center, n.half.x});
  }
  objects = std::move(fresh);
}

LOCKSTEP_PAGE(culling_matrix) float* culling_matrix() { return matrix.data(); }

LOCKSTEP_PAGE(culling_cut)
std::size_t culling_cut(std::uint32_t columns, std::uint32_t rows, std::uint32_t slices) {
  const tools::Views views{.kind = columns * rows * slices == 1 ? tools::ViewKind::cameras : tools::ViewKind::grid,
                           .columns = columns,
                           .rows = rows,
                           .slices = slices};
  tools::ViewProjection view;
  std::copy(matrix.begin(), matrix.end(), view.rows.begin());
  const tools::Camera camera{{}, view};
  parts = tools::make_views(views, camera, 1);  // the page's cameras have a far side, so the reach is not used
  return parts->size();
}

LOCKSTEP_PAGE(culling_alone) const std::uint64_t* culling_alone(bool exact, std::size_t part) {
  masks.assign(mask_words(objects.size()), 0);
  cull((*parts)[part], objects, masks, by(exact));
  return masks.data();
}

LOCKSTEP_PAGE(culling_masks) const std::uint64_t* culling_masks(bool exact) {
  if (parts->size() == 1) return culling_alone(exact, 0);
  masks.assign(parts->size() * mask_words(objects.size()), 0);
  cull(*parts, objects, {.by_volume = masks}, by(exact));
  return masks.data();
}

LOCKSTEP_PAGE(culling_corners) const Vec3* culling_corners(std::size_t part) {
  corners = (*parts)[part].corners();
  return corners.data();
}
