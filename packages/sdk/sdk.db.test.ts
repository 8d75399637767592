import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { patient } from '../../scripts/lib/machine-speed.mjs';
import { readmeExamples } from '../testing/readme-examples';
import { type ReadmeWorkspace, startReadmeWorkspace } from '../testing/readme-workspace';
import { Millrace, type Workflow } from './src/millrace.js';
import { listOf } from './testing/test-client';

vi.setConfig({ hookTimeout: patient(120_000), testTimeout: patient(120_000) });

const EXAMPLES = readmeExamples('packages/sdk/README.md', 'typescript');
const run = promisify(execFile);

let mill: ReadmeWorkspace;
let millrace: Millrace;
beforeAll(async () => {
  mill = await startReadmeWorkspace();
  millrace = new Millrace({ url: mill.api.origin, apiKey: mill.headers['x-api-key'] });
});
afterAll(() => mill.close());

describe('the README', () => {
  /** Inside the project, so that its development packages are found. */
  let folder: string;
  beforeAll(async () => {
    mkdirSync('.cache', { recursive: true });
    folder = mkdtempSync(path.resolve('.cache/sdk-readme-'));
    const installed = path.join(folder, 'node_modules/@millrace/sdk');
    mkdirSync(installed, { recursive: true });
    copyFileSync('packages/sdk/package.json', path.join(installed, 'package.json'));
    await run(process.execPath, ['packages/sdk/scripts/build.mjs', path.join(installed, 'dist')]);
    for (const [index, { program }] of EXAMPLES.entries())
      writeFileSync(path.join(folder, `example-${index}.mts`), program);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('its examples compile in strict mode', async () => {
    const config = {
      extends: path.resolve('tsconfig.json'),
      compilerOptions: { incremental: false, plugins: [] },
      include: [`${folder}/*.mts`],
      exclude: [],
    };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
    const compiler = path.resolve('node_modules/typescript-native/bin/tsc');
    const compiled = run(process.execPath, [compiler, '--noEmit', '-p', folder]);
    expect(
      await compiled.then(
        () => '',
        ({ stdout }: { stdout: string }) => stdout,
      ),
    ).toBe('');
  });

  test.each(EXAMPLES.map((example, index) => ({ ...example, index })))(
    '$at prints what stands behind it',
    async ({ index, printed }) => {
      const env = { ...process.env, ...mill.env, PLACE: path.join(folder, `place-${index}.json`) };
      const file = path.join(folder, `example-${index}.mts`);
      const { stdout, stderr } = await run(process.execPath, ['--import', 'tsx', file], { env });
      expect(stdout.trim(), stderr).toBe(printed);
    },
  );
});

describe('against a server', () => {
  test('a run of each kind ends alike', async () => {
    const { executions } = millrace;
    const ended = { status: 'success', output: { greeting: 'Hello, Ada!' } };
    expect(await executions.run(mill.workflowId, { name: 'Ada' })).toMatchObject(ended);
    const queued = await executions.startBatch(mill.workflowId, [{ name: 'Ada' }, { name: 'Ada' }]);
    for (const { executionId } of queued) expect(await executions.wait(executionId)).toMatchObject(ended);
    const events = await listOf(executions.stream(mill.workflowId, { name: 'Ada' }));
    expect(events[0]?.type).toBe('run-started');
    expect(events.at(-1)).toMatchObject({ type: 'run-finished', answer: ended });
    const { executionId } = await executions.start(mill.workflowId, { name: 'Ada' });
    expect((await listOf(executions.follow(executionId))).at(-1)).toMatchObject(ended);
    expect((await executions.cancel(executionId)).status).toBe('success');
  });

  test('a run with the same Idempotency-Key is the same run', async () => {
    const once = () =>
      millrace.executions.run(mill.workflowId, { name: 'Ada' }, { idempotencyKey: 'sdk-order-1' });
    expect(await once()).toEqual(await once());
  });

  test('a workflow is made, saved, published and deleted', async () => {
    const { workflows, versions, folders } = millrace;
    const { workspaceId } = mill;
    const { document }: Workflow = await workflows.get(mill.workflowId);
    const folder = await folders.create({ workspaceId, name: 'SDK' });
    const made = await workflows.create({ workspaceId, name: 'Made', document, folderId: folder.id });
    const saved = await workflows.save(made.id, { document, version: made.version, name: 'Saved' });
    await expect(workflows.save(made.id, { document, version: made.version })).rejects.toMatchObject({
      status: 409,
      problem: { currentVersion: saved.version },
    });
    expect((await workflows.update(made.id, { description: 'd' })).description).toBe('d');
    expect((await versions.publish(made.id, { note: 'First' })).number).toBe(1);
    expect((await listOf(versions.list(made.id))).map(({ number }) => number)).toEqual([1]);
    expect((await versions.get(made.id, 1)).document).toEqual(document);
    expect((await versions.makeLive(made.id, 1)).live).toBe(true);
    expect((await workflows.list(workspaceId)).map(({ id }) => id)).toContain(made.id);
    await workflows.delete(made.id);
    await folders.delete(folder.id);
    await expect(workflows.get(made.id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });

  test('what is put by an external id is created, and the same again changes nothing', async () => {
    const { workflows, folders, webhooks } = millrace;
    const { workspaceId } = mill;
    const { document }: Workflow = await workflows.get(mill.workflowId);
    const folder = { workspaceId, name: 'SDK puts' };
    const { data, changed } = await folders.put('sdk/puts', folder);
    expect([data.externalId, changed]).toEqual(['sdk/puts', true]);
    expect((await folders.put('sdk/puts', folder)).changed).toBe(false);
    const workflow = { workspaceId, name: 'Put', document, folderId: data.id };
    const put = await workflows.put('sdk/put', workflow);
    expect((await workflows.put('sdk/put', { ...workflow, version: put.data.version })).changed).toBe(false);
    const hook = { workspaceId, workflowId: put.data.id, url: 'http://127.0.0.1:9/hook' };
    const made = await webhooks.put('sdk/hook', { ...hook, secret: { generate: true } });
    expect([made.changed, made.secret]).toEqual([true, expect.stringMatching(/^whsec_/)]);
    expect(await webhooks.put('sdk/hook', hook)).toMatchObject({ changed: false, secret: null });
    await workflows.delete(put.data.id);
    await folders.delete(data.id);
  });

  test('logs are listed, read, exported and followed', async () => {
    const { executions, logs } = millrace;
    const tags = ['sdk-logs'];
    const query = { workspaceId: mill.workspaceId, tags };
    const logIds: string[] = [];
    for (const name of ['a', 'b', 'c'])
      logIds.push((await executions.run(mill.workflowId, { name }, { tags })).logId);
    const idsOf = (found: ReadonlyArray<{ id: string }>) => found.map(({ id }) => id).sort();
    expect(idsOf(await listOf(logs.list({ ...query, limit: 2 })))).toEqual([...logIds].sort());
    expect(idsOf(await listOf(logs.export(query)))).toEqual([...logIds].sort());
    const [first = ''] = logIds;
    const detail = await logs.get(first);
    expect(detail.executionData.finalOutput).toEqual({ greeting: 'Hello, a!' });
    expect((await logs.execution(detail.executionId)).workflowId).toBe(mill.workflowId);
    const seen: string[] = [];
    for await (const page of logs.feed({ ...query, limit: 2 }, { intervalMs: 1 })) {
      seen.push(...page.data.map(({ id }) => id));
      if (seen.length === logIds.length) break;
    }
    expect([...seen].sort()).toEqual([...logIds].sort());
  });

  test('webhooks, variables and waits are managed', async () => {
    const { webhooks, variables, waits } = millrace;
    const { workspaceId, workflowId } = mill;
    const url = 'http://127.0.0.1:9/hook';
    const { data, secret } = await webhooks.create({
      workspaceId,
      workflowId,
      url,
      secret: { generate: true },
    });
    expect(secret).toMatch(/^whsec_/);
    expect((await webhooks.setActive(data.id, false)).state).toBe('paused');
    expect((await webhooks.list({ workspaceId })).map(({ id }) => id)).toContain(data.id);
    const tested = await webhooks.test(data.id);
    expect(tested.kind).toBe('test');
    expect((await webhooks.delivery(data.id, tested.id)).attemptLog).toHaveLength(1);
    await webhooks.delete(data.id);
    const { resumeCursor } = await webhooks.events({ workspaceId, workflowId });
    const { executionId } = await millrace.executions.run(workflowId, { name: 'Eve' });
    const events = await webhooks.events({ workspaceId, workflowId, cursor: resumeCursor, waitSeconds: 25 });
    expect(events.data.map((event) => event.executionId)).toEqual([executionId]);
    await variables.set(workspaceId, 'SDK', { value: 'v', plain: true });
    expect(await variables.list(workspaceId)).toContainEqual(
      expect.objectContaining({ name: 'SDK', value: 'v', plain: true }),
    );
    await variables.delete(workspaceId, 'SDK');
    expect(await waits.list({ workspaceId })).toEqual({ data: [], hasMore: false, nextCursor: null });
    expect(await millrace.schedules.list(workflowId)).toEqual([]);
  });

  test('a wrong key is a 401', async () => {
    const stranger = new Millrace({ url: mill.api.origin, apiKey: 'not-a-key' });
    await expect(stranger.workflows.list(mill.workspaceId)).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
      requestId: expect.stringMatching(/./),
    });
  });
});
