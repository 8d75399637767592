import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';
import type { Environment } from './environment';
import { sealingContext } from './sealing-context';

const storeOf = (name: string, column: string, environment: Environment): SealedStore => ({
  name,
  select: `SELECT workspace_id AS a, name AS b, '' AS c, ${column} AS sealed FROM variable
    WHERE ${keyIdOf(column)} = $1 ${NEXT_SEALED}`,
  update: `UPDATE variable SET ${column} = $5
    WHERE workspace_id = $1::uuid AND name = $2 AND $3 = '' AND ${column} = $4`,
  context: ({ a, b }) => sealingContext(a, b, environment),
});

export const draftValueStore = storeOf('variables', 'ciphertext', 'draft');
export const liveValueStore = storeOf('live values of variables', 'live_ciphertext', 'live');
