// The parts of a Quake III map that are not brushes: curved patches and triangle meshes.
#pragma once

#include <span>

#include "scenes/scene.hpp"
#include "text/bytes.hpp"

namespace lockstep::tools {

/// Adds one object for each curved patch and each mesh that is drawn, moved by its `offsets` (one for each face): the
/// hull of its control points, which contains a Bezier patch, or of its vertices. Polygons are sides of brushes. Notes
/// name the parts that are left out. Throws `ReadError`.
void add_faces(Scene& scene, const Bytes& file, std::span<const Point3> offsets);

}  // namespace lockstep::tools
