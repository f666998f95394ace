# Without .gitignore, and a second verify.
. "$ATTACKS/words-init.sh"
cmake_tests . 1; repo; init_and_verify; passes 1; verify; passes 1
