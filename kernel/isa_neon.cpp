// neon: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA neon
#include "isa_kernels.hpp"
