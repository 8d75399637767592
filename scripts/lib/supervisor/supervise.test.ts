import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lifetime } from '../lifetime.mjs';
import { patient } from '../machine-speed.mjs';
import { isAlive } from '../process-identity.mjs';
import { launchApp } from './app-process.mjs';
import { keepRunning } from './supervise.mjs';

/** A time limit: a busy machine may need more than Vitest's default of a second. */
const SOON = { timeout: patient(20_000) };

const PATIENCE = { firstPauseMs: 1, longestPauseMs: 4, settledAfterMs: 60_000, crashes: 3 };
const LIVES = "process.send({ type: 'ready', url: process.env.DB }); setInterval(() => {}, 1000);";
const CRASHES = "process.send({ type: 'ready', url: process.env.DB }, () => process.exit(7));";

let lifetime: Lifetime;
let words: string[];
beforeEach(() => {
  lifetime = new Lifetime();
  words = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => words.push(String(text)) > 0);
});
afterEach(async () => {
  await lifetime.end(0);
  vi.restoreAllMocks();
});

/** A database that dies on request; after a restart it is at `urls[1]`, then at `urls[2]`. */
function database(urls: string[]): {
  url: string;
  lost: Promise<void>;
  restart: () => Promise<unknown>;
  die: () => void;
} {
  let die = () => {};
  const lost = new Promise<void>((resolve) => (die = resolve));
  return { url: urls[0]!, lost, restart: async () => database(urls.slice(1)), die };
}

type Started = ReturnType<typeof launchApp> & { pid: number; url: string };

function keep(code: string, db = database(['first']), count = 1) {
  const ready: Started[] = [];
  const waiting: Array<() => void> = [];
  const running = keepRunning(lifetime, {
    name: 'server',
    launch: (url: string, number: number) => {
      const app = launchApp(lifetime, {
        name: 'server',
        args: ['-e', code, String(number)],
        env: { ...process.env, DB: url },
      });
      return { ...app, url };
    },
    database: db,
    count,
    onReady: (app: Started) => {
      ready.push(app);
      for (const wake of waiting.splice(0)) wake();
    },
    patience: PATIENCE,
  });
  const times = async (count: number) => {
    while (ready.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return ready[count - 1]!;
  };
  return { running, times, ready };
}

test('a server that is killed is started again, and Ctrl-C ends it all', async () => {
  const { running, times, ready } = keep(LIVES);
  process.kill((await times(1)).pid, 'SIGKILL');
  const second = await times(2);
  expect(words.join('')).toMatch(/The server stopped \(SIGKILL\) unexpectedly: starting again in 0\.0 s/);
  await lifetime.end(0);
  expect(await running).toBe(0);
  expect(ready).toHaveLength(2);
  expect(() => process.kill(second.pid, 0)).toThrow(/ESRCH/);
});

test('a server that crashes each time is given up in words', async () => {
  const { running, ready } = keep(CRASHES);
  await expect(running).rejects.toThrow(
    'The server stopped (exit 7) 3 times in a row, so the server is not started again: ' +
      'its own words are above; mend what they name, then start.',
  );
  expect(ready).toHaveLength(3);
});

test('a first start that fails is not tried again', async () => {
  const { running } = keep('process.exit(3)');
  await expect(running).rejects.toThrow('The server stopped while starting (exit 3)');
  expect(words.join('')).not.toContain('starting again');
});

test('a database that died is started again under the same server', async () => {
  const db = database(['same', 'same']);
  const restarted = vi.spyOn(db, 'restart');
  const { running, times, ready } = keep(LIVES, db);
  const app = await times(1);
  db.die();
  await vi.waitFor(() => expect(restarted).toHaveBeenCalled(), SOON);
  process.kill(app.pid, 'SIGKILL'); // the server must still be supervised
  expect((await times(2)).url).toBe('same');
  await lifetime.end(0);
  expect(await running).toBe(0);
  expect(ready).toHaveLength(2);
});

test('a database that came back at another address takes the server with it', async () => {
  const db = database(['here', 'there']);
  const { times } = keep(LIVES, db);
  const first = await times(1);
  db.die();
  expect((await times(2)).url).toBe('there');
  expect(() => process.kill(first.pid, 0)).toThrow(/ESRCH/);
});

/** Ends at the message to wait for nothing more. */
const DRAINS = `process.on('SIGTERM', () => {}); process.on('message', (said) => said === 'give-up' && process.exit(0));
  process.send({ type: 'ready', url: '', drainMs: 3_600_000 }); setInterval(() => {}, 1000);`;

test('a database that is lost while a server ends its work is started again for it', async () => {
  const db = database(['same', 'same']);
  const restarted = vi.spyOn(db, 'restart');
  const { times } = keep(DRAINS, db);
  const app = await times(1);
  const ended = lifetime.end(0);
  db.die();
  await vi.waitFor(() => expect(restarted).toHaveBeenCalled(), SOON);
  expect(isAlive(app.pid)).toBe(true);
  app.giveUp();
  await ended;
});

test('a server waits for nothing more once its database is gone for good', async () => {
  const db = database(['same']);
  vi.spyOn(db, 'restart').mockRejectedValue(new Error('no disk'));
  const { times } = keep(DRAINS, db);
  const app = await times(1);
  const ended = lifetime.end(0);
  db.die();
  await ended;
  expect(await app.gone).toEqual({ exitCode: 0, signal: null });
  expect(words.join('')).toContain('The database is gone: what is under way goes on at the next start.');
});

test('of several processes each is kept by itself', async () => {
  const { running, times, ready } = keep(LIVES, database(['first']), 3);
  await times(3);
  process.kill(ready[1]!.pid, 'SIGKILL');
  await times(4);
  expect(words.join('')).toMatch(/The server process [23] stopped \(SIGKILL\) unexpectedly/);
  expect(() => process.kill(ready[0]!.pid, 0)).not.toThrow();
  await lifetime.end(0);
  expect(await running).toBe(0);
});

test('a process that crashes each time is not given up while another does the work', async () => {
  const second = `if (process.argv[1] === '2') { ${CRASHES} } else { ${LIVES} }`;
  const { running, times } = keep(second, database(['first']), 2);
  await times(PATIENCE.crashes + 4);
  await lifetime.end(0);
  expect(await running).toBe(0);
});

test('a server whose event loop stands still is replaced each time, at once', async () => {
  const standsStill = "process.send({ type: 'ready', url: '' }, () => process.kill(process.pid, 'SIGALRM'))";
  const { running, times } = keep(standsStill);
  await times(PATIENCE.crashes + 4);
  expect(words.join('')).toContain('The event loop of the server stands still: another takes its place');
  expect(words.join('')).not.toContain('unexpectedly');
  await lifetime.end(0);
  expect(await running).toBe(0);
});

test('a server whose event loop stands still is replaced before it ends, and may end what it has begun', async () => {
  const reports = `process.on('SIGTERM', () => process.exit(0));
    process.on('message', () => require('node:fs').writeSync(4, 'stands still'));`;
  const { times } = keep(`${reports} ${LIVES.replace('url:', 'drainMs: 0, url:')}`);
  const first = await times(1);
  first.child.send('stand still');
  const second = await times(2);
  expect(second.pid).not.toBe(first.pid);
  expect(await first.gone).toEqual({ exitCode: 0, signal: null });
  expect(words.join('')).not.toContain('unexpectedly');
  expect(isAlive(second.pid)).toBe(true);
});

test('what is wrong with the settings of several processes is said once', async () => {
  const code = "console.error('a bad setting'); process.exit(3)";
  const { running, ready } = keep(code, database(['first']), 3);
  await expect(running).rejects.toThrow('The server stopped while starting (exit 3)');
  expect(ready).toEqual([]);
  expect(words.join('')).not.toContain('starting again');
});
