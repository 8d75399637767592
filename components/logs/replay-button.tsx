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
import { replayLogEndpoint } from '@/lib/services/replay/endpoints';
import type { AgainVersion, Replay, RunDifference } from '@/lib/services/replay/schema';
import { ValueChanges } from '../page/value-changes';
import { differenceWords } from './difference-words';
import { useVersionChoices } from './version-choices';

/** Runs a past run again on what it recorded. */
export function ReplayButton({ log }: { log: LogDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)} title="Uses recorded responses. Nothing is sent.">
        Replay…
      </Button>
      {isOpen ? <ReplayDialog log={log} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function ReplayDialog({ log, onClose }: { log: LogDetail; onClose: () => void }) {
  const [version, setVersion] = useState<AgainVersion>('draft');
  const { options } = useVersionChoices(log.workflowId);
  const replay = useMutation({
    mutationFn: () => client.call(replayLogEndpoint, { params: { id: log.id }, body: { version } }),
    meta: { quiet: true },
  });
  const choose = (chosen: AgainVersion) => {
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
        'Requests get their recorded responses, all other blocks run again. ' +
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
        <Segmented aria-label="Version" value={version} onValueChange={choose} options={options} />
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
  unknown: 'Unknown: the workflow reached a block without a recorded response.',
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
        <Notice tone="info" title="The result may differ although nothing was changed">
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
  const { before, after } = difference;
  return (
    <li className="flex flex-col gap-1.5">
      <p className="font-medium text-sm">{differenceWords(difference)}</p>
      <ValueChanges
        before={before ?? null}
        after={after ?? null}
        same="They differ where they were shortened."
      />
    </li>
  );
}
