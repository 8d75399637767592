import { createHmac } from 'node:crypto';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { bodyRoom } from '../../platform/http/body/body-room';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { becomeSteady } from '../runs/testing/steady-process';
import { setVariable } from '../variables/set-variable';
import { readOutcomes } from './count-outcomes';
import { publishedHook } from './testing/published-hook';

let api: TestApi;
let mill: TestWorkspace;
let queue: WorkQueue;

beforeAll(async () => {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startHeartbeat('worker');
  await becomeSteady();
  api = await startTestApi();
  mill = await mintWorkspace();
  await prisma().user.update({ where: { id: mill.owner.userId }, data: { plan: 'enterprise' } });
  queue = startWorkQueue();
});
afterAll(async () => {
  await queue.stop(5_000);
  await api.close();
  await outboundClient().close();
  await stopHeartbeat();
  await closeDatabase();
});

/** Publishes a webhook that answers with its Response's `body`, filled in from the request. */
async function answering(config: object, body = '<hook.body>', headers: object[] = []) {
  const hook = await publishedHook(mill, { answer: 'response', ...config }, { body, headers });
  return { ...hook, url: api.origin + hook.path };
}

const runsOf = async (workflowId: string): Promise<number> =>
  (await pool().query('SELECT 1 FROM runtime.execution WHERE workflow_id = $1', [workflowId])).rows.length;
const hex = (secret: string, text: string | Buffer) =>
  createHmac('sha256', secret).update(text).digest('hex');
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a body that is packed', () => {
  const TEXT = JSON.stringify({ a: 1, text: 'ä'.repeat(100) });
  const sent = (url: string, coding: string, body: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body: body as BodyInit,
      headers: { ...JSON_TYPE, 'content-encoding': coding, ...headers },
    });

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['x-gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['deflate', deflateRawSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
    ['identity', Buffer.from(TEXT)],
    ['gzip, br', brotliCompressSync(gzipSync(TEXT))],
  ])('with %s is read', async (coding, body) => {
    const { url } = await answering({}, '<hook.body.a>');
    const response = await sent(url, coding, body);
    expect([response.status, await response.text()]).toEqual([200, '1']);
  });

  it('in a way that isn’t read is 415, before it is sent, and says which are', async () => {
    const { id, url } = await answering({});
    const response = await sent(url, 'zstd', Buffer.from(TEXT));
    expect([response.status, response.headers.get('accept-encoding')]).toEqual([415, 'gzip, deflate, br']);
    expect(await runsOf(id)).toBe(0);
  });

  it('and isn’t what it says is 400', async () => {
    const { url } = await answering({});
    expect((await sent(url, 'gzip', Buffer.from(TEXT))).status).toBe(400);
    expect((await sent(url, 'gzip', gzipSync(TEXT).subarray(0, 30))).status).toBe(400);
  });

  it('and would be too much is 413 and holds nothing; a large one within the limit is read', async () => {
    const { id, url } = await answering({}, '<hook.body.a>');
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(256 * 1024);
    expect((await sent(url, 'gzip', bomb)).status).toBe(413);
    expect((await sent(url, 'gzip, gzip', gzipSync(bomb))).status).toBe(413);
    expect(await runsOf(id)).toBe(0);
    const large = brotliCompressSync(JSON.stringify({ a: 7, padding: 'p'.repeat(3_000_000) }));
    const answers = await Promise.all([1, 2].map(() => sent(url, 'br', large)));
    expect(await Promise.all(answers.map((each) => each.text()))).toEqual(['7', '7']);
    await expect.poll(() => bodyRoom().budget.held).toEqual({ memory: 0, disk: 0 });
    expect(bodyRoom().turns.held).toBe(0);
  });

  it('may be signed as it is sent, or before', async () => {
    const { url } = await answering({ check: { kind: 'github', token: 'k' } }, '<hook.body.a>');
    const packed = gzipSync(TEXT);
    const signed = (digest: string) => ({ 'x-hub-signature-256': `sha256=${digest}` });
    expect((await sent(url, 'gzip', packed, signed(hex('k', packed)))).status).toBe(200);
    expect((await sent(url, 'gzip', packed, signed(hex('k', TEXT)))).status).toBe(200);
    expect((await sent(url, 'gzip', packed, signed(hex('j', packed)))).status).toBe(401);
  });
});

describe('checks by method', () => {
  const signed = (body: string) => ({
    method: 'POST',
    body,
    headers: { ...JSON_TYPE, 'x-hub-signature-256': `sha256=${hex('app-secret', body)}` },
  });

  it('a signed POST stands beside a GET with a secret of its own in the query', async () => {
    const { url } = await answering(
      {
        methods: 'GET, POST',
        checkedMethods: 'POST',
        check: { kind: 'hmac', token: 'app-secret', header: 'X-Hub-Signature-256', prefix: 'sha256=' },
        otherCheck: { kind: 'query', parameter: 'token', token: 'of GET' },
      },
      '<hook.method>',
    );
    expect(await (await fetch(url, signed('{}'))).text()).toBe('POST');
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await (await fetch(`${url}?token=of+GET`)).text()).toBe('GET');
    expect((await fetch(url)).status).toBe(401);
  });

  it('without another check, other methods are not checked', async () => {
    const check = { kind: 'hmac', token: 'app-secret' };
    const { url } = await answering({ methods: 'any', checkedMethods: 'POST', check }, '<hook.method>');
    expect([(await fetch(url)).status, (await fetch(url, { method: 'POST' })).status]).toEqual([200, 401]);
  });

  it('a check is for all methods unless it says otherwise', async () => {
    const { url } = await answering({ methods: 'any', check: { kind: 'hmac', token: 'app-secret' } });
    expect((await fetch(url)).status).toBe(401);
  });
});

describe('a sender that asks whether the URL expects it is answered without a run', () => {
  const META = '?hub.mode=subscribe&hub.verify_token=t&hub.challenge=42';

  test.each([
    ['Meta', { methods: 'POST', check: { kind: 'meta', token: 'k' } }],
    ['Meta, checked as GitHub', { methods: 'GET, POST', check: { kind: 'github', token: 'k' } }],
  ])('%s: the challenge of a GET', async (_, config) => {
    const { id, url } = await answering(config);
    const response = await fetch(url + META);
    expect([response.status, await response.text()]).toEqual([200, '42']);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await fetch(`${url}?hub.mode=unsubscribe&hub.challenge=1`)).text()).not.toBe('1');
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(await runsOf(id)).toBe(0);
    const outcomes = async () => await readOutcomes({ workflowId: id, blockId: 'hook' });
    await expect.poll(outcomes).toContainEqual(expect.objectContaining({ outcome: 'challenge', count: 1 }));
  });

  it('Meta: only with the verify token, where one is asked for', async () => {
    const otherCheck = { kind: 'query', parameter: 'hub.verify_token', token: 't' };
    const check = { kind: 'meta', token: 'k' };
    const { url } = await answering({ check, checkedMethods: 'POST', otherCheck });
    expect(await (await fetch(url + META)).text()).toBe('42');
    expect((await fetch(url + META.replace('=t&', '=u&'))).status).toBe(401);
  });

  it('GitHub: a GET that the webhook doesn’t take stays 405', async () => {
    const { url } = await answering({ methods: 'POST', check: { kind: 'github', token: 'k' } });
    expect((await fetch(url + META)).status).toBe(405);
  });

  it('Dropbox, Trello and Asana', async () => {
    const of = async (kind: string) => (await answering({ check: { kind, token: 'k' } })).url;
    const dropbox = await fetch(`${await of('dropbox')}?challenge=a%20b`);
    expect([dropbox.status, await dropbox.text()]).toEqual([200, 'a b']);
    expect((await fetch(await of('trello'), { method: 'HEAD' })).status).toBe(200);
    const asana = await of('asana');
    const secret = 'b537207f20cbfa02357cf448134da559e8bd39d61597dcd5631b8012eae53e81';
    const handshake = await fetch(asana, { method: 'POST', headers: { 'x-hook-secret': secret } });
    expect([handshake.status, handshake.headers.get('x-hook-secret')]).toEqual([200, secret]);
    expect((await fetch(asana, { method: 'POST', body: '{"events":[]}' })).status).toBe(401);
  });

  it('Asana: before its secret is known', async () => {
    const { workspaceId } = mill;
    await setVariable(mill.owner, { workspaceId, name: 'NOT_YET_KNOWN', value: 'to come' });
    const { url } = await answering({ check: { kind: 'asana', token: '{{NOT_YET_KNOWN}}' } });
    const handshake = await fetch(url, { method: 'POST', headers: { 'x-hook-secret': 'abc' } });
    expect([handshake.status, handshake.headers.get('x-hook-secret')]).toEqual([200, 'abc']);
  });

  it('Slack and Zoom, signed', async () => {
    const time = String(Math.floor(Date.now() / 1_000));
    const send = (url: string, body: string, headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers: { ...JSON_TYPE, ...headers } });
    const slack = await answering({ check: { kind: 'slack', token: 'k' } });
    const asked = JSON.stringify({ type: 'url_verification', challenge: '3eZbrw1a' });
    const slackHeaders = (body: string) => ({
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${hex('k', `v0:${time}:${body}`)}`,
    });
    expect(await (await send(slack.url, asked, slackHeaders(asked))).text()).toBe('3eZbrw1a');
    expect((await send(slack.url, asked, slackHeaders('{}'))).status).toBe(401);
    expect(await runsOf(slack.id)).toBe(0);
    const event = '{"type":"event_callback"}';
    expect(await (await send(slack.url, event, slackHeaders(event))).json()).toEqual(JSON.parse(event));

    const zoom = await answering({ check: { kind: 'zoom', token: 'k' } });
    const validation = JSON.stringify({ event: 'endpoint.url_validation', payload: { plainToken: 'q9' } });
    const zoomHeaders = {
      'x-zm-request-timestamp': time,
      'x-zm-signature': `v0=${hex('k', `v0:${time}:${validation}`)}`,
    };
    const answer = await send(zoom.url, validation, zoomHeaders);
    expect(await answer.json()).toEqual({ plainToken: 'q9', encryptedToken: hex('k', 'q9') });
    expect((await send(zoom.url, validation, {})).status).toBe(401);
  });
});
