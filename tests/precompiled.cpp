// Nothing of its own: carries the precompiled headers of the tests (CMakeLists.txt).
