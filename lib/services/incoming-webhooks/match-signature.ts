import {
  createHash,
  createHmac,
  createPublicKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import type { SigningScheme } from '../../core/blocks/webhook-trigger/signing-scheme';

type Parts = ReadonlyArray<string | Uint8Array>;
type Matches = (signatures: readonly string[], content: Parts) => boolean;

/** Judges signatures by the key; a text says why the key can't be one, in words for the author. */
export function signatureMatcher(scheme: SigningScheme, key: string): Matches | string {
  if (scheme.algorithm === 'ed25519' || scheme.algorithm === 'ecdsa-sha256') return keyMatcher(scheme, key);
  const { algorithm, encoding, prefix } = scheme;
  const secret = secretBytes(scheme.key, key);
  if (typeof secret === 'string') return secret;
  return (signatures, content) => {
    const hmac = createHmac(algorithm, secret);
    for (const part of content) hmac.update(part);
    const expected = prefix + hmac.digest(encoding);
    return signatures.some((signature) => sameText(signature, expected, encoding));
  };
}

/** Hex is the same in capitals. */
const sameText = (given: string, expected: string, encoding: string): boolean =>
  encoding === 'hex' ? same(given.toLowerCase(), expected.toLowerCase()) : same(given, expected);

const HEX = /^[0-9a-f]+$/i;
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

function secretBytes(written: SigningScheme['key'], key: string): Buffer | string {
  if (written === 'text') return Buffer.from(key);
  const trimmed = key.trim();
  if (written === 'hex')
    return HEX.test(trimmed) && trimmed.length % 2 === 0
      ? Buffer.from(trimmed, 'hex')
      : 'The secret of the check is not hex.';
  const bare = written === 'whsec' ? trimmed.replace(/^whsec_/, '') : trimmed;
  return BASE64.test(bare) ? Buffer.from(bare, 'base64') : 'The secret of the check is not base64.';
}

/** The bytes before the 32 bytes of an Ed25519 key in its `SubjectPublicKeyInfo`. */
const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function keyMatcher({ algorithm, encoding, prefix, key: written }: SigningScheme, key: string) {
  const publicKey = publicKeyOf(written, key.trim());
  if (typeof publicKey === 'string') return publicKey;
  const digest = algorithm === 'ed25519' ? null : 'sha256';
  const matches: Matches = (signatures, content) => {
    const signed = Buffer.concat(content.map((part) => Buffer.from(part as Uint8Array)));
    return signatures
      .filter((signature) => signature.startsWith(prefix))
      .some((signature) =>
        verify(digest, signed, publicKey, Buffer.from(signature.slice(prefix.length), encoding)),
      );
  };
  return matches;
}

function publicKeyOf(written: SigningScheme['key'], key: string): KeyObject | string {
  try {
    if (key.startsWith('-----BEGIN')) return createPublicKey(key);
    const bytes = Buffer.from(key, written === 'hex' ? 'hex' : 'base64');
    const der = written === 'hex' ? Buffer.concat([ED25519_SPKI, bytes]) : bytes;
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return 'The public key of the check can’t be read.';
  }
}

/** Compares digests, which have one length, so that the time doesn't reveal even the secret's length. */
export function same(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
