// neon in double lanes, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA neon_double
#include "isa_double_kernels.hpp"
