// The version of the library. CMake, pip and the site read it here; tests/package/check_recipes.py compares the rest.
#pragma once

#define LOCKSTEP_VERSION_MAJOR 0
#define LOCKSTEP_VERSION_MINOR 2
#define LOCKSTEP_VERSION_PATCH 0
#define LOCKSTEP_VERSION "0.2.0"
