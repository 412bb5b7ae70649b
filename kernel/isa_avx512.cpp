// avx512: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx512
#include "isa_kernels.hpp"
