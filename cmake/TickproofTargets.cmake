# One library and one test program a folder: the whole build speaks through these two functions.

# tickproof_library(NAME SOURCES a.cpp … DEPENDS tickproof::model … [PRIVATE fmt::fmt …])
# The headers of the folder belong to the library; TickproofInstall.cmake says which libraries are installed.
function(tickproof_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;DEPENDS;PRIVATE" ${ARGN})
  set(target tickproof_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  add_library(tickproof::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(${target} PUBLIC tickproof_interface ${arg_DEPENDS}
    PRIVATE $<BUILD_INTERFACE:tickproof_warnings> ${arg_PRIVATE})
endfunction()

# tickproof_test(NAME SOURCES a_test.cpp … LINK tickproof::planner …): a GoogleTest program, each test a CTest of its own.
function(tickproof_test name)
  if(NOT TICKPROOF_TESTS)
    return()
  endif()
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name}_test ${arg_SOURCES})
  target_link_libraries(${name}_test PRIVATE tickproof_warnings ${arg_LINK} fmt::fmt GTest::gtest_main GTest::gmock)
  if(TARGET tickproof_test_headers)
    target_precompile_headers(${name}_test REUSE_FROM tickproof_test_headers)
  endif()
  target_compile_definitions(${name}_test PRIVATE TICKPROOF_CORPUS="${PROJECT_SOURCE_DIR}/properties/corpus")
  # Tests are listed when they are run, not while the build is busy; a sanitized program starts slowly on a full machine.
  gtest_discover_tests(${name}_test TEST_PREFIX "${TICKPROOF_TEST_PREFIX}${name}/" DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60)
endfunction()
