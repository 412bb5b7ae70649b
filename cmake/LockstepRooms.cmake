# Compiling a small file spends most of its time on included headers and on inline functions of libraries. So the files
# of a room, a folder, are compiled as one, and so are those of a test program: names in unnamed namespaces are unique
# there. A file with options of its own stays alone. The library's files stay alone unless all rooms are asked for, so
# that a static program links only what it calls; there, the headers that nearly all files include are precompiled.
set(LOCKSTEP_ROOMS_AS_ONE ON CACHE STRING
  "Compile the files of a room, or of a test program, as one, which takes less time from scratch; ALL: the library's too")
set_property(CACHE LOCKSTEP_ROOMS_AS_ONE PROPERTY STRINGS ON OFF ALL)

# lockstep_rooms_as_one(TARGET [NAME]): one file for each folder of TARGET, or one of that name for all of them.
function(lockstep_rooms_as_one target)
  if(NOT LOCKSTEP_ROOMS_AS_ONE)
    return()
  endif()
  get_target_property(files ${target} SOURCES)
  foreach(file IN LISTS files)
    get_filename_component(folder "${file}" DIRECTORY)
    get_filename_component(room "${folder}" NAME)
    if(ARGC GREATER 1)
      set(room "${ARGV1}")
    endif()
    set_property(SOURCE "${file}" PROPERTY UNITY_GROUP "${target}_${room}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # It warns about unnamed namespaces in every file but the main one, because it takes the others for headers.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# lockstep_compile_as_one(TARGET): one file for all folders of TARGET.
function(lockstep_compile_as_one target)
  if(NOT LOCKSTEP_ROOMS_AS_ONE)
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
endfunction()

# lockstep_to_cull(TARGET REGEX [WITHOUT]): with LOCKSTEP_JOBS=cull, the sources of TARGET are those that match REGEX and
# not WITHOUT.
function(lockstep_to_cull target regex)
  if(LOCKSTEP_JOBS STREQUAL cull)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "${regex}")
    if(ARGC GREATER 2)
      list(FILTER sources EXCLUDE REGEX "${ARGV2}")
    endif()
    set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  endif()
endfunction()
