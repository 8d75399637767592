'use client';

import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { ExecutionLogLink } from './execution-log-link';

/** Links to the log of the execution that a block started. */
export function CalledLogLink({ span }: { span: TraceSpan }) {
  const output = blockDefinitions.get(span.type)?.outsideWork?.executionId;
  const executionId = output === undefined ? null : Object(span.output)[output];
  if (typeof executionId !== 'string') return null;
  return (
    <p className="text-sm">
      <ExecutionLogLink executionId={executionId}>Open the log of the called workflow</ExecutionLogLink>
    </p>
  );
}
