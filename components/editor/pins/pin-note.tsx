'use client';

import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { RelativeTime } from '../../ui/relative-time';
import { useEditor, useEditorStore } from '../store/editor-context';
import { unpinOutput } from './pin-acts';

const WHENCE = {
  typed: 'typed by hand',
  run: 'from a run',
  sent: 'from sending the block alone',
  request: 'from a request',
} as const;

/** Note in a pinned block's panel: the effect of the pin, its author, and a button to remove it. */
export function PinNote({ blockId }: { blockId: string }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const pin = useEditor((state) => state.pins[blockId]);
  if (pin === undefined) return null;
  return (
    <Notice
      title="The output of this block is pinned"
      className="m-4 mb-0"
      action={
        <span className="flex gap-1">
          <Button size="sm" onClick={() => store.setState({ editingPin: blockId })}>
            {readOnly ? 'View' : 'Edit'}
          </Button>
          {readOnly ? null : (
            <Button size="sm" onClick={() => void unpinOutput(store, blockId)}>
              Unpin
            </Button>
          )}
        </span>
      }
    >
      Runs in the editor use the pinned output and don’t execute the block. Live runs always execute it.
      Pinned {pin.updatedBy === null ? '' : `by ${pin.updatedBy} `}
      <RelativeTime at={pin.updatedAt} />, {WHENCE[pin.source]}.
    </Notice>
  );
}
