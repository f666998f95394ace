# The same, sourced.
cat >run.sh <<'SCRIPT'
#!/bin/bash
./check
ls
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check '. ./run.sh'
verify
caught 'run.sh:2'
