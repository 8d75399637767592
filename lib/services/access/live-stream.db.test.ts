import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { WorkflowDocument } from '../../core/workflow/schema';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { pool, prisma } from '../../platform/postgres/db';
import { startListening, stopListening } from '../../platform/postgres/notify';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { revokeApiKey } from '../api-keys/revoke-api-key';
import { mintKey } from '../api-keys/testing/minted-key';
import { publishedChat, replies } from '../chat/testing/published-chat';
import { ensureHook } from '../incoming-webhooks/hook-address';
import { offerTool } from '../mcp/offered-tool';
import { type KeyHolder, startKeyHolder } from '../runs/testing/key-holder';
import { workflowIn } from '../runs/testing/workflow-in';
import { publishWorkflow } from '../versions/publish-workflow';
import { createWorkflow } from '../workflows/create-workflow';
import { changeMemberRole } from '../workspaces/change-member-role';
import { removeMember } from '../workspaces/remove-member';
import type { Actor } from './actor';
import { sessionCookie } from './session-cookie';

let holder: KeyHolder;
let mill: TestWorkspace;
let upstream: LoopbackHttpServer;
/** Requests that runs wait for. */
let held: ServerResponse[] = [];

beforeAll(async () => {
  holder = await startKeyHolder();
  await startListening();
  upstream = await startHttpServer((_, response) => void held.push(response));
});
beforeEach(async () => {
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
});
afterEach(release);
afterAll(async () => {
  await upstream.close();
  await stopListening();
  await holder.close();
});

function release(): void {
  for (const response of held) response.end('{}');
  held = [];
}

const slowBlock = () => ({ type: 'api', config: { url: upstream.origin } });
const slowWorkflow = () => workflowIn(mill, [slowBlock()]);

async function sessionOf({ userId }: Actor): Promise<Record<string, string>> {
  const cookie = await sessionCookie({ userId, sessionEpoch: 0 }, { name: 'n', email: 'e@example.com' });
  return { cookie: cookie.slice(0, cookie.indexOf(';')), 'sec-fetch-site': 'same-origin' };
}

const keyOf = (actor: Actor, expiresAt: string | null = null) =>
  mintKey(actor, mill.workspaceId, { expiresAt });

/** Starts reading a stream; `ended` settles with its whole text. */
async function open(method: string, path: string, headers: Record<string, string>, body?: object) {
  const response = await fetch(holder.api.origin + path, {
    method,
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  return { ended: response.text() };
}

const startRun = (id: string, headers: Record<string, string>) =>
  open('POST', `/api/v1/workflows/${id}/executions`, headers, {});
const watchEdits = (headers: Record<string, string>) =>
  open('GET', `/api/workflows/${mill.exampleId}/edits/stream?clientId=c1`, headers);

/** Returns the last event of a stream and its name. */
function lastEvent(text: string): { event: string; data: Record<string, unknown> } {
  const [, event = '', data = '{}'] = /(?:event: (\S+)\n)?data: (.*)$/.exec(text.trim()) ?? [];
  return { event, data: JSON.parse(data) };
}
const endsWith = async (stream: { ended: Promise<string> }, code: string) =>
  expect(lastEvent(await stream.ended)).toEqual({
    event: 'access-ended',
    data: { type: 'access-ended', code, message: expect.stringMatching(/\.$/) },
  });

const remove = ({ userId }: Actor) => removeMember(mill.owner, { workspaceId: mill.workspaceId, userId });

describe('a stream ends with an event that says why, once its reader', () => {
  it('has had their key revoked; the run goes on to its log', async () => {
    const id = await slowWorkflow();
    const key = await keyOf(mill.writer);
    const stream = await startRun(id, key.headers);
    await expect.poll(() => held.length).toBe(1);
    await revokeApiKey(mill.writer, { id: key.id });
    await endsWith(stream, 'unauthenticated');
    release();
    const logs = () =>
      pool().query<{ level: string }>('SELECT level FROM runtime.log WHERE workflow_id = $1', [id]);
    await expect.poll(async () => (await logs()).rows).toEqual([{ level: 'info' }]);
  });

  it('is removed: following a run with a key', async () => {
    const id = await slowWorkflow();
    const started = await holder.api.call(
      'POST',
      `/api/v1/workflows/${id}/executions?mode=async`,
      (await keyOf(mill.owner)).headers,
      {},
    );
    const { headers } = await keyOf(mill.reader);
    const stream = await open('GET', `/api/v1/executions/${started.body.executionId}`, headers);
    await remove(mill.reader);
    await endsWith(stream, 'forbidden');
  });

  it('is removed: with a workflow open, where nobody sees them any more', async () => {
    const stream = await watchEdits(await sessionOf(mill.reader));
    const others = await watchEdits(await sessionOf(mill.admin));
    await remove(mill.reader);
    await endsWith(stream, 'forbidden');
    const still = await Promise.race([others.ended, Promise.resolve('open')]);
    expect(still).toBe('open');
    await remove(mill.admin);
    await endsWith(others, 'forbidden');
  });

  it('may no longer write, of a stream that holds credentials', async () => {
    const stream = await watchEdits(await sessionOf(mill.writer));
    await changeMemberRole(mill.owner, {
      workspaceId: mill.workspaceId,
      userId: mill.writer.userId,
      role: 'reader',
    });
    await endsWith(stream, 'forbidden');
  });

  it('is removed: running the draft in the editor', async () => {
    const id = await slowWorkflow();
    const path = `/api/v1/workflows/${id}/draft-runs`;
    const stream = await open('POST', path, await sessionOf(mill.writer), {});
    await remove(mill.writer);
    await endsWith(stream, 'forbidden');
  });

  it('is removed: listening for requests to a webhook', async () => {
    const document = WorkflowDocument.parse({
      blocks: {
        hook: { id: 'hook', type: 'webhook-trigger', name: 'hook', position: { x: 0, y: 0 }, config: {} },
      },
      edges: [],
    });
    const settings = { workspaceId: mill.workspaceId, name: 'H', description: '', folderId: null };
    const { id } = (await createWorkflow(mill.owner, { ...settings, document })).data;
    await ensureHook(mill.owner, { id, blockId: 'hook' });
    const path = `/api/v1/workflows/${id}/hooks/hook/listen`;
    const stream = await open('POST', path, await sessionOf(mill.writer), {});
    await remove(mill.writer);
    await endsWith(stream, 'forbidden');
    const listeners = () => pool().query('SELECT FROM runtime.hook_listener WHERE workflow_id = $1', [id]);
    await expect.poll(async () => (await listeners()).rows).toEqual([]);
  });

  it('is removed: chatting with what is for members', async () => {
    const chat = await publishedChat(mill, { access: 'members' }, [slowBlock(), replies('Yes')]);
    const stream = await open('POST', chat.path, await sessionOf(mill.reader), { message: 'Hi' });
    await remove(mill.reader);
    expect(lastEvent(await stream.ended)).toMatchObject({ event: 'error', data: { code: 'members_only' } });
  });

  it('has had their key revoked: calling a tool', async () => {
    const id = await slowWorkflow();
    await publishWorkflow(mill.owner, { id });
    await offerTool(mill.owner, { id, name: 'slow', description: '' });
    const key = await keyOf(mill.writer);
    const accept = 'application/json, text/event-stream';
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'slow' } };
    const stream = await open('POST', `/mcp/${mill.workspaceId}`, { ...key.headers, accept }, call);
    await revokeApiKey(mill.writer, { id: key.id });
    const { data } = lastEvent(await stream.ended);
    expect(data).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: -32001 } });
  });
});

test('a tool’s answer without a stream is not given to a key that was revoked meanwhile', async () => {
  const id = await slowWorkflow();
  await publishWorkflow(mill.owner, { id });
  await offerTool(mill.owner, { id, name: 'slow', description: '' });
  const key = await keyOf(mill.writer);
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'slow' } };
  const answer = holder.api.call('POST', `/mcp/${mill.workspaceId}`, key.headers, call);
  await expect.poll(() => held.length).toBe(1);
  await revokeApiKey(mill.writer, { id: key.id });
  release();
  expect((await answer).status).toBe(401);
});

test('a change that no notice told of, and a key that expires, end streams within seconds', async () => {
  const id = await slowWorkflow();
  const key = await keyOf(mill.writer);
  const streams = [await startRun(id, key.headers), await watchEdits(await sessionOf(mill.reader))];
  await pool().query('UPDATE api_key SET expires_at = now() WHERE id = $1', [key.id]);
  await pool().query('DELETE FROM membership WHERE user_id = $1', [mill.reader.userId]);
  await endsWith(streams[0]!, 'unauthenticated');
  await endsWith(streams[1]!, 'forbidden');
}, 30_000);
