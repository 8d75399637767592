import { startBulkLoop } from '../services/bulk/work/bulk-loop';
import { startDeliveryLoop } from '../services/outgoing-webhooks/delivery-loop';
import { startHoldLoop } from '../services/runs/holding/hold-loop';
import { startOutageLoop } from '../services/runs/outages/outage-loop';
import { startWorkQueue } from '../services/runs/queue/work-queue';
import { startTurnLoop } from '../services/runs/turns/turn-loop';
import { allTriggerServices } from '../services/triggers/registry/trigger-services';

/** `giveUp` comes first. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export interface Workers {
  /**
   * Takes nothing more and waits for what is under way, until `giveUp` is aborted; what is left is taken over
   * by another process.
   */
  stop(giveUp: AbortSignal): Promise<void>;
}

/**
 * The work that any number of processes share: queued, held and waiting executions, servers that are away, webhook
 * deliveries, and that of triggers.
 */
export function startWorkers(): Workers {
  const ofTriggers = allTriggerServices.flatMap(({ startLoop }) => startLoop?.() ?? []);
  const loops = [
    startWorkQueue(),
    startHoldLoop(),
    startTurnLoop(),
    startOutageLoop(),
    startBulkLoop(),
    startDeliveryLoop(),
    ...ofTriggers,
  ];
  const stop = async (timeoutMs: number) =>
    void (await Promise.all(loops.map((loop) => loop.stop(timeoutMs))));
  return {
    stop(giveUp) {
      if (giveUp.aborted) return stop(0);
      giveUp.addEventListener('abort', () => void stop(0), { once: true });
      return stop(LONGEST_TIMER_MS);
    },
  };
}
