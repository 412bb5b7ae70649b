// scalar in double lanes, compiled with the flags that kernel/CMakeLists.txt gives this file.
#define LOCKSTEP_ISA scalar_double
#include "lanes/isa/isa_double_kernels.hpp"
