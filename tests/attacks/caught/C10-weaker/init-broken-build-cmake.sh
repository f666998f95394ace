# The build is broken, so nothing was tested.
. "$ATTACKS/words-init.sh"
printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\nenable_testing()\nadd_custom_target(b ALL COMMAND false)\nadd_test(NAME a COMMAND ${CMAKE_COMMAND} -E true)\n' >CMakeLists.txt; echo build/ >.gitignore; repo
init_and_verify; caught 'build'
