import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WorkflowDocument } from '../lib/core/workflow/schema';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../lib/platform/outbound-http/testing/loopback-server';
import { prisma } from '../lib/platform/postgres/db';
import { mintWorkspace } from '../lib/services/accounts/testing/test-workspace';
import { type KeyHolder, keyOf, startKeyHolder } from '../lib/services/runs/testing/key-holder';
import { createWorkflow } from '../lib/services/workflows/create-workflow';
import { patient } from './lib/machine-speed.mjs';
import { canRun, POLLERS, startPoller, writePoller } from './testing/guide-pollers';

const WITHIN = { timeout: patient(30_000), interval: 50 };
vi.setConfig({ testTimeout: patient(120_000) });

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-pollers-'));
let holder: KeyHolder;
let front: LoopbackHttpServer;
/** The pages that the pollers requested. `instead`, if set, answers the next request. */
let asked: URLSearchParams[] = [];
let instead: { status: number; headers: Record<string, string> } | null = null;

beforeAll(async () => {
  holder = await startKeyHolder();
  front = await startHttpServer(async ({ url, headers }, response) => {
    asked.push(new URL(url, 'http://front').searchParams);
    const refusal = instead;
    instead = null;
    if (refusal !== null) {
      response.writeHead(refusal.status, refusal.headers).end('{}');
      return;
    }
    const key = { 'x-api-key': String(headers['x-api-key']) };
    const answer = await fetch(holder.api.origin + url, { headers: key });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await front.close();
  await holder.close();
});

const DOCUMENT = WorkflowDocument.parse({
  blocks: { start: { id: 'start', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
  edges: [],
});

test.each(POLLERS.filter(canRun))(
  'the program in $language gets each run once, and goes on after a 410',
  async (poller) => {
    const mill = await mintWorkspace();
    await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
    const { workspaceId } = mill;
    const settings = { workspaceId, name: 'Polled', description: '', folderId: null };
    const { data } = await createWorkflow(mill.owner, { ...settings, document: DOCUMENT });
    const headers = { ...(await keyOf(mill)), 'content-type': 'application/json' };
    const run = async (): Promise<string> => {
      const address = `${holder.api.origin}/api/v1/workflows/${data.id}/executions`;
      const response = await fetch(address, { method: 'POST', headers, body: '{"input": {}}' });
      return ((await response.json()) as { logId: string }).logId;
    };
    const file = writePoller(poller, folder);
    const env = {
      MILLRACE: front.origin,
      KEY: headers['x-api-key'],
      WORKSPACE: workspaceId,
      PLACE: path.join(folder, `${workspaceId}.json`),
      PAUSE_MS: '200',
    };
    /** Waits until it has stored its cursor after them: it then requests from there. */
    const follow = async (wanted: readonly string[]) => {
      asked = [];
      const program = startPoller(poller, file, env);
      const seen = () => program.lines.map((line) => (JSON.parse(line) as { id: string }).id);
      await expect
        .poll(() => [seen().length >= wanted.length, program.complaints()], WITHIN)
        .toEqual([true, '']);
      const before = asked.length;
      await expect.poll(() => asked.length, WITHIN).toBeGreaterThan(before);
      await program.stop();
      return seen();
    };

    const early = [await run(), await run(), await run()];
    instead = { status: 503, headers: { 'retry-after': '0' } };
    expect((await follow(early)).sort()).toEqual([...early].sort());

    const late = [await run(), await run()];
    expect((await follow(late)).sort()).toEqual([...late].sort());

    instead = { status: 410, headers: {} };
    const all = [...early, ...late, await run()];
    expect((await follow(all)).sort()).toEqual([...all].sort());
    expect(asked.slice(1).every((query) => query.has('startDate'))).toBe(true);

    instead = { status: 400, headers: {} };
    const refused = startPoller(poller, file, env);
    await expect.poll(refused.complaints, WITHIN).not.toBe('');
  },
);
