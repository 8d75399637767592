'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorWords } from '@/components/page/error-words';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { countOf } from '@/components/ui/format-quantity';
import { JsonView } from '@/components/ui/json-view';
import { Notice } from '@/components/ui/notice';
import { Segmented } from '@/components/ui/segmented';
import { client } from '@/lib/platform/http/client';
import { replayLogEndpoint } from '@/lib/services/replay/endpoints';
import type { Replay, RunDifference } from '@/lib/services/replay/schema';
import { differenceWords } from './difference-words';

type Choice = 'original' | 'live' | 'draft';

const CHOICES: ReadonlyArray<{ value: Choice; label: string; title: string }> = [
  { value: 'original', label: 'As it ran', title: 'The workflow as it was at this run.' },
  { value: 'live', label: 'Live version', title: 'The published version.' },
  { value: 'draft', label: 'Draft', title: 'The workflow as it is in the editor.' },
];

/** Runs a past run again on what it recorded. */
export function ReplayButton({ logId }: { logId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} title="On its recorded answers; nothing is sent.">
        Replay…
      </Button>
      {isOpen ? <ReplayDialog logId={logId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ReplayDialog({ logId, onClose }: { logId: string; onClose: () => void }) {
  const [version, setVersion] = useState<Choice>('draft');
  const replay = useMutation({
    mutationFn: () => client.call(replayLogEndpoint, { params: { id: logId }, body: { version } }),
    meta: { quiet: true },
  });
  const choose = (chosen: Choice) => {
    setVersion(chosen);
    replay.reset();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Replay this run"
      description={
        'Blocks that reach out get the answers that were recorded, all others run again. ' +
        'Nothing is sent, and nothing is logged.'
      }
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={replay.isPending} onClick={() => replay.mutate()}>
            Replay
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Segmented aria-label="Version" value={version} onValueChange={choose} options={CHOICES} />
        <div role="status" className="flex flex-col gap-4">
          {replay.isError ? <Notice tone="danger">{errorWords(replay.error)}</Notice> : null}
          {replay.data ? <ReplayResult replay={replay.data.data} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

const RESULT_WORDS: Record<Replay['result'], string> = {
  same: 'The result is the same.',
  different: 'The result is different.',
  unknown: 'It goes on where nothing was recorded, so the result is not known.',
};

function ReplayResult({ replay }: { replay: Replay }) {
  const { result, differences, differenceCount, doubts } = replay;
  return (
    <>
      <Notice tone={result === 'same' ? 'success' : 'warning'} title={RESULT_WORDS[result]}>
        {differenceCount === 0 ? null : `${countOf(differenceCount, 'difference')}:`}
      </Notice>
      {differences.length === 0 ? null : (
        <ul aria-label="Differences" className="flex flex-col gap-4">
          {differences.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay
            <DifferenceItem key={index} difference={one} />
          ))}
        </ul>
      )}
      {differenceCount > differences.length ? (
        <p className="text-muted text-sm">These are the first {differences.length}.</p>
      ) : null}
      {doubts.length === 0 ? null : (
        <Notice tone="info" title="The result may be another although nothing was changed">
          <ul className="list-disc pl-4">
            {[...new Set(doubts.map(({ message }) => message))].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

function DifferenceItem({ difference }: { difference: RunDifference }) {
  const words = differenceWords(difference);
  return (
    <li className="flex flex-col gap-1.5">
      <p className="font-medium text-sm">{words}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {(['before', 'after'] as const).map((side) => (
          <figure key={side} className="m-0 min-w-0">
            <figcaption className="pb-1 text-muted text-xs">
              {side === 'before' ? 'Recorded' : 'Replayed'}
            </figcaption>
            <JsonView label={`${words}, ${side}`} value={difference[side] ?? null} maxHeight="12rem" />
          </figure>
        ))}
      </div>
    </li>
  );
}
