/**
 * Adding a trigger takes its name here, a migration that adds it to the `CHECK` of the tables' `trigger`
 * columns, and its words in `components/workflows/trigger-words.ts`. The code that starts the run passes
 * it to `startRun` or `queueRun`. Filters, logs and webhooks take it from this list.
 */

import { z } from 'zod';

/** The triggers that can start a workflow, as listed in the contract. */
export const TRIGGERS = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
export const Trigger = z.enum(TRIGGERS);
export type Trigger = z.infer<typeof Trigger>;
