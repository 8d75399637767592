import { parseAllowList } from '../allow-list';
import { createOutboundClient, type OutboundClientOptions } from '../client';
import type { OutboundClient, OutboundRequest } from '../contract';

/** A clock that jumps: `sleep` takes no time and `waits` keeps what was asked for. */
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

/** Loopback opened, waits at their longest (`random` = 1) and skipped. */
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

export function get(url: string, headers: Array<[string, string]> = []): OutboundRequest {
  return { method: 'GET', url, headers, body: null };
}

export function post(url: string, body: string, headers: Array<[string, string]> = []): OutboundRequest {
  return { method: 'POST', url, headers, body };
}
