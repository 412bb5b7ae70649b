# tbb/model.hpp as the package TBB, for builds that have no other: -D TBB_DIR=tests/tsan
if(NOT TARGET TBB::tbb)
  add_library(TBB::tbb INTERFACE IMPORTED)
  target_include_directories(TBB::tbb INTERFACE "${CMAKE_CURRENT_LIST_DIR}")
endif()
