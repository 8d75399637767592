/**
 * The guarded client beside undici's own `request` on the same machine, in the same run: `npx tsx bench/outbound.ts`.
 * Rounds alternate and the median ratio of the pairs counts, so that a busy moment hits both alike.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { parseAllowList } from '../lib/outbound-http/allow-list';
import { createOutboundClient } from '../lib/outbound-http/client';

const CALLERS = [1, 10, 50];
const ROUNDS = 7;
const ROUND_MS = 1_500;

const echo = spawn(
  process.execPath,
  ['--import', 'tsx', fileURLToPath(new URL('outbound-echo.ts', import.meta.url))],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const [port] = await once(echo.stdout, 'data');
const url = `http://127.0.0.1:${String(port).trim()}/echo?x=1`;

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

/** Calls per second with so many callers, each calling again as soon as it is answered. */
async function measure(call: () => Promise<void>, callers: number, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let calls = 0;
  const loop = async () => {
    while (performance.now() - startedAt < durationMs) {
      await call();
      calls += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  return (calls * 1000) / (performance.now() - startedAt);
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

const rows = [];
for (const callers of CALLERS) {
  await measure(bare, callers, 500);
  await measure(guarded, callers, 500);
  const pairs: Array<{ bare: number; guarded: number }> = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Who goes first changes, so that a machine that slows down favours neither.
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
    'undici request /s': Math.round(median(pairs.map((pair) => pair.bare))),
    'guarded client /s': Math.round(median(pairs.map((pair) => pair.guarded))),
    ratio: median(pairs.map((pair) => pair.guarded / pair.bare)).toFixed(2),
  });
}
console.table(rows);

await Promise.all([client.close(), agent.close()]);
echo.kill();
