import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { WorkflowDocument } from '../../../core/workflow/schema';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../../platform/postgres/process-lease';
import { runByHand } from '../../runs/testing/run-by-hand';
import { createWorkflow } from '../../workflows/create-workflow';
import { saveWorkflow } from '../../workflows/save-workflow';
import { listBulkItems } from '../jobs/read-jobs';
import { type BulkMill, mintBulkMill, stepOn } from '../testing/bulk-mill';

let mill: BulkMill;
let server: Server;
let origin: string;
let asked: string[] = [];

beforeAll(async () => {
  await pool().query('SELECT runtime.ensure_partitions(now(), 1)');
  await startHeartbeat('worker');
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isAway = request.url?.includes('away') === true;
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' });
    response.end('{"ok": true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  await pool().query('DELETE FROM runtime.bulk_job');
  mill = await mintBulkMill();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

const position = { x: 0, y: 0 };
const FAULT = 'throw new Error("a fault of this version")';
/** The repair, which still refuses one order. */
const REPAIR = 'if (<start.n> === 2) throw new Error("still"); return <start.n>';

interface Parts {
  code?: string;
  method?: string;
  path?: string;
  headers?: object[];
  /** A request behind the code. */
  notifies?: boolean;
}

/** start → charge (a request) → check (code) → notify (a request, if it does) → answer. */
function document({ code = FAULT, method = 'GET', path = '/charge', headers = [], notifies = false }: Parts) {
  const block = (id: string, type: string, config: object) => [id, { id, type, name: id, position, config }];
  const retry = { when: 'never', max: 0 };
  const order = ['start', 'charge', 'check', ...(notifies ? ['notify'] : []), 'answer'];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start', {}),
      block('charge', 'api', { url: `${origin}${path}`, method, headers, retry, failOnStatus: true }),
      block('check', 'function', { code }),
      ...(notifies ? [block('notify', 'api', { url: `${origin}/notify`, retry })] : []),
      block('answer', 'response', { body: '1' }),
    ]),
    edges: order.slice(1).map((target, at) => ({ id: `e${at}`, source: order[at], target })),
  });
}

/** Runs the faulty workflow for each number, then saves its repair. @returns its id */
async function failedThenRepaired(parts: Parts, numbers: number[], repair: Parts = {}): Promise<string> {
  const { data } = await createWorkflow(mill.writer, { ...mill, name: 'W', document: document(parts) });
  for (const n of numbers) {
    const { status } = await runByHand(mill.writer, { workflowId: data.id, input: { n } });
    expect(status).toBe('error');
  }
  await saveWorkflow(mill.writer, {
    id: data.id,
    document: document({ ...parts, code: REPAIR, ...repair }),
  });
  return data.id;
}

test('a forecast sends nothing, and tells what a repair would do to each run', async () => {
  await failedThenRepaired({}, [1, 2, 3]);
  await failedThenRepaired({ notifies: true }, [4]);
  await failedThenRepaired({ path: '/changed' }, [5], { path: '/repaired' });
  await failedThenRepaired({ method: 'POST' }, [6]);
  const key = [{ key: 'Idempotency-Key', value: 'order-<start.n>' }];
  await failedThenRepaired({ method: 'POST', headers: key }, [7]);
  await failedThenRepaired({ path: '/away' }, [8]);
  const before = [...asked];
  const { id } = await mill.start({
    kind: 'replay',
    version: 'draft',
    select: { filter: { level: 'error' } },
  });
  await stepOn();
  expect(asked).toEqual(before);
  expect(
    (await pool().query('SELECT FROM runtime.execution WHERE workspace_id = $1', [mill.workspaceId]))
      .rowCount,
  ).toBe(0);
  const report = await mill.report(id);
  expect(report).toMatchObject({ state: 'finished', total: 8, done: 8 });
  const told = report.groups.map(({ outcome, blockName, otherwise, mayDiffer, runs }) => ({
    outcome,
    blockName,
    otherwise,
    mayDiffer,
    runs,
  }));
  const group = { otherwise: null, mayDiffer: false, runs: 1 };
  expect(told).toHaveLength(6);
  expect(told).toEqual(
    expect.arrayContaining([
      { ...group, outcome: 'succeeds', blockName: null, runs: 3 },
      { ...group, outcome: 'fails', blockName: 'check' },
      { ...group, outcome: 'fails', blockName: 'charge', mayDiffer: true },
      { ...group, outcome: 'unrecorded', blockName: 'notify' },
      { ...group, outcome: 'unrecorded', blockName: 'charge' },
      { ...group, outcome: 'repeats', blockName: 'charge', otherwise: 'succeeds' },
    ]),
  );
  const { data } = await listBulkItems(mill.reader, { id, outcome: 'repeats', limit: 10 });
  const again = `1 request that was accepted would be sent again: POST ${new URL(origin).host}/charge`;
  expect(data).toMatchObject([{ message: again }]);
});

test('a version that a workflow does not have, and runs without a record, are refused in words', async () => {
  await failedThenRepaired({}, [1]);
  const { id } = await mill.start({ kind: 'replay', version: 7, select: { filter: {} } });
  await stepOn();
  expect((await mill.report(id)).groups).toMatchObject([
    { outcome: 'refused', runs: 1, message: expect.stringContaining('no such version') },
  ]);
});
