import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'millrace_live_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY = new RegExp(`^${PREFIX}([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/**
 * Returns a new key: `millrace_live_`, 30 random base62 characters (178 bits) and the CRC-32 of all that as
 * 6 base62 characters.
 */
export function newApiKeySecret(): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH);
  return body + checksumOf(body);
}

/** False if `text` can't be one of our keys; the checksum spares the database typing errors and noise. */
export function isApiKeySecret(text: string): boolean {
  const match = KEY.exec(text);
  return match !== null && checksumOf(PREFIX + match[1]) === match[2];
}

/** Returns the hash that is stored. A key has 178 random bits, so a fast hash is enough. */
export function hashApiKey(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    digits = ALPHABET[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function randomBase62(length: number): string {
  let text = '';
  while (text.length < length)
    for (const byte of randomBytes(length)) {
      // 248 = 4 × 62: bytes above it would favour the first letters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  return text;
}
