'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { countOf } from '@/components/ui/format-quantity';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { client } from '@/lib/platform/http/client';
import type { LogDetail } from '@/lib/services/logs/schema';
import { rehearseLogEndpoint } from '@/lib/services/rehearsal/endpoints';
import type { Rehearsal } from '@/lib/services/rehearsal/schema';
import { CellDetails } from './cell-details';
import type { RehearsalCell } from './cells';
import { RehearsalTable } from './rehearsal-table';

type RehearsedLog = Pick<LogDetail, 'id' | 'workflowId'>;
type Version = 'original' | 'draft';

const VERSIONS = [
  { value: 'original', label: 'As it ran', title: 'The workflow as it was at this run.' },
  { value: 'draft', label: 'Draft', title: 'The workflow as it is in the editor.' },
] as const;
const SEED = 1;

/** Replays a past run with faults at each of its requests. */
export function RehearseButton({ log }: { log: RehearsedLog }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        onClick={() => setOpen(true)}
        title="Shows what the run does when its requests fail. Nothing is sent."
      >
        Rehearse…
      </Button>
      {isOpen ? <RehearseDialog log={log} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RehearseDialog({ log, onClose }: { log: RehearsedLog; onClose: () => void }) {
  const [version, setVersion] = useState<Version>('draft');
  const rehearse = useMutation({
    mutationFn: () =>
      client.call(rehearseLogEndpoint, { params: { id: log.id }, body: { version, seed: SEED } }),
    meta: { quiet: true },
  });
  const choose = (chosen: Version) => {
    setVersion(chosen);
    rehearse.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="full"
      title="Rehearse this run"
      description={
        'Replays it with one fault at a time, at each of its requests. ' +
        'Nothing is sent, and nothing is logged.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={rehearse.isPending} onClick={() => rehearse.mutate()}>
            Rehearse
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented aria-label="Version" value={version} onValueChange={choose} options={VERSIONS} />
        <div role="status" className="flex flex-col gap-4">
          {rehearse.isError ? <Notice tone="danger">{errorWords(rehearse.error)}</Notice> : null}
          {rehearse.data ? <Summary rehearsal={rehearse.data.data} /> : null}
        </div>
        {rehearse.data ? <Result log={log} version={version} rehearsal={rehearse.data.data} /> : null}
      </div>
    </Dialog>
  );
}

function Summary({ rehearsal: { findingCount, cases, notes, seed } }: { rehearsal: Rehearsal }) {
  const title =
    findingCount === 0
      ? 'No findings'
      : `${countOf(findingCount, 'finding')} in ${countOf(cases.length, 'case')}`;
  return (
    <Notice tone={findingCount === 0 ? 'success' : 'danger'} title={title}>
      {[...notes, `Seed ${seed}.`].join(' ')}
    </Notice>
  );
}

function Result({ log, version, rehearsal }: { log: RehearsedLog; version: Version; rehearsal: Rehearsal }) {
  const [chosen, choose] = useState<RehearsalCell | null>(null);
  if (rehearsal.cases.length === 0) return null;
  return (
    <>
      <RehearsalTable rehearsal={rehearsal} chosen={chosen} onChoose={choose} />
      {chosen === null ? (
        <p className="text-muted text-sm">Choose a cell to see what happens.</p>
      ) : (
        <CellDetails log={log} version={version} seed={rehearsal.seed} cell={chosen} />
      )}
    </>
  );
}
