import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';
import { parseExact } from '../../platform/text/exact-number';
import type { BlockPin } from './schema';

const contextOf = (workflowId: string, blockId: string) => `${workflowId} ${blockId}`;

export const sealPin = (workflowId: string, blockId: string, json: string): Buffer<ArrayBuffer> =>
  Buffer.from(seal(json, contextOf(workflowId, blockId)));

export interface SealedPin {
  workflowId: string;
  blockId: string;
  sealed: Uint8Array;
}

export const openPin = ({ workflowId, blockId, sealed }: SealedPin): BlockPin['output'] =>
  parseExact(open(Buffer.from(sealed), contextOf(workflowId, blockId))) as BlockPin['output'];

export const pinStore: SealedStore = {
  name: 'pinned outputs',
  select: `SELECT workflow_id AS a, block_id AS b, '' AS c, sealed FROM block_pin
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE block_pin SET sealed = $5
    WHERE workflow_id = $1::uuid AND block_id = $2 AND $3 = '' AND sealed = $4`,
  context: ({ a, b }) => contextOf(a, b),
};
