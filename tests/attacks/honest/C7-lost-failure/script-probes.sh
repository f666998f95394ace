# A script that asks before it works.
cat >run.sh <<'SCRIPT'
#!/bin/bash
if command -v nosuchprogram >/dev/null 2>&1; then echo there; fi
[ -d nosuch ] && ls nosuch
hash nosuchprogram 2>/dev/null
grep -q nothing README
case $? in 0) exit 1 ;; esac
./check
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
