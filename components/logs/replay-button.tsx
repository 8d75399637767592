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
import { isJsonObject } from '@/lib/platform/text/exact-number';
import type { LogDetail } from '@/lib/services/logs/schema';
import { replayLogEndpoint } from '@/lib/services/replay/endpoints';
import type { AgainVersion, Replay, RunDifference } from '@/lib/services/replay/schema';
import { ValueChanges } from '../page/value-changes';
import { differenceWords } from './difference-words';
import { replayVerdict } from './replay-verdict';
import { useVersionChoices } from './version-choices';

/** Replays a past run with its recorded responses. */
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
          {replay.data ? <ReplayResult log={log} replay={replay.data.data} /> : null}
        </div>
      </div>
    </Dialog>
  );
}

function ReplayResult({ log, replay }: { log: LogDetail; replay: Replay }) {
  const { differences: all, differenceCount, doubts } = replay;
  const { tone, words, showsOutputs } = replayVerdict(log.status, replay);
  // The results of the whole run are shown above the differences.
  const differences = showsOutputs ? all.filter(({ kind }) => kind !== 'result') : all;
  return (
    <>
      <Notice tone={tone} title={words}>
        {differenceCount === 0 ? null : `${countOf(differenceCount, 'difference')}.`}
      </Notice>
      {showsOutputs ? <Outputs log={log} replay={replay} /> : null}
      {differences.length === 0 ? null : (
        <ul aria-label="Differences" className="flex flex-col gap-4">
          {differences.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay
            <DifferenceItem key={index} difference={one} />
          ))}
        </ul>
      )}
      {differenceCount > all.length ? (
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

/** The recorded and the replayed output, or error, of the run. */
function Outputs({ log, replay }: { log: LogDetail; replay: Replay }) {
  const { error, finalOutput } = log.executionData;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Ended title="Recorded" error={error} output={finalOutput} />
      <Ended title="Replayed" error={replay.error} output={asLogged(replay.output)} />
    </div>
  );
}

/** Wraps an output the way a log stores it: always as an object. */
const asLogged = (output: unknown): unknown => (isJsonObject(output) ? output : { value: output });

interface EndedProps {
  title: string;
  error: Replay['error'];
  output: unknown;
}

function Ended({ title, error, output }: EndedProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-1 font-medium text-sm">{title}</h3>
      {error === null ? (
        <JsonView value={output ?? null} label={`Output, ${title.toLowerCase()}`} maxHeight="14rem" />
      ) : (
        <p className="wrap-anywhere text-danger text-sm">
          {typeof error.blockName === 'string' ? `${error.blockName}: ` : ''}
          {error.message}
        </p>
      )}
    </section>
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
