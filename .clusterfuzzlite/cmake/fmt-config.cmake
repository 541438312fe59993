# fmt with the builder's own standard library: what a distribution has compiled is compiled with another.
find_path(FMT_INCLUDE_DIR fmt/format.h PATHS $ENV{SRC}/fmt/include REQUIRED)
add_library(fmt_compiled STATIC ${CMAKE_CURRENT_LIST_DIR}/fmt.cpp)
target_include_directories(fmt_compiled SYSTEM PUBLIC ${FMT_INCLUDE_DIR})
target_compile_features(fmt_compiled PUBLIC cxx_std_23)
# Imported, as a found one is: installation has no say over it.
add_library(fmt::fmt INTERFACE IMPORTED)
target_link_libraries(fmt::fmt INTERFACE fmt_compiled)
