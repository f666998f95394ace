# A script that fails is caught by the one above.
cat >run.sh <<'SCRIPT'
#!/bin/bash
cat >inner.sh <<"I"
false
exit 3
I
if bash inner.sh; then exit 1; fi
./check
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check './run.sh'
verify
passes
