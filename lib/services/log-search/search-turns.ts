import { processSingleton } from '../../platform/process-singleton';
import { TurnQueue } from '../../platform/turn-queue';

interface Turns {
  busy: boolean;
  waiting: TurnQueue<() => void>;
}

const turns = (): Turns =>
  processSingleton('log-search turns', () => ({ busy: false, waiting: new TurnQueue<() => void>() }));

/** Limits the load on the database: a process does one such read at a time, and workspaces take turns. */
export async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const state = turns();
  if (state.busy) await new Promise<void>((begin) => state.waiting.push(workspaceId, begin));
  state.busy = true;
  try {
    return await work();
  } finally {
    const next = state.waiting.take();
    if (next === undefined) state.busy = false;
    else next();
  }
}
