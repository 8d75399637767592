import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import publishADraft from '../examples/publish-a-draft.json' with { type: 'json' };
import { type KeyHolder, keyHolder } from './fixtures/api';
import { bootstrap } from './fixtures/product';
import { startRestServer } from './fixtures/rest-server';
import { UPSTREAM_PORT } from './fixtures/upstream';

let robot: KeyHolder;
const servers: Array<{ stop(): Promise<unknown> }> = [];

test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

test.beforeAll(async ({ baseURL }) => {
  const account = await bootstrap({ ...process.env, DATA_DIR: process.env.E2E_DATA_DIR });
  robot = keyHolder({ url: baseURL! }, account);
});

interface Run {
  executionId: string;
  logId: string;
  status: string;
  output: unknown;
  error: unknown;
}

test('a workflow put by code runs against a real server and is found in the logs', async () => {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (text) => received.push(`${request.method} ${request.url} ${text}`));
    request.on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end('{"id": 42, "tags": ["a", "b"]}');
    });
  }).listen(UPSTREAM_PORT, '127.0.0.1');
  await once(server, 'listening');
  servers.push({ stop: () => new Promise((resolve) => server.close(resolve)) });
  const id = await robot.createWorkflow('Users', {
    blocks: { s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } } },
    edges: [],
  });
  const config = {
    url: `http://127.0.0.1:${UPSTREAM_PORT}/users`,
    method: 'POST',
    params: [{ key: 'page', value: '1', enabled: true }],
    headers: [{ key: 'Authorization', value: 'Bearer a-literal-token', enabled: true }],
    body: { kind: 'json', value: '{"name": "<start.name>"}' },
  };
  const put = await robot.call<{ data: { version: number } }>('PUT', `/api/v1/workflows/${id}`, {
    version: 1,
    document: {
      blocks: {
        s: {
          id: 's',
          type: 'start',
          name: 'start',
          position: { x: 0, y: 0 },
          config: { fields: [{ name: 'name', type: 'string', required: true }] },
        },
        a: { id: 'a', type: 'api', name: 'api', position: { x: 320, y: 0 }, config },
        r: {
          id: 'r',
          type: 'response',
          name: 'response',
          position: { x: 640, y: 0 },
          config: { body: '<api.data>' },
        },
      },
      edges: [
        { id: 'e1', source: 's', target: 'a' },
        { id: 'e2', source: 'a', target: 'r' },
      ],
    },
  });
  expect([put.status, put.body.data.version]).toEqual([200, 2]);

  const run = await robot.call<Run>('POST', `/api/v1/workflows/${id}/executions`, {
    input: { name: 'Ada "Q" L' },
  });
  expect(run.status).toBe(200);
  expect(run.body).toMatchObject({ status: 'success', output: { id: 42, tags: ['a', 'b'] }, error: null });
  expect(received).toEqual(['POST /users?page=1 {"name": "Ada \\"Q\\" L"}']);

  const { executionId, logId } = run.body;
  const list = await robot.call(
    'GET',
    `/api/v1/logs?workspaceId=${robot.workspaceId}&executionId=${executionId}`,
  );
  expect(list.body).toMatchObject({
    data: [{ id: logId, workflowId: id, executionId, level: 'info', trigger: 'api', files: null }],
    nextCursor: null,
    limits: { usage: { plan: 'free' } },
  });
  const detail = await robot.call('GET', `/api/v1/logs/${logId}`);
  expect(detail.body).toMatchObject({
    data: {
      workflow: { id, name: 'Users' },
      executionData: {
        finalOutput: { id: 42 },
        traceSpans: [{ name: 'start' }, { name: 'api' }, { name: 'response' }],
      },
    },
  });
  const execution = await robot.call('GET', `/api/v1/logs/executions/${executionId}`);
  expect(execution.body).toMatchObject({
    executionId,
    workflowState: {
      blocks: { a: { config: { url: config.url } } },
      edges: [{ id: 'e1' }, { id: 'e2' }],
      loops: {},
      parallels: {},
    },
    executionMetadata: { trigger: 'api' },
  });
  expect(JSON.stringify([detail.body, execution.body])).not.toContain('a-literal-token');

  const stale = await robot.call('PUT', `/api/v1/workflows/${id}`, {
    version: 1,
    document: { blocks: {}, edges: [] },
  });
  expect([stale.status, stale.body]).toEqual([409, expect.objectContaining({ code: 'conflict' })]);
});

test('the tour: five API blocks, each using the one before, change a REST server for real', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'millrace-tour-')), 'db.json');
  const rest = await startRestServer(
    file,
    { posts: [], drafts: [{ id: 7, text: 'once upon a time' }] },
    UPSTREAM_PORT,
  );
  servers.push(rest);
  const id = await robot.createWorkflow('Publish a draft', publishADraft);
  const input = { server: rest.url, draftId: 7 };
  const run = await robot.call<Run>('POST', `/api/v1/workflows/${id}/executions`, { input });
  expect(run.body).toMatchObject({ status: 'success', error: null });
  const post = { id: 1, title: 'From draft 7', from: 7, views: 0, published: true, slug: 'From draft 7' };
  expect(run.body.output).toEqual({ post, draftRemoved: 200 });
  // The REST server writes its file after its response.
  await expect.poll(() => JSON.parse(readFileSync(file, 'utf8'))).toEqual({ posts: [post], drafts: [] });
});

test('an address that is not public is refused, with a log that says so', async () => {
  for (const url of [
    'http://127.0.0.1:1/',
    'http://[::ffff:169.254.169.254]/',
    'http://localhost:1/',
    'http://0x7f.1/',
  ]) {
    const id = await robot.createWorkflow('Inside', {
      blocks: {
        s: { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } },
        a: { id: 'a', type: 'api', name: 'api', position: { x: 320, y: 0 }, config: { url } },
      },
      edges: [{ id: 'e1', source: 's', target: 'a' }],
    });
    const run = await robot.call<Run>('POST', `/api/v1/workflows/${id}/executions`, {});
    expect(run.body).toMatchObject({ status: 'error', error: { code: 'ADDRESS_NOT_ALLOWED' } });
    const log = await robot.call('GET', `/api/v1/logs/${run.body.logId}`);
    expect(log.body).toMatchObject({ data: { level: 'error' } });
  }
});
