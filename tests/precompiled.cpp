// An empty file: it carries the precompiled headers of the tests (CMakeLists.txt).
