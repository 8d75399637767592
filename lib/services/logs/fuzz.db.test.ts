import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import { closeDatabase } from '../../platform/postgres/db';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { createFolder } from '../folders/create-folder';
import { createWorkflow } from '../workflows/create-workflow';
import { EXAMPLE_WORKFLOW } from '../workflows/example-workflow';
import { type FuzzTarget, fuzzLogs } from './testing/fuzz-logs';
import { mintLoggedWorkspace } from './testing/logged-workspace';
import { completionOf, type LogsWorld, randomLogs, seeded } from './testing/random-logs';

vi.setConfig({ testTimeout: patient(120_000) });

/** `REQUESTS=20000` for the long form. */
const REQUESTS = Number(process.env.REQUESTS ?? 1_500);

let api: TestApi;
let target: FuzzTarget;
beforeAll(async () => {
  api = await startTestApi();
  const { workspaceId, owner, record, headers, ...rest } = await mintLoggedWorkspace();
  const folder = async (name: string) =>
    (await createFolder(owner, { workspaceId, name, parentId: null })).data.id;
  const folderIds = [await folder('full'), await folder('empty')] as const;
  const { document } = EXAMPLE_WORKFLOW;
  const { data } = await createWorkflow(owner, { workspaceId, name: 'W', document, folderId: folderIds[0] });
  const nowMs = Date.now();
  const world: LogsWorld = {
    workspaceId,
    workflows: [
      { id: data.id, folderId: folderIds[0] },
      { id: rest.exampleId, folderId: null },
    ],
    folders: folderIds.map((id) => ({ id, parentId: null })),
    fromMs: nowMs - 20 * 3_600_000,
    toMs: nowMs,
  };
  const logs = randomLogs(seeded(20_261_121), world, 500);
  await record(logs.map((log) => completionOf(log, owner.userId)));
  const elsewhere = await mintLoggedWorkspace();
  await elsewhere.record([elsewhere.run()]);
  target = { origin: api.origin, headers, world, logs };
});
afterAll(async () => {
  await api.close();
  await closeDatabase();
});

test('random and hostile requests get no 5xx, no unfiltered list, and always a readable answer', async () => {
  const report = await fuzzLogs(target, { requests: REQUESTS, seed: 20_261_121 });
  expect(report.faults).toEqual([]);
  expect(report.requests).toBe(REQUESTS);
  expect(report.lists).toBeGreaterThan(REQUESTS / 10);
  expect(Object.keys(report.byStatus)).toEqual(
    expect.arrayContaining(['200', '400', '401', '403', '404', '405']),
  );
});
