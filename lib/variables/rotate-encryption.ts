import { announce } from '../changes';
import { pool } from '../db';
import { secretContext } from '../webhooks/sealed-secret';
import { keyIds, open, seal } from './encryption';
import { sealStoredCredentials } from './seal-stored-credentials';
import { sealingContext } from './sealing-context';

/** A place where sealed text is kept. Rows are read as `{a, b, c, sealed}`; `a`, `b` and `c` name the row. */
interface Store {
  name: string;
  /** $1 key id, $2 how many damaged ones to pass over. */
  select: string;
  /** $1–$3 name the row, $4 what was there, $5 what takes its place: a value written meanwhile is left alone. */
  update: string;
  context: (row: SealedRow) => string;
}

interface SealedRow {
  a: string;
  b: string;
  c: string;
  sealed: Buffer;
}

const BATCH = 200;
const NEXT = `ORDER BY 1, 2, 3 OFFSET $2 LIMIT ${BATCH}`;
// Behind the version byte stand the four bytes of the key's id.
const KEY_ID = (sealed: string) => `substring(${sealed} from 2 for 4)`;

const STORES: readonly Store[] = [
  {
    name: 'variables',
    select: `SELECT workspace_id AS a, name AS b, '' AS c, ciphertext AS sealed FROM variable
      WHERE ${KEY_ID('ciphertext')} = $1 ${NEXT}`,
    update: `UPDATE variable SET ciphertext = $5
      WHERE workspace_id = $1::uuid AND name = $2 AND $3 = '' AND ciphertext = $4`,
    context: ({ a, b }) => sealingContext(a, b),
  },
  {
    name: 'workflow snapshots',
    select: `SELECT workflow_id AS a, encode(hash, 'hex') AS b, '' AS c, sealed FROM runtime.workflow_snapshot
      WHERE ${KEY_ID('sealed')} = $1 ${NEXT}`,
    update: `UPDATE runtime.workflow_snapshot SET sealed = $5
      WHERE workflow_id = $1::uuid AND hash = decode($2, 'hex') AND $3 = '' AND sealed = $4`,
    context: () => '',
  },
  {
    name: 'journal entries',
    select: `SELECT execution_id AS a, block_id AS b, iteration::text AS c, decode(entry, 'base64') AS sealed
      FROM runtime.execution_step WHERE ${KEY_ID("decode(entry, 'base64')")} = $1 ${NEXT}`,
    update: `UPDATE runtime.execution_step SET entry = translate(encode($5, 'base64'), E'\\n', '')
      WHERE execution_id = $1::uuid AND block_id = $2 AND iteration = $3::integer AND decode(entry, 'base64') = $4`,
    context: () => '',
  },
  ...(['secret', 'previous_secret'] as const).map((column) => ({
    name: column === 'secret' ? 'webhook secrets' : 'old webhook secrets',
    select: `SELECT id AS a, '' AS b, '' AS c, ${column} AS sealed FROM webhook_subscription
      WHERE ${KEY_ID(column)} = $1 ${NEXT}`,
    update: `UPDATE webhook_subscription SET ${column} = $5
      WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND ${column} = $4`,
    context: ({ a }: SealedRow) => secretContext(a),
  })),
];

/** How many of each were sealed anew; `damaged` names rows that no key opens, which stay as they are. */
export type Rotation = ReadonlyArray<{ name: string; count: number; damaged: readonly string[] }>;

/** Seals all that ENCRYPTION_KEY_PREVIOUS sealed with ENCRYPTION_KEY; can be run again. @throws Error for the operator */
export async function rotateEncryption(): Promise<Rotation> {
  const { previous, check } = keyIds();
  if (previous === null)
    throw new Error('Put the old key into ENCRYPTION_KEY_PREVIOUS and a new one into ENCRYPTION_KEY.');
  const rotation: Array<Rotation[number]> = [];
  for (const store of STORES) rotation.push(await rotateStore(store, previous));
  const { workflows, webhooks } = await sealStoredCredentials();
  rotation.push({ name: 'workflows', count: workflows, damaged: [] });
  rotation.push({ name: 'webhook URLs', count: webhooks, damaged: [] });
  await pool().query('UPDATE installation SET encryption_check = $1 WHERE id = 1', [check]);
  await announce('variables', '');
  return rotation;
}

async function rotateStore(store: Store, previous: Buffer): Promise<Rotation[number]> {
  const damaged: string[] = [];
  let count = 0;
  while (true) {
    const { rows } = await pool().query<SealedRow>(store.select, [previous, damaged.length]);
    if (rows.length === 0) return { name: store.name, count, damaged };
    for (const row of rows) {
      const text = reveal(store, row);
      if (text === null) {
        damaged.push(`${row.a} ${row.b}`);
        continue;
      }
      await pool().query(store.update, [row.a, row.b, row.c, row.sealed, seal(text, store.context(row))]);
      count += 1;
    }
  }
}

function reveal(store: Store, row: SealedRow): string | null {
  try {
    return open(row.sealed, store.context(row));
  } catch {
    return null;
  }
}
