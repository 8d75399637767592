/** What the canvas needs to place blocks before they have been measured; `block-node.tsx` draws to these. */
export const NODE_WIDTH_PX = 248;
export const NODE_HEIGHT_PX = 96;
export const GRID_PX = 16;
export const COLUMN_PX = NODE_WIDTH_PX + 5 * GRID_PX;
export const ROW_PX = NODE_HEIGHT_PX + 3 * GRID_PX;
