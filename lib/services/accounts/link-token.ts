import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** What a link carries that works once. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Only this is stored; the token itself is in the link alone. */
export const linkTokenHash = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
