# A script of its own, named in no build file.
. "$ATTACKS/words-init.sh"
tap run_tests.sh 3; repo; init_and_verify; writes './run_tests.sh'; passes 3
