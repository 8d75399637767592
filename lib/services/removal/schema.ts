import { z } from 'zod';

/** How much ends with a workflow or workspace that is deleted. */
export const WhatEnds = z
  .object({
    /** Webhook subscriptions. */
    subscriptions: z.number().int(),
    /** Webhook deliveries still to be made: they are dropped. */
    deliveries: z.number().int(),
    /**
     * Accepted and not finished. With a workflow they go on; with a workspace they are dropped or cancelled.
     */
    executions: z.number().int(),
  })
  .meta({ id: 'WhatEnds' });
export type WhatEnds = z.infer<typeof WhatEnds>;
