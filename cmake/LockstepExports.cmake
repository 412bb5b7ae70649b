# lockstep_exports(TARGET): a shared library exports only lockstep's public API.
#
# Hidden visibility is not enough: templates of namespace std and of TBB that the library instantiates have default
# visibility, would be exported, and could be bound to another program's copies.
function(lockstep_exports target)
  get_target_property(type ${target} TYPE)
  if(UNIX AND NOT APPLE AND type STREQUAL "SHARED_LIBRARY")
    set(script "${PROJECT_SOURCE_DIR}/cmake/lockstep.map")
    target_link_options(${target} PRIVATE "LINKER:--version-script=${script}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${script}")
  endif()
endfunction()
