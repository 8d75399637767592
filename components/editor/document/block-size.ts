/** What the canvas needs to place blocks before they have been measured; `block-node.tsx` draws to these. */
export const NODE_WIDTH_PX = 184;
export const NODE_HEIGHT_PX = 96;
/** Wider than a block: text in few lines. */
export const NOTE_WIDTH_PX = 248;
export const GRID_PX = 16;
/** Between two blocks is room for an arrow, and for the `+` of the first one. */
export const COLUMN_PX = 16 * GRID_PX;
export const ROW_PX = NODE_HEIGHT_PX + 3 * GRID_PX;
/** Its name, one line of what it does, and a line of its kind and of what it did in a run. */
const BODY_HEIGHT_PX = 76;
/** The line above the branches and the error port, with the space around them. */
const SIDE_PORTS_EDGE_PX = 9;
const SIDE_PORT_PX = 24;
export const HANDLE_PX = 10;
const HANDLE_IN_X_PX = -4;
const HANDLE_OUT_X_PX = NODE_WIDTH_PX - 6;
/** The middle of the main handles, beside the name, from inside the border. */
export const HANDLE_TOP_PX = 20;
const MAIN_HANDLE_Y_PX = HANDLE_TOP_PX + 1 - HANDLE_PX / 2;
const FIRST_SIDE_HANDLE_Y_PX = BODY_HEIGHT_PX + 11;

/** How tall a block is drawn that has so many labelled ports at its foot. */
export const blockHeightPx = (sidePorts: number): number =>
  BODY_HEIGHT_PX + (sidePorts === 0 ? 0 : SIDE_PORTS_EDGE_PX + sidePorts * SIDE_PORT_PX);

/** Where handles are drawn, from a block's top left corner. */
export const handlePlace = {
  input: { x: HANDLE_IN_X_PX, y: MAIN_HANDLE_Y_PX },
  main: { x: HANDLE_OUT_X_PX, y: MAIN_HANDLE_Y_PX },
  side: (index: number) => ({ x: HANDLE_OUT_X_PX, y: FIRST_SIDE_HANDLE_Y_PX + index * SIDE_PORT_PX }),
};

/** A container's frame: its header, the space around what lies in it, and the line of its error port. */
export const FRAME_HEADER_PX = 64;
export const FRAME_PADDING_PX = 24;
/** Below its port, so that the corner it is resized by lies beside no handle. */
export const FRAME_FOOT_SPACE_PX = 12;
export const FRAME_FOOT_PX = SIDE_PORTS_EDGE_PX + SIDE_PORT_PX + FRAME_FOOT_SPACE_PX;
/** Room for one block with its `+`. */
export const LEAST_FRAME = {
  width: COLUMN_PX + 2 * FRAME_PADDING_PX,
  height: FRAME_HEADER_PX + FRAME_FOOT_PX + NODE_HEIGHT_PX + 2 * FRAME_PADDING_PX,
};

/** Where a frame's handles are, from its top left corner. */
export const frameHandlePlace = {
  input: handlePlace.input,
  main: (width: number) => ({ x: width + HANDLE_OUT_X_PX - NODE_WIDTH_PX, y: MAIN_HANDLE_Y_PX }),
  side: (width: number, height: number, index: number) => ({
    x: width + HANDLE_OUT_X_PX - NODE_WIDTH_PX,
    y: height - FRAME_FOOT_PX + FIRST_SIDE_HANDLE_Y_PX - BODY_HEIGHT_PX + index * SIDE_PORT_PX,
  }),
};
