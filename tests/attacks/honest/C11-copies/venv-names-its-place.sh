# Scripts that name the place they were installed in work in the next copy.
. "$ATTACKS/words-copies.sh"
project 'modules/bin/tool' '  setup: mkdir -p modules/bin && printf "#!/bin/sh\necho here\n" > modules/bin/sh && chmod +x modules/bin/sh && printf "#!%s/modules/bin/sh\n" "$PWD" > modules/bin/tool && chmod +x modules/bin/tool && printf "#!/bin/sh\ntest -d %s && cd %s\n" "$PWD" "$PWD" > modules/bin/tool
  setup_inputs: [lock]'
verify --commit HEAD
passes 1
verify --commit HEAD
passes 1
