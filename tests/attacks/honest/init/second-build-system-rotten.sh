# A second build system that cannot configure here is left out; the first one's tests count.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\n' >Makefile; mkdir old; printf 'project(x NONE)\nfind_package(NoSuchThingXyz REQUIRED)\nenable_testing()\n' >old/CMakeLists.txt; repo
init_and_verify; passes 2
