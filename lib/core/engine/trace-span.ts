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

/** Nests the spans of the journal, each in that of its container; in the order they ended. */
export function nestSpans(spans: readonly TraceSpan[]): TraceSpan[] {
  const byId = new Map(spans.map((span) => [span.id, span]));
  for (const span of spans) {
    const container = span.parentId === null ? undefined : byId.get(span.parentId);
    container?.children.push(span);
  }
  return spans.filter(({ parentId }) => parentId === null || !byId.has(parentId));
}

/** Returns the failures after which the run continued although no block checks them, in containers too. */
export function uncheckedIn(spans: readonly TraceSpan[]): TraceSpan[] {
  return spans.flatMap((span) => [...(span.unchecked ? [span] : []), ...uncheckedIn(span.children)]);
}

/** True for a part of its parent's work; blocks in a container have an iteration instead. */
export const isPart = ({ parentId, iteration }: Pick<TraceSpan, 'parentId' | 'iteration'>): boolean =>
  parentId !== null && iteration === undefined;

/** The span of one block in one run. Times are ISO 8601 in UTC, secrets are masked. */
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
  /** Values over 1 MiB are shortened: `ShortenedValue`. */
  output: unknown;
  error: z.infer<typeof SpanError> | null;
  attempts?: z.infer<typeof Attempt>[];
  /** Redirects on the way to the last response. */
  redirects?: z.infer<typeof Redirect>[];
  /** The assertions about a response, with their outcomes. */
  assertions?: z.infer<typeof AssertionOutcome>[];
  /** Things worth knowing about a success, for example JSON that could not be parsed. */
  warnings?: string[];
  /** Also the parts of `prompt`, where known: fresh input, read from a cache, written to one. */
  tokens?: {
    prompt: number;
    completion: number;
    total: number;
    input?: number;
    cacheRead?: number;
    cacheWrite?: number;
    output?: number;
  };
  /** USD, null if no price is known; `costs` splits it into input and output, where the block knows. */
  cost?: number | null;
  costs?: { input: number; output: number };
  model?: string;
  /** The price table that the cost was calculated from, with its version. */
  prices?: string;
  /** True if the block was not executed because its output had been pinned. */
  pinned?: boolean;
  /** True if it failed, the run continued, and no block of the workflow checks its status or error. */
  unchecked?: boolean;
  /** The part of its time in which it waited for its server to be available. */
  waited?: { startTime: string; endTime: string };
  iteration?: number;
  /** The number of blocks that ended before it, in runs with containers: times are too coarse. */
  order?: number;
  children: TraceSpan[];
}

const Redirect = z.object({
  status: z.number().int(),
  /** The requested URL, and the one it led to. */
  url: z.string(),
  location: z.string().meta({ examples: ['https://example.com/new'] }),
  setCookie: z.array(z.string()).meta({ examples: [['visit=1; Path=/']] }),
});

const AssertionOutcome = z.object({
  text: z.string().meta({ examples: ['status equals 2xx'] }),
  ok: z.boolean(),
  /** A description of the actual value. */
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
    waited: z
      .object({ startTime: z.string(), endTime: z.string() })
      .optional()
      .meta({ description: 'The part of its time in which it waited for its server to be available.' }),
    iteration: z.number().int().optional(),
    order: z.number().int().optional(),
    get children() {
      return z.array(TraceSpan);
    },
  })
  .meta({ id: 'TraceSpan' });

/** Milliseconds of the last attempt; the first three are 0 on a connection that was already open. */
export const Timing = z.object({
  dnsMs: z.number(),
  connectMs: z.number(),
  tlsMs: z.number(),
  firstByteMs: z.number(),
  downloadMs: z.number(),
});
