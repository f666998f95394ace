# What is ignored and needed is there.
. "$ATTACKS/words-copies.sh"
project '. ./.env.test && test "$A" = 1 && test -x modules/.bin/tool && modules/.bin/tool' '  include: [.env.test, data/]
  setup: mkdir -p modules/.bin && printf "#!/bin/sh\ntest -L modules/link\n" > modules/real && chmod +x modules/real && ln -s ../real modules/.bin/tool && ln -s real modules/link
  setup_inputs: [lock]'
echo A=1 >.env.test; mkdir data; echo x >data/x; ln -s x data/y
verify --commit HEAD
passes 1
verify --commit HEAD
passes 1
