'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format-quantity';
import { JsonView } from '@/components/ui/json-view';
import { isShortened } from '@/lib/core/blocks/shortened-value';
import type { LogDetail } from '@/lib/services/logs/schema';
import { wholeOutputQuery } from './log-queries';

const LABEL = 'final output';

/** What the run returned; of a large one first its beginning. */
export function OutputTab({ log }: { log: LogDetail }) {
  const { finalOutput } = log.executionData;
  const [isWanted, setWanted] = useState(false);
  const whole = useQuery({ ...wholeOutputQuery(log.id), enabled: isWanted });
  if (!isShortened(finalOutput)) return <JsonView label={LABEL} value={finalOutput} maxHeight="60vh" />;
  if (whole.data !== undefined) return <JsonView label={LABEL} value={whole.data} maxHeight="60vh" />;
  const { bytes, head = '' } = finalOutput;
  return (
    <section aria-label="Beginning of the final output" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3 text-muted text-sm">
        The output has {formatBytes(bytes ?? 0)}. This is its beginning.
        <Button size="sm" busy={whole.isFetching} onClick={() => setWanted(true)}>
          Load all
        </Button>
      </div>
      {whole.isError ? <LoadFailure error={whole.error} onRetry={() => whole.refetch()} /> : null}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        className={
          'max-h-[60vh] overflow-auto whitespace-pre-wrap break-all rounded-lg border border-line ' +
          'bg-sunken p-3 text-xs'
        }
      >
        {head.slice(0, 16_384)}
      </pre>
    </section>
  );
}
