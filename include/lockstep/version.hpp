// The version of these headers, kept equal to the project version in CMakeLists.txt (a test compares them).
#pragma once

#define LOCKSTEP_VERSION_MAJOR 0
#define LOCKSTEP_VERSION_MINOR 1
#define LOCKSTEP_VERSION_PATCH 0
#define LOCKSTEP_VERSION "0.1.0"
