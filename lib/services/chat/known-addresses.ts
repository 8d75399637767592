import { createHash } from 'node:crypto';
import { pool } from '../../platform/postgres/db';

const KNOWN_FOR = `interval '30 days'`;
/** Writes at most once a day. */
const REMEMBER = `
INSERT INTO runtime.chat_known_address AS k (name, known_until) VALUES ($1, now() + ${KNOWN_FOR})
ON CONFLICT (name) DO UPDATE SET known_until = excluded.known_until
WHERE k.known_until < excluded.known_until - interval '1 day'`;

/** True if the right password was sent from there recently. `place`: a chat and an address. */
export async function isKnownAddress(place: string): Promise<boolean> {
  const { rows } = await pool().query({
    name: 'chat-known-address',
    text: 'SELECT FROM runtime.chat_known_address WHERE name = $1 AND known_until > now()',
    values: [nameOf(place)],
  });
  return rows.length > 0;
}

export async function rememberAddress(place: string): Promise<void> {
  await pool().query({ name: 'remember-chat-address', text: REMEMBER, values: [nameOf(place)] });
}

export async function forgetKnownAddresses(): Promise<void> {
  await pool().query('DELETE FROM runtime.chat_known_address WHERE known_until <= now()');
}

const nameOf = (place: string): Buffer => createHash('sha256').update(`chat password ${place}`).digest();
