import { queueDueRuns, workflowsWithWaiting } from '../turns/delayed-runs';
import { settleTurns } from '../turns/settle-turns';

/** Does what the loop of turns does in a pass, until nothing is left to do. */
export async function passOverTurns(): Promise<void> {
  while ((await queueDueRuns()) === 0);
  for (const id of await workflowsWithWaiting()) while (await settleTurns(id));
}
