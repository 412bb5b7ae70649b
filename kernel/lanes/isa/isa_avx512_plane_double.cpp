// avx512 in double lanes: the kernels of the plane, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx512_double
#include "lanes/isa/isa_double_kernels2.hpp"
