# The command line is not built here.
add_library(CLI11::CLI11 INTERFACE IMPORTED)
