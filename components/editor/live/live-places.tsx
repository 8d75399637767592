'use client';

import { useReactFlow, useStore } from '@xyflow/react';
import { MousePointer2 } from 'lucide-react';
import type { Present } from '@/lib/services/shared-edits/schema';
import { useEditor } from '../store/editor-context';
import { colourOf } from './colour-of';

/** Draws other users' pointers over the canvas, and the blocks they have selected or open. */
export function LivePlaces() {
  const present = useEditor((state) => state.present);
  // Positions in the list differ from those on the canvas beneath it.
  const asList = useEditor((state) => state.asList);
  return present.length === 0 || asList ? null : <Places present={present} />;
}

function Places({ present }: { present: readonly Present[] }) {
  const [x, y, zoom] = useStore(({ transform }) => transform);
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-0 overflow-hidden"
      data-testid="live-places"
    >
      <div
        className="absolute origin-top-left"
        style={{ transform: `translate(${x}px, ${y}px) scale(${zoom})` }}
      >
        {present.map((one) => (
          <Place key={one.clientId} one={one} zoom={zoom} />
        ))}
      </div>
    </div>
  );
}

function Place({ one: { userId, name, place }, zoom }: { one: Present; zoom: number }) {
  const colour = colourOf(userId);
  const open = place.field?.blockId;
  const blocks = [...new Set(open === undefined ? place.selected : [open, ...place.selected])];
  const { cursor } = place;
  return (
    <>
      {blocks.map((id) => (
        <Frame key={id} blockId={id} colour={colour} words={id === open ? `${name} is editing` : name} />
      ))}
      {cursor === null ? null : (
        <div
          className="absolute top-0 left-0 motion-safe:transition-transform motion-safe:duration-150"
          style={{ transform: `translate(${cursor.x}px, ${cursor.y}px)`, color: colour }}
        >
          <div className="origin-top-left" style={{ transform: `scale(${1 / zoom})` }}>
            <MousePointer2 className="size-4 fill-current" />
            <Name colour={colour} words={name} />
          </div>
        </div>
      )}
    </>
  );
}

const AROUND_PX = 4;

/** A frame around a block at its current place. */
function Frame({ blockId, colour, words }: { blockId: string; colour: string; words: string }) {
  const flow = useReactFlow();
  // Subscribes to the nodes, so that the frame follows when the block is moved.
  useEditor((state) => state.nodes);
  const node = flow.getInternalNode(blockId);
  if (node === undefined) return null;
  const { x, y } = node.internals.positionAbsolute;
  const { width = 0, height = 0 } = node.measured;
  const style = { left: x - AROUND_PX, top: y - AROUND_PX, borderColor: colour };
  return (
    <div
      className="absolute rounded-xl border-2"
      style={{ ...style, width: width + 2 * AROUND_PX, height: height + 2 * AROUND_PX }}
    >
      <div className="absolute -top-5 left-0">
        <Name colour={colour} words={words} />
      </div>
    </div>
  );
}

function Name({ colour, words }: { colour: string; words: string }) {
  return (
    <span
      className="block max-w-40 truncate rounded px-1.5 py-0.5 font-medium text-white text-xs leading-none"
      style={{ background: colour }}
    >
      {words}
    </span>
  );
}
