'use client';

import { useMemo, useState } from 'react';
import { withoutBlocks } from '@/lib/core/assistant/apply-change';
import type { ProposedChange } from '@/lib/core/assistant/change';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Notice } from '../../ui/notice';
import { KeepProposalButton } from '../proposals/keep-proposal-button';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { ChangeList } from '../versions/change-list';
import { VersionCanvas } from '../versions/version-canvas';
import { Explanation } from './explanation';
import { type Proposed, proposedNow } from './proposal';

interface ProposalViewProps {
  explanation: string;
  change: ProposedChange;
  notes: readonly string[];
  /** The name of the change in the undo list. */
  label: string;
  /** Saves pending edits, before a change is kept to be tested. */
  flush: () => Promise<boolean>;
  /** Called to return to the description. */
  onReword?: () => void;
  onClose: () => void;
}

/** Shows a proposal before it is applied: as text, on the canvas, and setting by setting. */
export function ProposalView(props: ProposalViewProps) {
  const { explanation, change, notes, label, flush, onReword, onClose } = props;
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [openId, setOpenId] = useState<string | null>(null);
  const proposed = useMemo(
    () => proposedNow({ ...store.getState(), document }, change, leftOut),
    [store, document, change, leftOut],
  );
  // Blocks that were left out stay in the list, so that they can still be taken.
  const whole = useMemo(
    () => proposedNow({ ...store.getState(), document }, change, NOTHING),
    [store, document, change],
  );
  const { before, after, diff, refusal } = proposed;
  const marks = useMemo(() => new Map(diff.blocks.map(({ id, kind }) => [id, kind])), [diff]);
  const listed = useMemo(() => ({ ...diff, blocks: whole.diff.blocks.map(shownAs(diff)) }), [diff, whole]);
  const take = () => {
    commitDocument(store, after, { label });
    onClose();
    sayChange(store, 'Proposal applied');
  };
  const choose = (id: string, isTaken: boolean) =>
    setLeftOut((ids) => new Set(isTaken ? [...ids].filter((each) => each !== id) : [...ids, id]));
  const count = diff.blocks.filter(({ kind }) => kind !== 'moved').length;
  return (
    <>
      <div
        className={cn(
          'flex max-h-[38%] shrink-0 flex-col gap-3',
          'overflow-y-auto border-line border-b bg-surface p-4',
        )}
      >
        <Explanation text={explanation} />
        {notes.map((note) => (
          <Notice key={note} tone="info" title={note} />
        ))}
        {refusal === null ? null : <Notice tone="warning" title={refusal} />}
      </div>
      <div className="min-h-0 flex-[3] max-md:hidden">
        <VersionCanvas
          key={marks.size}
          label="Canvas with the proposal"
          document={withRemoved(proposed)}
          marks={marks}
          onBlock={setOpenId}
        />
      </div>
      <ChangeList
        diff={listed}
        documents={[before, whole.after]}
        openId={openId}
        onOpen={setOpenId}
        beside={({ id, name }) => (
          <Checkbox
            aria-label={`Apply ${name}`}
            checked={!leftOut.has(id)}
            onCheckedChange={(isTaken) => choose(id, isTaken)}
          />
        )}
      />
      <footer className="flex flex-wrap items-center justify-end gap-2 border-line border-t bg-surface p-3">
        <p className="min-w-0 flex-1 basis-40 text-muted text-xs">
          Nothing changes until you apply it. You can undo it.
        </p>
        {onReword ? (
          <Button variant="ghost" onClick={onReword}>
            Edit the description
          </Button>
        ) : null}
        <Button onClick={onClose}>Discard</Button>
        {refusal === null ? (
          <KeepProposalButton
            words={explanation}
            change={withoutBlocks(change, leftOut, before)}
            flush={flush}
          />
        ) : null}
        <Button variant="primary" disabled={refusal !== null} onClick={take}>
          {leftOut.size === 0 ? 'Apply all' : `Apply ${countOf(count, 'block')}`}
        </Button>
      </footer>
    </>
  );
}

const NOTHING: ReadonlySet<string> = new Set();

/** Returns a change as it is with the chosen blocks, or as proposed where it was left out. */
const shownAs =
  ({ blocks }: Proposed['diff']) =>
  (change: Proposed['diff']['blocks'][number]) =>
    blocks.find(({ id }) => id === change.id) ?? change;

/** Adds the removed blocks to the result, so that they are drawn with a mark. */
function withRemoved({ before, after, diff }: Proposed): WorkflowDocument {
  const removed = diff.blocks.flatMap(({ id, kind }) =>
    kind === 'removed' ? [[id, before.blocks[id]!] as const] : [],
  );
  return { ...after, blocks: { ...after.blocks, ...Object.fromEntries(removed) } };
}
