// scalar: the kernels, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA scalar
#include "lanes/isa/isa_kernels.hpp"
