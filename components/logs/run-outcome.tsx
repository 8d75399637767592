'use client';

import { Button } from '@/components/ui/button';
import { countOf } from '@/components/ui/format-quantity';
import { Notice } from '@/components/ui/notice';
import { type TraceSpan, uncheckedIn } from '@/lib/core/engine/trace-span';
import { slugOf } from '@/lib/core/references/slug';
import type { LogDetail } from '@/lib/services/logs/schema';
import { ErrorExplained } from './error-explained';

const MOST_LISTED = 3;

interface RunOutcomeProps {
  log: LogDetail;
  /** Shows a block of the run. */
  onShow: (blockId: string) => void;
}

/** The failures of a run, shown first: the error that ended it, or failures that no block checked. */
export function RunOutcome({ log, onShow }: RunOutcomeProps) {
  const { error, traceSpans } = log.executionData;
  if (error !== null)
    return <ErrorExplained error={error} isCancelled={log.status === 'cancelled'} onShow={onShow} />;
  return <UncheckedFailures failures={uncheckedIn(traceSpans)} onShow={onShow} />;
}

/** The failed requests of a run that continued; renders nothing if none failed. */
export function UncheckedFailures({
  failures,
  onShow,
}: {
  failures: readonly TraceSpan[];
  onShow: (blockId: string) => void;
}) {
  const [first] = failures;
  if (first === undefined) return null;
  return (
    <Notice
      tone="warning"
      title={`Success with warnings: ${countOf(failures.length, 'request')} failed, and no block checks that`}
      action={
        <Button size="sm" onClick={() => onShow(first.blockId)}>
          Show block
        </Button>
      }
    >
      <ul>
        {failures.slice(0, MOST_LISTED).map((span) => (
          <li key={span.id}>
            {span.name}
            {span.iteration === undefined ? '' : ` #${span.iteration + 1}`}: {span.error?.message}
          </li>
        ))}
        {failures.length > MOST_LISTED ? <li>and {failures.length - MOST_LISTED} more</li> : null}
      </ul>
      <p className="mt-1">{first.type === 'tool' ? OF_A_TOOL : <Handling name={first.name} />}</p>
    </Notice>
  );
}

const OF_A_TOOL =
  'The model got the error and continued. Correct the tool’s request, or say in the agent’s instructions what to do when it fails.';

function Handling({ name }: { name: string }) {
  return (
    <>
      The run continued. To handle it, connect the error port of “{name}”, check{' '}
      <code className="font-mono text-xs">{`<${slugOf(name)}.status>`}</code> in a Condition, or turn on “Fail
      the run on 4xx and 5xx” in its settings.
    </>
  );
}
