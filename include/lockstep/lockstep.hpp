// lockstep: batched collision detection and culling in SIMD lanes. This header includes the whole library: frustum
// culling, broad phase, GJK and EPA, contact manifolds, shape casts, ray casts, nearest neighbours, periodic neighbour
// lists and kept worlds (BVH).
#pragma once

#include <lockstep/cast.hpp>
#include <lockstep/config.hpp>
#include <lockstep/cull.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/mesh.hpp>
#include <lockstep/neighbours.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/sets.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/trace.hpp>
#include <lockstep/types.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volumes.hpp>
#include <lockstep/world.hpp>
