'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { formatBytes } from '@/components/ui/format-quantity';
import { JsonViewer } from '@/components/ui/json-viewer';
import { RemoteJsonView } from '@/components/ui/remote-json-view';
import { isShortened } from '@/lib/core/blocks/shortened-value';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import { OUTPUT_PATH, wholeLogPath, wholeOutputQuery } from './log-queries';
import { OutputOrigin } from './output-origin';
import { MAX_SHOWN_BYTES, WholeValue } from './whole-value';

const LABEL = 'final output';

/** The output of the run; of a large one, first its beginning. */
export function OutputTab({ log, onShow }: { log: LogDetail; onShow: (span: TraceSpan) => void }) {
  const { finalOutput } = log.executionData;
  const [isWanted, setWanted] = useState(false);
  const [picked, setPicked] = useState<string | null>(null);
  const size = isShortened(finalOutput) ? (finalOutput.bytes ?? 0) : 0;
  const fileName = `log-${log.id}.json`;
  const isHuge = size > MAX_SHOWN_BYTES;
  const whole = useQuery({ ...wholeOutputQuery(log.id), enabled: isWanted && !isHuge });
  const shown = isShortened(finalOutput) ? whole.data : finalOutput;
  const options = { label: LABEL, maxHeight: '60vh', pickLabel: 'Where it comes from', onPick: setPicked };
  if (shown !== undefined || (isHuge && isWanted))
    return (
      <div className="flex flex-col gap-2">
        {isHuge ? (
          <RemoteJsonView
            from={{ url: wholeLogPath(log.id), path: OUTPUT_PATH }}
            bytes={size}
            fileName={fileName}
            {...options}
          />
        ) : (
          <JsonViewer value={shown} {...options} />
        )}
        {picked === null ? null : (
          <OutputOrigin log={log} onShow={onShow} path={picked} onClose={() => setPicked(null)} />
        )}
      </div>
    );
  if (!isShortened(finalOutput)) return null;
  const { bytes, head = '' } = finalOutput;
  return (
    <section aria-label="Beginning of the final output" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3 text-muted text-sm">
        The output has {formatBytes(bytes ?? 0)}. This is its beginning.
        <WholeValue
          bytes={bytes ?? 0}
          href={wholeLogPath(log.id)}
          fileName={fileName}
          isLoading={whole.isFetching}
          onLoad={() => setWanted(true)}
        />
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
