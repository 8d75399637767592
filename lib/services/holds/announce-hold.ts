import { notify } from '../../platform/postgres/notify';
import type { HeldScope } from './held-scope';

/**
 * Notifies the processes after a change of a hold: they read again which callers wait, and the loop of holds
 * looks at it. What stands in the queue needs no notification, because the claim asks the database.
 */
export async function announceHold({ workflowId }: HeldScope): Promise<void> {
  await notify('workflow', workflowId ?? '');
  await notify('holds', '');
}
