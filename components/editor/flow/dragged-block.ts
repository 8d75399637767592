/** What a block dragged from the palette carries: its type. */
export const DRAGGED_BLOCK_TYPE = 'application/x-millrace-block';
