import { z } from 'zod';

/** The maximum number of notices of one workflow's failures in a minute. */
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
