import { ClaimLoop } from '../../platform/postgres/claim-loop';
import { pool } from '../../platform/postgres/db';
import { notify } from '../../platform/postgres/notify';
import { forgetLoop, notePass } from '../health/loop-passes';
import { fireDueSchedules, GROUP_SIZE } from './fire-schedules';

const ONE_AT_A_TIME = 1;
const NEVER_MS = 2 ** 31 - 1;

const NEXT_LOOK = `
SELECT extract(epoch FROM min(look_at) - clock_timestamp()) * 1000 AS ms FROM runtime.schedule
WHERE look_at > now()`;

export interface ScheduleLoop {
  /** Fires nothing more and waits for the group in progress. */
  stop(timeoutMs: number): Promise<void>;
}

/**
 * Fires due schedules until stopped. A claim's work is complete when it commits, so no item is ever in
 * progress, and a process that dies leaves nothing to take over.
 */
export function startScheduleLoop(): ScheduleLoop {
  notePass('schedules');
  let isOwed = false;
  const loop = new ClaimLoop<never>({
    maxInFlight: ONE_AT_A_TIME,
    wakeOn: ['schedules'],
    claim: async () => {
      const more = (await fireDueSchedules()) === GROUP_SIZE;
      if (isOwed && !more) await notify('queue', '');
      isOwed = more;
      return { items: [], more };
    },
    claimFailed: 'start the runs of schedules',
    work: async () => undefined,
    workFailed: () => 'start the run of a schedule',
    frees: () => false,
    recover: async () => 0,
    recoverFailed: 'look for schedules',
    recoverEveryMs: NEVER_MS,
    nextDueMs: readNextLookMs,
    onPass: () => notePass('schedules'),
  });
  return {
    stop: (timeoutMs) => {
      forgetLoop('schedules');
      return loop.stop(timeoutMs);
    },
  };
}

async function readNextLookMs(): Promise<number> {
  const { rows } = await pool().query<{ ms: string | null }>({ name: 'next-schedule', text: NEXT_LOOK });
  return Number(rows[0]?.ms ?? Number.POSITIVE_INFINITY);
}
