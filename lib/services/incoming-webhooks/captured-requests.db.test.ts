import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { mintKey } from '../api-keys/testing/minted-key';
import { deleteWorkflow } from '../removal/delete-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { ensureHook } from './hook-address';
import { getHookRequest, listHookRequests } from './read-requests';
import { forgetHookRequests } from './stored-requests';

let api: TestApi;
let mill: TestWorkspace;
let key: Record<string, string>;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('server');
  await startListening();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  key = (await mintKey(mill.owner, mill.workspaceId)).headers;
});
afterAll(async () => {
  await api.close();
  await stopListening();
  await stopHeartbeat();
  await closeDatabase();
});

async function drafted(config: object) {
  const position = { x: 0, y: 0 };
  const block = (id: string, type: string, of: object) => ({ id, type, name: id, position, config: of });
  const document = WorkflowDocument.parse({
    blocks: {
      start: block('start', 'start', {}),
      hook: block('hook', 'webhook-trigger', config),
      r: block('r', 'response', { body: '{"got": <hook.body>, "who": <hook.headers.x-who>}' }),
    },
    edges: [{ id: 'e', source: 'hook', sourceHandle: 'out', target: 'r' }],
  });
  const settings = { workspaceId: mill.workspaceId, name: 'Hooked', description: '', folderId: null };
  const { id } = (await createWorkflow(mill.owner, { ...settings, document })).data;
  const of = { id, blockId: 'hook' };
  const { url } = (await ensureHook(mill.owner, of)).data;
  return { ...of, url: `${api.origin}${new URL(url).pathname}/test` };
}
type Drafted = Awaited<ReturnType<typeof drafted>>;

/** Listens until `stop`; `next` settles with the next event. */
async function listen({ id }: Drafted) {
  const leaving = new AbortController();
  const response = await fetch(`${api.origin}/api/v1/workflows/${id}/hooks/hook/listen`, {
    method: 'POST',
    headers: { ...key, accept: 'text/event-stream' },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  const next = async (): Promise<string> => {
    while (!rest.includes('\n\n')) rest += (await reader.read()).value ?? '';
    const frame = rest.slice(0, rest.indexOf('\n\n'));
    rest = rest.slice(frame.length + 2);
    return JSON.parse(frame.replace('data: ', '')).type;
  };
  expect(await next()).toBe('listening');
  return { next, stop: () => leaving.abort() };
}

const send = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });
const listed = async (of: Drafted) => (await listHookRequests(mill.reader, of)).data;

describe('a test request', () => {
  it('is stored while somebody listens, who is told at once, and starts no run', async () => {
    const hook = await drafted({});
    expect((await send(hook.url, '{}')).status).toBe(409);
    const listening = await listen(hook);
    const answer = await send(hook.url, '{"n": 12345678901234567890}', { authorization: 'Bearer s3cr3t' });
    expect(answer.status).toBe(202);
    expect(await listening.next()).toBe('changed');
    const [request, ...more] = await listed(hook);
    expect([request, more]).toEqual([
      expect.objectContaining({ method: 'POST', size: 27, outcome: 'accepted', reason: null }),
      [],
    ]);
    const executions = 'SELECT 1 FROM runtime.execution WHERE workflow_id = $1';
    expect((await pool().query(executions, [hook.id])).rows).toEqual([]);
    const of = { ...hook, requestId: request!.id };
    const forWriter = (await getHookRequest(mill.writer, of)).data;
    expect(JSON.stringify(forWriter.headers)).toContain('Bearer s3cr3t');
    expect(forWriter.text).toBe('{"n": 12345678901234567890}');
    const forReader = JSON.stringify((await getHookRequest(mill.reader, of)).data);
    expect(forReader).not.toContain('s3cr3t');
    expect(forReader).toContain('"name":"authorization","value":"***"');
    const { rows } = await pool().query('SELECT sealed FROM runtime.hook_request WHERE id = $1', [
      request!.id,
    ]);
    expect(rows[0].sealed.toString('latin1')).not.toContain('s3cr3t');
    listening.stop();
    await expect.poll(async () => (await send(hook.url, '{}')).status).toBe(409);
  });

  it('of another process is told to those who listen here', async () => {
    const listening = await listen(await drafted({}));
    // Postgres passes on such a notification from any other process; an empty id means any workflow.
    await pool().query("SELECT pg_notify('millrace_captures', '')");
    expect(await listening.next()).toBe('changed');
    listening.stop();
  });

  it('that a check refuses is stored with the reason, which its sender is not told', async () => {
    const check = { kind: 'github', token: 'sh-sh-sh' };
    const hook = await drafted({ check, condition: "body.action === 'opened'" });
    const listening = await listen(hook);
    const signed = (body: string) => ({
      'x-hub-signature-256': `sha256=${createHmac('sha256', 'sh-sh-sh').update(body).digest('hex')}`,
    });
    const opened = '{"action": "opened"}';
    const wrong = await send(hook.url, `${opened} `, signed(opened));
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).not.toMatch(/does not match|X-Hub/);
    expect((await send(hook.url, opened)).status).toBe(401);
    expect((await fetch(hook.url)).status).toBe(405);
    expect((await send(hook.url, '{}', signed('{}'))).status).toBe(204);
    expect((await send(hook.url, opened, signed(opened))).status).toBe(202);
    expect((await send(hook.url, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
    listening.stop();
    expect((await listed(hook)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['too_large', expect.any(String)],
      ['accepted', null],
      ['filtered', 'The condition did not hold.'],
      ['method_refused', 'The method is GET; this webhook takes POST.'],
      ['check_failed', 'The header X-Hub-Signature-256 is missing.'],
      ['check_failed', expect.stringMatching(/signature in X-Hub-Signature-256 does not match/)],
    ]);
  });

  it('is answered as the live one would be when its sender asks for the URL', async () => {
    const hook = await drafted({ check: { kind: 'meta', token: '{{NOT_SET_YET}}' } });
    const listening = await listen(hook);
    const asked = await fetch(`${hook.url}?hub.mode=subscribe&hub.challenge=42`);
    expect([asked.status, await asked.text()]).toEqual([200, '42']);
    listening.stop();
    expect(await listed(hook)).toMatchObject([{ method: 'GET', outcome: 'challenge' }]);
  });

  it('is shown unpacked, and as the block reads it; a secret in its query only to writers', async () => {
    const check = { kind: 'query', parameter: 'key', token: 'the-query-key' };
    const hook = await drafted({ check, readBodyAs: 'json' });
    const listening = await listen(hook);
    const packed = { 'content-encoding': 'gzip', 'content-type': 'text/plain' };
    const body = new Uint8Array(gzipSync('{"n": 1}'));
    const sent = await fetch(`${hook.url}?key=the-query-key`, { method: 'POST', headers: packed, body });
    expect(sent.status).toBe(202);
    listening.stop();
    const of = { ...hook, requestId: (await listed(hook))[0]!.id };
    const forWriter = (await getHookRequest(mill.writer, of)).data;
    expect(forWriter).toMatchObject({ text: '{"n": 1}', body: { n: 1 }, query: { key: 'the-query-key' } });
    expect((await getHookRequest(mill.reader, of)).data.query).toEqual({ key: '***' });
  });

  it('runs the draft when it is sent again, from the Webhook block on', async () => {
    const hook = await drafted({ check: { kind: 'header', header: 'X-Key', token: 'the-key' } });
    const listening = await listen(hook);
    await send(hook.url, '{"n": 7}', { 'x-who': 'Ada', 'x-key': 'the-key' });
    listening.stop();
    const path = `/api/v1/workflows/${hook.id}/hooks/hook/requests/${(await listed(hook))[0]!.id}/run`;
    const { status, body } = await api.call('POST', path, key);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ status: 'success', output: { got: { n: 7 }, who: 'Ada' } }),
    ]);
    const again = await api.call('POST', `/api/v1/logs/${body.logId}/run-again?version=draft`, key);
    expect(again.body).toMatchObject({ status: 'success', output: { got: { n: 7 }, who: 'Ada' } });
    const live = await api.call('POST', `/api/v1/logs/${body.logId}/run-again`, key);
    expect([live.status, live.body.code]).toEqual([409, 'conflict']);
    const readers = (await mintKey(mill.reader, mill.workspaceId)).headers;
    expect((await api.call('POST', path, readers)).status).toBe(403);
    const listenPath = `/api/v1/workflows/${hook.id}/hooks/hook/listen`;
    expect((await api.call('POST', listenPath, readers)).status).toBe(403);
  });

  it('is one of twenty at most, kept for a day, and goes with its workflow', async () => {
    const hook = await drafted({});
    const listening = await listen(hook);
    for (let n = 0; n < 22; n += 1) await send(hook.url, `{"n": ${n}}`);
    listening.stop();
    expect(await listed(hook)).toHaveLength(20);
    const rows = async () =>
      (await pool().query('SELECT 1 FROM runtime.hook_request WHERE workflow_id = $1', [hook.id])).rows
        .length;
    expect(await rows()).toBe(20);
    await pool().query(
      `UPDATE runtime.hook_request SET received_at = now() - interval '25 hours'
       WHERE id IN (SELECT id FROM runtime.hook_request WHERE workflow_id = $1 LIMIT 5)`,
      [hook.id],
    );
    expect(await listed(hook)).toHaveLength(15);
    await forgetHookRequests();
    expect(await rows()).toBe(15);
    await deleteWorkflow(mill.owner, { id: hook.id });
    expect(await rows()).toBe(0);
  });
});

test('nobody outside the workspace sees the test requests', async () => {
  const hook = await drafted({});
  const other = await mintWorkspace();
  await expect(listHookRequests(other.owner, hook)).rejects.toMatchObject({ code: 'not_found' });
});
