// See model.hpp.
#include "model.hpp"
