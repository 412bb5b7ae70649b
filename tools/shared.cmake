# The parts that both programs, lockstep and lockstep-perf, share. They need CLI11 and nlohmann_json, and of the library
# only the header with the version.
include_guard(GLOBAL)
find_package(CLI11 CONFIG REQUIRED)
find_package(nlohmann_json CONFIG REQUIRED)

# lockstep_tools_library(NAME LIBS library... SOURCES file...): files are named from tools/.
function(lockstep_tools_library target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBS;SOURCES")
  list(TRANSFORM arg_SOURCES PREPEND "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/")
  add_library(${target} STATIC ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC ${arg_LIBS})
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  lockstep_warnings(${target})
  lockstep_rooms_as_one(${target})
endfunction()

# text/: bytes, words and JSON, independent of their meaning, and errors with places. Uses no other room. The other
# files of the room belong to the readers.
lockstep_tools_library(lockstep_text
  SOURCES text/file.cpp text/json.cpp text/names.cpp text/text.cpp
  LIBS nlohmann_json::nlohmann_json)
target_include_directories(lockstep_text PUBLIC "${CMAKE_CURRENT_LIST_DIR}" "${CMAKE_CURRENT_LIST_DIR}/../include")
target_compile_features(lockstep_text PUBLIC cxx_std_20)

# output/: files that appear whole or not at all, standard output, progress. page/: the common parts of HTML pages. Both
# use text.
lockstep_tools_library(lockstep_output
  SOURCES output/command_files.cpp output/csv_field.cpp output/destination.cpp output/duration.cpp output/interrupt.cpp
          output/line_problems.cpp output/output_file.cpp output/progress.cpp output/standard_output.cpp
          output/write_all.cpp page/chart.cpp page/page.cpp
  LIBS lockstep_text)

# lockstep_program(TARGET): makes TARGET, which has subcommands, a program. program/: subcommands, and their own
# documentation. Uses output and text. All of TARGET is compiled as one file, with -O1: most of it is CLI11's headers,
# which take long to compile, and it runs once.
function(lockstep_program target)
  set(room "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/program")
  target_sources(${target} PRIVATE "${room}/completion.cpp" "${room}/described.cpp" "${room}/file_option.cpp"
    "${room}/manual.cpp" "${room}/program.cpp")
  target_link_libraries(${target} PRIVATE lockstep_output CLI11::CLI11)
  target_compile_options(${target} PRIVATE -O1)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  lockstep_warnings(${target})
  lockstep_rooms_as_one(${target} program)
endfunction()

# lockstep_program_texts(TARGET NAME): installs the program with its manual page and bash's completion. The program
# prints both itself, so they are made only if it can run here.
function(lockstep_program_texts target name)
  include(GNUInstallDirs)  # GNUInstallDirs sets some of its variables only in the scope that includes it
  install(TARGETS ${target} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR)
    return()
  endif()
  set(texts "${CMAKE_CURRENT_BINARY_DIR}/texts")
  add_custom_command(OUTPUT "${texts}/${name}.1" "${texts}/${name}"
    COMMAND ${CMAKE_COMMAND} -E make_directory "${texts}"
    COMMAND ${target} manual > "${texts}/${name}.1"
    COMMAND ${target} completion bash > "${texts}/${name}"
    DEPENDS ${target} VERBATIM)
  add_custom_target(${target}_texts ALL DEPENDS "${texts}/${name}.1")
  install(FILES "${texts}/${name}.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES "${texts}/${name}" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()
