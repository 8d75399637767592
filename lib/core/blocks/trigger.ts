import { z } from 'zod';

/**
 * What can start a run, as listed in the contract. Filters, logs and webhooks take it from this list. A new
 * name doesn't compile until it has its descriptions: CONTRIBUTING.md, "A trigger".
 */
export const TRIGGERS = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;

/** The triggers with a block of their own; the runs of the two others begin at the Start block. */
export type BlockTrigger = Exclude<Trigger, 'api' | 'manual'>;

/** What everybody may know of a trigger; `lib/services/triggers/trigger-service.ts` has what the server does. */
export interface TriggerDescription<Name extends Trigger = Trigger> {
  startsOn: Name;
  /** Its name in lists and filters. */
  label: string;
  /** Says in a sentence what starts the run. */
  help: string;
  /** Beginnings of the paths of its senders or visitors, who have no account. */
  publicPaths?: readonly string[];
}

export function defineTrigger<const Name extends Trigger>(
  description: TriggerDescription<Name>,
): TriggerDescription<Name> {
  return description;
}
