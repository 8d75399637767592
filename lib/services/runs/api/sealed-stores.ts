import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../../platform/encryption/reseal';

export const snapshotStore: SealedStore = {
  name: 'workflow snapshots',
  select: `SELECT workflow_id AS a, encode(hash, 'hex') AS b, '' AS c, sealed FROM runtime.workflow_snapshot
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.workflow_snapshot SET sealed = $5
    WHERE workflow_id = $1::uuid AND hash = decode($2, 'hex') AND $3 = '' AND sealed = $4`,
  context: () => '',
};

export const journalStore: SealedStore = {
  name: 'journal entries',
  select: `SELECT execution_id AS a, block_id AS b, iteration::text AS c, decode(entry, 'base64') AS sealed
    FROM runtime.execution_step WHERE ${keyIdOf("decode(entry, 'base64')")} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.execution_step SET entry = translate(encode($5, 'base64'), E'\\n', '')
    WHERE execution_id = $1::uuid AND block_id = $2 AND iteration = $3::integer
      AND decode(entry, 'base64') = $4`,
  context: () => '',
};

export const waitFormStore = waitStore('form');
export const waitAnswerStore = waitStore('answer');

function waitStore(column: 'form' | 'answer'): SealedStore {
  return {
    name: `${column}s of waits`,
    select: `SELECT id AS a, '' AS b, '' AS c, ${column} AS sealed FROM runtime.execution_wait
      WHERE ${keyIdOf(column)} = $1 ${NEXT_SEALED}`,
    update: `UPDATE runtime.execution_wait SET ${column} = $5
      WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND ${column} = $4`,
    context: ({ a }) => a,
  };
}
