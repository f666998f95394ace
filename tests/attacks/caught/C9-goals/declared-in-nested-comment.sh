# Rust comments nest.
. "$ATTACKS/words-goals.sh"
mkdir src && printf '/* a /* b */\npub fn open_door() {}\n*/\nfn x() {}\n' >src/door.rs
phase '"src/door.rs exports `open_door`"'
repo
goals
caught 'nowhere'
