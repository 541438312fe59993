# Installs the binary and the libraries that other programs may build on, for find_package(tickproof).
# The command line and the gate stay inside the binary: their dependencies (CLI11, OpenSSL) then concern nobody else.
include(CMakePackageConfigHelpers)

set(installed_libraries interface model json formats planner check bounds)
set(installed_folders planner properties/check smt/bounds)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tickproof)

list(TRANSFORM installed_libraries PREPEND tickproof_ OUTPUT_VARIABLE installed_targets)
install(TARGETS ${installed_targets} EXPORT tickproof_targets)
install(TARGETS tickproof)
foreach(folder IN LISTS installed_folders)
  install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tickproof/${folder}
    FILES_MATCHING PATTERN "*.h" PATTERN "*_test_*.h" EXCLUDE)
endforeach()
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)

install(EXPORT tickproof_targets NAMESPACE tickproof:: DESTINATION ${package_folder})
configure_package_config_file(cmake/tickproof-config.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/tickproof-config.cmake
  INSTALL_DESTINATION ${package_folder})
# Before 1.0 a minor version may change an interface.
write_basic_package_version_file(tickproof-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tickproof-config.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/tickproof-config-version.cmake DESTINATION ${package_folder})
