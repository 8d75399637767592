/**
 * A delivery's way: the statement that records a run inserts it (`outbox`) and notifies → `claimDeliveries`
 * takes what is due, in turns by endpoint → `attemptDelivery` sends one signed POST → `recordAttempt` ends or
 * reschedules it. `releaseInterrupted` returns what a process that died had claimed.
 */

import { markWork } from '../../platform/event-loop/marks';
import { LOWEST_ID } from '../../platform/ids';
import { logger } from '../../platform/logging/logger';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { type Claimed, ClaimLoop } from '../../platform/postgres/claim-loop';
import { pool } from '../../platform/postgres/db';
import { forgetLoop, notePass } from '../health/loop-passes';
import { attemptDelivery } from './attempt-delivery';
import { type ClaimedDelivery, claimDeliveries } from './claim-deliveries';
import { CAUSE } from './delivery-state';
import { recordAttempt } from './record-attempts';
import { releaseInterrupted } from './release-interrupted';

/** Deliveries wait for the network, so one process holds many at the same time. */
const MAX_IN_FLIGHT = 1_024;
/** The slots above this are kept for first attempts and attempts that a person asked for. */
const MAX_RETRIES_IN_FLIGHT = 512;
/** Slots open to any workspace; the others are kept for workspaces with nothing under way. */
const MAX_SHARED_IN_FLIGHT = 768;
const MAX_CLAIM = 128;
const RELEASE_EVERY_MS = 1_000;
const RECORD_WITHIN_MS = 5_000;

export interface DeliveryLoop {
  /**
   * Takes nothing more and waits for what is under way, at most `timeoutMs`; what is left is sent again by
   * another process.
   */
  stop(timeoutMs: number): Promise<void>;
}

const NEXT_DUE = `
SELECT extract(epoch FROM least(
  (SELECT min(next_at) FROM runtime.webhook_pending WHERE lease_token IS NULL AND next_at > now()),
  (SELECT min(next_at) FROM runtime.webhook_turn WHERE next_at > now())) - clock_timestamp()) * 1000 AS ms`;

const isRetry = ({ number, cause }: ClaimedDelivery): boolean => number > 1 && cause === CAUSE.is.schedule;

/** Claims what is due and sends it until stopped; also takes over what dead processes were sending. */
export function startDeliveryLoop(): DeliveryLoop {
  notePass('deliveries');
  const stopping = new AbortController();
  const { claim, frees } = claimsRoundTheEndpoints();
  const loop = new ClaimLoop<ClaimedDelivery>({
    maxInFlight: MAX_IN_FLIGHT,
    // A resumed subscription may have pending deliveries.
    wakeOn: ['deliveries', 'subscriptions'],
    claim,
    claimFailed: 'claim deliveries',
    work: async (delivery) => {
      markWork('delivery');
      const ended = await attemptDelivery(delivery, outboundClient(), stopping.signal);
      if (ended !== null) await recordAttempt(ended);
    },
    workFailed: ({ deliveryId }) => `record an attempt of delivery ${deliveryId}`,
    frees,
    recover,
    recoverFailed: 'look for interrupted attempts',
    recoverEveryMs: RELEASE_EVERY_MS,
    nextDueMs: readNextDueMs,
    onPass: () => notePass('deliveries'),
  });
  return {
    stop: async (timeoutMs) => {
      forgetLoop('deliveries');
      await loop.stop(timeoutMs);
      stopping.abort();
      // while the database is away, nothing more can be recorded: it will be sent again
      await loop.stop(RECORD_WITHIN_MS);
    },
  };
}

/** Claims from the endpoints in turn: from where the last full claim ended, then from the beginning. */
function claimsRoundTheEndpoints() {
  let after = LOWEST_ID;
  /** Endpoints with as much under way as they may have: more may wait for them. */
  const crowded: Set<string> = new Set();
  return {
    async claim(room: number, inFlight: Iterable<ClaimedDelivery>): Promise<Claimed<ClaimedDelivery>> {
      const items = [...inFlight];
      const shared = MAX_SHARED_IN_FLIGHT - items.length;
      const most = Math.min(MAX_CLAIM, shared > 0 ? shared : room);
      const retries = items.filter(isRetry).length < MAX_RETRIES_IN_FLIGHT;
      const except = shared > 0 ? [] : workspacesOf(items);
      const { deliveries, full: filled } = await claimDeliveries({ most, after, retries, except });
      for (const webhookId of filled) crowded.add(webhookId);
      const full = deliveries.length === most;
      const more = full || after !== LOWEST_ID;
      after = full ? (deliveries.at(-1)?.webhookId ?? LOWEST_ID) : LOWEST_ID;
      return { items: deliveries, more };
    },
    frees: ({ webhookId }: ClaimedDelivery, inFlight: number): boolean =>
      crowded.delete(webhookId) || inFlight >= MAX_SHARED_IN_FLIGHT - 1,
  };
}

const workspacesOf = (items: readonly ClaimedDelivery[]): string[] => [
  ...new Set(items.map(({ workspaceId }) => workspaceId).filter((id) => id !== null)),
];

async function recover(inFlight: Iterable<ClaimedDelivery>): Promise<number> {
  const released = await releaseInterrupted([...inFlight].map(({ token }) => token));
  if (released > 0) logger('webhooks').info('interrupted attempts will be made again', { released });
  return released;
}

async function readNextDueMs(): Promise<number> {
  const { rows } = await pool().query<{ ms: string | null }>({ name: 'next-due', text: NEXT_DUE });
  return Number(rows[0]?.ms ?? Number.POSITIVE_INFINITY);
}
