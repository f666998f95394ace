# A loop that keeps the last status.
cat >run.sh <<'SCRIPT'
#!/bin/bash
for i in 1 2; do ./check; done
echo end
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './run.sh'
verify
caught '`\./check` failed'
