import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { SpanError, TraceSpan } from '../../core/engine/trace-span';
import { Instant } from '../../platform/http/answer-schemas';
import { Limits } from '../limits/schema';

export const LOG_LEVELS = ['info', 'error'] as const;
export const LogLevel = z.enum(LOG_LEVELS);
export type LogLevel = z.infer<typeof LogLevel>;

export const LOG_STATUSES = ['success', 'warning', 'error', 'cancelled'] as const;
export const LogStatus = z.enum(LOG_STATUSES);
export type LogStatus = z.infer<typeof LogStatus>;

const Status = LogStatus.meta({
  description:
    'How it ended, finer than `level`: `warning`, of level `info`, where a request failed and no block ' +
    'looks at that; `cancelled`, of level `error`, where somebody stopped it.',
  examples: ['success'],
});

const LogId = z.string().meta({ examples: ['019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22'] });
const WorkflowId = z.string().meta({ examples: ['0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] });
const Id = z.string().meta({ examples: ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'] });
const DurationMs = z
  .number()
  .int()
  .meta({ examples: [842] });
const Version = z
  .number()
  .int()
  .nullable()
  .meta({ description: 'The published version that ran; null: the draft.', examples: [3] });
const Tags = z
  .array(z.string())
  .meta({ description: 'Set by its caller and its blocks.', examples: [['order-1042']] });
const Usd = z.number().meta({ examples: [0.0123] });

const Tokens = z.object({ prompt: z.number().int(), completion: z.number().int(), total: z.number().int() });

/** In USD. */
export const Cost = z
  .object({
    total: Usd,
    tokens: Tokens,
    models: z.record(
      z.string(),
      z.object({ input: z.number(), output: z.number(), total: z.number(), tokens: Tokens }),
    ),
    unpriced: z
      .array(z.string())
      .optional()
      .describe('Models whose price is not known: what they cost is in none of the sums.')
      .meta({ examples: [['house-model']] }),
  })
  .meta({ id: 'Cost' });
export type Cost = z.infer<typeof Cost>;

/** A binary output of a run. */
export const LogFile = z
  .object({
    id: z.string().meta({ examples: ['8ea0c0c45c8ab3706622cbcac0e61078'] }),
    name: z.string().meta({ examples: ['invoice.pdf'] }),
    contentType: z.string().meta({ examples: ['application/pdf'] }),
    size: z
      .number()
      .int()
      .meta({ description: 'In bytes.', examples: [48213] }),
    url: z.string().meta({
      description: 'Path of the bytes.',
      examples: ['/api/v1/logs/019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22/files/8ea0c0c45c8ab3706622cbcac0e61078'],
    }),
  })
  .meta({ id: 'LogFile' });
export type LogFile = z.infer<typeof LogFile>;

const timings = {
  startedAt: Instant,
  endedAt: Instant,
  totalDurationMs: DurationMs,
  waitedMs: z
    .number()
    .int()
    .meta({
      description:
        'Of `totalDurationMs`: how long the run did nothing but wait, for a time or an answer (Wait block).',
      examples: [0],
    }),
};

const LogWorkflow = z.object({
  id: WorkflowId,
  name: z.string(),
  description: z.string(),
  deleted: z.boolean().optional(),
});

const ErrorCode = z.string().meta({ examples: ['UPSTREAM_TIMEOUT'] });
const ErrorMessage = z.string().meta({ examples: ['The server did not answer within 30 s.'] });

const PayloadDeletedAt = z
  .string()
  .optional()
  .meta({
    description:
      'Since when the log has no inputs, outputs, traces and files any more, because its workspace keeps these for ' +
      'less time; absent while it has them. In lists only with `details=full`, `includeTraceSpans` or ' +
      '`includeFinalOutput`, and for logs with files.',
    examples: ['2026-01-31T12:00:00.000Z'],
  });

const TryNumber = z
  .number()
  .int()
  .meta({ description: 'Which of its run’s tries this is; 1 is the first run.', examples: [1] });
const TryTotal = z
  .number()
  .int()
  .meta({ description: 'As many as the workflow’s rule allows, with the first run.', examples: [4] });

/** An item of the list. The last six properties are present only if requested. */
export const LogSummary = z
  .object({
    id: LogId,
    workflowId: WorkflowId,
    executionId: Id,
    version: Version,
    level: LogLevel,
    status: Status,
    trigger: Trigger,
    tags: Tags,
    ...timings,
    cost: z.union([Cost, z.object({ total: Usd })]),
    files: z.array(LogFile).nullable(),
    payloadDeletedAt: PayloadDeletedAt,
    workflow: LogWorkflow.optional(),
    error: z
      .object({ code: ErrorCode, message: ErrorMessage })
      .nullable()
      .optional()
      .meta({
        description:
          'With `details=full`: what ended a run with level `error`, `CANCELLED` when a person or program ' +
          'did; null for others. The log itself has the rest of it.',
      }),
    tries: z.object({ number: TryNumber, total: TryTotal }).optional().meta({
      description: 'With `details=full`: of a run that failed and was tried again; absent for all others.',
    }),
    traceSpans: z.array(TraceSpan).optional(),
    finalOutput: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'LogSummary' });
export type LogSummary = z.infer<typeof LogSummary>;

/** A line of the export. */
export const ExportedLog = z
  .object({
    ...LogSummary.shape,
    errorCode: ErrorCode.nullable().meta({
      description: 'What ended a run with level `error`; null for others.',
      examples: ['UPSTREAM_TIMEOUT'],
    }),
    errorMessage: ErrorMessage.nullable().meta({ examples: ['The server did not answer within 30 s.'] }),
  })
  .meta({ id: 'ExportedLog' });
export type ExportedLog = z.infer<typeof ExportedLog>;

const RunTry = z.object({
  number: TryNumber,
  logId: LogId,
  executionId: Id,
  status: Status.nullable().meta({ description: 'Null until it has ended.' }),
  dueAt: Instant.nullable().meta({ description: 'When it may begin; null for the first.' }),
  fromBlock: z
    .string()
    .nullable()
    .meta({
      description: 'The block that it went on from; null: it began at the beginning, or has not begun.',
      examples: ['send'],
    }),
});

export const LogDetail = z
  .object({
    id: LogId,
    workflowId: WorkflowId,
    executionId: Id,
    version: Version,
    parentExecutionId: Id.optional().meta({
      description: 'The execution whose Workflow block started this one; absent for all others.',
    }),
    repeats: z
      .object({ logId: LogId, fromBlock: z.string().nullable() })
      .optional()
      .meta({
        description:
          'The run that this one repeats, and the block it went on from; null: it began at the beginning.',
        examples: [{ logId: '019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22', fromBlock: 'send' }],
      }),
    repeatedBy: z
      .array(z.object({ logId: LogId, fromBlock: z.string().nullable() }))
      .optional()
      .meta({
        description: 'The latest runs that repeat this one, at most 20; absent if none does.',
        examples: [[{ logId: '019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22', fromBlock: null }]],
      }),
    tries: z
      .object({
        number: TryNumber,
        total: TryTotal,
        succeeded: z
          .number()
          .int()
          .nullable()
          .meta({ description: 'Which one succeeded; null: none has.', examples: [2] }),
        runs: z.array(RunTry),
      })
      .optional()
      .meta({ description: 'The tries of a run that failed and was tried again; absent for all others.' }),
    level: LogLevel,
    status: Status,
    trigger: Trigger,
    tags: Tags,
    ...timings,
    files: z.array(LogFile).nullable(),
    payloadDeletedAt: PayloadDeletedAt,
    workflow: LogWorkflow,
    executionData: z.object({
      traceSpans: z.array(TraceSpan),
      finalOutput: z.record(z.string(), z.unknown()),
      error: SpanError.nullable().meta({
        description: 'What ended a run with level `error`; `CANCELLED` when a person or program did.',
      }),
    }),
    cost: Cost,
    limits: Limits,
  })
  .meta({ id: 'LogDetail' });
export type LogDetail = z.infer<typeof LogDetail>;

export const ExecutionDetail = z
  .object({
    executionId: Id,
    workflowId: WorkflowId,
    version: Version,
    workflowState: z.object({
      schemaVersion: z
        .number()
        .int()
        .optional()
        .meta({ description: 'Of the document that ran; 1 where it is absent.' }),
      blocks: z.record(z.string(), z.unknown()),
      edges: z.array(z.unknown()),
      loops: z.record(z.string(), z.unknown()),
      parallels: z.record(z.string(), z.unknown()),
    }),
    executionMetadata: z.object({ trigger: Trigger, ...timings, cost: Cost }),
    limits: Limits,
  })
  .meta({ id: 'ExecutionDetail' });
export type ExecutionDetail = z.infer<typeof ExecutionDetail>;
