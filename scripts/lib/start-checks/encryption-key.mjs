import { checkOf } from '../../../lib/platform/encryption/key-check.mjs';

const KEY_BYTES = 32;

/**
 * Refuses a key that is not the one of the stored data. It must be known before migrations: after them the
 * version before would not start either. The row is read as JSON, because old versions lack the column.
 * @type {import('./finding.mjs').Check}
 */
export async function checkEncryptionKey({ client, secrets }) {
  if (!secrets) return null;
  const keys = Object.entries(secrets).filter(([name, key]) => name.startsWith('ENCRYPTION_KEY') && key);
  for (const [name, key] of keys)
    if (Buffer.from(key, 'base64').length !== KEY_BYTES)
      return {
        fault: `${name} must be ${KEY_BYTES} bytes in base64, as "openssl rand -base64 32" makes them`,
      };
  const stored = await readStoredCheck(client);
  if (!stored || keys.some(([, key]) => checkOf(Buffer.from(key, 'base64')) === stored)) return null;
  return {
    fault:
      'ENCRYPTION_KEY is not the key that this data was encrypted with: start with the old key (by default it is ' +
      'kept in the data folder), name it in ENCRYPTION_KEY_PREVIOUS, or use another database',
  };
}

/** @param {import('pg').Client} client */
async function readStoredCheck(client) {
  const { rows: tables } = await client.query("select to_regclass('public.installation') as found");
  if (!tables[0].found) return null;
  const { rows } = await client.query(
    `select to_jsonb(i) ->> 'encryption_check' as "check" from public.installation i where id = 1`,
  );
  return rows[0]?.check ?? null;
}
