import { z } from 'zod';
import { SpanError, TraceSpan } from '../engine/trace-span';

export const RunError = SpanError.nullable();

/** Answer of a run that was waited for. */
export const RunAnswer = z
  .object({
    executionId: z.string(),
    logId: z.string(),
    status: z.enum(['success', 'error']),
    output: z.unknown(),
    error: RunError,
  })
  .meta({ id: 'RunAnswer' });
export type RunAnswer = z.infer<typeof RunAnswer>;

export const RunAccepted = z
  .object({ executionId: z.string(), statusUrl: z.string() })
  .meta({ id: 'RunAccepted' });
export type RunAccepted = z.infer<typeof RunAccepted>;

export const EXECUTION_STATES = ['queued', 'running', 'success', 'error'] as const;

/** Where an execution stands. `logId` names its log once it has finished. */
export const ExecutionState = z
  .object({
    executionId: z.string(),
    workflowId: z.string(),
    status: z.enum(EXECUTION_STATES),
    startedAt: z.string().nullable(),
    endedAt: z.string().nullable(),
    logId: z.string().nullable(),
    output: z.unknown(),
    error: RunError,
  })
  .meta({ id: 'ExecutionState' });
export type ExecutionState = z.infer<typeof ExecutionState>;

/** Lines of a watched run (`Accept: text/event-stream`), one JSON object an event. */
export const RunStreamEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-started'), executionId: z.string(), logId: z.string() }),
  z.object({ type: z.literal('block-started'), blockId: z.string(), startedAt: z.string() }),
  z.object({ type: z.literal('block-finished'), blockId: z.string(), span: TraceSpan }),
  z.object({ type: z.literal('run-finished'), answer: RunAnswer }),
]);
export type RunStreamEvent = z.infer<typeof RunStreamEvent>;
