# Finds Z3 as PkgConfig::Z3. Debian's libz3-dev has no CMake package, only a pkg-config file.
find_package(PkgConfig)
if(PkgConfig_FOUND)
  pkg_check_modules(Z3 IMPORTED_TARGET z3)
endif()
if(NOT Z3_FOUND)
  message(FATAL_ERROR
    "Z3 was not found through pkg-config. Install libz3-dev and pkg-config (scripts/setup does), "
    "or configure with -DTICKPROOF_SOLVERS=OFF: planner, checker and gate work without a solver.")
endif()
