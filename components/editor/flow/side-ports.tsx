'use client';

import { Handle, Position } from '@xyflow/react';
import { Plus } from 'lucide-react';
import type { OutputPort } from '@/lib/core/blocks/block';
import { cn } from '../../ui/class-names';
import { isErrorPort } from '../document/definition-of';
import { useEditor, useEditorStore } from '../store/editor-context';
import { edgeFrom } from '../store/lookups';

/** Most failures need no block, and a line that leads down from the block would cross a `+` that always shows. */
const SHOWN_WITH_ITS_BLOCK =
  'opacity-0 transition-opacity focus-within:opacity-100 group-hover/node:opacity-100 in-[.selected]:opacity-100 pointer-coarse:opacity-100';

/** Branches and the error port: one labelled line each at the foot of the block. */
export function SidePorts({ blockId, ports }: { blockId: string; ports: readonly OutputPort[] }) {
  if (ports.length === 0) return null;
  return (
    <ul className="border-line border-t py-1">
      {ports.map((port) => (
        <SidePort key={port.id} blockId={blockId} port={port} />
      ))}
    </ul>
  );
}

function SidePort({ blockId, port }: { blockId: string; port: OutputPort }) {
  const store = useEditorStore();
  const isConnected = useEditor((state) => edgeFrom(state.edges, blockId, port.id) !== undefined);
  const readOnly = useEditor((state) => state.readOnly);
  const name = useEditor((state) => state.document.blocks[blockId]?.name);
  const isError = isErrorPort(port);
  return (
    <li
      title={
        isError ? 'Followed when this block fails: connect the block that handles the error.' : undefined
      }
      className="relative flex h-6 items-center justify-end gap-1 px-3 text-2xs"
    >
      <span className={cn('text-faint', isError && isConnected && 'text-danger')}>{port.label}</span>
      <Handle
        type="source"
        position={Position.Right}
        id={port.id}
        role="img"
        aria-label={port.label}
        className={cn('flow-handle', isError && 'flow-handle-error')}
      />
      {isConnected || readOnly ? null : (
        <div
          className={cn(
            '-right-11 -translate-y-1/2 absolute top-1/2 flex items-center',
            isError && SHOWN_WITH_ITS_BLOCK,
          )}
        >
          <span className={cn('h-px w-3', isError ? 'bg-line' : 'bg-line-strong')} aria-hidden />
          <button
            type="button"
            aria-label={`Add a block: ${port.label}, after ${name}`}
            title={`Add a block: ${port.label}`}
            onClick={(event) => {
              event.stopPropagation();
              store.setState({ palette: { kind: 'output', blockId, handle: port.id } });
            }}
            className={cn(
              'nodrag nopan flex size-6 items-center justify-center rounded-md text-muted [&_svg]:size-3',
              'border border-line-strong bg-surface hover:border-accent-solid hover:text-accent',
              isError && 'border-dashed',
            )}
          >
            <Plus aria-hidden />
          </button>
        </div>
      )}
    </li>
  );
}
