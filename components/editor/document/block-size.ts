/** Sizes that place blocks before they have been measured; `block-node.tsx` draws to these. */
export const NODE_WIDTH_PX = 184;
export const NODE_HEIGHT_PX = 96;
/** Wider than a block, so that its text needs few lines. */
export const NOTE_WIDTH_PX = 248;
export const GRID_PX = 16;
/** Leaves room between two blocks for an arrow and the first one's `+`. */
export const COLUMN_PX = 16 * GRID_PX;
export const ROW_PX = NODE_HEIGHT_PX + 3 * GRID_PX;
/** The name, one line of description, and a line with its kind and its state in a run. */
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

/** Returns the height of a block with this number of labelled ports at its foot. */
export const blockHeightPx = (sidePorts: number): number =>
  BODY_HEIGHT_PX + (sidePorts === 0 ? 0 : SIDE_PORTS_EDGE_PX + sidePorts * SIDE_PORT_PX);

/** Positions of handles, relative to a block's top left corner. */
export const handlePlace = {
  input: { x: HANDLE_IN_X_PX, y: MAIN_HANDLE_Y_PX },
  main: { x: HANDLE_OUT_X_PX, y: MAIN_HANDLE_Y_PX },
  side: (index: number) => ({ x: HANDLE_OUT_X_PX, y: FIRST_SIDE_HANDLE_Y_PX + index * SIDE_PORT_PX }),
};

/** A container's frame: its header, the padding around its members, and the line of its error port. */
export const FRAME_HEADER_PX = 64;
export const FRAME_PADDING_PX = 24;
/** Space below the port, so that the corner for resizing is not beside a handle. */
export const FRAME_FOOT_SPACE_PX = 12;
export const FRAME_FOOT_PX = SIDE_PORTS_EDGE_PX + SIDE_PORT_PX + FRAME_FOOT_SPACE_PX;
/** Room for one block with its `+`. */
export const LEAST_FRAME = {
  width: COLUMN_PX + 2 * FRAME_PADDING_PX,
  height: FRAME_HEADER_PX + FRAME_FOOT_PX + NODE_HEIGHT_PX + 2 * FRAME_PADDING_PX,
};

/** Positions of a frame's handles, relative to its top left corner. */
export const frameHandlePlace = {
  input: handlePlace.input,
  main: (width: number) => ({ x: width + HANDLE_OUT_X_PX - NODE_WIDTH_PX, y: MAIN_HANDLE_Y_PX }),
  side: (width: number, height: number, index: number) => ({
    x: width + HANDLE_OUT_X_PX - NODE_WIDTH_PX,
    y: height - FRAME_FOOT_PX + FIRST_SIDE_HANDLE_Y_PX - BODY_HEIGHT_PX + index * SIDE_PORT_PX,
  }),
};
