import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { SpanError, TraceSpan } from '../../core/engine/trace-span';
import { Limits } from '../limits/schema';
import { Cost, LogFile, LogLevel } from '../logs/schema';

export const EVENT_TYPE = 'workflow.execution.completed';

/** The contract's payload, field for field. */
export const WebhookEvent = z
  .object({
    id: z.string(),
    type: z.literal(EVENT_TYPE),
    /** Milliseconds since 1970. */
    timestamp: z.number().int(),
    data: z.object({
      workflowId: z.string(),
      executionId: z.string(),
      status: z.enum(['success', 'error']),
      level: LogLevel,
      trigger: Trigger,
      startedAt: z.string(),
      endedAt: z.string(),
      totalDurationMs: z.number().int(),
      cost: Cost,
      files: z.array(LogFile).nullable(),
      /** There only when `status` is `error`. */
      error: SpanError.optional(),
      finalOutput: z.record(z.string(), z.unknown()).optional(),
      traceSpans: z.array(TraceSpan).optional(),
      tags: z.array(z.string().meta({ examples: ['order-1042'] })).optional(),
      rateLimits: Limits.shape.workflowExecutionRateLimit.optional(),
      usage: Limits.shape.usage.optional(),
    }),
    links: z.object({ log: z.string(), execution: z.string() }),
  })
  .meta({ id: 'WebhookEvent' });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
