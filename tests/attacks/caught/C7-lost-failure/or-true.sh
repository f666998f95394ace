# The oldest trick: the status of the check is thrown away.
echo 'exit 1' >check.sh
repo
gate check 'bash check.sh || true'
verify
caught 'hides the exit status'
