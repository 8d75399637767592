/**
 * Saves, publishes, previews, exports and runs random documents and inputs on a started server. They are
 * generated from the block definitions and mostly near a limit or far over it. Meanwhile another tenant's
 * health, account and a simple run are measured: no 5xx, no refusal without words, no hang, exactly one log
 * per accepted run, and the neighbour's p99 stays under 250 ms.
 * Run: npx tsx bench/fuzz-documents.ts [--runs 20000] [--minutes 60] [--seed 1] [--lanes 4] [--only 12,40]
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { prepare } from '../scripts/lib/prepare.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';
import { openAsk } from './lib/fuzz-documents/ask';
import { caseOf, type FuzzCase } from './lib/fuzz-documents/cases';
import { readLoopTasks } from './lib/fuzz-documents/loop-tasks';
import { neighbourRows } from './lib/fuzz-documents/neighbour';
import { leaveLane, newLane, putThrough } from './lib/fuzz-documents/put-through';
import { FuzzRecord } from './lib/fuzz-documents/record';
import {
  printDocuments,
  printFindings,
  printNeighbour,
  printSteps,
  printTasks,
  wholeFindings,
} from './lib/fuzz-documents/report';
import { checkEnds, watchQueue } from './lib/fuzz-documents/run-ends';
import { openStage, type Stage } from './lib/fuzz-documents/stage';
import { watchMemory } from './lib/watch-memory';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '240' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '4' },
    only: { type: 'string' },
    /** The folder for the documents and inputs of `only`. */
    keep: { type: 'string' },
  },
});
const SEED = Number(values.seed);
const LASTS_MS = Number(values.minutes) * 60_000;
const TOLD_EVERY_MS = 60_000;
/** The first document is not blamed for earlier work, nor the last for work right after it. */
const CALM_MS = 5_000;
const MOST_RESIDENT_MB = 1_024;

runCommand(async (lifetime: Lifetime) => {
  await prepare(lifetime, { pages: true });
  const stage = await openStage(lifetime, makeTestFolder(lifetime));
  const { target, database, probe, loopFile } = stage;
  const memory = watchMemory(lifetime, target.process.pid());
  const record = new FuzzRecord();
  const headers = { 'x-api-key': target.apiKey };
  await sleep(CALM_MS);
  await probe.take();
  const beganAtMs = Date.now();
  await fuzzAll(lifetime, stage, record);
  const tookMs = Date.now() - beganAtMs;
  await checkEnds(database, record, { ask: openAsk(target.origin), headers });
  await sleep(CALM_MS);
  const samples = await probe.take();
  const rows = neighbourRows(samples);
  const all = record.documents.size + record.runs;
  console.log(
    `\n${all} documents and runs (${record.documents.size} and ${record.runs}) in ` +
      `${(tookMs / 60_000).toFixed(1)} minutes, seed ${SEED}`,
  );
  printSteps(record);
  printNeighbour(rows);
  console.log(
    `\nmemory: the server ${memory.serverMb()} MB, with its processes ${memory.allMb()} MB at most`,
  );
  printTasks(readLoopTasks(loopFile), record);
  printDocuments(record, samples);
  const isRunning = target.process.isRunning();
  const whole = wholeFindings(rows, { isRunning, memoryMb: memory.serverMb(), mostMb: MOST_RESIDENT_MB });
  for (const words of [...whole, ...loggedErrors(target.output())]) record.find(-1, 'server', words);
  console.log('');
  printFindings(record, SEED);
  const isFine = record.findings.length === 0;
  console.log(isFine ? 'Everything was as it should be.' : `${record.findings.length} findings.`);
  return isFine ? 0 : 1;
});

/** Runs several lanes, each with the next document, until there were enough documents or time is up. */
async function fuzzAll(lifetime: Lifetime, stage: Stage, record: FuzzRecord): Promise<void> {
  const { target, database, around } = stage;
  const chosen = values.only?.split(',').map(Number);
  const numbers = chosen?.values() ?? countUp();
  const endsAtMs = Date.now() + LASTS_MS;
  const queue = watchQueue(database);
  const told = setInterval(() => tell(record), TOLD_EVERY_MS);
  lifetime.onEnd(() => clearInterval(told));
  const isEnough = () =>
    record.documents.size + record.runs >= Number(values.runs) ||
    Date.now() > endsAtMs ||
    !target.process.isRunning();
  const work = async (): Promise<void> => {
    const lane = newLane(target, record);
    while (!isEnough()) {
      const { value: number, done } = numbers.next();
      if (done) break;
      const fuzz = caseOf(SEED, number, around);
      if (chosen !== undefined) keep(fuzz);
      await putThrough(lane, fuzz);
      await queue.room();
    }
    await leaveLane(lane);
  };
  await Promise.all(Array.from({ length: chosen ? 1 : Number(values.lanes) }, work));
  clearInterval(told);
  queue.stop();
}

function* countUp(): Generator<number> {
  for (let number = 0; ; number += 1) yield number;
}

function tell(record: FuzzRecord): void {
  const time = new Date().toISOString().slice(11, 19);
  const { documents, runs, findings } = record;
  console.log(`${time}  ${documents.size} documents, ${runs} runs, ${findings.length} findings`);
}

function keep({ number, words, document, inputs }: FuzzCase): void {
  console.log(
    `#${number}  ${words}, ${document.length} characters, inputs of ${inputs.map(({ length }) => length)}`,
  );
  if (values.keep === undefined) return;
  writeFileSync(path.join(values.keep, `document-${number}.json`), document);
  for (const [at, input] of inputs.entries())
    writeFileSync(path.join(values.keep, `document-${number}-input-${at}.json`), input);
}

/** Returns the errors in the server's log: each is an unforeseen failure. */
function loggedErrors(output: string): string[] {
  const lines = output.split('\n').filter((line) => /"level":"(?:error|fatal)"/.test(line));
  return lines.map((line) => `logged ${line.slice(0, 400)}`);
}
