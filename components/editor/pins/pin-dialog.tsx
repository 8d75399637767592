'use client';

import { useMemo, useState } from 'react';
import { blankValue } from '@/lib/core/blocks/value-shape';
import type { Block } from '@/lib/core/workflow/schema';
import { writeJson } from '@/lib/platform/text/json-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { outputsOf } from '../document/definition-of';
import { ReferenceInput } from '../references/reference-input';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import { pinOutput, unpinOutput } from './pin-acts';
import { readPin } from './read-pin';

const ROWS = 12;

/** Edits a block's pinned output as JSON. */
export function PinDialog() {
  const blockId = useEditor(({ editingPin }) => editingPin);
  const block = useEditor(({ document }) => (blockId === null ? undefined : document.blocks[blockId]));
  const [last, setLast] = useState(block);
  if (block !== undefined && block !== last) setLast(block);
  // Stays open if another user deletes the block, so that no text is lost.
  const shown = block ?? (last?.id === blockId ? last : undefined);
  return shown === undefined ? null : (
    <OpenDialog key={shown.id} block={shown} isDeleted={block === undefined} />
  );
}

function OpenDialog({ block, isDeleted }: { block: Block; isDeleted: boolean }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const pin = useEditor((state) => state.pins[block.id]);
  const last = useLastOutputs().get(block.id);
  const [typed, setTyped] = useState<string | null>(null);
  const text = useMemo(
    () => typed ?? writeJson(pin?.output ?? last?.output ?? blankOutput(block), null, 2),
    [typed, pin, last, block],
  );
  const { output, problem: ownProblem } = useMemo(() => readPin(text), [text]);
  const [seen, setSeen] = useState(pin?.updatedAt);
  // The user's own pin has no name while it is being stored.
  const isOvertaken = typed !== null && pin !== undefined && pin.updatedBy !== null && pin.updatedAt !== seen;
  const problem = isDeleted
    ? 'This block was deleted, so its output can’t be pinned. Copy what you need of it.'
    : ownProblem;
  const close = () => store.setState({ editingPin: null });
  const save = async () => {
    if (output === null) return;
    const source = typed === null && pin !== undefined ? pin.source : 'typed';
    if (await pinOutput(store, { blockId: block.id, output, source })) close();
  };
  return (
    <Dialog
      open
      size="lg"
      keepsTyped={typed === null}
      onOpenChange={(open) => (open ? undefined : close())}
      title={`Pinned output of “${block.name}”`}
      description="Runs in the editor use this instead of executing the block. Live runs never do."
      footer={
        readOnly ? null : (
          <>
            {pin === undefined ? null : (
              <Button
                onClick={() => {
                  void unpinOutput(store, block.id);
                  close();
                }}
              >
                Unpin
              </Button>
            )}
            <Button variant="primary" disabled={problem !== null} onClick={() => void save()}>
              {pin === undefined ? 'Pin' : 'Save'}
            </Button>
          </>
        )
      }
    >
      <ReferenceInput
        aria-label="Output as JSON"
        blockId={block.id}
        plain
        multiline
        mono
        readOnly={readOnly}
        language="json"
        minRows={ROWS}
        value={text}
        invalid={problem !== null}
        onChange={setTyped}
      />
      <p role="status" className="mt-1.5 text-danger text-xs">
        {problem}
      </p>
      {isOvertaken ? (
        <Notice
          tone="warning"
          title={`${pin.updatedBy} changed this pin meanwhile`}
          className="mt-2"
          action={
            <Button
              size="sm"
              onClick={() => {
                setTyped(null);
                setSeen(pin.updatedAt);
              }}
            >
              Show theirs
            </Button>
          }
        >
          Saving replaces it with what is written here.
        </Notice>
      ) : null}
    </Dialog>
  );
}

/** Returns the structure of the output with blank values, if no output is known yet. */
const blankOutput = (block: Block): Record<string, unknown> =>
  Object.fromEntries(
    outputsOf(block).map(({ name, type }) => [name, blankValue(block.outputs?.[name] ?? { type })]),
  );
