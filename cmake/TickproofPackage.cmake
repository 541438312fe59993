# One Debian package with the binary, the libraries and their headers: `cpack` in a build tree writes it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tickproof)
set(CPACK_PACKAGE_CONTACT "The tickproof authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGE_DESCRIPTION
"Plans which rank runs which forward or backward at which tick, judges any
planner's plans with an independent checker, and is a gate for a planner's CI.
Also holds the libraries and headers for find_package(tickproof).")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_CURRENT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Only who builds against the libraries needs it.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS libfmt-dev)
include(CPack)
