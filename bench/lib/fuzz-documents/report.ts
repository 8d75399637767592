import { highest, percentile } from '../percentiles';
import type { ProbeSample } from '../probe-process';
import { causeOf, type LoopTask } from './loop-tasks';
import { type NeighbourRow, P99_MS } from './neighbour';
import type { FuzzRecord, Step } from './record';
import { CONTROL } from './stage';

const TOLD = 10;
const SLOW_MS = 250;

const rounded = (ms: number): string => (Number.isNaN(ms) ? '-' : Math.round(ms).toLocaleString('en'));
const spread = (ms: readonly number[]): string =>
  [percentile(ms, 0.5), percentile(ms, 0.99), highest(ms)].map(rounded).join('/').padStart(18);

export function printNeighbour(rows: readonly NeighbourRow[]): void {
  console.log('\nthe neighbour      asked  failed   p50/p99/max ms  minutes over');
  for (const { name, asked, failed, p50Ms, p99Ms, mostMs, over } of rows) {
    const times = [p50Ms, p99Ms, mostMs].map(rounded).join('/').padStart(16);
    const label = (name === CONTROL ? 'an idle server' : name).padEnd(15);
    const counts = `${String(asked).padStart(8)} ${String(failed).padStart(7)}`;
    console.log(`${label} ${counts} ${times}  ${over.length}`);
  }
}

/** Prints for each kind of call its number, statuses and durations. */
export function printSteps({ steps, outcomes }: FuzzRecord): void {
  console.log('\ncall                 times     p50/p99/max ms  statuses');
  const kinds = [...new Set(steps.map(({ what }) => what))];
  for (const what of kinds) {
    const own = steps.filter((step) => step.what === what);
    const statuses = [...new Set(own.map(({ status }) => status))].sort((a, b) => a - b);
    const counted = statuses.map((one) => `${one}: ${own.filter(({ status }) => status === one).length}`);
    const times = spread(own.map(({ ms }) => ms));
    console.log(`${what.padEnd(17)} ${String(own.length).padStart(8)} ${times}  ${counted.join(', ')}`);
  }
  const ends = [...outcomes].filter(([outcome]) => outcome.startsWith('runs '));
  const sorted = ends.sort((a, b) => b[1] - a[1]).map(([outcome, count]) => `${outcome.slice(5)} ${count}`);
  console.log(`\nends of runs that were waited for: ${sorted.join(', ')}`);
}

/** Prints the documents with the longest calls, and those during which the neighbour waited. */
export function printDocuments(record: FuzzRecord, samples: readonly ProbeSample[]): void {
  const longest = new Map<number, Step>();
  for (const step of record.steps)
    if (step.ms > (longest.get(step.number)?.ms ?? 0)) longest.set(step.number, step);
  const slowest = [...longest.values()].sort((a, b) => b.ms - a.ms).slice(0, TOLD);
  console.log('\nslowest documents');
  for (const { number, what, ms } of slowest)
    console.log(`${rounded(ms).padStart(9)} ms  ${what.padEnd(14)} ${documentWords(record, number)}`);
  const held = heldUp(record, samples);
  if (held.length === 0) return;
  console.log(
    `\ndocuments under way while the neighbour waited for over ${SLOW_MS} ms, and for how long in all`,
  );
  for (const [number, ms] of held)
    console.log(`${rounded(ms).padStart(9)} ms  ${documentWords(record, number)}`);
}

function heldUp(record: FuzzRecord, samples: readonly ProbeSample[]): Array<[number: number, ms: number]> {
  const slow = samples.filter(({ name, ms }) => name !== CONTROL && ms > SLOW_MS);
  const held = new Map<number, number>();
  for (const { number, startedAtMs, ms } of record.steps) {
    if (ms < SLOW_MS / 2) continue;
    const during = slow.filter(
      (sample) => sample.startedAtMs < startedAtMs + ms && sample.startedAtMs + sample.ms > startedAtMs,
    );
    const all = during.reduce((sum, sample) => sum + sample.ms, 0);
    if (all > 0) held.set(number, (held.get(number) ?? 0) + all);
  }
  return [...held].sort((a, b) => b[1] - a[1]).slice(0, TOLD);
}

const documentWords = ({ documents }: FuzzRecord, number: number): string => {
  const { words = '', bytes = 0, outcome = '' } = documents.get(number) ?? {};
  return `#${number}  ${words}, ${Math.ceil(bytes / 1024)} KB, saved with ${outcome}`;
};

/** Prints the longest tasks, their place in the code, and the calls in progress. */
export function printTasks(tasks: readonly LoopTask[], { steps }: FuzzRecord): void {
  console.log('\nlongest tasks of the event loop: at work, in all, where; the calls under way');
  for (const task of tasks.slice(0, TOLD)) {
    const under = steps.filter(
      ({ startedAtMs, ms }) => startedAtMs < task.atMs + task.ms && startedAtMs + ms > task.atMs,
    );
    const calls = under.map(({ what, number }) => `${what} #${number}`).slice(0, 6);
    const times = `${rounded(task.cpuMs)} of ${rounded(task.ms)} ms`.padStart(18);
    console.log(`${times}  ${causeOf(task)}\n${' '.repeat(20)}${[...new Set(calls)].join(', ')}`);
  }
  if (tasks.length === 0) console.log('  none of 50 ms');
  printPlaces(tasks);
}

/** Prints the places in the code where the tasks of over 50 ms spent most time together. */
function printPlaces(tasks: readonly LoopTask[]): void {
  const places = new Map<string, { ms: number; count: number }>();
  for (const task of tasks) {
    const place = causeOf(task).replace(/ \(\d+ ms\)/, '');
    const { ms, count } = places.get(place) ?? { ms: 0, count: 0 };
    places.set(place, { ms: ms + task.ms, count: count + 1 });
  }
  console.log('\nplaces with most time of such tasks together: in all, tasks, where');
  for (const [place, { ms, count }] of [...places].sort((a, b) => b[1].ms - a[1].ms).slice(0, TOLD))
    console.log(`${`${rounded(ms)} ms`.padStart(12)} ${String(count).padStart(5)}  ${place}`);
}

/** Returns the failed checks of the server as a whole, in words. */
export function wholeFindings(
  rows: readonly NeighbourRow[],
  { isRunning, memoryMb, mostMb }: { isRunning: boolean; memoryMb: number; mostMb: number },
): string[] {
  const [control] = rows.filter(({ name }) => name === CONTROL);
  const allowedMs = P99_MS + (control?.p99Ms ?? 0);
  const late = rows.filter(({ name, p99Ms }) => name !== CONTROL && p99Ms > allowedMs);
  const minutes = rows.filter(({ over }) => over.length > 0);
  const failed = rows.filter((row) => row.failed > 0);
  return [
    ...late.map(({ name, p99Ms }) => `the neighbour’s ${name} has a p99 of ${rounded(p99Ms)} ms`),
    ...minutes.map(({ name, over }) => {
      const worst = rounded(over[0]!.p99Ms);
      return `the neighbour’s ${name} had ${over.length} minutes with a p99 of up to ${worst} ms`;
    }),
    ...failed.map(({ name, failed: count }) => `${count} of the neighbour’s ${name} failed`),
    ...(isRunning ? [] : ['the server ended']),
    ...(memoryMb > mostMb ? [`the server had ${memoryMb} MB resident`] : []),
  ];
}

/** Prints each kind of finding once, with its number and the first documents that show it. */
export function printFindings({ findings }: FuzzRecord, seed: number): void {
  const kinds = new Map<string, { words: string; numbers: Set<number>; count: number }>();
  for (const { number, what, words } of findings) {
    const kind = `${what}: ${words.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#').slice(0, 90)}`;
    const one = kinds.get(kind) ?? { words: `${what}: ${words}`, numbers: new Set(), count: 0 };
    one.numbers.add(number);
    one.count += 1;
    kinds.set(kind, one);
  }
  for (const { words, numbers, count } of kinds.values()) {
    const shown = [...numbers].slice(0, 5).join(',');
    console.log(`    ! ${count} × ${words}`);
    if (!numbers.has(-1)) console.log(`      again: --seed ${seed} --only ${shown}`);
  }
}
