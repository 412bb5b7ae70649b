# WebAssembly by Debian's clang (clang-14, lld, wasi-libc and its wasm32 libraries: libc++-14-dev-wasm32,
# libc++abi-14-dev-wasm32, libclang-rt-14-dev-wasm32), and Node (nodejs) to run the programs. One thread. An exception
# ends the program with its message (kernel/base/throw_wasm.cpp).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CROSSCOMPILING_EMULATOR node --no-warnings "${CMAKE_CURRENT_LIST_DIR}/wasm32/run.mjs")
# The parts of libc++ 14 that are missing, as far as the project uses them; and a FindThreads.
set(CMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES "${CMAKE_CURRENT_LIST_DIR}/wasm32/include")
set(CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}/wasm32")
set(gtest_disable_pthreads ON)
include("${CMAKE_CURRENT_LIST_DIR}/headers_of_all.cmake")
set(CMAKE_FIND_ROOT_PATH "${headers}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Casts of turning shapes, and rays against meshes, take some hundred kilobytes of stack; 64 KiB are usual here, and an
# overflow is not reported.
set(CMAKE_EXE_LINKER_FLAGS_INIT -Wl,-z,stack-size=1048576)
