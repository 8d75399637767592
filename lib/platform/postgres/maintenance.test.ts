import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { type MaintenanceJob, startMaintenance } from './maintenance';

const NEVER_MS = 600_000;

function started(...jobs: Array<Partial<MaintenanceJob>>) {
  const all = jobs.map((job) => ({ name: 'test', everyMs: NEVER_MS, run: async () => undefined, ...job }));
  const maintenance = startMaintenance(all);
  onTestFinished(() => maintenance.stop());
  return maintenance;
}

test('each job runs at once and then with its own period', async () => {
  const runs = { often: 0, seldom: 0 };
  started(
    { everyMs: 5, run: async () => (runs.often += 1) },
    { everyMs: NEVER_MS, run: async () => (runs.seldom += 1) },
  );
  expect(runs).toEqual({ often: 1, seldom: 1 });
  await expect.poll(() => runs.often).toBeGreaterThan(3);
  expect(runs.seldom).toBe(1);
});

test('a job that takes long holds up no other and never runs beside itself', async () => {
  let often = 0;
  let slow = 0;
  let end = (): void => undefined;
  started(
    {
      everyMs: 1,
      run: () => {
        slow += 1;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    },
    { everyMs: 1, run: async () => (often += 1) },
  );
  await expect.poll(() => often).toBeGreaterThan(3);
  expect(slow).toBe(1);
  end();
  await expect.poll(() => slow).toBe(2);
  end();
});

test('a job that fails has its turn again', async () => {
  let runs = 0;
  started({
    everyMs: 1,
    run: async () => {
      runs += 1;
      if (runs < 3) throw new Error('no database');
    },
  });
  await expect.poll(() => runs).toBeGreaterThan(3);
});

test('stopping aborts what runs, waits for its end and starts nothing more', async () => {
  let runs = 0;
  let ended = false;
  const maintenance = started({
    everyMs: 1,
    run: async (signal) => {
      runs += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
    },
  });
  await maintenance.stop();
  expect([runs, ended]).toEqual([1, true]);
  let others = 0;
  started({ everyMs: 1, run: async () => (others += 1) });
  await expect.poll(() => others).toBeGreaterThan(5);
  expect(runs).toBe(1);
});

test('the operator’s log names the job that failed', async () => {
  const room = JSON.stringify(path.join(import.meta.dirname, 'maintenance.ts'));
  const job = `{ name: 'water the plants', everyMs: 1000, run: async () => { throw new Error('dry'); } }`;
  const script = `import(${room}).then(({ startMaintenance }) => { startMaintenance([${job}]); })`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script], {
    env: { ...process.env, LOG_FORMAT: 'json', LOG_LEVEL: 'info' },
  });
  expect(JSON.parse(stdout)).toMatchObject({ level: 'error', doing: 'water the plants' });
});
