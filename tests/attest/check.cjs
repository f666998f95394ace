// SPDX-License-Identifier: MIT
// check.cjs ENVELOPE KEY.pem COMMIT: by the library of sigstore.
const fs = require('fs');
const { crypto, dsse } = require('@sigstore/core');
const envelope = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const payload = Buffer.from(envelope.payload, 'base64');
const key = crypto.createPublicKey(fs.readFileSync(process.argv[3], 'utf8'));
const signed = dsse.preAuthEncoding(envelope.payloadType, payload);
const good = envelope.signatures.some((each) => crypto.verify(signed, key, Buffer.from(each.sig, 'base64')));
if (!good) throw new Error('the signature does not hold');
if (envelope.payloadType !== 'application/vnd.in-toto+json') throw new Error('not an in-toto statement');
const subjects = JSON.parse(payload.toString('utf8')).subject;
if (!subjects.some((each) => each.digest.gitCommit === process.argv[4])) throw new Error('it is about another commit');
