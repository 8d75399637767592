'use client';

import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import type { LogDetail } from '@/lib/services/logs/schema';
import { outputSource } from './output-source';
import { ValueOrigin } from './value-origin';

interface OutputOriginProps {
  log: LogDetail;
  /** The path in the run's output, in the tree's notation. */
  path: string;
  onShow: (span: TraceSpan) => void;
  onClose: () => void;
}

/** The origin of a value of the run's output: the input of a Response block, or the last block's output. */
export function OutputOrigin({ log, path, onShow, onClose }: OutputOriginProps) {
  const spans = log.executionData.traceSpans;
  const source = outputSource(spans, path);
  if (source === null) return <Notice>No block of this run gave its output.</Notice>;
  const { span, inputPath } = source;
  if (inputPath !== null)
    return (
      <ValueOrigin
        span={span}
        spans={spans}
        onShow={onShow}
        onClose={onClose}
        executionId={log.executionId}
        picked={{ side: 'input', path: inputPath }}
      />
    );
  return (
    <Notice
      title={`${path} is from the output of ${span.name}, the last block of the run.`}
      action={
        <Button size="sm" onClick={() => onShow(span)}>
          Show {span.name}
        </Button>
      }
    />
  );
}
