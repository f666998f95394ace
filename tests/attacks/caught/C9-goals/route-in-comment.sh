# A route that is commented out.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '// app.get("/api/users", list)\nconst app = 1\n' >src/app.js
phase '"route GET /api/users is defined in src/"'
repo
goals
caught 'nowhere'
