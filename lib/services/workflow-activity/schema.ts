import { z } from 'zod';
import { LogStatus } from '../logs/schema';

/** The results of a workflow's recent runs, and its next run. */
export const WorkflowActivity = z
  .object({
    workflowId: z.string(),
    lastRun: z
      .object({ logId: z.string(), status: LogStatus, startedAt: z.string() })
      .nullable()
      .meta({ description: 'Of the finished runs the one that started last; null: there is none.' }),
    failures: z
      .number()
      .int()
      .meta({
        description: 'How many of the latest ten runs failed without a success since.',
        examples: [2],
      }),
    waiting: z
      .number()
      .int()
      .meta({ description: 'Runs that wait for a time or an answer.', examples: [1] }),
    nextRunAt: z
      .string()
      .nullable()
      .meta({ description: 'The next time of its schedules that are not paused.' }),
  })
  .meta({ id: 'WorkflowActivity' });
export type WorkflowActivity = z.infer<typeof WorkflowActivity>;
