import { z } from 'zod';

/** What can start a workflow, as the contract lists it. */
export const TRIGGERS = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;
/**
 * What can start a run today; the contract's other triggers are accepted in filters and not offered on
 * screen.
 */
export const STARTING_TRIGGERS: readonly Trigger[] = ['api', 'webhook', 'schedule', 'manual'];
