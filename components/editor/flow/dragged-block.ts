import type { AnyDefinition } from '../document/definition-of';

/** What a block dragged from the palette carries: its type. */
export const DRAGGED_BLOCK_TYPE = 'application/x-millrace-block';
/** Until it is dropped only the names of what it carries can be read: one that connections can lead to. */
export const FOLLOWING_BLOCK_TYPE = 'application/x-millrace-following-block';

export function carryBlock(data: DataTransfer, { type, hasInput }: AnyDefinition): void {
  data.setData(DRAGGED_BLOCK_TYPE, type);
  if (hasInput) data.setData(FOLLOWING_BLOCK_TYPE, type);
}
