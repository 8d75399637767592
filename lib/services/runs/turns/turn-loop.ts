import { ClaimLoop } from '../../../platform/postgres/claim-loop';
import { onNotification } from '../../../platform/postgres/notify';
import { forgetLoop, notePass } from '../../health/loop-passes';
import { queueDueRuns, workflowsWithWaiting } from './delayed-runs';
import { settleTurns } from './settle-turns';

const ONE_AT_A_TIME = 1;
/** For what a process left that died between a change and its notification. */
const LOOK_AFTER_EVERY_MS = 1_000;

interface TurnLoop {
  /** Gives no more turns and waits for the step in progress. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Gives runs their turns where workflows limit how many go on at once, and queues delayed ones at their time,
 * until stopped. Each step is one transaction, so a process that dies leaves nothing to take over.
 */
export function startTurnLoop(): TurnLoop {
  notePass('turns');
  const workflows = new Set<string>();
  // Before the loop listens: what wakes it must be known by then.
  const unsubscribe = onNotification('turns', (id) => workflows.add(id));
  let nextMs = Number.POSITIVE_INFINITY;
  const loop = new ClaimLoop<never>({
    maxInFlight: ONE_AT_A_TIME,
    wakeOn: ['turns'],
    claim: async () => {
      const ids = [...workflows];
      workflows.clear();
      // An empty id: notifications may have been missed.
      const asked = ids.includes('') ? await workflowsWithWaiting() : ids;
      for (const id of asked) if (await settleTurns(id)) workflows.add(id);
      nextMs = await queueDueRuns();
      return { items: [], more: workflows.size > 0 || nextMs === 0 };
    },
    claimFailed: 'give runs their turns',
    work: async () => undefined,
    workFailed: () => 'give runs their turns',
    frees: () => false,
    recover: async () => {
      for (const id of await workflowsWithWaiting()) workflows.add(id);
      return workflows.size;
    },
    recoverFailed: 'look for runs that wait for their turn',
    recoverEveryMs: LOOK_AFTER_EVERY_MS,
    nextDueMs: async () => nextMs,
    onPass: () => notePass('turns'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('turns');
      unsubscribe();
      return loop.stop(timeoutMs);
    },
  };
}
