import { pool } from '../../platform/postgres/db';
import { defineAddresses } from '../triggers/addresses';

export const TOKEN_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{22}$/;

export interface FoundHook {
  workflowId: string;
  blockId: string;
}

/** Returns the block that a URL's token belongs to; null when there is none. */
export const findHook = defineAddresses<FoundHook>({ name: 'hooks', form: TOKEN, load });

async function load(token: string): Promise<FoundHook | null> {
  const { rows } = await pool().query<{ workflow_id: string; block_id: string }>({
    name: 'find-hook',
    text: 'SELECT workflow_id, block_id FROM hook WHERE token = $1',
    values: [token],
  });
  const [row] = rows;
  return row === undefined ? null : { workflowId: row.workflow_id, blockId: row.block_id };
}
