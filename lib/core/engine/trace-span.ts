import { z } from 'zod';

export const SPAN_STATUSES = ['success', 'warning', 'error', 'skipped', 'cancelled'] as const;

export const Attempt = z.object({
  status: z.number().int().nullable(),
  code: z.string().nullable(),
  startedAt: z.string(),
  durationMs: z.number(),
  waitMs: z.number(),
  page: z.number().int().optional(),
});

export const SpanError = z.looseObject({ code: z.string(), message: z.string() });

/** Spans as the journal has them, each in that of the container it ran in; in the order they ended. */
export function nestSpans(spans: readonly TraceSpan[]): TraceSpan[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  for (const span of spans) {
    const container = span.parentId === null ? undefined : byId.get(span.parentId);
    container?.children.push(span);
  }
  return spans.filter(({ parentId }) => parentId === null || !byId.has(parentId));
}

/** Failures that the run went on after although nothing of the workflow looks at them, in containers too. */
export function uncheckedIn(spans: readonly TraceSpan[]): TraceSpan[] {
  return spans.flatMap((span) => [...(span.unchecked ? [span] : []), ...uncheckedIn(span.children)]);
}

/** Blocks in a container have an iteration; other children are parts of what the block above did. */
export const isPart = ({ parentId, iteration }: Pick<TraceSpan, 'parentId' | 'iteration'>): boolean =>
  parentId !== null && iteration === undefined;

/** What one block did in one run. Times are ISO 8601 in UTC, secrets are masked. */
export interface TraceSpan {
  id: string;
  parentId: string | null;
  blockId: string;
  name: string;
  type: string;
  status: (typeof SPAN_STATUSES)[number];
  startTime: string;
  endTime: string;
  durationMs: number;
  /** The block's config with its references resolved. */
  input: unknown;
  /** What is over 1 MiB is shortened: `ShortenedValue`. */
  output: unknown;
  error: z.infer<typeof SpanError> | null;
  attempts?: z.infer<typeof Attempt>[];
  /** Responses that led elsewhere, on the way to the last one. */
  redirects?: z.infer<typeof Redirect>[];
  /** Of a response: what was to hold, and whether it did. */
  assertions?: z.infer<typeof AssertionOutcome>[];
  /** Things worth knowing about a success, for example JSON that could not be parsed. */
  warnings?: string[];
  /** Also what `prompt` is made of, where known: fresh input, read from a cache, written to one. */
  tokens?: {
    prompt: number;
    completion: number;
    total: number;
    input?: number;
    cacheRead?: number;
    cacheWrite?: number;
    output?: number;
  };
  /** USD, null where no price is known; what of it was for input and for output, where the block knows. */
  cost?: number | null;
  costs?: { input: number; output: number };
  model?: string;
  /** The price table that the cost was calculated from, with its version. */
  prices?: string;
  /** The block was not executed: its output had been pinned. */
  pinned?: boolean;
  /** It failed, the run went on, and no block of the workflow looks at its status or error. */
  unchecked?: boolean;
  iteration?: number;
  /** How many blocks had ended before it, of a run with containers: times can't tell of a millisecond's. */
  order?: number;
  children: TraceSpan[];
}

const Redirect = z.object({
  status: z.number().int(),
  /** What was requested, and where it led. */
  url: z.string(),
  location: z.string().meta({ examples: ['https://example.com/new'] }),
  setCookie: z.array(z.string()).meta({ examples: [['visit=1; Path=/']] }),
});

const AssertionOutcome = z.object({
  text: z.string().meta({ examples: ['status equals 2xx'] }),
  ok: z.boolean(),
  /** What was there instead. */
  found: z
    .string()
    .nullable()
    .meta({ examples: ['it is 500'] }),
});

const TokenCounts = z.object({
  prompt: z.number(),
  completion: z.number(),
  total: z.number(),
  input: z.number().optional(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
  output: z.number().optional(),
});

export const TraceSpan: z.ZodType<TraceSpan> = z
  .object({
    id: z.string(),
    parentId: z.string().nullable(),
    blockId: z.string(),
    name: z.string(),
    type: z.string(),
    status: z.enum(SPAN_STATUSES),
    startTime: z.string(),
    endTime: z.string(),
    durationMs: z.number(),
    input: z.unknown(),
    output: z.unknown().meta({
      description:
        'Members that make it larger than 1 MiB are shortened to `{truncated: true, bytes, contentType, ' +
        'fileId, head, shape}`: `head` is the first 64 KB, and the whole is that file of the log’s ' +
        '`files` (null when it was not kept).',
    }),
    error: SpanError.nullable(),
    attempts: z.array(Attempt).optional(),
    redirects: z.array(Redirect).optional(),
    assertions: z.array(AssertionOutcome).optional(),
    warnings: z.array(z.string()).optional(),
    tokens: TokenCounts.optional(),
    cost: z.number().nullable().optional(),
    costs: z.object({ input: z.number(), output: z.number() }).optional(),
    model: z.string().optional(),
    prices: z.string().optional(),
    pinned: z
      .boolean()
      .optional()
      .meta({ description: 'Of a run in the editor: the block was not executed, its output was pinned.' }),
    unchecked: z.boolean().optional().meta({
      description:
        'Of a failure after which the run went on: no block of the workflow looks at its status or error.',
    }),
    iteration: z.number().int().optional(),
    order: z.number().int().optional(),
    get children() {
      return z.array(TraceSpan);
    },
  })
  .meta({ id: 'TraceSpan' });

/** Milliseconds of the last attempt; the first three are 0 on a connection that was open already. */
export const Timing = z.object({
  dnsMs: z.number(),
  connectMs: z.number(),
  tlsMs: z.number(),
  firstByteMs: z.number(),
  downloadMs: z.number(),
});
