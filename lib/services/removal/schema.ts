import { z } from 'zod';

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
