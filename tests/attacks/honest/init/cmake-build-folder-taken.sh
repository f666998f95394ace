# build/ belongs to somebody else: a folder of its own.
. "$ATTACKS/words-init.sh"
cmake_tests . 1; mkdir build; echo notes >build/README; repo; init_and_verify; [ "$(cat build/README)" = notes ] || fail "touched"; passes 1
