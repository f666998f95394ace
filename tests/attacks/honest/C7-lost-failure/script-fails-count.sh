# A script that counts failures.
cat >run.sh <<'SCRIPT'
#!/bin/bash
failed=0
for t in 1 2; do
  ./check || failed=$((failed + 1))
done
exit $failed
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
