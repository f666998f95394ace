# The log is shown.
cat >run.sh <<'SCRIPT'
#!/bin/sh
./check >log || cat log
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check 'sh run.sh'
verify
caught 'run.sh'
