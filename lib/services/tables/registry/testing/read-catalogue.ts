import { pool } from '../../../../platform/postgres/db';

/** A column, as the database's catalogue has it. Tables are named as in SQL: `workflow`, `runtime.log`. */
export interface CatalogueColumn {
  table: string;
  column: string;
  /** As SQL writes it: `uuid`, `uuid[]`, `bytea`. */
  type: string;
  /** Where the column's foreign key leads, and what it does when that row is deleted. */
  refersTo: string | null;
  onDelete: 'cascade' | 'set null' | 'refuse' | null;
}

const nameOf = (c: string, n: string): string =>
  `CASE WHEN ${n}.nspname = 'public' THEN ${c}.relname ELSE ${n}.nspname || '.' || ${c}.relname END`;

// Partitions have their parent's columns; one that was detached to be dropped keeps the month or day in its
// name.
const READ = `
SELECT ${nameOf('c', 'n')} AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type,
  ${nameOf('target', 'of_target')} AS "refersTo",
  CASE k.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE
    CASE WHEN k.oid IS NULL THEN NULL ELSE 'refuse' END END AS "onDelete"
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
LEFT JOIN pg_constraint k ON k.contype = 'f' AND k.conrelid = c.oid AND k.conkey = ARRAY[a.attnum]
LEFT JOIN pg_class target ON target.oid = k.confrelid
LEFT JOIN pg_namespace of_target ON of_target.oid = target.relnamespace
WHERE n.nspname IN ('public', 'runtime') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND c.relname <> '_prisma_migrations' AND c.relname !~ '_[0-9]{4}_[0-9]{2}(_[0-9]{2})?$'
ORDER BY 1, 2`;

const READ_PARTITIONED = `
SELECT c.relname AS name FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid
WHERE c.relnamespace = 'runtime'::regnamespace`;

/** Returns the tables of `runtime` that are partitioned, by their names there. */
export async function readPartitioned(): Promise<string[]> {
  const { rows } = await pool().query<{ name: string }>(READ_PARTITIONED);
  return rows.map(({ name }) => name);
}

export async function readCatalogue(): Promise<CatalogueColumn[]> {
  const { rows } = await pool().query<CatalogueColumn>(READ);
  return rows;
}
