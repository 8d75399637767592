import { z } from 'zod';

/** The maximum number of notices of one workflow's failures in a minute. */
export const MAX_NOTICES_A_MINUTE = 10;

const EXAMPLE = { examples: ['0199f2b7-11c4-7d3e-b0a9-6d2c7e5f8a31'] };

export const FailureNotice = z
  .object({
    workflowId: z
      .string()
      .nullable()
      .describe(
        'The workflow that was chosen to run when a run of this one fails; null: that of the workspace, if ' +
          'it has one.',
      ),
    off: z.boolean().describe('True: no workflow runs, whatever the workspace has chosen.'),
    ofWorkspace: z
      .string()
      .nullable()
      .meta({ ...EXAMPLE, description: 'The workflow that the workspace has chosen for all; null: none.' }),
    suppressed: z
      .number()
      .int()
      .describe(
        `Failures without a notice since the last one that was sent: ${MAX_NOTICES_A_MINUTE} a minute are.`,
      ),
  })
  .meta({ id: 'FailureNotice' });
export type FailureNotice = z.infer<typeof FailureNotice>;

export const NewFailureNotice = z
  .strictObject({
    workflowId: z.string().nullable().describe('Null: that of the workspace, if any.'),
    off: z.boolean().default(false).describe('True: no workflow runs. `workflowId` is null then.'),
  })
  .superRefine(({ workflowId, off }, context) => {
    if (workflowId === null || !off) return;
    const message = 'Choose a workflow or switch notices off, not both.';
    context.addIssue({ code: 'custom', path: ['off'], message });
  });

export const WorkspaceFailureNotice = z
  .object({
    workflowId: z
      .string()
      .nullable()
      .describe('The workflow that runs when a run of a workflow fails that has chosen none; null: none.'),
  })
  .meta({ id: 'WorkspaceFailureNotice' });
export type WorkspaceFailureNotice = z.infer<typeof WorkspaceFailureNotice>;
