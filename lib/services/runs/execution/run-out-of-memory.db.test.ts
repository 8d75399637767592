import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import {
  type LoopbackServer,
  startHttpServer,
} from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { processSingleton } from '../../../platform/process-singleton';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { getLog } from '../../logs/get-log';
import { createWorkflow } from '../../workflows/create-workflow';
import { IsolatedPool, isolatedPool } from '../isolated/isolated-pool';
import { recoverOwnExecutions } from '../journal/recover-executions';
import { startWorkQueue } from '../queue/work-queue';
import { queueByHand, runByHand } from '../testing/run-by-hand';

vi.setConfig({ testTimeout: patient(120_000) });

/** More than a process takes that has done nothing yet, less than with two such answers. */
const SMALL_HEAP_MB = 110;
const VALUES = 900_000;

let remote: LoopbackServer;
/** Never answers. */
let silent: { server: Server; origin: string };

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  processSingleton('isolated-processes', () => new IsolatedPool(SMALL_HEAP_MB, SMALL_HEAP_MB));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  silent = { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  remote = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(`[${new Array(VALUES).fill('{}').join(',')}]`);
  });
});
afterAll(async () => {
  isolatedPool().close();
  await remote.close();
  silent.server.closeAllConnections();
  silent.server.close();
  await outboundClient().close();
  await closeDatabase();
});

const position = { x: 0, y: 0 };
const join = (source: string, target: string) => {
  return { id: source + target, source, sourceHandle: 'out', target, targetHandle: 'in' };
};

/** Start, then a large answer, then a block that makes more of it. */
async function workflowOf(mill: TestWorkspace, last: { type: string; config: Record<string, unknown> }) {
  const document: WorkflowDocument = {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} },
      list: {
        id: 'list',
        type: 'api',
        name: 'list',
        position,
        enabled: true,
        config: { url: remote.origin },
      },
      all: { id: 'all', name: 'all', position, enabled: true, ...last },
    },
    edges: [join('s', 'list'), join('list', 'all')],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
  return (await createWorkflow(mill.writer, { ...mill, name: 'Too much', document })).data.id;
}

const again = () => ({ type: 'api', config: { url: remote.origin } });

test('a run out of memory ends with words and finished blocks in one log, and the next runs', async () => {
  const mill = await mintWorkspace();
  const workflowId = await workflowOf(mill, again());
  const { status, error, logId } = await runByHand(mill.writer, { workflowId, input: {} });
  expect({ status, code: error?.code }).toEqual({ status: 'error', code: 'RUN_OUT_OF_MEMORY' });
  expect(error?.message).toContain(`${SMALL_HEAP_MB} MB`);
  expect((await getLog(mill.reader, logId)).data.level).toBe('error');
  expect((await logOf(workflowId)).blocks).toEqual(['s', 'list', 'all']);
  expect(await rowsOf(workflowId)).toEqual({ executions: 0, logs: 1 });
  expect((await runByHand(mill.writer, { workflowId: mill.exampleId, input: {} })).logId).toBeTruthy();
});

test('a queued one ends in one log too', async () => {
  const mill = await mintWorkspace();
  const workflowId = await workflowOf(mill, again());
  const queue = startWorkQueue();
  await queueByHand(mill.writer, { workflowId, input: {} });
  await expect
    .poll(() => endOf(workflowId), { timeout: patient(60_000) })
    .toEqual({ executions: 0, logs: 1 });
  await queue.stop(1_000);
  const { error, blocks } = await logOf(workflowId);
  expect(error.code).toBe('RUN_OUT_OF_MEMORY');
  expect(blocks).toEqual(['s', 'list', 'all']);
});

test('a queued run whose process is lost ends in one log that has its finished blocks', async () => {
  const mill = await mintWorkspace();
  const called = once(silent.server, 'request');
  const workflowId = await workflowOf(mill, { type: 'api', config: { url: silent.origin } });
  const queue = startWorkQueue();
  await queueByHand(mill.writer, { workflowId, input: {} });
  await called;
  await killRunProcesses();
  await expect
    .poll(() => endOf(workflowId), { timeout: patient(60_000) })
    .toEqual({ executions: 0, logs: 1 });
  await queue.stop(1_000);
  const { error, blocks } = await logOf(workflowId);
  expect(error.code).toBe('INTERRUPTED');
  expect(blocks).toEqual(['s', 'list']);
});

/** Kills the processes for runs, as the system does when the machine's memory is full. */
async function killRunProcesses(): Promise<void> {
  const pattern = ['-P', String(process.pid), '-f', 'isolated-process'];
  await promisify(execFile)('pkill', ['-KILL', ...pattern]);
}

async function logOf(workflowId: string): Promise<{ error: { code: string }; blocks: string[] }> {
  const { rows } = await pool().query(
    `SELECT p.error, p.trace_spans FROM runtime.log l JOIN runtime.log_payload p ON p.log_id = l.id
      WHERE l.workflow_id = $1`,
    [workflowId],
  );
  const spans: Array<{ blockId: string }> = JSON.parse(rows[0].trace_spans);
  return { error: JSON.parse(rows[0].error), blocks: spans.map(({ blockId }) => blockId) };
}

/** Records ends that could not be written immediately, as every process does repeatedly; returns the rows. */
async function endOf(workflowId: string) {
  await recoverOwnExecutions();
  return rowsOf(workflowId);
}

async function rowsOf(workflowId: string): Promise<{ executions: number; logs: number }> {
  const { rows } = await pool().query(
    `SELECT (SELECT count(*)::int FROM runtime.execution WHERE workflow_id = $1) AS executions,
      (SELECT count(*)::int FROM runtime.log WHERE workflow_id = $1) AS logs`,
    [workflowId],
  );
  return rows[0];
}
