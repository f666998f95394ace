# SPDX-License-Identifier: MIT
# Other variables may be taken back.
printf '#!/bin/sh\necho checked\nexit 0\n' >check; printf '#!/bin/sh\nexit 0\n' >ok; chmod +x check ok
printf '#!/bin/bash\n./check\n./ok\n' >run.sh; chmod +x run.sh
repo
each_gate '' passes <<'E'
export -n DISPLAY; ./run.sh
declare +x LANGUAGE; ./run.sh
E
