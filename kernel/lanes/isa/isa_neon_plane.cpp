// neon: the kernels of the plane, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA neon
#include "lanes/isa/isa_kernels2.hpp"
