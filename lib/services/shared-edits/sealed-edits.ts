import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';

/** Edits are sealed, because they may contain typed credentials. */
const contextOf = (workflowId: string): string => `edits ${workflowId}`;

export const sealUpdate = (workflowId: string, update: Uint8Array): Buffer =>
  seal(Buffer.from(update).toString('base64'), contextOf(workflowId));

/** Returns an update in base64, as it is sealed and sent. */
export const openUpdate = (workflowId: string, sealed: Uint8Array): string =>
  open(sealed, contextOf(workflowId));

export const sharedStateStore: SealedStore = {
  name: 'shared workflows',
  select: `SELECT workflow_id AS a, seq::text AS b, '' AS c, state AS sealed FROM runtime.workflow_shared
    WHERE ${keyIdOf('state')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.workflow_shared SET state = $5
    WHERE workflow_id = $1::uuid AND seq = $2::bigint AND $3 = '' AND state = $4`,
  context: ({ a }) => contextOf(a),
};

export const sharedUpdateStore: SealedStore = {
  name: 'updates of workflows',
  select: `SELECT workflow_id AS a, seq::text AS b, '' AS c, sealed FROM runtime.workflow_update
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.workflow_update SET sealed = $5
    WHERE workflow_id = $1::uuid AND seq = $2::bigint AND $3 = '' AND sealed = $4`,
  context: ({ a }) => contextOf(a),
};
