import { z } from 'zod';
import { TRIGGERS, Trigger } from '../../core/blocks/trigger';
import { Count, Instant } from '../../platform/http/answer-schemas';
import { countParam, instantParam, listParam, textParam } from '../../platform/http/query-params';
import { filteredRequest, inOrder } from '../logs/log-filters';

export const MAX_BUCKETS = 120;
const DEFAULT_BUCKETS = 60;

/** The filters of the list of logs. */
export const HistogramRequest = filteredRequest({
  buckets: countParam
    .optional()
    .describe(
      `How many buckets at most: ${DEFAULT_BUCKETS} unless given, and above ${MAX_BUCKETS} counts as ` +
        `${MAX_BUCKETS}.`,
    ),
});
export type HistogramRequest = z.infer<typeof HistogramRequest>;

export const bucketsOf = ({ buckets = DEFAULT_BUCKETS }: HistogramRequest): number =>
  Math.min(buckets, MAX_BUCKETS);

/** Runs by outcome: `info`, `error` and `cancelled` together are all. */
const byStatus = {
  info: Count.meta({ description: 'Runs of level `info`.' }),
  warning: Count.meta({ description: 'Of `info`: those with the status `warning`.', examples: [1] }),
  error: Count.meta({ description: 'Runs with the status `error`.', examples: [2] }),
  cancelled: Count.meta({ description: 'Runs that somebody stopped.', examples: [0] }),
};

const HistogramBucket = z.object({
  start: Instant.meta({ description: 'Its end, exclusive, is the next one’s start.' }),
  ...byStatus,
});
export type HistogramBucket = z.infer<typeof HistogramBucket>;

export const Histogram = z
  .object({
    from: Instant.meta({ description: '`startDate`, or the start of the oldest run kept.' }),
    to: Instant.meta({ description: '`endDate`, or now.' }),
    bucketMs: z
      .number()
      .int()
      .meta({
        description:
          'Width of a bucket. Buckets begin at whole multiples of it since 1970 (UTC), those of weeks on a ' +
          'Monday, so the first and the last one may reach beyond the range; runs outside are not counted.',
        examples: [3_600_000],
      }),
    buckets: z.array(HistogramBucket),
    countedFrom: Instant.nullable().meta({
      description:
        'Null when all is counted. Otherwise the time for counting was over: runs that started before this ' +
        'moment are not counted.',
      examples: [null],
    }),
  })
  .meta({ id: 'LogHistogram' });
export type Histogram = z.infer<typeof Histogram>;

export const MAX_RANGE_DAYS = 400;

export const OverviewRequest = z
  .strictObject({
    workspaceId: textParam(),
    from: instantParam.describe('Runs that started at or after this moment; rounded down to the whole hour.'),
    to: instantParam
      .optional()
      .describe('Runs that started before this moment, rounded up to the whole hour. Now unless given.'),
    workflowIds: listParam(textParam()).optional(),
    triggers: listParam(Trigger)
      .optional()
      .describe(
        'Runs that one of these started. Models, hosts and blocks are not kept by trigger: null then.',
      ),
  })
  .check(inOrder('from', 'to'));
export type OverviewRequest = z.infer<typeof OverviewRequest>;

const Share = z.number().meta({ description: 'From 0 to 1; null of no runs.', examples: [0.04] });
const DurationMs = z.number().meta({ examples: [842.5] });
const Percentile = DurationMs.nullable().meta({
  description: 'Of the time in which runs worked, within 5 %; null of no runs.',
  examples: [842.5],
});
const WaitingPercentile = DurationMs.nullable().meta({
  description: 'Within 5 %; null where no run waited.',
  examples: [60_000],
});

const durations = {
  p50Ms: Percentile,
  p95Ms: Percentile,
  waiting: z
    .object({ runs: Count, p50Ms: WaitingPercentile, p95Ms: WaitingPercentile })
    .meta({ description: 'Of the runs that waited, for a time or an answer: how long they only waited.' }),
};
const Usd = z.number().meta({ description: 'In USD.', examples: [0.0123] });

const sums = {
  runs: Count,
  errors: Count.meta({ description: 'Runs that failed; those that somebody stopped are not among them.' }),
  errorRate: Share.nullable(),
  warnings: Count.meta({ description: 'Runs with the status `warning`.', examples: [1] }),
  cancelled: Count.meta({ description: 'Runs that somebody stopped.', examples: [0] }),
  costUsd: Usd,
};

const WorkflowId = z.string().meta({ examples: ['0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] });

const WorkflowSums = z.object({
  workflowId: WorkflowId,
  name: z
    .string()
    .nullable()
    .meta({ description: 'Null when the workflow is gone.', examples: ['Say hello'] }),
  ...sums,
  ...durations,
});

const BlockSums = z.object({
  workflowId: WorkflowId,
  workflowName: z.string().nullable(),
  blockId: z.string().meta({ examples: ['greeting'] }),
  name: z.string().meta({ examples: ['greeting'] }),
  type: z.string().meta({ description: 'Of the block.' }),
  runs: Count.meta({ description: 'How often it ran, each iteration of a container counted.' }),
  errors: Count,
  errorRate: Share,
  averageMs: DurationMs,
});
export type BlockSums = z.infer<typeof BlockSums>;

const NOT_BY_TRIGGER = 'Null when `triggers` narrows the overview.';

export const Overview = z
  .object({
    from: Instant,
    to: Instant.meta({ description: 'Exclusive.' }),
    bucketMs: z
      .number()
      .int()
      .meta({ examples: [3_600_000] }),
    totals: z.object({ ...sums, ...durations }),
    series: z.array(
      z.object({
        start: Instant,
        ...byStatus,
        costUsd: Usd,
        ...durations,
      }),
    ),
    workflows: z.array(WorkflowSums).meta({ description: 'Those with the most runs.' }),
    triggers: z
      .array(z.object({ trigger: Trigger, ...sums, ...durations }))
      .meta({ maxItems: TRIGGERS.length }),
    models: z
      .array(
        z.object({
          model: z.string().meta({ examples: ['gpt-5-mini'] }),
          runs: Count,
          costUsd: Usd,
          promptTokens: Count,
          completionTokens: Count,
        }),
      )
      .nullable()
      .meta({ description: `AI models, those that cost the most first. ${NOT_BY_TRIGGER}` }),
    hosts: z
      .array(
        z.object({
          host: z.string().meta({ examples: ['api.example.com'] }),
          requests: Count.meta({ description: 'Each attempt counted.' }),
          errors: Count.meta({ description: 'Without a response, or with a status of 400 or more.' }),
          errorRate: Share,
          averageMs: DurationMs,
        }),
      )
      .nullable()
      .meta({
        description: `Servers that requests went to, those with the most requests. ${NOT_BY_TRIGGER}`,
      }),
    slowestBlocks: z
      .array(BlockSums)
      .nullable()
      .meta({ description: `By average duration. ${NOT_BY_TRIGGER}` }),
    failingBlocks: z
      .array(BlockSums)
      .nullable()
      .meta({ description: `By failures. ${NOT_BY_TRIGGER}` }),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof Overview>;

const USAGE_KINDS = ['model', 'host'] as const;

const { triggers, ...overviewRange } = OverviewRequest.shape;

export const UsageRequest = z
  .strictObject({
    ...overviewRange,
    kind: z.enum(USAGE_KINDS),
    key: textParam(255).describe('The model or the host (with its port), as `getOverview` names it.'),
  })
  .check(inOrder('from', 'to'));
export type UsageRequest = z.infer<typeof UsageRequest>;

const usageSums = {
  count: Count.meta({
    description: 'Runs that used the model, or requests to the host, each attempt counted.',
  }),
  errors: Count.nullable().meta({
    description: 'Requests without a response, or with a status of 400 or more; null of a model.',
  }),
  errorRate: Share.nullable(),
  averageMs: DurationMs.nullable().meta({ description: 'Of a request; null of a model.' }),
  costUsd: Usd.nullable().meta({ description: 'In USD; null of a host.' }),
  promptTokens: Count.nullable(),
  completionTokens: Count.nullable(),
};
const UsageSums = z.object(usageSums);
export type UsageSums = z.infer<typeof UsageSums>;

export const UsageOverview = z
  .object({
    from: Instant,
    to: Instant.meta({ description: 'Exclusive.' }),
    bucketMs: z
      .number()
      .int()
      .meta({ examples: [3_600_000] }),
    totals: UsageSums,
    series: z.array(z.object({ start: Instant, ...usageSums })),
    workflows: z
      .array(
        z.object({
          workflowId: WorkflowId,
          name: z.string().nullable().meta({ description: 'Null when the workflow is gone.' }),
          ...usageSums,
        }),
      )
      .meta({ description: 'Those that used it most.' }),
  })
  .meta({ id: 'UsageOverview' });
export type UsageOverview = z.infer<typeof UsageOverview>;
