# SPDX-License-Identifier: MIT
# check.py ENVELOPE KEY.pem COMMIT: by the library of in-toto and TUF. DSSE itself is three lines, which older ones of it lack.
import base64
import hashlib
import json
import sys

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key
from securesystemslib.signer import Signature, SSlibKey

public = load_pem_public_key(open(sys.argv[2], "rb").read())
name = hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()
key = SSlibKey(name, "ed25519", "ed25519", {"public": public.public_bytes(Encoding.Raw, PublicFormat.Raw).hex()})
envelope = json.load(open(sys.argv[1]))
kind, payload = envelope["payloadType"].encode(), base64.b64decode(envelope["payload"])
signed = b"DSSEv1 %d %b %d %b" % (len(kind), kind, len(payload), payload)
signature = envelope["signatures"][0]
key.verify_signature(Signature(name, base64.b64decode(signature["sig"]).hex()), signed)
if kind != b"application/vnd.in-toto+json":
    sys.exit("not an in-toto statement")
if signature["keyid"] != name:
    sys.exit("it names another key")
digests = [subject["digest"] for subject in json.loads(payload)["subject"]]
if {"gitCommit": sys.argv[3]} not in digests:
    sys.exit("it is about another commit")
