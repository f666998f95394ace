# enable_testing only in the folder of the tests.
. "$ATTACKS/words-init.sh"
mkdir tests; printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\nadd_subdirectory(tests)\n' >CMakeLists.txt
printf 'enable_testing()\nadd_test(NAME a COMMAND ${CMAKE_COMMAND} -E true)\nadd_test(NAME b COMMAND ${CMAKE_COMMAND} -E true)\n' >tests/CMakeLists.txt; echo build/ >.gitignore; repo
init_and_verify; passes 2
