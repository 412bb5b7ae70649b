# LOCKSTEP_JOBS=cull compiles the parts that a culling program calls, and neither tests nor the parts of other jobs.
#   cmake -DSOURCE=... -DWORK=... -DCOMPILER=... -DGENERATOR=... -P cull_program.cmake
function(configure variable result jobs)
  file(REMOVE_RECURSE "${WORK}")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S "${SOURCE}" -B "${WORK}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      -DLOCKSTEP_JOBS=${jobs} -DLOCKSTEP_ISAS=scalar -DLOCKSTEP_ROOMS_AS_ONE=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    RESULT_VARIABLE got OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(${variable} "${output}" PARENT_SCOPE)
  set(${result} ${got} PARENT_SCOPE)
endfunction()

configure(said result cull)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "is not configured (exit code ${result}):\n${said}")
endif()
file(READ "${WORK}/compile_commands.json" commands)
string(REGEX MATCHALL "\"file\": \"[^\"]*\"" files "${commands}")
foreach(needed IN ITEMS cull/cull_views world/cull_one_volume lanes/isa/world_kernels lanes/isa/set_kernels_double scenes/bsp
    scenes/gltf report/cull_page runs/gain commands/cull commands/info commands/left_out)
  if(NOT files MATCHES "/${needed}[.]cpp\"")
    message(SEND_ERROR "${needed}.cpp is not compiled")
  endif()
endforeach()
foreach(other IN ITEMS tests bench python kernel/c_abi kernel/trace kernel/overlap kernel/rays kernel/mesh
    kernel/world/point_queries kernel/sets/polygon_records
    kernel/lanes/isa/pair_kernels kernel/lanes/isa/ray_kernels kernel/lanes/isa/trace_kernels tools/pairs tools/trace
    tools/report/overlap tools/commands/pairs tools/commands/overlap)
  if(files MATCHES "\"${SOURCE}/${other}[^\"]*\"")
    message(SEND_ERROR "${CMAKE_MATCH_0} is compiled, which culling does not call")
  endif()
endforeach()
configure(said result culling)
if(result EQUAL 0 OR NOT said MATCHES "LOCKSTEP_JOBS is 'culling': give all or cull")
  message(SEND_ERROR "a job that is none was not refused (exit code ${result}):\n${said}")
endif()
