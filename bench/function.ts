/**
 * Measures a call of authors' code: `npx tsx bench/function.ts`. First in the main thread, where small
 * expressions are evaluated, then in the sandbox: one caller for the overhead of a call, several for the
 * throughput of its threads. Limits: 0.02 ms and 0.3 ms at the median of one caller.
 */
import { performance } from 'node:perf_hooks';
import { inTwoTiers } from '../lib/core/expressions/in-two-tiers';
import { type CodeRunner, type CodeSource, LaterValue } from '../lib/platform/sandbox/contract';
import { createSandbox } from '../lib/platform/sandbox/sandbox';

const WARM_UP_CALLS = 300;
const CALLS = 2_000;
const CALLERS = [1, 2, 10];
const { signal } = new AbortController();

const sandbox = createSandbox();

const users = Array.from({ length: 100 }, (_, id) => ({ id, name: `user ${id}`, active: id % 2 === 0 }));
const FUNCTIONS: Record<string, CodeSource> = {
  'return 1': { code: 'return 1', bindings: {} },
  'filter 100 rows': { code: 'return $ref0.filter((user) => user.active)', bindings: { $ref0: users } },
  'await, 10,000 steps': {
    code: 'let n = 0; for (let i = 0; i < 10000; i += 1) n += i; return await Promise.resolve(n)',
    bindings: {},
  },
};
const BRANCHES: CodeSource[] = [404, 500, 200].map((status) => ({
  code: `$ref0 === ${status}`,
  bindings: { $ref0: 200 },
}));

type Call = () => Promise<{ ok: boolean }>;

const LINKS = 5;
const ADD_ONE = 'let n = $ref0; n += 1; return n';
let chains = 0;

/** A chain of functions, each with the previous result, the way a run calls them. */
const chain =
  (inOneMessage: boolean): Call =>
  async () => {
    const run = new AbortController();
    chains += 1;
    const seeds = Array.from({ length: LINKS }, (_, link) => `${chains}.${link}`);
    const ahead = () =>
      seeds.slice(1).map((seed, index) => {
        return { code: ADD_ONE, bindings: { $ref0: new LaterValue(index) }, timeoutMs: 5_000, seed };
      });
    let value: unknown = 0;
    for (const [link, seed] of seeds.entries()) {
      const request = {
        kind: 'function',
        code: ADD_ONE,
        bindings: { $ref0: value },
        timeoutMs: 5_000,
      } as const;
      const circumstances = { nowMs: 0, seed };
      const sent = inOneMessage && link === 0 ? { ahead } : {};
      const result = await sandbox.run({ ...request, ...sent, circumstances, signal: run.signal });
      if (!result.ok) return result;
      value = result.value;
    }
    return { ok: value === LINKS };
  };

const casesOf = (runner: CodeRunner): Array<[name: string, call: Call]> => [
  ...Object.entries(FUNCTIONS).map(([name, source]): [string, Call] => [
    name,
    () => runner.run({ kind: 'function', ...source, signal }),
  ]),
  ['condition of 3 branches', () => runner.firstTrue({ expressions: BRANCHES, signal })],
];

async function measure(call: Call, callers: number, calls: number) {
  const durationsMs: number[] = [];
  const startedAt = performance.now();
  const caller = async () => {
    while (durationsMs.length + callers <= calls) {
      const from = performance.now();
      const { ok } = await call();
      if (!ok) throw new Error('A call of the bench failed.');
      durationsMs.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const perSecond = (durationsMs.length * 1_000) / (performance.now() - startedAt);
  durationsMs.sort((a, b) => a - b);
  const at = (share: number) =>
    (durationsMs[Math.floor(durationsMs.length * share)] ?? Number.NaN).toFixed(4);
  return { 'calls/s': Math.round(perSecond), 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}

const coldFrom = performance.now();
await sandbox.run({ kind: 'function', code: 'return 1', bindings: {}, signal });
console.log(`First call, with the start of a thread: ${(performance.now() - coldFrom).toFixed(0)} ms`);

const rows = [];
for (const [name, call] of casesOf(inTwoTiers(sandbox))) {
  await measure(call, 1, WARM_UP_CALLS);
  rows.push({ tiers: 'both', code: name, callers: 1, ...(await measure(call, 1, CALLS)) });
}
for (const [name, call] of casesOf(sandbox)) {
  for (const callers of CALLERS) {
    await measure(call, callers, WARM_UP_CALLS);
    rows.push({ tiers: 'sandbox', code: name, callers, ...(await measure(call, callers, CALLS)) });
  }
}
for (const [code, call] of [
  [`${LINKS} behind one another, one by one`, chain(false)],
  [`${LINKS} behind one another, in one message`, chain(true)],
] as const) {
  await measure(call, 1, WARM_UP_CALLS);
  rows.push({ tiers: 'sandbox', code, callers: 1, ...(await measure(call, 1, CALLS)) });
}
console.table(rows);
console.log(`Resident memory: ${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`);
sandbox.close();
