// avx2: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx2
#include "lanes/isa/isa_kernels.hpp"
