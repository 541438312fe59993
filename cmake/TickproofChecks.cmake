# Tests of the project rather than of the code: its sources, its installation, its package, its smallest build.

# project_check(NAME COMMAND …): a test named project/NAME, run at the root of the sources.
function(project_check name)
  add_test(NAME project/${name} ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(project/${name} PROPERTIES LABELS project)
endfunction()

set(checks ${PROJECT_SOURCE_DIR}/scripts/checks)

project_check(format COMMAND ${checks}/format)
project_check(include_table COMMAND Python3::Interpreter ${checks}/include_table.py .)
project_check(include_table_test COMMAND Python3::Interpreter ${checks}/include_table_test.py)
project_check(mutants_test COMMAND Python3::Interpreter scripts/mutants/mutants_test.py)
project_check(fuzzing_test COMMAND Python3::Interpreter scripts/fuzzing/fuzzing_test.py)
project_check(readme_session COMMAND Python3::Interpreter ${checks}/readme_session.py ${PROJECT_BINARY_DIR}/cli)
# Annotations would be lines that the README does not show.
set_tests_properties(project/readme_session PROPERTIES ENVIRONMENT_MODIFICATION "GITHUB_ACTIONS=unset:")
project_check(compile_flags COMMAND Python3::Interpreter ${checks}/compile_flags.py
  ${PROJECT_BINARY_DIR}/compile_commands.json)
# What changed, not everything: a full run takes minutes (scripts/tidy --all).
project_check(tidy COMMAND ${PROJECT_SOURCE_DIR}/scripts/tidy --build ${PROJECT_BINARY_DIR} --most 30)
set_tests_properties(project/tidy PROPERTIES PROCESSORS 2 COST 100)

# A few mutants, always the same: that the machinery works and that the tests still notice. The nightly job runs them all.
project_check(mutation_sample COMMAND Python3::Interpreter scripts/mutate --folder properties/check --sample 30 --seed 1
  --build ${PROJECT_BINARY_DIR}/project/mutate)
set_tests_properties(project/mutation_sample PROPERTIES PROCESSORS 2 COST 500 TIMEOUT 900)

# A program in another project finds the installed package, links it, plans and checks.
set(prefix ${PROJECT_BINARY_DIR}/project/prefix)
project_check(install COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --prefix ${prefix})
set_tests_properties(project/install PROPERTIES FIXTURES_SETUP installed)
project_check(consumer COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${PROJECT_SOURCE_DIR}/examples/consumer ${PROJECT_BINARY_DIR}/project/consumer
  --build-generator ${CMAKE_GENERATOR} --build-noclean
  --build-options -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
    -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON -DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON
    -DCMAKE_DISABLE_FIND_PACKAGE_RapidJSON=ON
  --test-command consumer)
set_tests_properties(project/consumer PROPERTIES FIXTURES_REQUIRED installed)

set(package_folder ${PROJECT_BINARY_DIR}/project/package)
project_check(package COMMAND ${CMAKE_CPACK_COMMAND} --config ${PROJECT_BINARY_DIR}/CPackConfig.cmake
  -B ${package_folder})
set_tests_properties(project/package PROPERTIES FIXTURES_SETUP packaged)
project_check(package_content COMMAND ${checks}/package_content ${package_folder} ${PROJECT_VERSION})
set_tests_properties(project/package_content PROPERTIES FIXTURES_REQUIRED packaged)

# The build without solvers, test libraries and clang still has planner, checker and gate, and looks for none of them.
set(no_solver "PKG_CONFIG_LIBDIR=/nowhere;PKG_CONFIG_PATH=/nowhere")
project_check(smallest_build COMMAND ${CMAKE_CTEST_COMMAND}
  --build-and-test ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/project/smallest
  --build-generator ${CMAKE_GENERATOR} --build-noclean --build-target tickproof
  --build-options -DTICKPROOF_SOLVERS=OFF -DTICKPROOF_TESTS=OFF -DCMAKE_CXX_COMPILER=g++ -DCMAKE_CXX_FLAGS=-O1
    -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=ON
    -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON
  --test-command ${PROJECT_BINARY_DIR}/project/smallest/cli/tickproof gate)
set_tests_properties(project/smallest_build PROPERTIES PROCESSORS 2 COST 1000 ENVIRONMENT "${no_solver}")
project_check(missing_solver COMMAND ${CMAKE_COMMAND} --fresh -S . -B ${PROJECT_BINARY_DIR}/project/missing_solver
  -G ${CMAKE_GENERATOR} -DTICKPROOF_TESTS=OFF)
set_tests_properties(project/missing_solver PROPERTIES ENVIRONMENT "${no_solver}"
  PASS_REGULAR_EXPRESSION "configure with -DTICKPROOF_SOLVERS=OFF")

# All harnesses, for fixed runs with a fixed seed. It builds the preset fuzz if that has not been done.
project_check(fuzz_smoke COMMAND Python3::Interpreter scripts/fuzz --smoke)
set_tests_properties(project/fuzz_smoke PROPERTIES PROCESSORS 2 COST 800 TIMEOUT 1800)

# The harnesses as a ClusterFuzzLite or OSS-Fuzz builder makes them.
project_check(clusterfuzzlite COMMAND ${checks}/clusterfuzzlite ${PROJECT_BINARY_DIR}/project/clusterfuzzlite)
set_tests_properties(project/clusterfuzzlite PROPERTIES PROCESSORS 2 COST 900 TIMEOUT 1800)
