// lockstep answers many convex-overlap questions at once. This header includes the whole library.
#pragma once

#include <lockstep/bitmask.hpp>
#include <lockstep/body_queries.hpp>
#include <lockstep/body_set.hpp>
#include <lockstep/cast.hpp>
#include <lockstep/contacts.hpp>
#include <lockstep/cull.hpp>
#include <lockstep/distance.hpp>
#include <lockstep/frustum.hpp>
#include <lockstep/intersect.hpp>
#include <lockstep/intersect_groups.hpp>
#include <lockstep/intersect_views.hpp>
#include <lockstep/invalid_input.hpp>
#include <lockstep/isa.hpp>
#include <lockstep/overlap.hpp>
#include <lockstep/pair_events.hpp>
#include <lockstep/rays.hpp>
#include <lockstep/shape_set.hpp>
#include <lockstep/shape_set2.hpp>
#include <lockstep/shapes.hpp>
#include <lockstep/shapes2.hpp>
#include <lockstep/triangle_mesh.hpp>
#include <lockstep/types.hpp>
#include <lockstep/version.hpp>
#include <lockstep/views.hpp>
#include <lockstep/volume_set.hpp>
