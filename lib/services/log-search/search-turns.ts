import { FairGate } from '../../platform/fair-gate';
import { processSingleton } from '../../platform/process-singleton';

const searchGate = (): FairGate => processSingleton('log-search turns', () => new FairGate({ limit: 1 }));

/** Limits the load on the database: a process does one such read at a time, and workspaces take turns. */
export const inTurn = <Result>(workspaceId: string, work: () => Promise<Result>): Promise<Result> =>
  searchGate().run(workspaceId, work);
