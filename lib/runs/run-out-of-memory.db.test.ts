import { afterAll, beforeAll, expect, test } from 'vitest';
import { mintWorkspace } from '../auth/testing/test-workspace';
import { closeDatabase, pool } from '../db';
import { getLog } from '../logs/get-log';
import { type LoopbackServer, startHttpServer } from '../outbound-http/testing/loopback-server';
import { processSingleton } from '../process-singleton';
import { createWorkflow } from '../workflows/create-workflow';
import { outboundClient } from './run-ports';
import { startRun } from './start-run';
import { RunThreads, runThreads } from './threads/run-threads';

const SMALL_HEAP_MB = 160;
const VALUES = 300_000;

let remote: LoopbackServer;

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  processSingleton('run-threads', () => new RunThreads(SMALL_HEAP_MB, SMALL_HEAP_MB));
  remote = await startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(`[${new Array(VALUES).fill('{}').join(',')}]`);
  });
});
afterAll(async () => {
  runThreads().close();
  await remote.close();
  await outboundClient().close();
  await closeDatabase();
});

test('a run that outgrows its memory ends with words for it, and the next one runs', async () => {
  const mill = await mintWorkspace();
  const position = { x: 0, y: 0 };
  const often = `[${new Array(30).fill('<list.data>').join(',')}]`;
  const join = (source: string, target: string) => {
    return { id: source + target, source, sourceHandle: 'out', target, targetHandle: 'in' };
  };
  const document = {
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
      all: { id: 'all', type: 'response', name: 'all', position, enabled: true, config: { body: often } },
    },
    edges: [join('s', 'list'), join('list', 'all')],
    loops: {},
    parallels: {},
  };
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'Too much', document });
  const { status, error, logId } = await startRun(mill.writer, { workflowId: data.id, input: {} });
  expect({ status, code: error?.code }).toEqual({ status: 'error', code: 'RUN_OUT_OF_MEMORY' });
  expect(error?.message).toContain(`${SMALL_HEAP_MB} MB`);
  const { level, executionData } = (await getLog(mill.reader, logId)).data;
  expect(level).toBe('error');
  expect(executionData.traceSpans.map(({ blockId }) => blockId)).toEqual(['s']);
  expect((await startRun(mill.writer, { workflowId: mill.exampleId, input: {} })).logId).toBeTruthy();
}, 120_000);
