# CTest fails beside a makefile that passes.
. "$ATTACKS/words-init.sh"
printf 'cmake_minimum_required(VERSION 3.20)\nproject(x NONE)\nenable_testing()\nadd_test(NAME a COMMAND ${CMAKE_COMMAND} -E false)\n' >CMakeLists.txt; tap run.sh 1; printf 'test:\n\t./run.sh\n' >Makefile; echo build/ >.gitignore; repo
init_and_verify; caught 'test'
