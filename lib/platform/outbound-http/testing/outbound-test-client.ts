import { parseAllowList } from '../../addresses/allow-list';
import { createOutboundClient, type OutboundClientOptions } from '../client';
import type { OutboundClient, OutboundOptions, OutboundRequest } from '../contract';

/** A clock that jumps: `sleep` takes no time and `waits` records the requested times. */
export interface JumpingClock {
  now(): number;
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>;
  waits: number[];
}

export function createJumpingClock(): JumpingClock {
  let skipped = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => Date.now() + skipped,
    async sleep(ms) {
      waits.push(ms);
      skipped += ms;
    },
  };
}

/** Options without retries. */
export const ONCE: OutboundOptions = { retry: { when: 'never', max: 0 } };

/** Creates a client with loopback opened; waits are at their longest (`random` = 1) and skipped. */
export function createTestClient(options: Partial<OutboundClientOptions> = {}): {
  client: OutboundClient;
  clock: JumpingClock;
} {
  const clock = createJumpingClock();
  const client = createOutboundClient({
    allow: parseAllowList('127.0.0.0/8'),
    clock,
    random: () => 1,
    ...options,
  });
  return { client, clock };
}

/** Creates servers and clients for one test file; call `closeAll` after each test. */
export function createTestBed() {
  const cleanups: Array<() => Promise<void>> = [];
  return {
    async closeAll() {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    },
    async serve<Server extends { close(): Promise<void> }>(starting: Promise<Server>): Promise<Server> {
      const server = await starting;
      cleanups.push(() => server.close());
      return server;
    },
    open(options: Partial<OutboundClientOptions> = {}) {
      const opened = createTestClient(options);
      cleanups.push(() => opened.client.close());
      return opened;
    },
  };
}

export function get(url: string, headers: Array<[string, string]> = []): OutboundRequest {
  return { method: 'GET', url, headers, body: null };
}

export function post(url: string, body: string, headers: Array<[string, string]> = []): OutboundRequest {
  return { method: 'POST', url, headers, body };
}
