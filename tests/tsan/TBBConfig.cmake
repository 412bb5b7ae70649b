# The package TBB by tbb/model.hpp, for builds without another TBB: -D TBB_DIR=tests/tsan
if(NOT TARGET TBB::tbb)
  add_library(TBB::tbb INTERFACE IMPORTED)
  target_include_directories(TBB::tbb INTERFACE "${CMAKE_CURRENT_LIST_DIR}")
endif()
