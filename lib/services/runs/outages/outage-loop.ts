import { ClaimLoop } from '../../../platform/postgres/claim-loop';
import { pool } from '../../../platform/postgres/db';
import { forgetLoop, notePass } from '../../health/loop-passes';
import { isReleasing } from './outage-sql';
import { markFullOutages, probeServer } from './probe-server';
import { releaseWaiting, returnLostWaits } from './release-waiting';

const ONE_AT_A_TIME = 1;
const LOOK_AFTER_EVERY_MS = 5_000;
/** Outages that one pass takes on. */
const MAX_LOOKED_AT = 100;

const LOOK = `
SELECT o.id, ${isReleasing('o')} AS is_releasing,
  (extract(epoch FROM o.next_at - clock_timestamp()) * 1000)::float8 AS in_ms
FROM runtime.server_outage o ORDER BY o.next_at LIMIT ${MAX_LOOKED_AT}`;

interface LookedAt {
  id: string;
  is_releasing: boolean;
  in_ms: number;
}

interface OutageLoop {
  /** Probes and releases nothing more and waits for the step in progress. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Probes the servers that are away, and lets runs go on whose server answers again, until stopped. Each step
 * is one statement, so a process that dies leaves nothing to take over. Without an outage a pass costs one.
 */
export function startOutageLoop(): OutageLoop {
  notePass('outages');
  let nextMs = Number.POSITIVE_INFINITY;
  const loop = new ClaimLoop<never>({
    maxInFlight: ONE_AT_A_TIME,
    wakeOn: ['outages'],
    claim: async () => {
      nextMs = await passOverOutages();
      return { items: [], more: nextMs === 0 };
    },
    claimFailed: 'probe servers that are away',
    work: async () => undefined,
    workFailed: () => 'probe servers that are away',
    frees: () => false,
    recover: lookAfterOutages,
    recoverFailed: 'look after runs that wait for a server',
    recoverEveryMs: LOOK_AFTER_EVERY_MS,
    nextDueMs: async () => nextMs,
    onPass: () => notePass('outages'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('outages');
      return loop.stop(timeoutMs);
    },
  };
}

/** Takes the steps that are due. @returns milliseconds until the next one; 0 if it is due now */
export async function passOverOutages(): Promise<number> {
  const found = await lookAtOutages();
  if (found.length === 0) return Number.POSITIVE_INFINITY;
  const due = found.filter(({ in_ms }) => in_ms <= 0);
  for (const { id, is_releasing } of due) await (is_releasing ? releaseWaiting(id) : probeServer(id));
  if (due.length === MAX_LOOKED_AT) return 0;
  const [next] = await lookAtOutages();
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(1, next.in_ms);
}

async function lookAtOutages(): Promise<LookedAt[]> {
  return (await pool().query<LookedAt>({ name: 'look-at-outages', text: LOOK })).rows;
}

/** @returns how many went on whose outage had ended */
async function lookAfterOutages(): Promise<number> {
  await markFullOutages();
  return returnLostWaits();
}
