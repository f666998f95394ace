# The only build files are in the folder of the tests.
. "$ATTACKS/words-init.sh"
cmake_tests test 2; printf 'build/\n' >.gitignore; repo
init_and_verify; passes 2
