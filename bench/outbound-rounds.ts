/**
 * The code that `bench/outbound.ts` bundles and runs. Rounds alternate and the median of the pairs' ratios
 * counts, so that a busy moment affects both alike. The echo server's port is the first argument.
 */
import { Agent, request } from 'undici';
import { parseAllowList } from '../lib/platform/addresses/allow-list';
import { createOutboundClient } from '../lib/platform/outbound-http/client';

const CALLERS = [1, 10, 50];
const ROUNDS = 7;
const ROUND_MS = 1_500;

const url = `http://127.0.0.1:${process.argv[2]}/echo?x=1`;

const agent = new Agent();
const client = createOutboundClient({ allow: parseAllowList('127.0.0.1') });
const { signal } = new AbortController();

async function bare(): Promise<void> {
  const { body } = await request(url, { dispatcher: agent, method: 'GET', headers: { accept: '*/*' } });
  await body.arrayBuffer();
}

async function guarded(): Promise<void> {
  const { error } = await client.request({ method: 'GET', url, headers: [], body: null }, { signal });
  if (error) throw new Error(error.message);
}

/** `cpuUs`: processor time of this process per call; it does not depend on other processes. */
interface Speed {
  perSecond: number;
  cpuUs: number;
}

/** Measures with this many callers, each of which calls again after its response. */
async function measure(call: () => Promise<void>, callers: number, durationMs: number): Promise<Speed> {
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  let calls = 0;
  const loop = async () => {
    while (performance.now() - startedAt < durationMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  const { user, system } = process.cpuUsage(cpuBefore);
  return { perSecond: (calls * 1000) / (performance.now() - startedAt), cpuUs: (user + system) / calls };
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rows = [];
for (const callers of CALLERS) {
  await measure(bare, callers, 500);
  await measure(guarded, callers, 500);
  const pairs: Array<{ bare: Speed; guarded: Speed }> = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // The order changes, so that a machine that slows down favors neither.
    const first = round % 2 === 0 ? bare : guarded;
    const second = first === bare ? guarded : bare;
    const speeds = [
      await measure(first, callers, ROUND_MS),
      await measure(second, callers, ROUND_MS),
    ] as const;
    pairs.push(
      first === bare ? { bare: speeds[0], guarded: speeds[1] } : { bare: speeds[1], guarded: speeds[0] },
    );
  }
  rows.push({
    callers,
    'undici request /s': Math.round(median(pairs.map((pair) => pair.bare.perSecond))),
    'guarded client /s': Math.round(median(pairs.map((pair) => pair.guarded.perSecond))),
    ratio: median(pairs.map((pair) => pair.guarded.perSecond / pair.bare.perSecond)).toFixed(2),
    'undici CPU µs': median(pairs.map((pair) => pair.bare.cpuUs)).toFixed(1),
    'guarded CPU µs': median(pairs.map((pair) => pair.guarded.cpuUs)).toFixed(1),
    'CPU ratio': median(pairs.map((pair) => pair.bare.cpuUs / pair.guarded.cpuUs)).toFixed(2),
  });
}
console.table(rows);

await Promise.all([client.close(), agent.close()]);
