import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { forkBundled } from '../../platform/testing/fork-bundled';
import { mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import { SHORT_LEASE } from '../runs/testing/killable-server';
import { queueByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { type FileServer, MIB, NEVER, startFileServer } from './testing/file-server';

vi.setConfig({ testTimeout: patient(900_000) });

const WITHIN = { timeout: patient(120_000) };

const AT_ONCE = 10;
/** `FILE_MB=100` measures the largest size. */
const FILE_MB = Number(process.env.FILE_MB ?? 20);
const MOST_MORE_MB = 150;

let files: FileServer;
let server: ChildProcess | null = null;

beforeAll(async () => {
  files = await startFileServer();
});
beforeEach(() => {
  files.taken.length = 0;
  files.refusals.length = 0;
});
afterEach(killServer);
afterAll(async () => {
  await files.close();
  await closeDatabase();
});

async function startServer(): Promise<void> {
  const file = path.join(import.meta.dirname, '../runs/testing/isolated-process.ts');
  server = forkBundled(file, [JSON.stringify(SHORT_LEASE)]);
  await once(server, 'message');
}

async function killServer(): Promise<void> {
  const running = server;
  server = null;
  if (running === null) return;
  running.kill('SIGKILL');
  await once(running, 'exit');
}

test('a run whose process is killed sends its file from the store, without asking for it again', async () => {
  const mill = await mintLoggedWorkspace();
  const bytes = 11 * MIB;
  const api = (config: object) => ({
    type: 'api',
    config: { retry: { when: 'never', max: 0 }, ...config },
  });
  const workflowId = await workflowIn(mill, [
    api({ url: `${files.origin}/file?bytes=${bytes}`, timeoutMs: 60_000 }),
    api({
      url: `${files.origin}/take`,
      method: 'POST',
      onUnknown: 'again',
      body: { kind: 'raw', value: '<b1.data>' },
    }),
  ]);
  files.refusals.push(NEVER);
  await startServer();
  const { executionId } = await queueByHand(mill.owner, { workflowId, input: {} });
  await expect.poll(() => files.taken.length, WITHIN).toBe(1);
  await killServer();
  await startServer();
  const logged = async () => {
    const { rows } = await pool().query('SELECT level FROM runtime.log WHERE execution_id = $1', [
      executionId,
    ]);
    return rows;
  };
  await expect.poll(logged, WITHIN).toEqual([{ level: 'info' }]);
  const sent = files.taken.map(({ bytes: length, sha256 }) => [length, sha256]);
  expect(sent).toEqual(Array(2).fill([bytes, files.sha256(bytes)]));
  const { rows } = await pool().query('SELECT FROM runtime.stored_file WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  expect(rows).toHaveLength(1);
});

const memoryMb = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server?.pid}/status`, 'utf8'))?.[1]) / 1024;

test.skipIf(process.platform !== 'linux')(
  'ten files at once pass through a process that holds little of them',
  async () => {
    const mill = await mintLoggedWorkspace();
    const slow = { retry: { when: 'never', max: 0 }, timeoutMs: 300_000, totalTimeoutMs: 600_000 };
    const bytes = FILE_MB * MIB;
    const workflowId = await workflowIn(mill, [
      { type: 'api', config: { url: `${files.origin}/file?bytes=${bytes}`, ...slow } },
      {
        type: 'api',
        config: {
          url: `${files.origin}/take`,
          method: 'POST',
          ...slow,
          body: { kind: 'raw', value: '<b1.data>' },
        },
      },
    ]);
    await startServer();
    const before = memoryMb();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, memoryMb());
    }, 20);
    try {
      for (let run = 0; run < AT_ONCE; run += 1) await queueByHand(mill.owner, { workflowId, input: {} });
      const errors = async () => {
        const { rows } = await pool().query(
          `SELECT p.error FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
            WHERE l.workspace_id = $1`,
          [mill.workspaceId],
        );
        return rows.map(({ error }) => error);
      };
      await expect.poll(async () => (await errors()).length, { timeout: patient(600_000) }).toBe(AT_ONCE);
      expect(await errors()).toEqual(Array(AT_ONCE).fill(null));
    } finally {
      clearInterval(watch);
    }
    console.log(
      `${AT_ONCE} files of ${FILE_MB} MB: ${Math.round(most - before)} MB more than ${Math.round(before)}`,
    );
    const sums = new Set(files.taken.map(({ sha256 }) => sha256));
    expect([...sums]).toEqual([files.sha256(bytes)]);
    expect(most - before).toBeLessThan(MOST_MORE_MB);
  },
);
