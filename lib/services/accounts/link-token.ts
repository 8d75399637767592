import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns the secret of a link that works once. */
export const newLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Returns the hash that is stored; only the link contains the token itself. */
export const linkTokenHash = (token: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createHash('sha256').update(token).digest());
