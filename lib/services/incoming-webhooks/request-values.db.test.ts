import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../../platform/postgres/db';
import { startHeartbeat, stopHeartbeat } from '../../platform/postgres/process-lease';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { mintWorkspace, type TestWorkspace } from '../accounts/testing/test-workspace';
import { startWorkQueue, type WorkQueue } from '../runs/queue/work-queue';
import { becomeSteady } from '../runs/testing/steady-process';
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

/** Returns the URL of a live webhook that answers with its Response's `body`, filled in from the request. */
async function answering(config: object, body = '<hook.body>', headers: object[] = []) {
  const hook = await publishedHook(mill, { answer: 'response', ...config }, { body, headers });
  return api.origin + hook.path;
}

/** Posts bytes with exactly these headers; for a text `fetch` would add a content type. */
const post = (url: string, body: Uint8Array, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: body as BodyInit, headers });

describe('JSON that isn’t called so', () => {
  const TYPES: Array<Record<string, string>> = [
    {},
    { 'content-type': 'text/plain; charset=UTF-8' },
    { 'content-type': 'application/octet-stream' },
  ];

  it.each(TYPES)('with %j is a value where the option says so', async (headers) => {
    const url = await answering({ readBodyAs: 'json' });
    const response = await post(url, Buffer.from(' {"Type":"Notification"}\n'), headers);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({ Type: 'Notification' });
  });

  it('stays text without the option, and what only looks like it stays text with it', async () => {
    const text = { 'content-type': 'text/plain' };
    const declared = await post(await answering({}), Buffer.from('{"a":1}'), text);
    expect([declared.headers.get('content-type'), await declared.text()]).toEqual([
      'text/plain; charset=utf-8',
      '{"a":1}',
    ]);
    const url = await answering({ readBodyAs: 'json' });
    for (const like of ['{"a":1,}', '[not a list]', '42', 'true', '{{name}}'])
      expect(await (await post(url, Buffer.from(like), text)).text(), like).toBe(like);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await (await post(url, Buffer.from('a=%7B%7D'), form)).json()).toEqual({ a: '{}' });
  });

  it('is read too when it is large, and is what duplicates and conditions see', async () => {
    const config = { readBodyAs: 'json', duplicateKey: 'body.id', condition: 'body.n === 1' };
    const url = await answering(config, '<hook.body.n>');
    const send = (value: object) =>
      post(url, Buffer.from(JSON.stringify(value)), { 'content-type': 'text/plain' });
    expect(await (await send({ id: 'x', n: 1, padding: 'p'.repeat(200_000) })).text()).toBe('1');
    expect((await send({ id: 'x', n: 1 })).headers.get('idempotent-replayed')).toBe('true');
    expect((await send({ id: 'y', n: 2 })).status).toBe(204);
  });
});

describe('rawBody', () => {
  const RAW = '{"base64": <hook.rawBody.base64>, "text": <hook.rawBody.text>}';

  it('is the bytes as they came, and their text', async () => {
    const url = await answering({}, RAW);
    const body = Buffer.from(' { "a" : 1.0 }');
    const response = await post(url, body, { 'content-type': 'application/json' });
    expect(await response.json()).toEqual({ base64: body.toString('base64'), text: ' { "a" : 1.0 }' });
  });

  it('of other bytes has no text; of packed ones, the text that they stand for', async () => {
    const url = await answering({}, RAW);
    const bytes = Buffer.from([0, 255, 10]);
    expect(await (await post(url, bytes)).json()).toEqual({ base64: bytes.toString('base64'), text: null });
    const packed = gzipSync('ä');
    const unpacked = await (await post(url, packed, { 'content-encoding': 'gzip' })).json();
    expect(unpacked).toEqual({ base64: packed.toString('base64'), text: 'ä' });
  });

  it('of a large body is whole', async () => {
    const body = Buffer.from(JSON.stringify({ padding: 'p'.repeat(1_000_000) }));
    const headers = { 'content-type': 'application/json' };
    const whole = await post(await answering({}, '<hook.rawBody.text>'), body, headers);
    expect(await whole.text()).toBe(body.toString());
  });
});

describe('uploaded files', () => {
  it('keep their names, also of several in one field', async () => {
    const url = await answering({}, '<hook.body>');
    const form = new FormData();
    form.append('note', 'hello');
    form.append('file', new Blob(['one'], { type: 'text/csv' }), 'Übersicht 1.csv');
    form.append('file', new Blob(['two']), 'two.bin');
    const answer = await (await fetch(url, { method: 'POST', body: form })).json();
    expect(answer).toEqual({
      note: 'hello',
      file: [
        { name: 'Übersicht 1.csv', contentType: 'text/csv', size: 3, base64: 'b25l' },
        { name: 'two.bin', contentType: 'application/octet-stream', size: 3, base64: 'dHdv' },
      ],
    });
  });

  it('are bytes again where a Response gives one back', async () => {
    const form = new FormData();
    form.append('file', new Blob(['one'], { type: 'text/csv' }), 'a.csv');
    const response = await fetch(await answering({}, '<hook.body.file>'), { method: 'POST', body: form });
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['text/csv', 'one']);
  });
});

describe('a page of another site', () => {
  const ORIGIN = 'https://site.example';
  const preflight = (url: string, origin = ORIGIN) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type, x-key',
      },
    });
  const corsOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

  it('of an allowed origin may ask, send and read the answer, refusals too', async () => {
    const config = { methods: 'POST, PUT', allowedOrigins: `${ORIGIN}\nhttps://b.example:8443` };
    const url = await answering(config, '{}');
    const asked = await preflight(url);
    expect([asked.status, corsOf(asked)]).toEqual([
      204,
      {
        'access-control-allow-origin': ORIGIN,
        'access-control-allow-methods': 'POST, PUT',
        'access-control-allow-headers': 'content-type, x-key',
        'access-control-max-age': '600',
      },
    ]);
    for (const method of ['PUT', 'DELETE']) {
      const answer = await fetch(url, { method, headers: { origin: ORIGIN } });
      expect(answer.status).toBe(method === 'PUT' ? 200 : 405);
      expect(corsOf(answer)).toMatchObject({ 'access-control-allow-origin': ORIGIN });
      expect(answer.headers.get('vary')).toBe('Origin');
    }
    expect(corsOf(await preflight(url, 'https://evil.example'))).toEqual({});
    const other = await fetch(url, { method: 'PUT', headers: { origin: 'https://evil.example' } });
    expect(corsOf(other)).toEqual({});
  });

  it('of any origin may with *, and of none without a choice', async () => {
    const all = await answering({ allowedOrigins: '*' }, '{}');
    expect(corsOf(await preflight(all))).toMatchObject({ 'access-control-allow-origin': '*' });
    const none = await preflight(await answering({}, '{}'));
    expect([none.status, corsOf(none)]).toEqual([204, {}]);
  });

  it('of the origin that a Response block names may ask as well', async () => {
    const url = await answering({}, '{}', [{ key: 'Access-Control-Allow-Origin', value: '*' }]);
    expect(corsOf(await preflight(url))).toMatchObject({ 'access-control-allow-origin': '*' });
    const answer = await fetch(url, { method: 'POST', headers: { origin: ORIGIN } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the bytes of a body are what their sender says', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  const large = `"${'p'.repeat(200_000)}"`;

  it.each<[what: string, body: Buffer, type: string, text: string]>([
    ['a form', latin1('n=caf%E9'), 'application/x-www-form-urlencoded; charset=iso-8859-1', '{"n":"café"}'],
    [
      'a form of PayPal',
      latin1('n=5+%80&charset=windows-1252'),
      'application/x-www-form-urlencoded',
      '{"n":"5 €","charset":"windows-1252"}',
    ],
    [
      'a form of parts',
      latin1(
        '--B\r\nContent-Disposition: form-data; name=n\r\nContent-Type: text/plain; charset=latin1\r\n\r\n\xe9\r\n--B--\r\n',
      ),
      'multipart/form-data; boundary="B"',
      '{"n":"é"}',
    ],
    [
      'XML',
      latin1('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>'),
      'text/xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
    ],
    ['JSON that names its charset', latin1('{"n":"\xe9"}'), 'application/json; charset=latin1', '{"n":"é"}'],
    ['JSON with a mark', latin1('\xef\xbb\xbf{"n":"\xc3\xa9"}'), 'application/json', '{"n":"é"}'],
    [
      'large JSON',
      latin1(`{"n":"\xe9","p":${large}}`),
      'application/json; charset=latin1',
      `{"n":"é","p":${large}}`,
    ],
  ])('of %s', async (_, body, type, text) => {
    const response = await post(await answering({}), body, { 'content-type': type });
    expect(await response.text()).toBe(text);
  });

  it.each<[what: string, body: Buffer, type: string, config: object]>([
    ['JSON', latin1('{"n":"\xe9"}'), 'application/json', {}],
    ['large JSON', latin1(`{"n":"\xe9","p":${large}}`), 'application/json', {}],
    ['JSON of another charset', latin1('{"n":"\x83"}'), 'application/json; charset=shift_jis', {}],
    ['JSON that isn’t called so', latin1('{"n":"\xe9"}'), 'text/plain', { readBodyAs: 'json' }],
    [
      'JSON that a condition reads',
      latin1('{"n":"\xe9"}'),
      'application/json',
      { condition: 'body.n === 1' },
    ],
    ['JSON that has a key', latin1('{"n":"\xe9"}'), 'application/json', { duplicateKey: 'body.n' }],
  ])('or it is refused: %s', async (_, body, type, config) => {
    const response = await post(await answering(config), body, { 'content-type': type });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ code: 'body_not_utf8' })] }),
    ]);
  });
});
