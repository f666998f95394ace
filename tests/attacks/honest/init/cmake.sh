# CMake and CTest.
. "$ATTACKS/words-init.sh"
cmake_tests . 2; echo build/ >.gitignore; repo; init_and_verify; passes 2
