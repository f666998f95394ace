# Counting from zero fails, in the words of the shell.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'i=0; ((i++)); let j=0; ./check'
verify
passes
