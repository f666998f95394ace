# CI also publishes: that is neither proposed nor run.
. "$ATTACKS/words-init.sh"
tap run.sh 2; printf 'test:\n\t./run.sh\npublish:\n\ttouch published\n' >Makefile
workflow <<'Y'
      - run: make test
      - run: make publish
      - run: curl http://127.0.0.1:9/test
Y
repo; init_and_verify; never_writes publish; never_writes curl; [ ! -e published ] || fail "published"; passes 2
