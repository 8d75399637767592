/**
 * Refuses a database that can't be written: a standby answers every question and fails every call.
 * @type {import('./finding.mjs').Check}
 */
export async function checkWritable({ client }) {
  const { rows } = await client.query(
    `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
       quote_ident(current_database()) as name`,
  );
  const [{ isStandby, isReadOnly, name }] = rows;
  if (isStandby)
    return { fault: 'it is a standby, which only reads: let DATABASE_URL name the primary server' };
  if (!isReadOnly) return null;
  return {
    fault:
      'its transactions are read-only (default_transaction_read_only is on): ' +
      `ALTER DATABASE ${name} SET default_transaction_read_only = off, and the same for its role`,
  };
}
