# SPDX-License-Identifier: MIT
# A choice by status with one clause for both.
printf '#!/bin/sh\necho checked\nexit 1\n' >check; chmod +x check; echo hello >README; echo log >log
repo
gate check './check; case $? in 0|1) exit 0;; *) exit 2;; esac'
verify
caught '.'
