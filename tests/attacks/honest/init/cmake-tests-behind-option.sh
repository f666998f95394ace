# Tests that an option switches on.
. "$ATTACKS/words-init.sh"
printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\noption(X_BUILD_TESTS "tests" OFF)\nif(X_BUILD_TESTS)\nenable_testing()\nadd_test(NAME a COMMAND ${CMAKE_COMMAND} -E true)\nendif()\n' >CMakeLists.txt; echo build/ >.gitignore; repo
init_and_verify; passes 1
