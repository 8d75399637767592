/**
 * Attacks a started server, from outside and through workflows, while another tenant's requests (health,
 * account, a simple run) are measured continuously, from a process of their own.
 * Run: npx tsx bench/attacks.ts [--only upgrade,echoes] (attacks with one of these in their names)
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { ANONYMOUS } from './lib/attacks/anonymous';
import { type Attack, tally } from './lib/attacks/attack';
import { BODIES } from './lib/attacks/bodies';
import { EDITS } from './lib/attacks/edits';
import { LARGE_WORK } from './lib/attacks/large-work';
import { READS } from './lib/attacks/reads';
import { RUNS } from './lib/attacks/runs';
import { SCHEMAS } from './lib/attacks/schemas';
import { SIGNING_IN } from './lib/attacks/signing-in';
import { STRANGERS } from './lib/attacks/strangers';
import { openTarget, type Target } from './lib/attacks/target';
import { highest, percentile } from './lib/percentiles';
import type { Probe } from './lib/probe';
import { type Memory, watchMemory } from './lib/watch-memory';
import { NEIGHBOUR, watchNeighbour } from './lib/watch-neighbour';

const { values } = parseArgs({ options: { only: { type: 'string' } } });

const EVERY_MS = { health: 25, me: 100, run: 100 };
/** Time after an attack to measure its after-effects, and for enough samples for a p99 of a short attack. */
const AFTER_MS = 3_000;
const CALM_FOR_MS = 2_000;
const CALM_WITHIN_MS = 120_000;
/** The promised limit. */
const P99_MS = 250;
/** The sum over all processes of the product. */
const MAX_RESIDENT_MB = 1_024;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const parts = (values.only ?? '').split(',');
  const chosen = [
    ...RUNS,
    ...SIGNING_IN,
    ...ANONYMOUS,
    ...STRANGERS,
    ...SCHEMAS,
    ...BODIES,
    ...LARGE_WORK,
    ...EDITS,
    ...READS,
  ].filter(({ name }) => parts.some((part) => name.includes(part)));
  if (chosen.length === 0) throw new Error(`No attack’s name holds ${values.only}.`);
  const folder = makeTestFolder(lifetime);
  const target = await openTarget(lifetime, folder);
  const probe = await watchNeighbour(lifetime, target, EVERY_MS);
  const memory = watchMemory(lifetime, target.process.pid());
  await sleep(AFTER_MS);
  console.log(
    'attack                                    seconds  health p50/p99/max  /api/me p50/p99/max  ' +
      'a run p50/p99/max  peak MB  answers',
  );
  let broken = 0;
  for (const attack of chosen)
    broken += (await attacked(attack, { target, probe, memory, lifetime })) ? 0 : 1;
  console.log(broken === 0 ? 'Everything was as it should be.' : `${broken} attacks found something.`);
  return broken === 0 ? 0 : 1;
});

interface Watched {
  target: Target;
  probe: Probe;
  memory: Memory;
  lifetime: Lifetime;
}

/** Runs one attack and prints its row. @returns true if every check passed */
async function attacked(attack: Attack, { target, probe, memory, lifetime }: Watched): Promise<boolean> {
  await untilCalm(probe);
  await probe.take();
  memory.forget();
  const beganAtMs = Date.now();
  const { answers, wrong } = await attack.run(target, lifetime);
  const tookMs = Date.now() - beganAtMs;
  await sleep(AFTER_MS);
  const samples = await probe.take();
  const latencies = NEIGHBOUR.map((name) => ({
    name,
    ms: samples.filter((sample) => sample.name === name).map(({ ms }) => ms),
  }));
  const failed = samples.filter(({ status }) => status !== 200).length;
  const all = [
    ...wrong,
    ...latencies
      .filter(({ ms }) => percentile(ms, 0.99) > P99_MS)
      .map(({ name }) => `the neighbour’s p99 of “${name}” is over ${P99_MS} ms`),
    ...(failed > 0 ? [`${failed} probes failed`] : []),
    ...(memory.allMb() > MAX_RESIDENT_MB ? [`over ${MAX_RESIDENT_MB} MB of memory`] : []),
    ...(target.process.isRunning() ? [] : ['the server ended']),
  ];
  const spread = (ms: readonly number[]): string =>
    [percentile(ms, 0.5), percentile(ms, 0.99), highest(ms)].map(Math.round).join('/');
  console.log(
    [
      attack.name.padEnd(41),
      (tookMs / 1000).toFixed(1).padStart(7),
      ...latencies.map(({ ms }) => spread(ms).padStart(19)),
      String(memory.allMb()).padStart(8),
      ` ${tally(answers)}`,
    ].join(' '),
  );
  console.log(`    memory at most ${memory.inWords()}`);
  for (const one of all) console.log(`    ! ${one}`);
  return all.length === 0;
}

/** Waits until the after-effects of the previous attack are over, also in the database. */
async function untilCalm(probe: Probe): Promise<void> {
  const deadline = Date.now() + CALM_WITHIN_MS;
  for (let isCalm = false; !isCalm && Date.now() < deadline; ) {
    await probe.take();
    await sleep(CALM_FOR_MS);
    const samples = await probe.take();
    isCalm = highest(samples.map(({ ms }) => ms)) < P99_MS / 2;
  }
}
