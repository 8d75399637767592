import { z } from 'zod';
import { Trigger } from '../../core/blocks/trigger';
import { Count, Instant } from '../../platform/http/answer-schemas';
import { filteredRequest } from '../logs/log-filters';
import { LogStatus } from '../logs/schema';

export const GROUPINGS = ['workflow', 'level', 'status', 'trigger', 'error'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** The maximum number of groups returned, those with the most runs. */
export const MAX_GROUPS = 200;
/** The number of newest failed runs that are read for their error codes. */
export const MAX_ERRORS_READ = 5_000;

export const GroupsRequest = filteredRequest({
  by: z
    .enum(GROUPINGS)
    .describe(
      '`error` groups failed runs by the code of the error that ended them, ' +
        `the newest ${MAX_ERRORS_READ.toLocaleString('en')} of them.`,
    ),
});
export type GroupsRequest = z.infer<typeof GroupsRequest>;

export const LogGroup = z
  .object({
    key: z.string().meta({
      description: 'A workflow’s id, a level, a status, a trigger or an error code.',
      examples: ['UPSTREAM_TIMEOUT'],
    }),
    label: z
      .string()
      .nullable()
      .meta({
        description: 'The workflow’s name, or the newest error’s message; else null.',
        examples: ['The server did not answer within 30 s.'],
      }),
    runs: Count,
    errors: Count,
    lastStartedAt: Instant.meta({ description: 'Of the newest run of the group.' }),
  })
  .meta({ id: 'LogGroup' });
export type LogGroup = z.infer<typeof LogGroup>;

export const ChoiceCountsRequest = filteredRequest({});
export type ChoiceCountsRequest = z.infer<typeof ChoiceCountsRequest>;

/** Counts of a choice without runs may be absent. */
export const ChoiceCounts = z
  .object({
    statuses: z.partialRecord(LogStatus, Count),
    triggers: z.partialRecord(Trigger, Count),
    workflows: z.record(z.string(), Count).nullable().meta({
      description: 'By the id of the workflow; null where there are too many workflows to count them.',
    }),
  })
  .meta({ id: 'ChoiceCounts' });
export type ChoiceCounts = z.infer<typeof ChoiceCounts>;
