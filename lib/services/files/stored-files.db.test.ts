import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { TraceSpan } from '../../core/engine/trace-span';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import { closeDatabase, filesPool, pool } from '../../platform/postgres/db';
import { writeJson } from '../../platform/text/json-text';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { enforceRetention } from '../logs/enforce-retention';
import { getLog } from '../logs/get-log';
import type { LogDetail } from '../logs/schema';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../logs/testing/logged-workspace';
import { getLastOutputs } from '../runs/single-block/last-outputs';
import { sendBlock } from '../runs/single-block/send-block';
import { runByHand } from '../runs/testing/run-by-hand';
import { workflowIn } from '../runs/testing/workflow-in';
import { setVariable } from '../variables/set-variable';
import { deleteStrayFiles } from './delete-stray-files';
import { type FileServer, MIB, startFileServer } from './testing/file-server';
import { CHUNK_BYTES } from './write-stored';

vi.setConfig({ testTimeout: patient(300_000) });

let api: TestApi;
let mill: LoggedWorkspace;
let server: FileServer;

beforeAll(async () => {
  api = await startTestApi();
  server = await startFileServer();
});
beforeEach(async () => {
  mill = await mintLoggedWorkspace();
  server.taken.length = 0;
});
afterAll(async () => {
  await server.close();
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

const ONCE = { when: 'never', max: 0 };
/** On a busy machine 100 MB take a while. */
const SLOW = { timeoutMs: 120_000, totalTimeoutMs: 300_000 };
const get = (path: string, more: object = {}) => ({
  type: 'api',
  config: { url: server.origin + path, retry: ONCE, ...more },
});
const post = (body: object, more: object = {}) => ({
  type: 'api',
  config: { url: `${server.origin}/take`, method: 'POST', body, ...more },
});
const raw = { kind: 'raw', value: '<b1.data>' };

async function run(...blocks: Array<{ type: string; config: Record<string, unknown> }>) {
  const workflowId = await workflowIn(mill, blocks);
  const answer = await runByHand(mill.owner, { workflowId, input: {} });
  const log: LogDetail = JSON.parse(writeJson((await getLog(mill.owner, answer.logId)).data));
  return { answer, log, spans: log.executionData.traceSpans as TraceSpan[], workflowId };
}

async function download(path: string, headers: Record<string, string> = mill.headers) {
  const response = await fetch(api.origin + path, { headers });
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { response, bytes, sha256: hash.digest('hex') };
}

const filesIn = async (table: 'stored_file' | 'stored_file_chunk' = 'stored_file') => {
  const of = table === 'stored_file' ? 'id' : 'file_id';
  const { rows } = await pool().query(
    `SELECT count(*)::integer AS n FROM runtime.${table}
      WHERE ${of} IN (SELECT id FROM runtime.stored_file WHERE workspace_id = $1)`,
    [mill.workspaceId],
  );
  return rows[0].n;
};

/** Blocks see `{contentType, size, name, fileId, url}`. */
interface Reference {
  fileId: string;
  url: string;
}
const dataOf = (span: TraceSpan | undefined) => (span!.output as { data: Reference }).data;

test('100 MB go from one server to another byte for byte, and to who reads the log', async () => {
  const bytes = 100 * MIB;
  const look = { type: 'function', config: { code: 'return Object.keys(<b1.data>).sort().join()' } };
  const { answer, log, spans } = await run(get(`/file?bytes=${bytes}`, SLOW), look, post(raw, SLOW));
  expect(answer).toMatchObject({ status: 'success', error: null });
  const [taken] = server.taken;
  expect(taken).toMatchObject({ bytes, sha256: server.sha256(bytes) });
  expect(taken?.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-length': String(bytes),
  });

  const { fileId, url } = dataOf(spans[1]);
  expect(dataOf(spans[1])).toEqual({
    contentType: 'application/zip',
    size: bytes,
    name: 'report.zip',
    fileId,
    url: `/api/v1/logs/${log.id}/files/${fileId}`,
  });
  expect(writeJson(spans[2]?.output)).toContain('contentType,fileId,name,size,url');
  expect(log.files).toEqual([
    { id: fileId, name: 'report.zip', contentType: 'application/zip', size: bytes, url },
  ]);
  const got = await download(url);
  expect([got.bytes, got.sha256]).toEqual([bytes, server.sha256(bytes)]);
  expect(Object.fromEntries(got.response.headers)).toMatchObject({
    'content-disposition': `attachment; filename="report.zip"; filename*=UTF-8''report.zip`,
    'content-length': String(bytes),
    'x-content-type-options': 'nosniff',
  });
});

test('parts of a file are answered as they were asked for, over the borders of stored chunks', async () => {
  const { log } = await run(get(`/file?bytes=${12 * MIB}&chunked`));
  const { url, size, id } = log.files![0]!;
  const ask = (more: Record<string, string> = {}, method = 'GET') =>
    fetch(api.origin + url, { method, headers: { ...mill.headers, ...more } });
  const whole = Buffer.from(await (await ask()).arrayBuffer());
  const parts: Array<[number, number]> = [
    [0, 0],
    [CHUNK_BYTES - 1, CHUNK_BYTES],
    [CHUNK_BYTES, CHUNK_BYTES],
    [3_000_001, 5_999_999],
    [size - 7, size - 1],
  ];
  for (const [first, last] of parts) {
    const part = await ask({ range: `bytes=${first}-${last}`, 'if-range': `"${id}"` });
    expect(part.status).toBe(206);
    expect(Object.fromEntries(part.headers)).toMatchObject({
      'content-range': `bytes ${first}-${last}/${size}`,
      'content-length': String(last + 1 - first),
      etag: `"${id}"`,
    });
    expect(whole.subarray(first, last + 1).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
  }
  const other = await ask({ range: 'bytes=0-9', 'if-range': '"of-another-version"' });
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, size]);
  const behind = await ask({ range: `bytes=${size}-` });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
  expect(await behind.json()).toMatchObject({ code: 'range_not_satisfiable' });
  const head = await ask({ range: 'bytes=0-9' }, 'HEAD');
  const { headers } = head;
  expect([
    head.status,
    headers.get('content-length'),
    headers.get('accept-ranges'),
    await head.text(),
  ]).toEqual([200, String(size), 'bytes', '']);
});

test('a file without a length, and one that was compressed, are the same file', async () => {
  const bytes = 12 * MIB;
  for (const how of ['chunked', 'gzip']) {
    const { log } = await run(get(`/file?bytes=${bytes}&${how}`));
    expect((await download(log.files![0]!.url)).sha256).toBe(server.sha256(bytes));
  }
});

test('up to 10 MB a binary answer is what it was: base64, with its bytes in the log', async () => {
  const { answer, log } = await run(get(`/file?bytes=${10 * MIB}`));
  const { base64 } = (answer.output as { data: { base64: string } }).data;
  expect(base64).toHaveLength(Math.ceil((10 * MIB) / 3) * 4);
  expect(log.files![0]!.id).toMatch(/^[0-9a-f]{32}$/);
  expect(await filesIn()).toBe(0);
});

test('text over 10 MB is refused as before, also where a file of that size would not be', async () => {
  const { answer } = await run(get(`/file?bytes=${11 * MIB}&type=text/csv`));
  expect(answer.error).toMatchObject({ code: 'RESPONSE_TOO_LARGE' });
  expect(answer.error?.message).toContain('10 MB');
});

test.each([
  ['with its length said', `bytes=${101 * MIB}`],
  ['without a length', `bytes=${101 * MIB}&chunked`],
  ['as a bomb of 300 KB', `bytes=${300 * MIB}&gzip&zeros`],
])('more than 100 MB is refused, %s, and nothing of it is kept', async (_, query) => {
  const { answer } = await run(get(`/file?${query}`, SLOW));
  expect(answer.error).toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false });
  expect(answer.error?.message).toContain('100 MB');
  await expect.poll(() => filesIn()).toBe(0);
});

test('a file that is cut off, or stands still, fails as every answer does, and is not kept', async () => {
  const cut = await run(get(`/cut?bytes=${30 * MIB}`));
  expect(cut.answer.error).toMatchObject({ code: 'CONNECTION_RESET' });
  const chunked = await run(get(`/cut?bytes=${30 * MIB}&chunked`));
  expect(chunked.answer.error).toMatchObject({ code: 'CONNECTION_RESET' });
  const stalled = await run(get('/stall', { timeoutMs: 2_000 }));
  expect(stalled.answer.error).toMatchObject({ code: 'TIMEOUT', phase: 'attempt' });
  await expect.poll(() => filesIn()).toBe(0);
});

test('a retry sends the file from its start again', async () => {
  const bytes = 15 * MIB;
  server.refusals.push(503, 503);
  const { answer } = await run(get(`/file?bytes=${bytes}`), post(raw));
  expect(answer.status).toBe('success');
  const sent = server.taken.map(({ bytes: length, sha256 }) => [length, sha256]);
  expect(sent).toEqual(Array(3).fill([bytes, server.sha256(bytes)]));
});

test('a file is a part of a multipart body, under its own name', async () => {
  const bytes = 11 * MIB + 7;
  const rows = [
    { key: 'title', value: 'Report', enabled: true },
    { key: 'file', value: '<b1.data>', enabled: true },
    { key: 'again', value: '<b1.data>', filename: 'other.bin', enabled: true },
  ];
  await run(get(`/file?bytes=${bytes}`), post({ kind: 'multipart', rows }));
  const [taken] = server.taken;
  expect(taken!.text).toContain('name="title"\r\n\r\nReport\r\n');
  expect(taken!.text).toContain(
    'name="file"; filename="report.zip"\r\nContent-Type: application/zip\r\n\r\n',
  );
  expect(taken!.bytes).toBe(Number(taken!.headers['content-length']));
  expect(taken!.bytes).toBeGreaterThan(2 * bytes);
});

test('small bytes alone in a raw body are sent as bytes too', async () => {
  await run(get('/file?bytes=1000'), post(raw));
  expect(server.taken[0]).toMatchObject({ bytes: 1000, sha256: server.sha256(1000) });
  expect(server.taken[0]!.headers['content-type']).toBe('application/zip');
});

test('nobody else can download a file, or send it in a run of theirs', async () => {
  const { log, spans } = await run(get(`/file?bytes=${11 * MIB}`));
  const { url } = log.files![0]!;
  const reference = dataOf(spans[1]);
  const stranger = await mintLoggedWorkspace();
  expect((await download(url, stranger.headers)).response.status).toBe(404);
  expect((await download(url, {})).response.status).toBe(401);
  const forge = { type: 'function', config: { code: `return ${JSON.stringify(reference)}` } };
  const steal = { kind: 'raw', value: '<b1.result>' };
  for (const from of [mill, stranger]) {
    mill = from;
    const { answer } = await run(forge, post(steal, { retry: ONCE }));
    expect(answer.error).toMatchObject({ code: 'FILE_UNAVAILABLE' });
  }
  expect(server.taken).toEqual([]);
});

test('a file that holds a secret is sent on, and nobody can download it', async () => {
  const value = 'tok-8f3a9c21d7';
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value });
  const headers = [{ key: 'X-Token', value: '{{TOKEN}}', enabled: true }];
  const bytes = 11 * MIB;
  // Crosses the border of two stored chunks.
  const planted = `/file?bytes=${bytes}&plant=${value}&at=${CHUNK_BYTES - 5}`;
  const { log, spans } = await run(get(planted, { headers }), post(raw));
  expect(server.taken[0]).toMatchObject({ bytes });
  expect(log.files).toBeNull();
  expect(spans[1]?.warnings).toEqual(['The file holds a secret, so nobody can download it.']);
  const { fileId, url } = dataOf(spans[1]);
  expect(url).toBeNull();
  expect((await download(`/api/v1/logs/${log.id}/files/${fileId}`)).response.status).toBe(404);
  await age('1 day');
  await deleteStrayFiles(new AbortController().signal);
  expect(await filesIn()).toBe(0);
});

test('a block sent alone keeps its file for a day, and sends the one of the last run', async () => {
  const bytes = 11 * MIB;
  const { workflowId } = await run(get(`/file?bytes=${bytes}`), post(raw));
  const { data: samples } = await getLastOutputs(
    mill.owner,
    { id: workflowId },
    new AbortController().signal,
  );
  const send = (blockId: string, given: Record<string, unknown>) =>
    sendBlock(
      mill.owner,
      { params: { id: workflowId, blockId }, body: { samples: given, input: {} } },
      new AbortController().signal,
    ) as Promise<{ data: { output: { data: Reference }; sizes: object; request: object } }>;
  server.taken.length = 0;
  const sent = await send('b2', { b1: samples.b1!.output });
  expect(server.taken[0]).toMatchObject({ bytes, sha256: server.sha256(bytes) });
  expect(sent.data.request).toMatchObject({ body: { contentType: 'application/zip', size: bytes } });
  const got = await send('b1', {});
  expect(got.data.sizes).toMatchObject({ responseBytes: bytes });
  const { url } = got.data.output.data;
  expect((await download(url)).sha256).toBe(server.sha256(bytes));
  await age('1 day');
  await deleteStrayFiles(new AbortController().signal);
  expect((await download(url)).response.status).toBe(404);
  expect(await filesIn()).toBe(1);
});

const age = (interval: string) =>
  pool().query(
    `UPDATE runtime.stored_file SET created_at = created_at - $2::interval WHERE workspace_id = $1`,
    [mill.workspaceId, interval],
  );

test('files go with their logs, and what no process completed goes by itself', async () => {
  const { log } = await run(get(`/file?bytes=${11 * MIB}`));
  await pool().query(
    `INSERT INTO runtime.stored_file
      (id, workspace_id, root_id, execution_id, log_id, name, reserved_bytes)
      VALUES (gen_random_uuid(), $1, $2, $2, $2, 'half', 1)`,
    [mill.workspaceId, log.id],
  );
  await deleteStrayFiles(new AbortController().signal);
  expect(await filesIn()).toBe(2);
  await age('16 minutes');
  await deleteStrayFiles(new AbortController().signal);
  expect(await filesIn()).toBe(1);
  for (const table of ['log', 'log_payload'])
    await pool().query(
      `UPDATE runtime.${table} SET started_at = started_at - interval '1 hour'
        WHERE ${table === 'log' ? 'id' : 'log_id'} = $1`,
      [log.id],
    );
  await pool().query('DELETE FROM runtime.log WHERE id = $1', [log.id]);
  await age('1 day');
  await enforceRetention(new AbortController().signal);
  expect([await filesIn(), await filesIn('stored_file_chunk')]).toEqual([0, 0]);
});

test('a run keeps 1 GB, a workspace so much and 20 at once; then a typed error says so', async () => {
  const reserve = (count: number, mb: number) =>
    pool().query(
      `INSERT INTO runtime.stored_file
        (id, workspace_id, root_id, execution_id, log_id, name, reserved_bytes, size)
        SELECT gen_random_uuid(), $1, $1, $1, $1, 'other', $3::bigint * 1048576, $3::bigint * 1048576
        FROM generate_series(1, $2)`,
      [mill.workspaceId, count, mb],
    );
  await reserve(102, 100);
  const full = await run(get(`/file?bytes=${41 * MIB}`));
  expect(full.answer.error).toMatchObject({ code: 'FILE_LIMIT', retryable: false });
  expect(full.answer.error?.message).toContain('This workspace keeps 10240 MB of files.');
  expect((await run(get(`/file?bytes=${39 * MIB}`))).answer.status).toBe('success');
  await pool().query('DELETE FROM runtime.stored_file WHERE workspace_id = $1', [mill.workspaceId]);
  await reserve(20, 1);
  await pool().query('UPDATE runtime.stored_file SET size = NULL WHERE workspace_id = $1', [
    mill.workspaceId,
  ]);
  const crowded = await run(get(`/file?bytes=${11 * MIB}`));
  expect(crowded.answer.error?.message).toContain('20 files of this workspace are being received.');
});

test('a file waits for its turn at the database, also when the others take long', async () => {
  const others = await Promise.all([filesPool().connect(), filesPool().connect()]);
  // Longer than other statements wait for a connection.
  const busy = Promise.all(others.map((client) => client.query('SELECT pg_sleep(7)')));
  const bytes = 11 * MIB;
  const running = run(get(`/file?bytes=${bytes}`, SLOW), post(raw, SLOW));
  await busy;
  for (const client of others) client.release();
  expect((await running).answer).toMatchObject({ status: 'success', error: null });
  expect(server.taken[0]).toMatchObject({ bytes, sha256: server.sha256(bytes) });
});
