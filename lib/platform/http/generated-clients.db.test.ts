import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { WorkflowDocument } from '../../core/workflow/schema';
import { SCOPES } from '../../services/access/actor';
import { startTestApi, type TestApi } from '../../services/accounts/testing/test-api';
import { createApiKey } from '../../services/api-keys/create-api-key';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../../services/logs/testing/logged-workspace';
import { outboundClient } from '../outbound-http/outbound-client';
import { closeDatabase, pool, prisma } from '../postgres/db';
import type { Findings, Visit } from './testing/clients/visit';

const PROGRAMS = path.resolve('lib/platform/http/testing/clients');
const GENERATORS = ['openapi-fetch', 'hey-api'] as const;

let api: TestApi;
let folder: string;

beforeAll(async () => {
  api = await startTestApi();
  await pool().query('SELECT runtime.ensure_webhook_partitions(now(), 2)');
  // Inside the project, so that the programs' imports resolve.
  mkdirSync('.cache', { recursive: true });
  folder = mkdtempSync(path.resolve('.cache/generated-clients-'));
  for (const name of [...GENERATORS, 'visit']) copyFileSync(`${PROGRAMS}/${name}.ts`, `${folder}/${name}.ts`);
  await generate(await (await fetch(`${api.origin}/api/v1/openapi.json`)).text());
}, patient(120_000));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
  await outboundClient().close();
  await closeDatabase();
});

/** Runs both generators with their defaults, as a first-time user would. */
async function generate(document: string): Promise<void> {
  mkdirSync(`${folder}/generated`);
  const types = astToString(await openapiTS(JSON.parse(document)));
  writeFileSync(`${folder}/generated/openapi-typescript.ts`, types);
  await createClient({
    input: JSON.parse(document),
    output: `${folder}/generated/hey-api`,
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  });
}

const BLOCK = { position: { x: 0, y: 0 }, enabled: true };
/** A workflow that runs without a network. */
const GREETING: WorkflowDocument = {
  blocks: {
    start: { ...BLOCK, id: 'start', type: 'start', name: 'start', config: {} },
    response: {
      ...BLOCK,
      id: 'response',
      type: 'response',
      name: 'response',
      config: { status: 200, headers: [], body: '{"greeting": "Hello, <start.name>!"}' },
    },
  },
  edges: [{ id: 'e', source: 'start', sourceHandle: 'out', target: 'response', targetHandle: 'in' }],
  schemaVersion: 1,
  loops: {},
  parallels: {},
};
const TRY = { code: null, startedAt: '2026-01-31T12:00:00.000Z', durationMs: 3, waitMs: 0 };
const SPAN = {
  id: 'a',
  parentId: null,
  blockId: 'a',
  name: 'greeting',
  type: 'api',
  status: 'success',
  startTime: TRY.startedAt,
  endTime: TRY.startedAt,
  durationMs: 7,
  input: null,
  output: null,
  error: null,
  attempts: [
    { ...TRY, status: 503 },
    { ...TRY, status: 200 },
  ],
  children: [],
};
const TOKENS = { prompt: 1, completion: 1, total: 2 };
const COST = {
  total: 0.5,
  tokens: TOKENS,
  models: { 'gpt-x': { input: 0.2, output: 0.3, total: 0.5, tokens: TOKENS } },
};

async function prepareVisit(): Promise<Visit> {
  const mill = await mintLoggedWorkspace();
  const tight = await mintLoggedWorkspace();
  const key = await keyFor(mill, 10_000);
  const { workspaceId } = mill;
  const make = async (method: string, at: string, body: object): Promise<string> =>
    String(((await api.call(method, at, { 'x-api-key': key }, body)).body.data as { id: string }).id);
  const workflowId = await make('POST', '/api/v1/workflows', {
    workspaceId,
    name: 'Greet',
    document: GREETING,
  });
  const folderId = await make('POST', '/api/v1/folders', { workspaceId, name: 'Kept' });
  await make('PATCH', `/api/v1/workflows/${workflowId}`, { folderId });
  const logged = mill.run({
    files: [{ id: 'f1', name: 'f', contentType: 'image/png', size: 3, base64: 'AAEC' }],
    traceSpans: JSON.stringify([SPAN]),
    costTotal: COST.total,
    cost: JSON.stringify(COST),
  });
  logged.execution.workflowId = workflowId;
  await mill.record([logged, mill.run(), mill.run(), mill.run(), mill.run()]);
  return {
    origin: api.origin,
    key,
    workspaceId,
    workflowId,
    folderId,
    fileId: 'f1',
    logId: logged.execution.logId,
    executionId: logged.execution.executionId,
    tightKey: await keyFor(tight, 1),
    tightWorkflowId: tight.exampleId,
  };
}

/** Returns a key of the workspace's owner, whose plan allows this many runs and calls a minute. */
async function keyFor({ owner, workspaceId }: LoggedWorkspace, perMinute: number): Promise<string> {
  const customLimits = { logsApiPerMinute: perMinute, syncPerMinute: perMinute, asyncPerMinute: perMinute };
  await prisma().user.update({ where: { id: owner.userId }, data: { plan: 'enterprise', customLimits } });
  const choice = { name: 'k', scopes: SCOPES, workspaceIds: [workspaceId], expiresAt: null };
  return (await createApiKey(owner, choice)).secret;
}

test('clients generated by two generators compile in strict mode, used without a cast', {
  timeout: patient(120_000),
}, async () => {
  for (const name of GENERATORS) {
    const program = readFileSync(`${PROGRAMS}/${name}.ts`, 'utf8');
    expect(program).not.toMatch(/\bas (?!const\b)|\bany\b|@ts-|\w!|biome-ignore/);
  }
  const project = path.resolve('tsconfig.json');
  const config = {
    extends: project,
    compilerOptions: { incremental: false, plugins: [] },
    include: [`${folder}/*.ts`],
    exclude: [],
  };
  writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
  const compiler = path.resolve('node_modules/typescript-native/bin/tsc');
  const compiled = promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', folder]);
  expect(
    await compiled.then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    ),
  ).toBe('');
});

test.each(GENERATORS)(
  'the %s client works against the server',
  { timeout: patient(120_000) },
  async (name) => {
    const visit = await prepareVisit();
    const program: { useApi(visit: Visit): Promise<Findings> } = await import(`${folder}/${name}.ts`);
    const found = await program.useApi(visit);
    expect(found).toEqual({
      filtered: [`${visit.logId} Greet`],
      spans: ['greeting'],
      walked: 5,
      tries: [503, 200],
      childless: true,
      models: ['gpt-x'],
      blocks: [],
      bytes: [0, 1, 2],
      ran: { status: 'success', output: { greeting: 'Hello, Ada!' }, error: undefined },
      queued: 'queued',
      stopped: true,
      events: expect.arrayContaining(['run-started', 'block-started', 'block-finished', 'success']),
      saved: true,
      variables: expect.arrayContaining(['PLAIN']),
      hook: {
        signed: true,
        levels: ['error'],
        active: false,
        listed: true,
        tested: 'workflow.execution.completed success',
        gone: 'not_found',
      },
      problem: { status: 400, code: 'invalid_request', params: ['minCost'] },
      refusals: [
        { code: 'rate_limited', retryAfter: true, limit: '1', policy: '"logs";q=1;w=60' },
        { code: 'rate_limited', retryAfter: true, limit: '1', policy: '"sync-executions";q=1;w=60' },
      ],
    });
  },
);
