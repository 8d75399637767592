import { z } from 'zod';

/** What can start a workflow, as the contract lists it. */
export const TRIGGERS = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;
