import { pool } from '../../../platform/postgres/db';
import { onNotification } from '../../../platform/postgres/notify';
import { reportDatabaseFault } from '../../../platform/postgres/report-database-fault';
import { processSingleton } from '../../../platform/process-singleton';
import type { OutageState } from '../shapes/outage-state';

/** For what a lost notification would have said, and for processes that get none. */
const FRESH_FOR_MS = 5_000;
/** More outages are not known; their blocks learn of them when they have failed. */
const MAX_KNOWN = 10_000;

const READ = `SELECT workspace_id, origin, state FROM runtime.server_outage LIMIT ${MAX_KNOWN}`;

interface OutageRow {
  workspace_id: string;
  origin: string;
  state: OutageState;
}

/** The outages as this process last read them. */
class KnownOutages {
  #states: ReadonlyMap<string, OutageState> = new Map();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #changes = 0;
  #reading: Promise<void> | null = null;

  constructor() {
    onNotification('outages', () => {
      this.#changes += 1;
      this.#readAtMs = Number.NEGATIVE_INFINITY;
    });
  }

  /** Returns the state of a server; undefined while nothing is known against it. */
  stateOf(workspaceId: string, origin: string): OutageState | undefined | Promise<OutageState | undefined> {
    const key = `${workspaceId} ${origin}`;
    if (performance.now() - this.#readAtMs < FRESH_FOR_MS) return this.#states.get(key);
    return this.#refresh().then(() => this.#states.get(key));
  }

  #refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const [askedAtMs, changes] = [performance.now(), this.#changes];
    try {
      const { rows } = await pool().query<OutageRow>({ name: 'read-outages', text: READ });
      this.#states = new Map(
        rows.map(({ workspace_id: workspaceId, origin, state }) => [`${workspaceId} ${origin}`, state]),
      );
      // What changed meanwhile may be missing.
      if (this.#changes === changes) this.#readAtMs = askedAtMs;
    } catch (error) {
      reportDatabaseFault('read which servers are away', error);
    }
  }
}

export const knownOutages = (): KnownOutages => processSingleton('known-outages', () => new KnownOutages());

/** Returns true if blocks that wait for this server must ask before they send. */
export function isKnownAway(workspaceId: string, origin: string): boolean | Promise<boolean> {
  const state = knownOutages().stateOf(workspaceId, origin);
  return state instanceof Promise ? state.then(isClosed) : isClosed(state);
}

const isClosed = (state: OutageState | undefined): boolean => state === 'away' || state === 'returning';
