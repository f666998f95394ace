# In a function of a script.
cat >run.sh <<'SCRIPT'
#!/bin/bash
main() {
  ./check
  echo "all good"
}
main "$@"
SCRIPT
chmod +x run.sh
printf '#!/bin/sh\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './run.sh'
verify
caught '`\./check` failed'
