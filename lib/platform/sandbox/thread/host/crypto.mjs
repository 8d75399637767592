// @ts-check
import { createHash, createHmac } from 'node:crypto';
import { bytesOf } from './bytes.mjs';

/** @typedef {import('./call-state.mjs').CallState} CallState */

const HASHES = new Map(
  Object.entries({ 'SHA-1': 'sha1', 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }),
);
const MAX_RANDOM_BYTES = 65_536;

/** @type {Record<string, (state: CallState, ...given: any[]) => unknown>} */
export const CRYPTO = {
  digest: (_state, hash, bytes) =>
    createHash(hashOf(hash)).update(bytesOf(bytes)).digest().toString('latin1'),
  hmac: (_state, hash, key, bytes) =>
    createHmac(hashOf(hash), bytesOf(key)).update(bytesOf(bytes)).digest().toString('latin1'),
  randomBytes: (state, count) => {
    if (!(count >= 0 && count <= MAX_RANDOM_BYTES)) throw new RangeError('Too many random bytes at once.');
    return state.randomBytes(count).toString('latin1');
  },
};

/** @param {string} name */
function hashOf(name) {
  const hash = HASHES.get(name);
  if (hash === undefined) throw new TypeError(`There is no hash ${name} here.`);
  return hash;
}
