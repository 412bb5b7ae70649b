// The temporary memory of calls: that of the innermost `with lockstep.Scratch():` of this thread.
#pragma once

#include <lockstep/config.hpp>

namespace lockstep::python {

/// The executor of a call of this thread, which names the memory alone.
Executor executor_here();

}  // namespace lockstep::python
