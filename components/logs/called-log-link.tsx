'use client';

import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { ExecutionLogLink } from './execution-log-link';

/** Of a block that started an execution: the way to its log. */
export function CalledLogLink({ span }: { span: TraceSpan }) {
  const output = blockDefinitions.get(span.type)?.startsExecution;
  const executionId = output === undefined ? null : Object(span.output)[output];
  if (typeof executionId !== 'string') return null;
  return (
    <p className="text-sm">
      <ExecutionLogLink executionId={executionId}>Open the log of the called workflow</ExecutionLogLink>
    </p>
  );
}
