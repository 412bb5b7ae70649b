// avx2: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx2
#include "isa_kernels.hpp"
