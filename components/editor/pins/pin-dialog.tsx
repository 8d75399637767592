'use client';

import { useState } from 'react';
import { blankValue } from '@/lib/core/blocks/value-shape';
import type { Block } from '@/lib/core/workflow/schema';
import { writeJson } from '@/lib/platform/text/json-text';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { outputsOf } from '../document/definition-of';
import { ReferenceInput } from '../references/reference-input';
import { useLastOutputs } from '../references/use-last-outputs';
import { useEditor, useEditorStore } from '../store/editor-context';
import { readSample } from '../store/read-sample';
import { pinOutput, unpinOutput } from './pin-acts';

const ROWS = 12;

/** What a block's output is pinned to, as JSON to be edited. */
export function PinDialog() {
  const block = useEditor(({ editingPin, document }) =>
    editingPin === null ? undefined : document.blocks[editingPin],
  );
  return block === undefined ? null : <OpenDialog key={block.id} block={block} />;
}

function OpenDialog({ block }: { block: Block }) {
  const store = useEditorStore();
  const readOnly = useEditor((state) => state.readOnly);
  const pin = useEditor((state) => state.pins[block.id]);
  const last = useLastOutputs().get(block.id);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? writeJson(pin?.output ?? last?.output ?? blankOutput(block), null, 2);
  const output = readSample(text);
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
      onOpenChange={(open) => (open ? undefined : close())}
      title={`Pinned output of “${block.name}”`}
      description="Runs in the editor take this instead of executing the block. Live runs never do."
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
            <Button variant="primary" disabled={output === null} onClick={() => void save()}>
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
        invalid={output === null}
        onChange={setTyped}
      />
      {output === null ? <p className="mt-1.5 text-danger text-xs">It must be a JSON object.</p> : null}
    </Dialog>
  );
}

/** Its structure with blank values, where nothing is known yet. */
const blankOutput = (block: Block): Record<string, unknown> =>
  Object.fromEntries(
    outputsOf(block).map(({ name, type }) => [name, blankValue(block.outputs?.[name] ?? { type })]),
  );
