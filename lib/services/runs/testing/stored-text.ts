import { pool } from '../../../platform/postgres/db';

const TABLES = `
SELECT format('%I.%I', n.nspname, c.relname) AS name
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname IN ('public', 'runtime') AND c.relkind IN ('r', 'p') AND NOT c.relispartition ORDER BY 1`;

/** The tables with a row that holds one of these texts, whatever the column, as text or as bytes. */
export async function tablesThatHold(texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const { rows: tables } = await pool().query<{ name: string }>(TABLES);
  const wanted = texts.flatMap((text) => [text, Buffer.from(text).toString('hex')]);
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool().query(
      `SELECT FROM ${name} AS t WHERE EXISTS (
         SELECT FROM unnest($1::text[]) AS w (text) WHERE position(w.text IN t::text) > 0) LIMIT 1`,
      [wanted],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}
