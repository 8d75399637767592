import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { Count, Instant } from '../../platform/http/answer-schemas';
import { QUEUE_STATE } from '../../platform/postgres/queue-state';
import { FiltersAlone } from '../logs/log-filters';
import { ReplayVersion } from '../runs/shapes/replay-version';

/** The most runs of a job. */
export const MOST_RUNS = 100_000;
/** The most runs of a forecast; of more that match, the newest are replayed. */
export const MOST_REPLAYED = 10_000;
const MOST_IDS = 1_000;
export const MAX_PER_SECOND = 100;
export const DEFAULT_PER_SECOND = 10;
/** Groups in the report of a job. */
export const MOST_GROUPS = 50;

const LogId = z.string().meta({ examples: ['019a8f3c-72d9-7b55-a1f0-3e9d4c6b8a22'] });
const ExecutionId = z.string().meta({ examples: ['019a8f3c-6f0e-7c61-9b1d-5c8e2f7a4d10'] });
const BlockName = z
  .string()
  .nullable()
  .meta({ examples: ['charge'] });

const BULK_KINDS = ['run-again', 'replay', 'delete', 'cancel'] as const;
export const BulkKind = z.enum(BULK_KINDS).meta({
  description:
    '`run-again`: a new run with the input of each; `replay`: a forecast on what each recorded, for which nothing ' +
    'is sent; `delete`: each run, everywhere; `cancel`: executions that have not ended.',
  examples: ['run-again'],
});
export type BulkKind = z.infer<typeof BulkKind>;

const BULK_STATES = ['running', 'paused', 'stopped', 'finished'] as const;
export type BulkState = (typeof BULK_STATES)[number];

const textOf = (value: string | number | readonly string[]): string =>
  typeof value === 'object' ? value.join(',') : String(value);

/** The filters of the list of logs as JSON: each value as text, or a list as a list. */
const LogFilter = z
  .record(z.string().max(60), z.union([z.string().max(40_000), z.number(), z.array(z.string()).max(1_000)]))
  .transform(
    (filter): z.input<typeof FiltersAlone> =>
      Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, textOf(value)])),
  )
  .pipe(FiltersAlone);

const ids = (item: typeof LogId) =>
  z.array(item).min(1, 'Give at least one id.').max(MOST_IDS, 'At most 1,000 ids.');

/** The runs that a job is about: exactly one of these. */
export const BulkSelection = z
  .strictObject({
    logIds: ids(LogId).optional(),
    filter: LogFilter.optional().meta({
      description: 'The filters of `GET /api/v1/logs`, without `workspaceId`. Empty: all runs.',
      examples: [{ level: 'error', workflowIds: ['0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] }],
    }),
    errorGroupId: z.string().max(200).optional().meta({ description: 'The runs of an error group.' }),
    executionIds: ids(ExecutionId).optional(),
    executions: z
      .strictObject({
        workflowIds: z.array(z.string()).min(1).max(1_000).optional(),
        triggers: z.array(Trigger).min(1).max(20).optional(),
        statuses: z.array(z.enum(QUEUE_STATE.names)).min(1).max(10).optional(),
      })
      .optional()
      .meta({ description: 'Executions that have not ended, for `cancel`. Empty: all of them.' }),
  })
  .refine((select) => Object.values(select).filter((value) => value !== undefined).length === 1, {
    message: 'Give one of logIds, filter, errorGroupId, executionIds and executions.',
  })
  .meta({ examples: [{ filter: { level: 'error' } }] });
/** As it is stored, with the values of filters parsed. */
export type BulkSelection = z.output<typeof BulkSelection>;

export const PerSecond = z
  .number('Give a number.')
  .int('Give a whole number.')
  .min(1, 'At least 1.')
  .max(MAX_PER_SECOND, `At most ${MAX_PER_SECOND}.`)
  .meta({ description: 'Runs a second at most.', examples: [DEFAULT_PER_SECOND] });

export const NewBulkJob = z.strictObject({
  workspaceId: z.string().max(200),
  kind: BulkKind,
  select: BulkSelection,
  version: ReplayVersion.optional().describe(
    'For `run-again` and `replay`: the version that runs. `live` unless given.',
  ),
  perSecond: PerSecond.default(DEFAULT_PER_SECOND),
  discardDeliveries: z
    .boolean()
    .default(false)
    .describe(
      'For `delete`: drops webhook deliveries that are still to be made, which otherwise keep their run.',
    ),
});
export type NewBulkJob = z.output<typeof NewBulkJob>;

export const BulkCount = z
  .object({
    matching: Count.meta({ description: `How many runs match, counted up to ${MOST_RUNS}.` }),
    isMore: z.boolean().meta({
      description: 'True if more match: too many for a job.',
      examples: [false],
    }),
    exact: z.boolean().meta({
      description: 'False if counting took longer than a second: then it is at least this many.',
      examples: [true],
    }),
    most: Count.meta({ description: 'The most runs of a job.', examples: [MOST_RUNS] }),
  })
  .meta({ id: 'BulkCount' });
export type BulkCount = z.infer<typeof BulkCount>;

const job = {
  id: z.string(),
  workspaceId: z.string(),
  kind: BulkKind,
  select: z.record(z.string(), z.unknown()).meta({
    description: 'What was asked for; ids are left out.',
    examples: [{ filter: { level: 'error' } }],
  }),
  version: ReplayVersion.nullable().meta({ description: 'Null where no workflow runs.', examples: ['live'] }),
  perSecond: PerSecond,
  state: z.enum(BULK_STATES).meta({ examples: ['running'] }),
  isSelecting: z.boolean().meta({ description: 'True while its runs are being listed.', examples: [false] }),
  matching: Count.meta({ description: 'Runs that matched when it was started.' }),
  total: Count.meta({ description: `Runs of the job: of a forecast the newest ${MOST_REPLAYED}.` }),
  done: Count.meta({ description: 'Of these, those that have ended.', examples: [5] }),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'Why it waits, or was stopped by itself.', examples: [null] }),
  createdBy: z
    .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
    .nullable()
    .meta({ description: 'Null when the account is gone.' }),
  createdAt: Instant,
  finishedAt: Instant.nullable().meta({ description: 'Null until it is finished or stopped.' }),
};

export const BulkJob = z.object(job).meta({ id: 'BulkJob' });
export type BulkJob = z.infer<typeof BulkJob>;

export const BULK_OUTCOMES = [
  'started',
  'succeeds',
  'fails',
  'unrecorded',
  'repeats',
  'deleted',
  'cancelled',
  'ended',
  'refused',
  'gone',
] as const;
export const BulkOutcome = z.enum(BULK_OUTCOMES).meta({
  description:
    '`started`: a new run; `succeeds`, `fails`, `unrecorded` (it needs a request that was never recorded), `repeats` ' +
    '(it would send a POST or PATCH again that was accepted): of a forecast; `deleted`; `cancelled`; `ended`: before ' +
    'it could be cancelled; `refused`: `message` says why; `gone`: there is no such run any more.',
  examples: ['started'],
});
export type BulkOutcome = z.infer<typeof BulkOutcome>;

const Otherwise = z.enum(['succeeds', 'fails', 'unrecorded']);
/** What a forecast says of a run, or of all runs of a group. */
const told = {
  blockId: z
    .string()
    .nullable()
    .meta({ description: 'The block that decides.', examples: ['b2'] }),
  blockName: BlockName,
  code: z
    .string()
    .nullable()
    .meta({ description: 'Of the error.', examples: ['HTTP_STATUS'] }),
  otherwise: Otherwise.nullable().meta({
    description: 'Of `repeats`: what the run would come to apart from that.',
    examples: [null],
  }),
  mayDiffer: z.boolean().meta({
    description: 'It rests on a recorded failure that may pass, such as that of a server that was away.',
    examples: [true],
  }),
  message: z
    .string()
    .nullable()
    .meta({
      description: 'Why it was refused. Of `repeats`: the requests that would be sent again.',
      examples: [null],
    }),
};

export const BulkGroup = z.object({ outcome: BulkOutcome, ...told, runs: Count }).meta({
  id: 'BulkGroup',
  description: 'Runs of a job that came to the same. `message` is that of one of them.',
});
export type BulkGroup = z.infer<typeof BulkGroup>;

const NewRuns = z.object({
  unfinished: Count,
  success: Count,
  warning: Count,
  error: Count,
  cancelled: Count,
});

export const BulkJobDetail = z
  .object({
    ...job,
    groups: z.array(BulkGroup).meta({ description: `The ${MOST_GROUPS} with the most runs.` }),
    newRuns: NewRuns.nullable().meta({ description: 'Of `run-again`: how the new runs ended.' }),
  })
  .meta({ id: 'BulkJobDetail' });
export type BulkJobDetail = z.infer<typeof BulkJobDetail>;

export const BulkItem = z
  .object({
    place: Count.meta({ description: 'In the job, from 1.', examples: [1] }),
    logId: LogId.nullable().meta({ description: 'The run’s log; null once it is deleted, and of `cancel`.' }),
    executionId: ExecutionId.nullable().meta({ description: 'Of `cancel`: the execution.' }),
    outcome: BulkOutcome.nullable().meta({ description: 'Null: not done yet.', examples: ['started'] }),
    newExecutionId: ExecutionId.nullable().meta({ description: 'Of `run-again`: the new run.' }),
    newLogId: LogId.nullable().meta({ description: 'Its log, once it has ended.' }),
    ...told,
  })
  .meta({ id: 'BulkItem' });
export type BulkItem = z.infer<typeof BulkItem>;
