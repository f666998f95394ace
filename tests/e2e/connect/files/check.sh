if grep -q right work.txt; then exit 0; fi
printf 'work.txt:1: \033[31mexpected right\033[0m, got %s, key ghp_0123456789abcdefghijklmnopqrstuvwxyzAB\n' "$(cat work.txt)"
exit 1
