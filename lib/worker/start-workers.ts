import { startWorkQueue } from '../runs/work-queue';
import { startDeliveryLoop } from '../webhooks/delivery-loop';

export interface Workers {
  /** Takes nothing more and waits for what is under way, at most `timeoutMs`; what is left is taken over by another process. */
  stop(timeoutMs: number): Promise<void>;
}

/** The work that any number of processes share: queued executions and webhook deliveries. */
export function startWorkers(): Workers {
  const loops = [startWorkQueue(), startDeliveryLoop()];
  return { stop: async (timeoutMs) => void (await Promise.all(loops.map((loop) => loop.stop(timeoutMs)))) };
}
