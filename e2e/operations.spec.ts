import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { patient } from '../scripts/lib/machine-speed.mjs';
import { readServer } from '../scripts/lib/postgres/postgres-pid-file.mjs';
import { bootstrap, type Product, startProduct } from './fixtures/product';

const execute = promisify(execFile);
const GUIDE = readFileSync('docs/operations.md', 'utf8');
const RUNNABLE = [...GUIDE.matchAll(/^```sh test\n(.*?)^```$/gms)].map(([, commands]) => commands ?? '');
const SLOW_MS = patient(300_000);

let folder: string;
let env: NodeJS.ProcessEnv;
let product: Product;
/** The server processes, in the order in which they were ready. */
const pids: number[] = [];

test.beforeAll(async () => {
  test.setTimeout(SLOW_MS);
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-operations-'));
  mkdirSync(path.join(folder, 'work'));
  env = { ...process.env, DATA_DIR: path.join(folder, 'data') };
  product = await startProduct(env, ({ pid }) => pids.push(pid));
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true });
});

async function status(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  );
}

const ready = () =>
  expect.poll(() => status(`${product.url}/api/health/ready`), { timeout: patient(60_000) });

/** Runs the guide's commands in order, as typed in an empty folder that uses the project's npm. */
async function runGuide(): Promise<string> {
  const script = [
    'set -euo pipefail',
    `npm() { command npm --prefix ${JSON.stringify(process.cwd())} "$@"; }`,
  ];
  const work = path.join(folder, 'work');
  const { stdout } = await execute('bash', ['-c', [...script, ...RUNNABLE].join('\n')], {
    cwd: work,
    env: { ...env, NEXTAUTH_URL: product.url, INIT_CWD: '' },
  });
  return stdout;
}

test('the commands of the operations guide work, and what they restore is what was backed up', async () => {
  test.setTimeout(SLOW_MS);
  const account = await bootstrap(env);
  expect(RUNNABLE.length).toBeGreaterThanOrEqual(5);
  const said = await runGuide();
  expect(said).toMatch(/millrace\.backup: \d+ rows, .* The secrets are not in it/);
  expect(said).toMatch(/Restored \d+ rows/);
  expect(said).toContain('All cursors issued until now have expired.');
  const restored = await startProduct({ ...env, DATA_DIR: path.join(folder, 'work/restored') });
  try {
    const query = `${restored.url}/api/v1/workflows?workspaceId=${account.workspaceId}`;
    const answer = await fetch(query, { headers: { 'x-api-key': account.apiKey } });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(await answer.json())).toContain(account.workspaceId);
  } finally {
    await restored.stop();
  }
});

test('a server and a database that are killed are started again by npm start', async () => {
  test.setTimeout(SLOW_MS);
  const killed = pids.length;
  process.kill(pids.at(-1)!, 'SIGKILL');
  await expect.poll(() => pids.length, { timeout: patient(60_000) }).toBe(killed + 1);
  await ready().toBe(200);
  const database = () => readServer(path.join(env.DATA_DIR!, 'postgres/data'));
  const first = database()!.pid;
  process.kill(first, 'SIGKILL');
  await expect.poll(() => database()?.pid ?? first, { timeout: patient(60_000) }).not.toBe(first);
  await ready().toBe(200);
  expect(pids).toHaveLength(killed + 1); // the server outlived its database
});
