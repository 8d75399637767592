'use client';

import { useMemo, useState } from 'react';
import { checkWorkflow } from '@/lib/core/workflow/check-workflow';
import type { Workflow, WorkflowDocument } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { CodeBlock } from '../../ui/code-block';
import { Dialog } from '../../ui/dialog';
import { countOf } from '../../ui/format-quantity';
import { RelativeTime } from '../../ui/relative-time';
import { useEditor } from '../store/editor-context';
import { changesBetween, type DocumentChanges, mergeDocuments } from './merge-documents';
import type { SaveController } from './save-controller';

/**
 * Two versions of one workflow: keep both where they don't touch, or choose; undo brings the other one back.
 */
export function ConflictDialog({ controller }: { controller: SaveController }) {
  const isConflict = useEditor((state) => state.save.kind === 'conflict');
  const { theirs } = controller;
  return isConflict && theirs !== null ? <ConflictChoice controller={controller} theirs={theirs} /> : null;
}

function ConflictChoice({ controller, theirs }: { controller: SaveController; theirs: Workflow }) {
  const mine = useEditor((state) => state.document);
  const [compares, setCompares] = useState(false);
  const { base } = controller;
  const merged = useMemo(() => mergeable(base, mine, theirs.document), [base, mine, theirs]);
  return (
    <Dialog
      open
      onOpenChange={() => undefined}
      persistent
      size="lg"
      title="This workflow was changed elsewhere"
      description={
        <>
          Another tab or person saved it <RelativeTime at={theirs.updatedAt} />, while you were editing.
          Nothing is lost: whatever you choose, undo brings the other version back.
        </>
      }
      footer={
        <>
          <Button
            variant="ghost"
            className="mr-auto"
            aria-expanded={compares}
            onClick={() => setCompares(!compares)}
          >
            {compares ? 'Hide the JSON' : 'Compare as JSON'}
          </Button>
          <Button onClick={() => controller.takeTheirs(theirs)}>Take theirs</Button>
          <Button
            variant={merged === null ? 'primary' : 'secondary'}
            onClick={() => controller.keepMine(theirs, mine)}
          >
            Keep mine
          </Button>
          {merged === null ? null : (
            <Button variant="primary" onClick={() => controller.keepMine(theirs, merged)}>
              Keep both
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Side
          title="Yours"
          changes={changesBetween(base ?? theirs.document, mine)}
          document={mine}
          shows={compares}
        />
        <Side
          title="Theirs"
          changes={base === null ? null : changesBetween(base, theirs.document)}
          document={theirs.document}
          shows={compares}
        />
      </div>
      <p className="mt-3 text-muted text-xs">
        {merged === null
          ? 'Both versions change the same thing, so choose one of them.'
          : 'The changes don’t overlap: “Keep both” combines them.'}
      </p>
    </Dialog>
  );
}

function Side(props: {
  title: string;
  changes: DocumentChanges | null;
  document: WorkflowDocument;
  shows: boolean;
}) {
  const { title, changes, document, shows } = props;
  const lines = [
    { words: 'added', names: changes?.added ?? [] },
    { words: 'changed', names: changes?.changed ?? [] },
    { words: 'removed', names: changes?.removed ?? [] },
  ].filter((line) => line.names.length > 0);
  const connections = changes?.connections ?? 0;
  return (
    <section className="min-w-0">
      <h3 className="mb-1.5 font-medium text-sm">{title}</h3>
      <ul className="rounded-lg border border-line bg-canvas px-3 py-2 text-muted text-xs">
        {lines.map(({ words, names }) => (
          <li key={words}>
            {names.join(', ')} <span className="text-faint">{words}</span>
          </li>
        ))}
        {connections > 0 ? <li>{countOf(connections, 'connection')} changed</li> : null}
        {lines.length === 0 && connections === 0 ? (
          <li>{changes === null ? 'The saved version' : 'No change to any block'}</li>
        ) : null}
      </ul>
      {shows ? (
        <div className="mt-2">
          <CodeBlock label={`${title} as JSON`} code={JSON.stringify(document, null, 2)} />
        </div>
      ) : null}
    </section>
  );
}

function mergeable(base: WorkflowDocument | null, mine: WorkflowDocument, theirs: WorkflowDocument) {
  if (base === null) return null;
  const merged = mergeDocuments(base, mine, theirs);
  return merged !== null && !checkWorkflow(merged).some((problem) => problem.refuses) ? merged : null;
}
