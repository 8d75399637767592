'use client';

import { ShieldAlert } from 'lucide-react';
import { Button } from '../../ui/button';
import { isErrorPort, portsOf } from '../document/definition-of';
import { useEditor, useEditorStore } from '../store/editor-context';
import { edgeFrom } from '../store/lookups';
import { revealBlock } from '../store/selection-actions';

/**
 * Explains the effect of a failure of the block, with a link to handle it; nothing without an error port.
 */
export function ErrorPortNote({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const portId = useEditor(({ document }) => {
    const block = document.blocks[blockId];
    return block && portsOf(block).find(isErrorPort)?.id;
  });
  const handler = useEditor((state) => {
    const edge = portId === undefined ? undefined : edgeFrom(state.edges, blockId, portId);
    return edge === undefined ? undefined : state.document.blocks[edge.target];
  });
  if (portId === undefined) return null;
  return (
    <section
      aria-label="When it fails"
      className="mx-4 mt-2 mb-4 flex items-center gap-2.5 border-line border-t pt-3 text-muted text-xs"
    >
      <ShieldAlert className="size-4 shrink-0 text-faint" aria-hidden />
      <span className="min-w-0 flex-1">
        {handler === undefined
          ? 'No error handler is connected.'
          : `When this block fails, “${handler.name}” runs.`}
      </span>
      {handler !== undefined ? (
        <Button size="sm" variant="ghost" onClick={() => revealBlock(store, handler.id)}>
          Open
        </Button>
      ) : readOnly ? null : (
        <Button
          size="sm"
          onClick={() => store.setState({ palette: { kind: 'output', blockId, handle: portId } })}
        >
          Handle errors
        </Button>
      )}
    </section>
  );
}
