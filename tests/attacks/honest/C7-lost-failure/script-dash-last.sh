# A script whose last command is the check.
cat >run.sh <<'SCRIPT'
#!/bin/sh
mkdir -p out
rm -f out/x
./check
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'sh run.sh'
verify
passes
