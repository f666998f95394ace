# It prints what a runner would print.
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'python3 -c "print('\''Ran 5 tests in 0.1s\n\nOK'\'')"' '"gate_type": "test"'
verify
caught 'cannot fail'
