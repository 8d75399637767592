import { pool } from '../../../platform/postgres/db';

const TABLES = `
SELECT format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'runtime') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

/** Returns the number of the transaction from which on rows count as new for `tablesThatHold`. */
export async function rowsFromNow(): Promise<string> {
  const { rows } = await pool().query<{ xid: string }>('SELECT pg_current_xact_id()::xid::text AS xid');
  return rows[0]!.xid;
}

/**
 * Returns the tables with a row that holds one of these texts, whatever the column, as text or as bytes.
 *
 * Only rows written `since` are read: all that other tests have left would be read again each time.
 */
export async function tablesThatHold(texts: readonly string[], since: string): Promise<string[]> {
  if (texts.length === 0) return [];
  const { rows: tables } = await pool().query<{ name: string }>(TABLES);
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    // OFFSET 0 keeps the planner from building a row's text again for every text that is looked for.
    const { rows } = await pool().query(
      `SELECT FROM ${name} AS t, LATERAL (SELECT t::text OFFSET 0) AS r (text)
       WHERE age(t.xmin) <= age($2::xid) AND EXISTS (
         SELECT FROM unnest($1::text[]) AS w (text) WHERE position(w.text IN r.text) > 0) LIMIT 1`,
      [wanted, since],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
