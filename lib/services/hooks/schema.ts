import { z } from 'zod';

/** Where the requests go that start runs at a Webhook block. */
export const HookAddress = z
  .object({
    url: z.string(),
    createdAt: z.string(),
    /** Whether requests start runs: the block is in the live version, and enabled. */
    isLive: z.boolean(),
  })
  .meta({ id: 'HookAddress' });
export type HookAddress = z.infer<typeof HookAddress>;
