# Finds Z3 as PkgConfig::Z3 and CaDiCaL as cadical. Debian's libz3-dev has no CMake package, only a pkg-config file, and
# its libcadical-dev has neither.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(Z3 IMPORTED_TARGET z3)
endif()
find_path(CADICAL_INCLUDE_DIR cadical.hpp)
find_library(CADICAL_LIBRARY cadical)
mark_as_advanced(CADICAL_INCLUDE_DIR CADICAL_LIBRARY)
if(NOT Z3_FOUND OR NOT CADICAL_INCLUDE_DIR OR NOT CADICAL_LIBRARY)
  message(FATAL_ERROR
    "Z3 (through pkg-config) or CaDiCaL was not found.\n"
    "Install libz3-dev, libcadical-dev and pkg-config (scripts/setup does), or\n"
    "configure with -DTICKPROOF_SOLVERS=OFF: planner, checker and gate work without.")
endif()
add_library(cadical INTERFACE)
target_include_directories(cadical SYSTEM INTERFACE ${CADICAL_INCLUDE_DIR})
target_link_libraries(cadical INTERFACE ${CADICAL_LIBRARY})
