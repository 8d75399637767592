import { z } from 'zod';

/** A deleted workflow that can be restored. */
export const DeletedWorkflow = z
  .object({
    id: z.string(),
    workspaceId: z.string(),
    name: z.string(),
    deletedAt: z.string().meta({ examples: ['2026-01-31T12:00:00.000Z'] }),
    restorableUntil: z.string().meta({ examples: ['2026-03-02T12:00:00.000Z'] }),
    deletedBy: z
      .object({ id: z.string(), name: z.string().meta({ examples: ['Ada'] }) })
      .nullable()
      .meta({ description: 'Null when the account is gone.' }),
    liveVersion: z
      .number()
      .int()
      .nullable()
      .meta({ description: 'The version that was live, and will be again; null: none.', examples: [3] }),
    subscriptions: z
      .number()
      .int()
      .meta({ description: 'Webhook subscriptions that are restored with it.', examples: [1] }),
  })
  .meta({ id: 'DeletedWorkflow' });
export type DeletedWorkflow = z.infer<typeof DeletedWorkflow>;

/** The numbers of things that end with a workflow or workspace that is deleted. */
export const DeletionImpact = z
  .object({
    /** Webhook subscriptions. */
    subscriptions: z.number().int(),
    /** Webhook deliveries still to be made, which are dropped. */
    deliveries: z.number().int(),
    /**
     * Accepted and not finished. With a workflow they continue; with a workspace they are dropped or
     * cancelled.
     */
    executions: z.number().int(),
    /** Of these the held ones, which are cancelled either way. */
    held: z.number().int(),
  })
  .meta({ id: 'DeletionImpact' });
export type DeletionImpact = z.infer<typeof DeletionImpact>;
