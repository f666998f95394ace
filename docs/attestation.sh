#!/bin/sh
# Checks an attestation of assay with openssl and git only: attestation.sh COMMIT PUBLIC_KEY.pem [clean_copy]
# clean_copy: gates that ran in a workspace, where files that git ignores could have a part, do not do.
# Exit 0: COMMIT and its tree were verified by whoever has the key. The attestation is the note of the commit in refs/notes/assay.
set -eu
commit=$(git rev-parse --verify "$1^{commit}")
tree=$(git rev-parse --verify "$commit^{tree}")
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
git notes --ref=refs/notes/assay show "$commit" >"$box/envelope" 2>/dev/null || { echo "no attestation of $commit" >&2; exit 1; }
# field NAME: the value of a string member that has neither quotes nor escapes in it
field() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' "$box/envelope"; }
field payload | openssl base64 -d -A >"$box/payload"
field sig | openssl base64 -d -A >"$box/signature"
type=$(field payloadType)
{ printf 'DSSEv1 %s %s %s ' "${#type}" "$type" "$(wc -c <"$box/payload" | tr -d ' ')"; cat "$box/payload"; } >"$box/signed"
openssl pkeyutl -verify -pubin -inkey "$2" -rawin -in "$box/signed" -sigfile "$box/signature" >/dev/null 2>&1 ||
  { echo "the signature does not hold" >&2; exit 1; }
[ "$type" = application/vnd.in-toto+json ] || { echo "not an in-toto statement" >&2; exit 1; }
# What is signed was written by assay, compact and in this order.
case $(cat "$box/payload") in
  '{"_type":"https://in-toto.io/Statement/v1","subject":[{"name":"commit","digest":{"gitCommit":"'"$commit"'"}},{"name":"tree","digest":{"gitTree":"'"$tree"'"}}],"predicateType":"https://in-toto.io/attestation/test-result/v0.1","predicate":{"result":"PASSED",'*) ;;
  *) echo "it is about something else" >&2; exit 1 ;;
esac
if [ "${3:-}" = clean_copy ]; then
  case $(cat "$box/payload") in *'"clean_copy":true'*) ;; *) echo "its gates ran in a workspace" >&2; exit 1 ;; esac
fi
echo "$commit: attested"
