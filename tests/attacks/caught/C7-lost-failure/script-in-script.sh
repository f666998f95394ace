# Two scripts deep.
cat >run.sh <<'SCRIPT'
#!/bin/bash
cat >inner.sh <<'I'
./check
ls
I
bash inner.sh
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './run.sh'
verify
caught 'failed with status 1'
