import { z } from 'zod';
import { ScheduleSettings } from '../../core/schedule/schedule';

export const FIRING_OUTCOMES = ['started', 'skipped', 'missed', 'dropped', 'refused'] as const;

const DUE = '2026-01-31T12:00:00.000Z';
const NEXT = '2026-01-31T13:00:00.000Z';

/** The outcome of one scheduled time. */
export const FiringOutcome = z
  .object({
    at: z.string().meta({ description: 'When it was decided.' }),
    scheduledAt: z.string().meta({ examples: [DUE] }),
    outcome: z.enum(FIRING_OUTCOMES).meta({
      description:
        '`skipped`: an earlier run was unfinished. `missed`: Millrace was down. ' +
        '`dropped`: too many waited. ' +
        '`refused`: the plan’s usage is exceeded.',
    }),
    count: z.number().int().meta({ description: 'Of how many times it tells; the last is `scheduledAt`.' }),
    executionId: z.string().nullable(),
    logId: z.string().nullable().meta({ description: 'The run’s log, once it has finished.' }),
  })
  .meta({ id: 'FiringOutcome' });
export type FiringOutcome = z.infer<typeof FiringOutcome>;

/** A Schedule block of the live version. */
export const WorkflowSchedule = z
  .object({
    blockId: z.string(),
    version: z.number().int(),
    settings: ScheduleSettings,
    paused: z.boolean(),
    nextAt: z.array(z.string()).meta({
      description: 'The next ten times; empty while it is paused.',
      examples: [[NEXT]],
    }),
    waiting: z.number().int().meta({ description: 'Times that wait for an earlier run to end.' }),
    outcomes: z.array(FiringOutcome).meta({ description: 'The latest twenty, newest first.' }),
  })
  .meta({ id: 'WorkflowSchedule' });
export type WorkflowSchedule = z.infer<typeof WorkflowSchedule>;
