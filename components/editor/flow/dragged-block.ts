import type { AnyDefinition } from '../document/definition-of';

/** The data type of a block dragged from the palette; its value is the block's type. */
export const DRAGGED_BLOCK_TYPE = 'application/x-millrace-block';
/** Marks blocks that can have an input: until the drop, only the names of data types can be read. */
export const FOLLOWING_BLOCK_TYPE = 'application/x-millrace-following-block';

export function carryBlock(data: DataTransfer, { type, hasInput }: AnyDefinition): void {
  data.setData(DRAGGED_BLOCK_TYPE, type);
  if (hasInput) data.setData(FOLLOWING_BLOCK_TYPE, type);
}
