import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TraceSpan } from '../../core/engine/trace-span';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { outboundClient } from '../../platform/outbound-http/outbound-client';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../platform/postgres/db';
import { writeJson } from '../../platform/text/json-text';
import { startTestApi, type TestApi } from '../accounts/testing/test-api';
import { getLastOutputs } from '../runs/single-block/last-outputs';
import { sendBlock } from '../runs/single-block/send-block';
import { runByHand } from '../runs/testing/run-by-hand';
import { setVariable } from '../variables/set-variable';
import { createWorkflow } from '../workflows/create-workflow';
import { getLog } from './get-log';
import type { LogDetail } from './schema';
import { type LoggedWorkspace, mintLoggedWorkspace } from './testing/logged-workspace';

const MEGABYTE = 1024 * 1024;

let api: TestApi;
let mill: LoggedWorkspace;
let upstream: LoopbackHttpServer;
/** The responses of the server under test, by path. */
let answers: Record<string, { bytes: Buffer; headers?: Record<string, string> }>;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  mill = await mintLoggedWorkspace();
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value: 'tok-in-no-file' });
  answers = {};
  upstream = await startHttpServer(({ url }, response) => {
    const { bytes, headers = {} } = answers[url.split('?')[0]!] ?? { bytes: Buffer.from('{}') };
    response.writeHead(200, { 'content-type': 'application/octet-stream', ...headers });
    response.end(bytes);
  });
});
afterEach(() => upstream.close());
afterAll(async () => {
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

/** Runs a workflow once: Start, an API block for each config, then a Response with this body. */
async function run(configs: Record<string, unknown>[], body: string) {
  const names = ['start', ...configs.map((_, index) => `api${index}`), 'answer'];
  const configOf = (index: number) =>
    index === 0 ? {} : (configs[index - 1] ?? { body, headers: [{ key: 'X-Token', value: '{{TOKEN}}' }] });
  const typeOf = (index: number) => (index === 0 ? 'start' : index > configs.length ? 'response' : 'api');
  const blocks = names.map((name, index) => {
    const position = { x: index, y: 0 };
    return [name, { id: name, type: typeOf(index), name, position, enabled: true, config: configOf(index) }];
  });
  const edges = names.slice(1).map((target, index) => {
    return { id: target, source: names[index]!, sourceHandle: 'out', target, targetHandle: 'in' };
  });
  const document: WorkflowDocument = {
    blocks: Object.fromEntries(blocks),
    edges,
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
  const { workspaceId, owner } = mill;
  const { data } = await createWorkflow(owner, { workspaceId, name: 'Files', document });
  const answer = await runByHand(owner, { workflowId: data.id, input: {} });
  const log: LogDetail = JSON.parse(writeJson((await getLog(owner, answer.logId)).data));
  return { answer, log, workflowId: data.id };
}

async function download(path: string, headers: Record<string, string> = mill.headers) {
  const response = await fetch(api.origin + path, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('bytes reach later blocks and caller whole; the log names them, they can be downloaded', async () => {
  const bytes = randomBytes(3 * MEGABYTE + 17);
  const headers = {
    'content-type': 'Image/PNG; q=1',
    'content-disposition': `attachment; filename="x.png"; filename*=UTF-8''caf%C3%A9%20%22x%22.png`,
  };
  answers['/photo'] = { bytes, headers };
  answers['/upload'] = { bytes: Buffer.from('{}'), headers: { 'content-type': 'application/json' } };
  const upload = {
    method: 'POST',
    url: `${upstream.origin}/upload`,
    body: { kind: 'multipart', rows: [{ key: 'file', value: '<api0.data>', enabled: true }] },
  };
  const { answer, log } = await run([{ url: `${upstream.origin}/photo` }, upload], '<api0.data>');
  const base64 = bytes.toString('base64');
  expect(answer.output).toEqual({ contentType: 'Image/PNG; q=1', size: bytes.length, base64 });
  expect(upstream.received[1]!.body.length).toBeGreaterThan(bytes.length / 2);

  const [file] = log.files!;
  expect(log.files).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'café "x".png',
      contentType: 'image/png',
      size: bytes.length,
      url: `/api/v1/logs/${log.id}/files/${file!.id}`,
    },
  ]);
  const named = { contentType: 'Image/PNG; q=1', size: bytes.length, fileId: file!.id };
  const { traceSpans, finalOutput } = log.executionData;
  expect(traceSpans[1]!.output).toMatchObject({ data: named, status: 200 });
  expect(JSON.stringify(traceSpans[2]!.input)).toContain(file!.id);
  expect(finalOutput).toEqual(named);
  expect(JSON.stringify(log)).not.toContain(base64.slice(0, 100));

  const got = await download(file!.url);
  expect(got.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(got.response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `attachment; filename="caf_ _x_.png"; filename*=UTF-8''caf%C3%A9%20%22x%22.png`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    etag: `"${file!.id}"`,
    'accept-ranges': 'bytes',
    'x-request-id': expect.any(String),
  });
  const part = await fetch(api.origin + file!.url, { headers: { ...mill.headers, range: 'bytes=5-9' } });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${bytes.length}`]);
  expect(bytes.subarray(5, 10).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
});

test('a list shows the files; of a run without, null', async () => {
  answers['/a'] = { bytes: Buffer.from([0, 1, 2]) };
  const { log } = await run([{ url: `${upstream.origin}/a` }], 'done');
  await mill.record([mill.run()]);
  for (const more of ['', '&details=full', '&includeTraceSpans=true']) {
    const { body } = await api.call(
      'GET',
      `/api/v1/logs?workspaceId=${mill.workspaceId}${more}`,
      mill.headers,
    );
    const items = body.data as Array<{ id: string; files: unknown }>;
    expect(items.find(({ id }) => id === log.id)?.files).toEqual(log.files);
    expect(items.filter(({ files }) => files === null)).toHaveLength(1);
  }
});

test('the same bytes are one file, whoever put them out', async () => {
  answers['/a'] = { bytes: Buffer.from([0, 1, 2]) };
  answers['/b'] = { bytes: Buffer.from([0, 9, 9]) };
  const urls = ['/a', '/b', '/a'].map((path) => ({ url: upstream.origin + path }));
  const { log } = await run(urls, '<api2.data>');
  expect(log.files!.map(({ name }) => name)).toEqual(['a', 'b']);
  const spans = log.executionData.traceSpans.map(
    ({ output }) => (output as { data?: { fileId: string } }).data,
  );
  expect(spans[1]).toEqual(spans[3]);
  expect((await download(log.files![1]!.url)).bytes).toEqual(answers['/b'].bytes);
});

test('who has a file is not sent it again; who may not read the log gets no file and no hint', async () => {
  answers['/a'] = { bytes: Buffer.from([0, 1, 2]) };
  const { log } = await run([{ url: `${upstream.origin}/a` }], 'done');
  const { id, url } = log.files![0]!;
  const again = await download(url, { ...mill.headers, 'if-none-match': `"${id}"` });
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
  const head = await fetch(api.origin + url, { method: 'HEAD', headers: mill.headers });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '3', '']);
  const stranger = await mintLoggedWorkspace();
  const refusals = await Promise.all([
    download(url, stranger.headers),
    download(url.replace(id, 'f'.repeat(32))),
    download(url.replace(log.id, 'x')),
  ]);
  const bodies = refusals.map(({ response, bytes }) => [
    response.status,
    JSON.parse(bytes.toString()).detail,
  ]);
  expect(bodies).toEqual(Array(3).fill([404, 'File not found, or you have no access to it.']));
  expect((await download(url, {})).response.status).toBe(401);
});

test('a file that holds a secret is not kept, and the span says so', async () => {
  const value = 'tok-8f3a9c21d7';
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value });
  answers['/a'] = { bytes: Buffer.concat([randomBytes(99), Buffer.from([0]), Buffer.from(value)]) };
  const { log } = await run([{ url: `${upstream.origin}/a` }], '<api0.data>');
  expect(log.files).toBeNull();
  const [, span] = log.executionData.traceSpans;
  expect(span).toMatchObject({
    output: { data: { size: 114, fileId: null } },
    warnings: ['The file holds a secret and is not kept.'],
  });
  const { rows } = await pool().query('SELECT FROM runtime.log_file WHERE log_id = $1', [log.id]);
  expect(rows).toEqual([]);
});

test('a run keeps 25 MB of files', async () => {
  const urls = ['/a', '/b', '/c'].map((path) => {
    answers[path] = { bytes: randomBytes(9 * MEGABYTE) };
    return { url: upstream.origin + path };
  });
  const { log } = await run(urls, 'done');
  expect(log.files!.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(log.executionData.traceSpans[3]!.warnings).toEqual([
    'A run keeps 25 MB of files; this one is not kept.',
  ]);
});

test('a block’s last output has its bytes again, so that the next one can be sent alone', async () => {
  answers['/a'] = { bytes: Buffer.from([0, 1, 2]) };
  const { workflowId } = await run([{ url: `${upstream.origin}/a` }], 'done');
  const { data } = await getLastOutputs(mill.owner, { id: workflowId }, new AbortController().signal);
  expect(data.api0!.output).toMatchObject({
    status: 200,
    data: { contentType: 'application/octet-stream', size: 3, base64: 'AAEC' },
  });
});

test('a body over 1 MiB is shortened in the log, whole beside it, masked; whole if sent alone', async () => {
  const value = 'tok-8f3a9c21d7';
  await setVariable(mill.owner, { workspaceId: mill.workspaceId, name: 'TOKEN', value });
  const items = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `item number ${id}`, echoed: value }));
  const headers = { 'content-type': 'application/json', 'x-kept': 'yes' };
  answers['/list'] = { bytes: Buffer.from(JSON.stringify({ items })), headers };
  answers['/next'] = { bytes: Buffer.from('{}'), headers };
  const next = { url: `${upstream.origin}/next?last=<api0.data.items[-1].id>` };
  const here = mill;
  const { log, workflowId } = await run([{ url: `${upstream.origin}/list` }, next], 'done');
  expect(upstream.received.at(-1)!.url).toBe('/next?last=39999');

  const spans: TraceSpan[] = JSON.parse(writeJson(log.executionData.traceSpans));
  const output = spans[1]!.output as { data: Record<string, unknown> };
  const masked = JSON.stringify({ items }).replaceAll(value, '{{TOKEN}}');
  expect(output).toMatchObject({
    status: 200,
    headers: { 'x-kept': 'yes' },
    data: { truncated: true, bytes: masked.length, head: masked.slice(0, 65_536), shape: { type: 'object' } },
  });
  const file = log.files!.find(({ id }) => id === output.data.fileId)!;
  expect(file).toMatchObject({
    name: 'api0.data.json',
    contentType: 'application/json',
    size: masked.length,
  });
  expect((await download(file.url)).bytes.toString()).toBe(masked);

  const send = async (logId: string) => {
    const samples = { api0: { ...output, data: { ...output.data, logId } } };
    const input = { params: { id: workflowId, blockId: 'api1' }, body: { samples, input: {} } };
    return sendBlock(mill.owner, input, new AbortController().signal);
  };
  await send(log.id);
  expect(upstream.received.at(-1)!.url).toBe('/next?last=39999');
  mill = await mintLoggedWorkspace();
  const stranger = await run([{ url: `${upstream.origin}/list` }], 'done');
  mill = here;
  await expect(send(stranger.log.id)).rejects.toThrow('was deleted with its log');
});

test('a plain variable is not masked in logs', async () => {
  const { workspaceId, owner } = mill;
  await setVariable(owner, { workspaceId, name: 'TOKEN', value: 'read-by-everybody', plain: true });
  const { log } = await run([], 'nothing');
  const { input } = log.executionData.traceSpans.at(-1)!;
  expect(input).toMatchObject({ headers: [['X-Token', 'read-by-everybody']] });
});
