import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type LoopbackHttpServer,
  startHttpServer,
} from '@/lib/platform/outbound-http/testing/loopback-server';
import { createApiKey } from '@/lib/services/api-keys/create-api-key';
import { workflowIn } from '@/lib/services/runs/testing/workflow-in';
import { patient } from '../../scripts/lib/machine-speed.mjs';
import { verifyWebhook } from '../sdk/src/millrace.js';
import { readmeExamples } from '../testing/readme-examples';
import { type ReadmeWorkspace, startReadmeWorkspace } from '../testing/readme-workspace';
import { type InstalledPackage, installPackage } from './testing/installed-package';

vi.setConfig({ hookTimeout: patient(120_000), testTimeout: patient(120_000) });

const EXAMPLES = readmeExamples('packages/cli/README.md', 'sh');

let mill: ReadmeWorkspace;
let millrace: InstalledPackage;
let folder: string;
beforeAll(async () => {
  mill = await startReadmeWorkspace();
  millrace = await installPackage();
});
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-cli-'));
});
afterAll(async () => {
  millrace.remove();
  await mill.close();
});

const run = (...args: string[]) => millrace.run(args, { env: mill.env, cwd: folder });
const start = (...args: string[]) => millrace.start(args, { env: mill.env, cwd: folder });
const BROKEN = { type: 'function', config: { code: 'throw new Error("It broke.")' } };
const failing = () => workflowIn(mill, [BROKEN]);

test.each(EXAMPLES)('the README: $at prints what stands behind it', async ({ program, printed }) => {
  const bin = path.join(folder, 'bin');
  fs.mkdirSync(bin);
  fs.symlinkSync(millrace.main, path.join(bin, 'millrace'));
  const PATH = `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`;
  const env = { ...mill.env, NODE_ENV: process.env.NODE_ENV, PATH, HOME: folder };
  const { stdout, stderr } = await promisify(execFile)('sh', ['-c', program], { env, cwd: folder });
  expect(stdout.trim(), stderr).toBe(printed);
});

describe('login', () => {
  const home = () => ({ XDG_CONFIG_HOME: folder });
  const login = (input: string, ...args: string[]) =>
    millrace.run(['login', '--url', mill.api.origin, ...args], { env: home(), input });

  test('checks a key, and stores it for later commands and its owner alone', async () => {
    const key = mill.headers['x-api-key'];
    const { code, stdout } = await login(`${key}\n`);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Logged in to ${mill.api.origin}.`)]);
    const file = path.join(folder, 'millrace/config.json');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
    const whoami = await millrace.run(['whoami'], { env: home() });
    expect(whoami).toMatchObject({ code: 0, stdout: expect.stringContaining(mill.workspaceId) });
    expect(whoami.stdout).not.toContain(key);
    const ran = await millrace.run(['run', 'Greet', '--data', '{"name": "Ada"}'], { env: home() });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello, Ada!') });
    expect((await millrace.run(['logout'], { env: home() })).code).toBe(0);
    expect((await millrace.run(['whoami'], { env: home() })).stderr).toContain('You are not logged in');
  });

  test('several servers have names, and the environment wins over the one without', async () => {
    const key = mill.headers['x-api-key'];
    await login(key, '--profile', 'work');
    const known = await millrace.run(['profiles'], { env: home() });
    expect(known.stdout).toBe(`work  ${mill.api.origin}\n`);
    expect((await millrace.run(['whoami', '--profile', 'work'], { env: home() })).code).toBe(0);
    const wrong = { ...home(), MILLRACE_API_KEY: 'wrong', MILLRACE_URL: mill.api.origin };
    expect((await millrace.run(['whoami'], { env: wrong })).code).toBe(2);
    expect((await millrace.run(['whoami', '--profile', 'work'], { env: wrong })).code).toBe(0);
  });

  test('stores no wrong key', async () => {
    const { code, stderr } = await login('millrace_live_wrong');
    expect([code, stderr]).toEqual([2, expect.stringContaining('refused the API key')]);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  test('takes a key that may not list workspaces', async () => {
    const choice = { name: 'k', scopes: ['workflows:run'] as const, workspaceIds: [mill.workspaceId] };
    const { secret } = await createApiKey(mill.owner, { ...choice, expiresAt: null });
    expect((await login(secret)).code).toBe(0);
    expect((await millrace.run(['whoami'], { env: home() })).stdout).toContain('may not list');
  });
});

describe('run', () => {
  test('exits with 0 for a run that succeeds, with 1 for one that fails, and with 2 for none', async () => {
    expect(await run('run', mill.workflowId, '--data', '{"name": "Ada"}')).toEqual({
      code: 0,
      stdout: '{\n  "greeting": "Hello, Ada!"\n}\n',
      stderr: '',
    });
    const failed = await run('run', await failing());
    expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('It broke.') });
    const json = await run('run', await failing(), '--json');
    expect([json.code, JSON.parse(json.stdout).status]).toEqual([1, 'error']);
    const unknown = await run('run', 'Gret');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      'There is no workflow "Gret". Did you mean "Greet"?\n',
    ]);
  });

  test('takes its input from a file or a pipe, and keeps all digits of numbers', async () => {
    const id = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": <b0.n>}' } }]);
    fs.writeFileSync(path.join(folder, 'in.json'), '{"n": 12345678901234567890}');
    const { stdout } = await run('run', id, '--input', 'in.json');
    expect(stdout).toBe('{\n  "n": 12345678901234567890\n}\n');
    const piped = { env: mill.env, input: '{"n": 1}' };
    expect((await millrace.run(['run', id, '--input', '-'], piped)).stdout).toBe('{\n  "n": 1\n}\n');
  });

  test('shows blocks as they end, or each event', async () => {
    const streamed = await run('run', mill.workflowId, '--stream', '--data', '{"name": "Ada"}');
    expect(streamed).toMatchObject({ code: 0, stdout: expect.stringContaining('Hello, Ada!') });
    expect(streamed.stderr).toMatch(/^success .* start\nsuccess .* response\n$/);
    const { stdout } = await run('run', mill.workflowId, '--stream', '--json');
    const types = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect([types[0], types.at(-1)]).toEqual(['run-started', 'run-finished']);
  });

  test('can return at once: executions show and cancel take the id', async () => {
    const { stdout, code } = await run('run', 'Greet', '--async', '--tag', 'cli-async');
    expect(code).toBe(0);
    const id = stdout.trim();
    expect(JSON.parse((await run('executions', 'show', id)).stdout).executionId).toBe(id);
    expect((await run('executions', 'cancel', id)).stdout).toContain(id);
    expect((await run('executions', '--limit', '5')).code).toBe(0);
    expect((await run('executions', 'stop', id)).stderr).toContain('Say what');
  });
});

test('publish, hold, release and limit do what they say', async () => {
  const id = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
  expect((await run('publish', id, '--note', 'First')).stdout).toBe('Published as version 1.\n');
  expect((await run('publish', id)).code).toBe(2);
  expect((await run('hold', '--workflow', id)).stdout).toBe('On hold. Runs that wait: 0.\n');
  expect((await run('release', '--workflow', id)).stdout).toContain('Released.');
  const limited = await run('limit', '--workflow', id, '--at-once', '3');
  expect(limited.stdout).toContain('Runs at once in all: 3.');
  const runs = ['--workspace', mill.workspaceId, '--filter', `workflowIds=${id}`];
  const counted = await run('bulk', 'count', ...runs);
  expect(counted.stdout).toBe('Runs that match: 0.\n');
});

test('keys makes keys with limits, lifts these, rotates and revokes', async () => {
  const id = await workflowIn(mill, [{ type: 'response', config: { body: '{"n": 1}' } }]);
  const workspace = ['--workspace', mill.workspaceId];
  const limits = ['--workflow', id, '--address', '127.0.0.1,10.0.0.0/8'];
  const made = await run('keys', 'create', 'CI', '--scope', 'workflows:run', ...limits, ...workspace);
  expect([made.code, made.stdout]).toEqual([0, expect.stringMatching(/^millrace_live_\w{36}\n$/)]);
  const key = made.stdout.trim();
  const shown = '  CI  workflows:run  workflows: 1  from 127.0.0.1,10.0.0.0/8\n';
  expect((await run('keys')).stdout).toContain(`…${key.slice(-4)}${shown}`);
  const lifted = ['--all-workflows', '--any-address', '--name', 'CD'];
  const edited = await run('keys', 'edit', 'CI', ...lifted, '--json');
  expect(JSON.parse(edited.stdout)).toMatchObject({ name: 'CD', workflowIds: null, addresses: null });
  const rotated = await run('keys', 'rotate', 'CD', '--overlap', 'none');
  expect(rotated.stdout).not.toBe(made.stdout);
  expect((await run('keys', 'revoke', 'CD')).stdout).toBe('Revoked.\n');
  expect((await run('keys', 'revoke', 'CD')).stderr).toContain('There is no key "CD".');
  expect((await run('keys', 'create', 'CI', ...workspace)).stderr).toContain('--scope is missing');
});

test('accounts makes service accounts, and keys their keys', async () => {
  const workspace = ['--workspace', mill.workspaceId];
  const created = await run('accounts', 'create', 'Deploy bot', '--role', 'writer', ...workspace);
  expect([created.code, created.stdout]).toEqual([0, expect.stringMatching(/ {2}writer {2}Deploy bot\n$/)]);
  const of = ['--account', 'Deploy bot', ...workspace];
  expect((await run('keys', 'create', 'CI', '--scope', 'workflows:read', ...of)).code).toBe(0);
  expect((await run('keys', 'list', ...of)).stdout).toMatch(/ {2}CI {2}workflows:read\n$/);
  expect((await run('keys', 'revoke', 'CI', ...of)).stdout).toBe('Revoked.\n');
  const renamed = await run('accounts', 'rename', 'Deploy bot', '--name', 'CD', ...workspace);
  expect(renamed.stdout).toContain('  CD\n');
  expect((await run('accounts', 'remove', 'CD', ...workspace)).stdout).toBe('Removed.\n');
  expect((await run('accounts', ...workspace)).stdout).toBe('');
  expect((await run('accounts', 'create', 'x', ...workspace)).stderr).toContain('--role is missing');
});

test('diff says in lines what a push would change', async () => {
  expect((await run('pull', 'flows', '--workspace', mill.workspaceId)).code).toBe(0);
  expect(await run('diff', 'flows')).toMatchObject({
    code: 0,
    stdout: 'Folder and workspace are in step.\n',
  });
  const file = path.join(folder, 'flows/greet.json');
  fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('Hello', 'Goodbye'));
  const { code, stdout } = await run('diff', 'flows');
  expect(code).toBe(1);
  expect(stdout).toContain('greet.json\n  changed response (response)\n    config.body: ');
  fs.rmSync(file);
  expect((await run('diff', 'flows')).stdout).toContain('greet.json: in the workspace only\n');
});

test('push gives variables their values from the environment that it is called in', async () => {
  fs.mkdirSync(path.join(folder, 'flows'));
  fs.writeFileSync(path.join(folder, 'flows/millrace.variables.json'), '{"PUSHED": {"kind": "plain"}}');
  const push = ['push', 'flows', '--workspace', mill.workspaceId];
  const nothing = await run(...push);
  expect(nothing).toMatchObject({ code: 1, stdout: expect.stringContaining('PUSHED has no value here') });
  const env = { ...mill.env, GIVEN: 'a value' };
  const given = [...push, '--var', 'PUSHED=env:GIVEN'];
  expect(await millrace.run(given, { env, cwd: folder })).toEqual({
    code: 0,
    stdout: 'millrace.variables.json: PUSHED: created\n',
    stderr: '',
  });
  expect((await millrace.run(given, { env, cwd: folder })).stdout).toBe(
    'Folder and workspace are in step.\n',
  );
});

describe('logs', () => {
  const idsOf = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
  const ran = async (tag: string): Promise<string> => {
    const { stdout } = await run('run', 'Greet', '--data', '{"name": "Ada"}', '--tag', tag, '--json');
    return JSON.parse(stdout).logId;
  };

  test('are listed, filtered, searched and shown', async () => {
    const logId = await ran('cli-list');
    const line = await run('logs', '--tag', 'cli-list', '--workflow', 'Greet', '--since', '10m', '--output');
    expect(line.stdout).toMatch(/ success {4}api .* Greet {2}\{"greeting":"Hello, Ada!"\}\n$/);
    expect(idsOf((await run('logs', '--tag', 'cli-list', '--json')).stdout)).toEqual([logId]);
    const search = ['--search', 'Ada', '--tag', 'cli-list', '--json'];
    expect(idsOf((await run('logs', ...search)).stdout)).toEqual([logId]);
    expect(JSON.parse((await run('logs', 'show', logId)).stdout).id).toBe(logId);
    const refused = await run('logs', '--level', 'loud', '--min-cost', 'x');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/level: .*\n.*minCost: /)]);
  });

  test('are followed: each run once, also over an interruption', async () => {
    const follow = ['logs', '--follow', '--tag', 'cli-follow', '--place', 'place.json'];
    const following = start(...follow, '--interval', '1', '--json');
    // From its first page on it misses nothing.
    await expect.poll(() => fs.existsSync(path.join(folder, 'place.json'))).toBe(true);
    const first = await ran('cli-follow');
    await expect.poll(() => following.stdout()).toContain(first);
    expect((await following.interrupt()).code).toBe(0);
    const second = await ran('cli-follow');
    const again = start(...follow, '--interval', '1', '--json');
    await expect.poll(() => again.stdout()).toContain(second);
    const { stdout } = await again.interrupt();
    expect(idsOf(stdout)).toEqual([second]);
  });
});

describe('webhooks listen', () => {
  let receiver: LoopbackHttpServer;
  let status: number;
  beforeEach(async () => {
    status = 200;
    receiver = await startHttpServer((_request, response) => void response.writeHead(status).end('ok'));
  });

  const listen = async (...args: string[]) => {
    const listening = start('webhooks', 'listen', '--forward', `${receiver.origin}/hook`, ...args);
    await expect.poll(() => listening.stderr()).toContain('Forwarding to');
    return listening;
  };

  test('forwards events as they will be sent, signed with a secret of the session', async () => {
    const listening = await listen('--workflow', 'Greet', '--include', 'final-output,tags');
    await run('run', 'Greet', '--data', '{"name": "Ada"}', '--tag', 'cli-listen');
    await expect.poll(() => receiver.received.length).toBe(1);
    const [{ url, method, headers, body }] = receiver.received as [(typeof receiver.received)[number]];
    const secret = /whsec_[\w-]+/.exec(listening.stderr())?.[0] ?? '';
    const { event, isTest } = await verifyWebhook({ body, headers, secret });
    expect([method, url, isTest]).toEqual(['POST', '/hook', false]);
    expect(event.type).toBe('workflow.execution.completed');
    expect(event.data).toMatchObject({ finalOutput: { greeting: 'Hello, Ada!' }, tags: ['cli-listen'] });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'service-event': 'workflow.execution.completed',
      'service-timestamp': expect.stringMatching(/^\d{13}$/),
      'idempotency-key': headers['service-delivery-id'],
      'user-agent': 'Millrace',
    });
    await expect.poll(() => listening.stdout()).toMatch(/ {2}200 .*\n$/);
    expect((await listening.interrupt()).code).toBe(0);
    await receiver.close();
  });

  test('has the settings of a subscription, and says what a receiver’s answer would mean', async () => {
    const { workspaceId, workflowId } = mill;
    const settings = { workspaceId, workflowId, levelFilter: ['error'], active: false };
    const subscription = { ...settings, url: 'http://127.0.0.1:9/hook' };
    const { body } = await mill.api.call('POST', '/api/v1/webhooks', mill.headers, subscription);
    const { id } = body.data as { id: string };
    status = 500;
    const listening = await listen('--subscription', id, '--json');
    await run('run', 'Greet', '--data', '{"name": "Ada"}');
    const all = await listen('--workspace', workspaceId);
    await run('run', 'Greet', '--data', '{"name": "Bob"}');
    await expect.poll(() => all.stdout()).toContain('a delivery would be sent again');
    expect((await all.interrupt()).code).toBe(0);
    // It is of level info: the subscription has none of those.
    expect((await listening.interrupt()).stdout).toBe('');
    const both = await run('webhooks', 'listen', '--forward', '1', '--subscription', id, '--level', 'info');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--level is the subscription’s')]);
    await receiver.close();
  });
});
