import { setTimeout as sleep } from 'node:timers/promises';
import { logger } from '../../platform/logging/logger';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { onChange } from '../../platform/postgres/changes';
import { pool } from '../../platform/postgres/db';
import { isLeaseCurrent } from '../../platform/postgres/process-lease';
import { reportDatabaseFault } from '../../platform/postgres/report-database-fault';
import { forgetLoop, notePass } from '../health/loop-passes';
import { attemptDelivery } from './attempt-delivery';
import { claimDeliveries, type LeasedDelivery } from './claim-deliveries';
import { recordAttempt } from './record-attempts';
import { releaseInterrupted } from './release-interrupted';

/** Deliveries wait for the network, so one process holds many at once. */
const MAX_IN_FLIGHT = 1_024;
/** The rest is kept free for first attempts and what a person asked for. */
const MAX_RETRIES_IN_FLIGHT = 512;
const MAX_CLAIM = 128;
/** In case a NOTIFY was lost; also how far ahead the timer for what falls due looks. */
const POLL_MS = 1_000;
const RECORD_WITHIN_MS = 5_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export interface DeliveryLoop {
  /**
   * Takes nothing more and waits for what is under way, at most `timeoutMs`; what is left is sent again by
   * another process.
   */
  stop(timeoutMs: number): Promise<void>;
}

const NEXT_DUE = `
SELECT extract(epoch FROM min(next_at) - clock_timestamp()) * 1000 AS ms FROM runtime.webhook_pending
WHERE lease_token IS NULL AND next_at > now()`;

const isRetry = ({ number, cause }: LeasedDelivery): boolean => number > 1 && cause === 'schedule';

/** Claims what is due and sends it until stopped; also takes over what dead processes were sending. */
export function startDeliveryLoop(): DeliveryLoop {
  const inFlight = new Map<Promise<void>, LeasedDelivery>();
  const stopping = new AbortController();
  let stopped = false;
  let claiming = false;
  let again = false;
  let after = FIRST_ID;
  /** Endpoints with as much under way as they may have: more may wait for them. */
  const crowded: Set<string> = new Set();
  let dueTimer: NodeJS.Timeout | undefined;

  /** @returns whether it came through */
  async function fill(): Promise<boolean> {
    again = true;
    if (claiming) return false;
    claiming = true;
    try {
      while (again && !stopped && inFlight.size < MAX_IN_FLIGHT && isLeaseCurrent()) {
        again = false;
        await claimSome();
      }
      return true;
    } catch (error) {
      reportDatabaseFault('claim deliveries', error);
      return false;
    } finally {
      claiming = false;
    }
  }

  /** Goes round the endpoints: from where the last full claim ended, then from the beginning. */
  async function claimSome(): Promise<void> {
    const most = Math.min(MAX_CLAIM, MAX_IN_FLIGHT - inFlight.size);
    const retrying = [...inFlight.values()].filter(isRetry).length;
    const retries = retrying < MAX_RETRIES_IN_FLIGHT;
    const { deliveries, full: filled } = await claimDeliveries({ most, after, retries });
    for (const delivery of deliveries) launch(delivery);
    for (const webhookId of filled) crowded.add(webhookId);
    const full = deliveries.length === most;
    again ||= full || after !== FIRST_ID;
    after = full ? (deliveries.at(-1)?.webhookId ?? FIRST_ID) : FIRST_ID;
  }

  function launch(delivery: LeasedDelivery): void {
    const work = deliver(delivery)
      .catch((error) => reportDatabaseFault(`record an attempt of delivery ${delivery.deliveryId}`, error))
      .finally(() => {
        inFlight.delete(work);
        if (crowded.delete(delivery.webhookId) || inFlight.size === MAX_IN_FLIGHT - 1) fill();
      });
    inFlight.set(work, delivery);
  }

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const ended = await attemptDelivery(delivery, outboundClient(), stopping.signal);
    if (ended !== null) await recordAttempt(ended);
  }

  async function poll(): Promise<void> {
    try {
      const released = await releaseInterrupted([...inFlight.values()].map(({ token }) => token));
      if (released > 0) logger('webhooks').info('interrupted attempts will be made again', { released });
    } catch (error) {
      reportDatabaseFault('look for interrupted attempts', error);
    }
    if (await fill()) notePass('deliveries');
    await armForNextDue();
  }

  /** A retry falls due between two polls: wake at that moment. */
  async function armForNextDue(): Promise<void> {
    clearTimeout(dueTimer);
    if (stopped) return;
    const { rows } = await pool().query<{ ms: string | null }>({ name: 'next-due', text: NEXT_DUE });
    const ms = Number(rows[0]?.ms ?? Number.POSITIVE_INFINITY);
    if (ms < POLL_MS)
      dueTimer = setTimeout(() => tick(async () => fill().then(armForNextDue)), Math.ceil(ms));
  }

  function tick(work: () => Promise<void>): void {
    work().catch((error) => reportDatabaseFault('look for deliveries that are due', error));
  }

  onChange('deliveries', () => void fill());
  // One that is switched on again may have some waiting.
  onChange('subscriptions', () => void fill());
  const timer = setInterval(() => tick(poll), POLL_MS);
  notePass('deliveries');
  tick(poll);

  return {
    stop: async (timeoutMs) => {
      stopped = true;
      forgetLoop('deliveries');
      clearInterval(timer);
      clearTimeout(dueTimer);
      const ended = (withinMs: number) =>
        Promise.race([Promise.allSettled(inFlight.keys()), sleep(withinMs, undefined, { ref: false })]);
      await ended(timeoutMs);
      stopping.abort();
      // while the database is away, nothing more can be recorded: it will be sent again
      await ended(RECORD_WITHIN_MS);
    },
  };
}
