import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { patient } from '../../../../scripts/lib/machine-speed.mjs';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { isReply, type Reply } from '../../../platform/http/reply';
import { outboundClient } from '../../../platform/outbound-http/outbound-client';
import { startRawServer } from '../../../platform/outbound-http/testing/loopback-server';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { expectOutcomes, refusalOf } from '../../accounts/testing/refusals';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { setVariable } from '../../variables/set-variable';
import { createWorkflow } from '../../workflows/create-workflow';
import { saveWorkflow } from '../../workflows/save-workflow';
import type { PreparedRequest } from '../schema';
import { type EchoServer, startEchoServer, type WireCopy } from '../testing/echo-server';
import { runByHand } from '../testing/run-by-hand';
import { getLastOutputs } from './last-outputs';
import { previewBlock } from './preview-block';
import { sendBlock } from './send-block';

vi.setConfig({ testTimeout: patient(120_000) });

const TOKEN = 'tok-8f3a9c21d7';
let mill: TestWorkspace;
let echo: EchoServer;

beforeAll(() => pool().query('SELECT runtime.ensure_partitions(now(), 1)'));
beforeEach(async () => {
  mill = await mintWorkspace();
  echo = await startEchoServer();
});
afterEach(() => echo.close());
afterAll(async () => {
  await outboundClient().close();
  await closeDatabase();
});

/** Names the variable, so that every run masks it. */
const ANSWER = { body: '<api.data>', headers: [{ key: 'X-Token', value: '{{TOKEN}}' }] };

/** Start → API → Response, where the API block is called "api". */
function documentWith(config: Record<string, unknown>): WorkflowDocument {
  const position = { x: 0, y: 0 };
  const join = (source: string, target: string) => {
    return { id: `${source}${target}`, source, sourceHandle: 'out', target, targetHandle: 'in' };
  };
  return {
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} },
      a: { id: 'a', type: 'api', name: 'api', position, enabled: true, config },
      r: { id: 'r', type: 'response', name: 'out', position, enabled: true, config: ANSWER },
    },
    edges: [join('s', 'a'), join('a', 'r')],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  };
}

async function workflowWith(config: Record<string, unknown>): Promise<string> {
  const document = documentWith(config);
  const { workspaceId } = mill;
  const { data } = await createWorkflow(mill.writer, { workspaceId, name: 'Sent alone', document });
  return data.id;
}

interface Alone {
  document?: WorkflowDocument;
  samples?: Record<string, unknown>;
  input?: Record<string, unknown>;
}

const alone = (id: string, { samples = {}, input = {}, document }: Alone = {}, blockId = 'a') => ({
  params: { id, blockId },
  body: { samples, input, ...(document === undefined ? {} : { document }) },
});
const never = new AbortController().signal;
const send = (id: string, what?: Alone, blockId?: string, signal = never) =>
  dataOf(sendBlock(mill.writer, alone(id, what, blockId), signal));
const preview = (id: string, what?: Alone, blockId?: string) =>
  dataOf(previewBlock(mill.writer, alone(id, what, blockId), never));

/** Returns the data of a response that is small enough to be a value. */
async function dataOf<Data>(answering: Promise<{ data: Data } | Reply>): Promise<Data> {
  const answer = await answering;
  if (isReply(answer)) throw new Error('The answer is a large one.');
  return answer.data;
}

const SET_BY_CONNECTION = new Set(['host', 'connection', 'content-length']);

/** All of a request that does not name the execution it belongs to. */
function comparable({ method, url, headers, body }: WireCopy) {
  const shown = headers
    .filter(([name]) => !SET_BY_CONNECTION.has(name.toLowerCase()))
    .map(([name, value]) => [name, name.toLowerCase() === 'idempotency-key' ? '(key)' : value]);
  return { method, url, headers: shown, body: body.toString('latin1') };
}

test('writers and admins may send and preview, readers may not, strangers see no workflow', async () => {
  const id = await workflowWith({ url: `${echo.origin}/x` });
  const outcomes = { stranger: 'not_found', reader: 'forbidden', writer: 'done', admin: 'done' } as const;
  await expectOutcomes(mill, (actor) => sendBlock(actor, alone(id), never), outcomes);
  await expectOutcomes(mill, (actor) => previewBlock(actor, alone(id), never), outcomes);
  await expectOutcomes(mill, (actor) => getLastOutputs(actor, { id }, new AbortController().signal), {
    stranger: 'not_found',
    reader: 'done',
  });
  expect(await refusalOf(sendBlock(mill.writer, alone(id, {}, 'nowhere'), never))).toBe('not_found');
});

test('samples stand for earlier blocks, a missing one is named, the start block’s is the input', async () => {
  const id = await workflowWith({ url: `${echo.origin}/users/<start.id>` });
  expect((await send(id, { samples: { start: { id: 7 } } })).span).toMatchObject({
    blockId: 'a',
    status: 'success',
    input: { url: `${echo.origin}/users/7` },
  });
  await send(id, { input: { id: 8 } });
  expect(echo.received.map(({ url }) => url)).toEqual(['/users/7', '/users/8']);

  const document = documentWith({ url: `${echo.origin}/<api.data.id>` });
  const behind = { ...document.blocks.a, id: 'b', name: 'second' };
  const chained = {
    ...document,
    blocks: { ...document.blocks, a: { ...document.blocks.a, config: {} }, b: behind },
    edges: [
      ...document.edges,
      { id: 'ab', source: 'a', sourceHandle: 'out', target: 'b', targetHandle: 'in' },
    ],
  } as WorkflowDocument;
  const without = await send(id, { document: chained }, 'b');
  expect(without.span).toMatchObject({
    status: 'error',
    error: { code: 'SAMPLE_MISSING', field: 'url' },
  });
  expect(without.span.error?.message).toContain('"api"');
  const shown = await preview(id, { document: chained }, 'b');
  expect(shown).toMatchObject({ request: null, problems: [{ code: 'SAMPLE_MISSING', field: 'url' }] });
  const samples = { API: { data: { id: 'x' } } };
  const given = await send(id, { document: chained, samples }, 'b');
  expect(given).toMatchObject({ branch: 'out', output: { status: 200 } });
});

test('a send answers everything about the exchange and leaves nothing behind', async () => {
  await setVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'TOKEN', value: TOKEN });
  const id = await workflowWith({
    url: echo.origin,
    method: 'POST',
    headers: [{ key: 'X-Mine', value: 'ü' }],
    body: { kind: 'json', value: '{"a":"ü"}' },
    auth: { kind: 'bearer', token: '{{TOKEN}}' },
  });
  const sent = await send(id);
  expect(sent).toMatchObject({ warnings: [], attempts: [{ status: 200, waitMs: 0 }], branch: 'out' });
  expect(sent.sizes).toEqual({ requestBytes: 10, responseBytes: expect.any(Number) });
  expect(JSON.parse(sent.rawBody ?? '')).toEqual((sent.output as { data: unknown }).data);
  expect(sent.timing).toMatchObject({ tlsMs: 0, firstByteMs: expect.any(Number) });
  expect(sent.request).toMatchObject({ method: 'POST', url: `${echo.origin}/`, body: { text: '{"a":"ü"}' } });
  expect(sent.request?.headers).toContainEqual({ name: 'X-Mine', value: 'ü', automatic: false });
  const bearer = { name: 'Authorization', value: 'Bearer {{TOKEN}}', automatic: true };
  expect(sent.request?.headers).toContainEqual(bearer);
  expect(JSON.stringify(sent)).not.toContain(TOKEN);
  const { rows } = await pool().query(
    `SELECT (SELECT count(*) FROM runtime.log WHERE workspace_id = $1)::int
      + (SELECT count(*) FROM runtime.execution WHERE workspace_id = $1)::int
      + (SELECT count(*) FROM runtime.workflow_snapshot WHERE workflow_id = $2)::int
      + (SELECT count(*) FROM runtime.rate_window WHERE user_id = $3)::int AS kept`,
    [mill.workspaceId, id, mill.owner.userId],
  );
  expect(rows).toEqual([{ kept: 0 }]);
});

test('blocks of an unsaved document without a start block, with faults elsewhere, can be sent', async () => {
  const id = await workflowWith({});
  const { blocks } = documentWith({ url: echo.origin });
  const document = {
    blocks: { a: blocks.a },
    edges: [],
    schemaVersion: 1,
    loops: {},
    parallels: {},
  } as unknown as WorkflowDocument;
  expect((await send(id, { document })).output).toMatchObject({ status: 200 });
});

test('when the client goes away the request is given up at once', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const silent = await startRawServer(() => arrive());
  // Whoever waited for the block's own limit would wait for longer than this test may take.
  const id = await workflowWith({ url: silent.origin, timeoutMs: 300_000, totalTimeoutMs: 600_000 });
  const callerLeft = new AbortController();
  const sending = send(id, {}, 'a', callerLeft.signal);
  await arrived;
  callerLeft.abort();
  const { span } = await sending;
  expect(span.error?.code).toBe('CANCELLED');
  await silent.close();
});

test('a block that sends nothing has no request to show; what would be refused says why', async () => {
  const id = await workflowWith({ url: echo.origin, headers: [{ key: 'Host', value: 'x' }] });
  expect(await preview(id, {}, 's')).toEqual({
    request: null,
    problems: [],
    warnings: [],
  });
  expect(await preview(id)).toMatchObject({
    request: null,
    problems: [{ code: 'HEADER_FORBIDDEN', field: 'headers' }],
  });
  expect((await send(id)).span.error).toMatchObject({ code: 'HEADER_FORBIDDEN', field: 'headers' });
});

test('last outputs come from the newest log each block has a part in, masked', async () => {
  await setVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'TOKEN', value: TOKEN });
  const id = await workflowWith({ url: echo.origin, headers: [{ key: 'X-K', value: '{{TOKEN}}' }] });
  expect(await getLastOutputs(mill.reader, { id }, new AbortController().signal)).toEqual({ data: {} });
  const first = await runByHand(mill.writer, { workflowId: id, input: { n: 1 } });
  const failing = documentWith({ url: 'http://10.0.0.1/' });
  await saveWorkflow(mill.writer, { id, document: failing });
  const second = await runByHand(mill.writer, { workflowId: id, input: { n: 2 } });
  const { data } = await getLastOutputs(mill.reader, { id }, new AbortController().signal);
  expect(data.s).toMatchObject({ output: { n: 2 }, logId: second.logId });
  expect(data.a).toMatchObject({ output: { status: null, error: { code: 'ADDRESS_NOT_ALLOWED' } } });
  expect(data.r).toMatchObject({ logId: first.logId, at: expect.stringMatching(/Z$/) });
  expect(JSON.stringify(data)).not.toContain(TOKEN);
  expect(JSON.stringify(data.r)).toContain('{{TOKEN}}');
});

const key = fc.stringMatching(/^[a-z]{1,6}$/);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('<start.v>', 'a <start.v> b'),
);
const rows = (value: fc.Arbitrary<string>) =>
  fc.array(fc.record({ key, value, enabled: fc.boolean() }), { maxLength: 4 });
const body = fc.oneof(
  fc.constant({ kind: 'json', value: '{"v": <start.v>, "t": "<start.v>", "k": "{{TOKEN}}"}' }),
  rows(text).map((given) => ({ kind: 'form', rows: given })),
  rows(text).map((given) => ({ kind: 'multipart', rows: given })),
  text.map((value) => ({ kind: 'raw', value, contentType: 'text/plain; charset=utf-8' })),
  fc.constant({ kind: 'graphql', query: '{ a }', variables: '{"v": <start.v>}' }),
);
const auth = fc.constantFrom(
  { kind: 'none' },
  { kind: 'bearer', token: '{{TOKEN}}' },
  { kind: 'apiKey', in: 'query', name: 'key', apiKey: '{{TOKEN}}' },
  { kind: 'apiKey', in: 'header', name: 'X-Key', apiKey: '{{TOKEN}}' },
);
const config = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE'),
  params: rows(text),
  headers: rows(fc.stringMatching(/^[ -~]{0,12}$/)).map((given) =>
    given.map((row) => ({ ...row, key: `X-${row.key}` })),
  ),
  body,
  auth,
});
const value = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('{{TOKEN}}', '<start.v>', '"}', '\r\nX: 1', '&a=b#', `${TOKEN}`, {
    contentType: 'image/png',
    size: 3,
    base64: 'iVBO',
  }),
);

test('what a preview shows, a send sends and a run sends is one request, byte for byte', async () => {
  await setVariable(mill.writer, { workspaceId: mill.workspaceId, name: 'TOKEN', value: TOKEN });
  const id = await workflowWith({});
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(config, value, async (given, v) => {
      const document = documentWith({ ...given, url: `${echo.origin}/p/:id?own=1`, pathParams: PATH });
      const from = echo.received.length;
      const shown = await preview(id, { document, samples: { start: { v } } });
      expect(echo.received).toHaveLength(from);
      const sent = await send(id, { document, input: { v } });
      if (shown.request === null) {
        expect(sent.span.error).toMatchObject(shown.problems[0] ?? { code: 'none' });
        expect(echo.received).toHaveLength(from);
        return;
      }
      await saveWorkflow(mill.writer, { id, document });
      await runByHand(mill.writer, { workflowId: id, input: { v } });
      const [bySend, byRun] = echo.received.slice(from);
      if (!bySend || !byRun) throw new Error(`Nothing arrived: ${JSON.stringify(sent.span.error)}`);
      expect(comparable(bySend)).toEqual(comparable(byRun));
      expect(shownAs(shown.request, bySend)).toEqual(masked(bySend));
      expect(sent.request && shownAs(sent.request, bySend)).toEqual(masked(bySend));
      compared += 1;
    }),
    { numRuns: 120 },
  );
  expect(compared).toBeGreaterThan(60);
});

const PATH = [{ key: 'id', value: 'a/b c', enabled: true }];

/** A shown request in the form of the one on the wire; a body that is no text is shown by its size alone. */
function shownAs({ method, url, headers, body: shown }: PreparedRequest, wire: WireCopy) {
  if (shown !== null && 'size' in shown) expect(shown.size).toBe(wire.body.length);
  return comparable({
    method,
    url: url.slice(echo.origin.length),
    headers: headers.map(({ name, value: masked }) => [name, masked]),
    body: shown !== null && 'size' in shown ? wire.body : Buffer.from(shown?.text ?? ''),
  });
}

/** Returns the request on the wire with its one secret masked. */
function masked(wire: WireCopy) {
  const mask = (raw: string) => raw.replaceAll(TOKEN, '{{TOKEN}}');
  const { method, url, headers, body } = comparable(wire);
  return {
    method,
    url: mask(url),
    headers: headers.map((pair) => pair.map((part) => mask(part ?? ''))),
    body: mask(body),
  };
}
