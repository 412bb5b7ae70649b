// sse42: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA sse42
#include "lanes/isa/isa_kernels.hpp"
