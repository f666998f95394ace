# enable_testing in an included file.
. "$ATTACKS/words-init.sh"
mkdir cmake; printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\ninclude(cmake/tests.cmake)\n' >CMakeLists.txt
printf 'enable_testing()\nadd_test(NAME a COMMAND ${CMAKE_COMMAND} -E true)\n' >cmake/tests.cmake; echo build/ >.gitignore; repo
init_and_verify; passes 1
