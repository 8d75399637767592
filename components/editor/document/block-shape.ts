import { type NodeHandle, Position } from '@xyflow/react';
import type { OutputPort } from '@/lib/core/blocks/block';
import type { Block } from '@/lib/core/workflow/schema';
import { blockHeightPx, HANDLE_PX, handlePlace } from './block-size';
import { definitionOf, portsOf } from './definition-of';

/** What the canvas needs of a block to place it and its connections without drawing it. */
export interface BlockShape {
  handles: NodeHandle[];
  heightPx: number;
}

/**
 * By what decides a shape: the same object for the same ports, so that a node stays the same while its block
 * is edited.
 */
const shapes = new Map<string, BlockShape>();

/** The shape of a block as `block-node.tsx` draws it. */
export function shapeOf(block: Pick<Block, 'type' | 'config'>): BlockShape {
  const hasInput = definitionOf(block.type)?.hasInput !== false;
  const ports = portsOf(block);
  const key = JSON.stringify([hasInput, ports.map(({ id, kind }) => [id, kind])]);
  const shape = shapes.get(key) ?? makeShape(hasInput, ports);
  shapes.set(key, shape);
  return shape;
}

/** The port beside the block's name, and those at its foot. */
export function arrangePorts(ports: readonly OutputPort[]): {
  main: OutputPort | undefined;
  side: readonly OutputPort[];
} {
  const [first, ...others] = ports;
  return first?.kind === 'normal' ? { main: first, side: others } : { main: undefined, side: ports };
}

function makeShape(hasInput: boolean, ports: readonly OutputPort[]): BlockShape {
  const { main, side } = arrangePorts(ports);
  const at = (type: 'source' | 'target', id: string, place: { x: number; y: number }): NodeHandle => ({
    ...{ type, id, ...place, width: HANDLE_PX, height: HANDLE_PX },
    position: type === 'source' ? Position.Right : Position.Left,
  });
  return {
    handles: [
      ...(hasInput ? [at('target', 'in', handlePlace.input)] : []),
      ...(main === undefined ? [] : [at('source', main.id, handlePlace.main)]),
      ...side.map((port, index) => at('source', port.id, handlePlace.side(index))),
    ],
    heightPx: blockHeightPx(side.length),
  };
}
