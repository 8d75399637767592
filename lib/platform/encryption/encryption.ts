import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { env } from '../env';
import { pool } from '../postgres/db';
import { checkOf, subkeyOf } from './key-check.mjs';

const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAC_BYTES = 16;
const HEADER_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

interface Keys {
  encrypt: Buffer;
  id: Buffer;
  sign: Buffer;
  check: string;
}

/** `previous` is used for reading only, while the key is being changed. */
interface KeyRing {
  current: Keys;
  previous: Keys | null;
}

let derived: KeyRing | undefined;

/**
 * Encrypts with AES-256-GCM: version, key id, nonce, tag, ciphertext. The key id identifies the
 * ENCRYPTION_KEY, so that it can be changed. `context` names the owner of the text: bytes moved to another
 * row don't open.
 */
export function seal(text: string, context = ''): Buffer {
  const { encrypt, id } = keyRing().current;
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', encrypt, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), id, iv, cipher.getAuthTag(), sealed]);
}

/**
 * Decrypts bytes from `seal`. @throws Error when the bytes, their context or the key are not the ones used
 * for sealing
 */
export function open(bytes: Uint8Array, context = ''): string {
  const data = Buffer.from(bytes);
  if (data.length < HEADER_BYTES || data[0] !== VERSION) throw new Error('This is not sealed text.');
  const encrypt = keyOf(data.subarray(1, 1 + KEY_ID_BYTES));
  if (encrypt === null) throw new Error('It was sealed with another ENCRYPTION_KEY.');
  const iv = data.subarray(1 + KEY_ID_BYTES, HEADER_BYTES - TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', encrypt, iv, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(data.subarray(HEADER_BYTES - TAG_BYTES, HEADER_BYTES));
  return decipher.update(data.subarray(HEADER_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/**
 * Checks the key at boot: the first key used becomes the database's. @throws Error with words for the
 * operator
 */
export async function assertEncryptionKey(): Promise<void> {
  const { current, previous } = keyRing();
  const { rows } = await pool().query<{ encryption_check: string }>(
    `UPDATE installation SET encryption_check = coalesce(encryption_check, $1) WHERE id = 1
      RETURNING encryption_check`,
    [current.check],
  );
  const stored = Buffer.from(rows[0]?.encryption_check ?? '');
  const isCheckOf = ({ check }: Keys) =>
    stored.length === check.length && timingSafeEqual(stored, Buffer.from(check));
  if (isCheckOf(current) || (previous !== null && isCheckOf(previous))) return;
  throw new Error(
    'ENCRYPTION_KEY is not the key that this data was encrypted with: ' +
      'start with the old key (by default it is kept in the data folder) ' +
      'or name it in ENCRYPTION_KEY_PREVIOUS, or use another database.',
  );
}

/** Returns a MAC that proves that we made a text: 16 bytes of an HMAC-SHA256, in base64url. */
export const macOf = (purpose: string, text: string): string =>
  mac(keyRing().current, purpose, text).toString('base64url');

/** Verifies a MAC in constant time; MACs of the previous key are valid while the key is being changed. */
export function isMacOf(given: string, purpose: string, text: string): boolean {
  const bytes = Buffer.from(given, 'base64url');
  const { current, previous } = keyRing();
  const isOf = (keys: Keys) => bytes.length === MAC_BYTES && timingSafeEqual(bytes, mac(keys, purpose, text));
  return bytes.toString('base64url') === given && (isOf(current) || (previous !== null && isOf(previous)));
}

const mac = ({ sign }: Keys, purpose: string, text: string): Buffer =>
  createHmac('sha256', sign).update(`${purpose}\n${text}`).digest().subarray(0, MAC_BYTES);

/** The key ids as stored in sealed bytes, and the check value that ties the database to the current key. */
export function keyIds(): { current: Buffer; previous: Buffer | null; check: string } {
  const { current, previous } = keyRing();
  return { current: current.id, previous: previous?.id ?? null, check: current.check };
}

function keyOf(id: Buffer): Buffer | null {
  const { current, previous } = keyRing();
  if (id.equals(current.id)) return current.encrypt;
  return previous !== null && id.equals(previous.id) ? previous.encrypt : null;
}

function keyRing(): KeyRing {
  derived ??= readKeyRing();
  return derived;
}

function readKeyRing(): KeyRing {
  const { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS } = env();
  const from = (key: string) => deriveKeys(Buffer.from(key, 'base64'));
  return {
    current: from(ENCRYPTION_KEY),
    previous: ENCRYPTION_KEY_PREVIOUS === undefined ? null : from(ENCRYPTION_KEY_PREVIOUS),
  };
}

function deriveKeys(master: Buffer): Keys {
  return {
    encrypt: subkeyOf(master, 'encryption'),
    id: subkeyOf(master, 'key id').subarray(0, KEY_ID_BYTES),
    sign: subkeyOf(master, 'signatures'),
    check: checkOf(master),
  };
}
