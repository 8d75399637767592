import { type NodeHandle, Position } from '@xyflow/react';
import type { OutputPort } from '@/lib/core/blocks/block';
import type { Block } from '@/lib/core/workflow/schema';
import {
  blockHeightPx,
  frameHandlePlace,
  HANDLE_PX,
  handlePlace,
  NODE_WIDTH_PX,
  NOTE_WIDTH_PX,
} from './block-size';
import { definitionOf, portsOf } from './definition-of';

/** Ports and size of a block, so that the canvas can place it and its connections without drawing it. */
export interface BlockShape {
  handles: NodeHandle[];
  widthPx: number;
  heightPx: number;
}

/**
 * Shapes by the properties that determine them: the same ports give the same object, so that a node
 * stays the same while its block is edited.
 */
const shapes = new Map<string, BlockShape>();

/**
 * Returns a block's shape as `block-node.tsx` draws it; with a size, a frame's as `container-node.tsx` does.
 */
export function shapeOf(
  block: Pick<Block, 'type' | 'config'>,
  frame?: { width: number; height: number },
): BlockShape {
  const definition = definitionOf(block.type);
  const hasInput = definition?.hasInput !== false;
  const ports = portsOf(block);
  if (definition?.note) return NOTE;
  if (frame !== undefined) return frameOf(hasInput, ports, frame);
  const key = JSON.stringify([hasInput, ports.map(({ id, kind }) => [id, kind])]);
  const shape = shapes.get(key) ?? makeShape(hasInput, ports);
  shapes.set(key, shape);
  return shape;
}

/** A note's shape with its least height. */
const NOTE: BlockShape = { handles: [], widthPx: NOTE_WIDTH_PX, heightPx: blockHeightPx(0) };

/** Splits ports into the one beside the block's name and those at its foot. */
export function arrangePorts(ports: readonly OutputPort[]): {
  main: OutputPort | undefined;
  side: readonly OutputPort[];
} {
  const [first, ...others] = ports;
  return first?.kind === 'normal' ? { main: first, side: others } : { main: undefined, side: ports };
}

const at = (type: 'source' | 'target', id: string, place: { x: number; y: number }): NodeHandle => ({
  type,
  id,
  ...place,
  width: HANDLE_PX,
  height: HANDLE_PX,
  position: type === 'source' ? Position.Right : Position.Left,
});

/** The last frame shape of each frame, by its ports array, which a definition creates on every call. */
const frames = new WeakMap<readonly OutputPort[], { width: number; height: number; shape: BlockShape }>();

function frameOf(
  hasInput: boolean,
  ports: readonly OutputPort[],
  { width, height }: { width: number; height: number },
): BlockShape {
  const known = frames.get(ports);
  if (known?.width === width && known.height === height) return known.shape;
  const shape = makeFrame(hasInput, ports, { width, height });
  frames.set(ports, { width, height, shape });
  return shape;
}

function makeFrame(
  hasInput: boolean,
  ports: readonly OutputPort[],
  { width, height }: { width: number; height: number },
): BlockShape {
  const { main, side } = arrangePorts(ports);
  return {
    handles: [
      ...(hasInput ? [at('target', 'in', frameHandlePlace.input)] : []),
      ...(main === undefined ? [] : [at('source', main.id, frameHandlePlace.main(width))]),
      ...side.map((port, index) => at('source', port.id, frameHandlePlace.side(width, height, index))),
    ],
    widthPx: width,
    heightPx: height,
  };
}

function makeShape(hasInput: boolean, ports: readonly OutputPort[]): BlockShape {
  const { main, side } = arrangePorts(ports);
  return {
    handles: [
      ...(hasInput ? [at('target', 'in', handlePlace.input)] : []),
      ...(main === undefined ? [] : [at('source', main.id, handlePlace.main)]),
      ...side.map((port, index) => at('source', port.id, handlePlace.side(index))),
    ],
    widthPx: NODE_WIDTH_PX,
    heightPx: blockHeightPx(side.length),
  };
}
