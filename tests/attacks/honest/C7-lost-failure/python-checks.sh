# A program that fails by itself.
printf '#!/bin/sh\ngrep -q hello README\n' >check; chmod +x check; echo hello >README
repo
gate check 'python3 -c "import subprocess, sys; sys.exit(subprocess.call(['\''./check'\'']))"'
verify
passes
