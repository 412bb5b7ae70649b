// avx2 in double lanes, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx2_double
#include "lanes/isa/isa_double_kernels.hpp"
