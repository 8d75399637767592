import { z } from 'zod';

/** Notices of one workflow's failures that a minute has, at most. */
export const MAX_NOTICES_A_MINUTE = 10;

export const FailureNotice = z
  .object({
    workflowId: z
      .string()
      .nullable()
      .describe('The workflow that runs when a run of this one fails; null: none.'),
    suppressed: z
      .number()
      .int()
      .describe(
        `Failures without a notice since the last one that was sent: ${MAX_NOTICES_A_MINUTE} a minute are.`,
      ),
  })
  .meta({ id: 'FailureNotice' });
export type FailureNotice = z.infer<typeof FailureNotice>;
