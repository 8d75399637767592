import type { OwnPostgresOptions } from '../own-postgres';
import { exhaustConnections } from './exhaust-connections';
import type { Stage } from './stage';

/** A fault of the database that kills no process of the product. */
export interface Scenario {
  name: string;
  lastsMs: number;
  /** True if the database cannot be queried during the fault: readiness must report it. */
  isDown: boolean;
  options?: OwnPostgresOptions;
  /** Starts the fault; the returned function ends it and settles once the database accepts statements. */
  begin(stage: Stage): Promise<() => Promise<void>>;
}

const STOPS_S = [5, 15, 60, 120];

function stopped(how: 'fast' | 'immediate', name: string, seconds: number): Scenario {
  return {
    name: `${name}-${seconds}`,
    lastsMs: seconds * 1000,
    isDown: true,
    begin: async ({ database, proxy }) => {
      proxy.refuse();
      await database.stop(how);
      return async () => {
        await database.start();
        await proxy.accept();
      };
    },
  };
}

const frozen: Scenario = {
  name: 'freeze-30',
  lastsMs: 30_000,
  isDown: true,
  begin: async ({ database }) => {
    database.freeze();
    return async () => {
      database.thaw();
      await database.untilReady();
    };
  },
};

const dropped: Scenario = {
  name: 'drop',
  lastsMs: 0,
  isDown: false,
  begin: async ({ proxy }) => {
    proxy.goSilent();
    return async () => undefined;
  },
};

const outOfConnections: Scenario = {
  name: 'connections-20',
  lastsMs: 20_000,
  isDown: false,
  begin: ({ database }) => exhaustConnections(database),
};

const outOfDisk: Scenario = {
  name: 'disk-30',
  lastsMs: 30_000,
  isDown: false,
  options: { smallDisk: true },
  begin: async ({ database }) => {
    const free = database.fillDisk();
    return async () => {
      free();
      await database.untilReady();
    };
  },
};

export const SCENARIOS: readonly Scenario[] = [
  ...STOPS_S.map((seconds) => stopped('fast', 'stop', seconds)),
  ...STOPS_S.map((seconds) => stopped('immediate', 'crash', seconds)),
  frozen,
  dropped,
  outOfConnections,
  outOfDisk,
];
