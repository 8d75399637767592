import { z } from 'zod';
import { TRIGGERS } from '../../core/blocks/trigger';
import { Attempt, SpanError, Timing, TraceSpan } from '../../core/engine/trace-span';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';

export const RunError = SpanError.nullable();

/** Answer of a run that was waited for. */
export const RunResult = z
  .object({
    executionId: z.string(),
    logId: z.string(),
    status: z.enum(['success', 'error']),
    output: z.unknown(),
    error: RunError,
  })
  .meta({ id: 'RunResult' });
export type RunResult = z.infer<typeof RunResult>;

export const RunAccepted = z
  .object({ executionId: z.string(), statusUrl: z.string() })
  .meta({ id: 'RunAccepted' });
export type RunAccepted = z.infer<typeof RunAccepted>;

export const EXECUTION_STATES = [...QUEUE_STATE.names, 'success', 'error'] as const;

/**
 * The waits of a parked execution. `url`: the address at which one is answered, for those who may run the
 * workflow; null when nobody is asked. `dueAt`: when the wait ends by itself. `server`: the server that is
 * waited for because it is unavailable, and since when it is.
 */
const Waits = z.array(
  z.object({
    blockId: z.string(),
    iteration: z.string().optional(),
    dueAt: z.string().nullable(),
    url: z.string().nullable(),
    server: z
      .object({
        origin: z.string().meta({ examples: ['https://api.example.com'] }),
        since: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
      })
      .optional(),
  }),
);

/**
 * The reason for which an execution has not begun: `turn`, as many run at once as its workflow allows, in all
 * or for its key; `time`, with the time at which it starts and, for a debounced one, the number of its starts.
 */
const WaitsFor = z
  .union([
    z.object({
      kind: z.literal('turn'),
      key: z
        .string()
        .nullable()
        .meta({ description: 'Its key; null if it has none.', examples: ['ada'] }),
    }),
    z.object({
      kind: z.literal('time'),
      startsAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
      starts: z
        .number()
        .int()
        .nullable()
        .meta({ examples: [3] }),
    }),
  ])
  .nullable();

/**
 * The state of an execution; `parked` ones wait for a time or an answer, a hold keeps `held` ones from
 * starting, `waiting` ones wait for their turn and `delayed` ones for their time. `logId` names its log once it has finished.
 */
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
    /** True if a cancellation was requested: the end is near, or the run ended by it. */
    cancelRequested: z.boolean(),
    waits: Waits,
    waitsFor: WaitsFor,
  })
  .meta({ id: 'ExecutionState' });
export type ExecutionState = z.infer<typeof ExecutionState>;

/** The ended blocks of an execution that is under way. */
export const ExecutionTrace = z
  .object({
    traceSpans: z.array(TraceSpan),
    isShown: z.boolean().meta({
      description:
        'False where there is too much to be shown before the end, or the execution has a log by now.',
      examples: [true],
    }),
    logId: z.string().nullable().meta({ description: 'Of the log, once the execution has ended.' }),
  })
  .meta({ id: 'ExecutionTrace' });
export type ExecutionTrace = z.infer<typeof ExecutionTrace>;

/** More blocks of an execution are not counted in a list. */
export const MAX_BLOCKS_COUNTED = 1_000;

/** An execution under way, as a list shows it. */
export const UnfinishedExecution = z
  .object({
    executionId: z.string(),
    workflowId: z.string(),
    /** Null once the workflow was deleted. */
    workflowName: z.string().nullable(),
    status: z.enum(QUEUE_STATE.names),
    trigger: z.enum(TRIGGERS),
    mode: z.enum(['sync', 'async']),
    /** The published version that it runs; null: the draft. */
    version: z.number().int().nullable(),
    acceptedAt: z.string(),
    startedAt: z.string().nullable(),
    /** The execution that called it. */
    parentExecutionId: z.string().nullable(),
    cancelRequested: z.boolean(),
    blocksEnded: z
      .number()
      .int()
      .nullable()
      .meta({
        description:
          `How many blocks have ended, each iteration of a container counted, up to ${MAX_BLOCKS_COUNTED}; ` +
          'null of a synchronous run, whose blocks are written down only when it ends.',
        examples: [3],
      }),
    waits: Waits,
    waitsFor: WaitsFor,
    tries: z
      .object({ number: z.number().int(), total: z.number().int() })
      .optional()
      .meta({
        description: 'Of a later try of a run that failed: which one it is, and of how many at most.',
        examples: [{ number: 2, total: 4 }],
      }),
    /** The address of its state. */
    statusUrl: z.string(),
    /** A POST there stops it. */
    cancelUrl: z.string(),
  })
  .meta({ id: 'UnfinishedExecution' });
export type UnfinishedExecution = z.infer<typeof UnfinishedExecution>;

/** Lines of a watched run (`Accept: text/event-stream`), one JSON object an event. */
export const RunStreamEvent = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('run-started'), executionId: z.string(), logId: z.string() }),
    z.object({
      type: z.literal('block-started'),
      blockId: z.string(),
      iteration: z.string().optional(),
      startedAt: z.string(),
    }),
    /**
     * Text of a block that still works, as a model writes it: it stands `from` on in the text of that
     * `step`, in place of what stood there. Secrets are masked.
     */
    z.object({
      type: z.literal('block-text'),
      blockId: z.string(),
      iteration: z.string().optional(),
      step: z.number().int(),
      from: z.number().int(),
      text: z.string(),
    }),
    z.object({
      type: z.literal('block-finished'),
      blockId: z.string(),
      iteration: z.string().optional(),
      span: TraceSpan,
    }),
    z.object({ type: z.literal('run-finished'), answer: RunResult }),
    z.object({ type: z.literal('run-parked'), executionId: z.string(), statusUrl: z.string() }),
  ])
  .meta({ id: 'RunStreamEvent' });
export type RunStreamEvent = z.infer<typeof RunStreamEvent>;

/**
 * A request as it goes over the wire, except for `Host`, `Connection` and `Content-Length`. Secrets are
 * masked.
 */
export const PreparedRequest = z
  .object({
    method: z.string(),
    url: z.string(),
    /**
     * Headers in the order sent. `automatic`: not a row of the author's own (a preset, a default, an
     * idempotency key).
     */
    headers: z.array(z.object({ name: z.string(), value: z.string(), automatic: z.boolean() })),
    /** Text when it is text and of bearable size; sizes in bytes. */
    body: z
      .union([
        z.object({ text: z.string() }),
        z.object({ contentType: z.string().nullable(), size: z.number().int() }),
      ])
      .nullable(),
  })
  .meta({ id: 'PreparedRequest' });
export type PreparedRequest = z.infer<typeof PreparedRequest>;

/** `field`: key of the block's config at fault. */
export const RequestProblem = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
});

/**
 * The request that a block would send. `request` is null when `problems` says why there is none, or when
 * the block sends nothing.
 */
export const BlockPreview = z
  .object({
    request: PreparedRequest.nullable(),
    problems: z.array(RequestProblem),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'BlockPreview' });
export type BlockPreview = z.infer<typeof BlockPreview>;

/** The result of one block run by itself. Secrets are masked; nothing of it is stored. */
export const SentBlock = z
  .object({
    span: TraceSpan,
    output: z.unknown(),
    /** Port a run would go on from; null when it would stop. */
    branch: z.string().nullable(),
    warnings: z.array(z.string()),
    attempts: z.array(Attempt),
    /** The request, for blocks that send one. */
    request: PreparedRequest.nullable(),
    /** Null when no answer came. */
    timing: Timing.nullable(),
    /** Bytes of the bodies: as sent, and as received once decoded. Null when no answer came. */
    sizes: z.object({ requestBytes: z.number().int(), responseBytes: z.number().int() }).nullable(),
    /** The response's body, decoded; null when it is no text, is over 1 MB, or there was no response. */
    rawBody: z.string().nullable(),
  })
  .meta({ id: 'SentBlock' });
export type SentBlock = z.infer<typeof SentBlock>;

/**
 * Each block's output in the newest log that contains it, by block id. Big values are `{truncated: true,
 * bytes}`.
 */
export const LastOutputs = z
  .record(z.string(), z.object({ output: z.unknown(), at: z.string(), logId: z.string() }))
  .meta({ id: 'LastOutputs' });
export type LastOutputs = z.infer<typeof LastOutputs>;

export const IdempotencyKeyHeader = z
  .string()
  .min(1)
  .max(255)
  .describe(
    'Makes it safe to send the request again, for 24 hours: the same key gets the same run, ' +
      'after its end if it is still running, and nothing runs twice. ' +
      'A refused request (4xx) leaves the key free. Use a new one, for example a UUID, for each run.',
  );

/** The largest that the database holds has ten digits; nobody publishes as often. */
export const VersionParam = z
  .string()
  .regex(/^(live|draft|[1-9][0-9]{0,8})$/, 'Give live, draft or the number of a version.')
  .transform((text): 'live' | 'draft' | number => (text === 'live' || text === 'draft' ? text : Number(text)))
  .meta({
    type: 'string',
    description:
      'Which version runs: `live`, `draft`, or a number. By default the live one, ' +
      'and the draft of a workflow that was never published; one that was unpublished is then 409.',
    examples: ['draft'],
  });
