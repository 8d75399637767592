import { z } from 'zod';
import { WorkflowDocument } from '../../core/workflow/schema';
import { multilineText } from '../../platform/text/text-schemas';

const NOTE = { examples: ['Sends the invoice number too'] };

export const VersionNote = multilineText(2_000).meta(NOTE);

/** A published version of a workflow. `number` counts from 1; only `live` ever changes. */
export const WorkflowVersion = z
  .object({
    number: z.number().int(),
    note: z.string().meta(NOTE),
    author: z
      .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Who published it; null when the account is gone.' }),
    createdAt: z.string(),
    live: z.boolean().meta({ description: 'Whether it is the one that callers run.' }),
  })
  .meta({ id: 'WorkflowVersion' });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

export const WorkflowVersionDetail = WorkflowVersion.extend({ document: WorkflowDocument }).meta({
  id: 'WorkflowVersionDetail',
});
export type WorkflowVersionDetail = z.infer<typeof WorkflowVersionDetail>;
