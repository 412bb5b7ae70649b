// What of a Quake III map is no brush: curved patches and triangle meshes.
#pragma once

#include <span>

#include "scenes/scene.hpp"
#include "text/bytes.hpp"

namespace lockstep::tools {

/// Adds one object for each curved patch and each mesh that is drawn, moved by its `offsets` (one for each face): the
/// hull of its control points, in which a Bezier patch lies, or of its vertices. Polygons are sides of brushes. Notes
/// say what is left out. Throws `ReadError`.
void add_faces(Scene& scene, const Bytes& file, std::span<const Point3> offsets);

}  // namespace lockstep::tools
