// avx512: the kernels of the plane, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA avx512
#include "lanes/isa/isa_kernels2.hpp"
