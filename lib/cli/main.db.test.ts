import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { patient } from '../../scripts/lib/machine-speed.mjs';
import { bundleOf } from '../../scripts/lib/prepare.mjs';
import { printTestFile } from '../core/run-tests/test-file';
import { WorkflowDocument } from '../core/workflow/schema';
import { printWorkflowFile } from '../core/workflow/workflow-file';
import { newId } from '../platform/ids';
import { closeDatabase, pool, prisma } from '../platform/postgres/db';
import { hashApiKey } from '../services/access/key-format';
import { principals } from '../services/access/principals';
import { getPasswordReset, resetPassword } from '../services/accounts/reset-password';
import { signIn } from '../services/accounts/sign-in';
import { refusalOf } from '../services/accounts/testing/refusals';
import { listLogs } from '../services/logs/list-logs';
import { LogsQuery } from '../services/logs/logs-request';
import { mintLoggedWorkspace } from '../services/logs/testing/logged-workspace';
import { EMPTY_TEST } from '../services/run-tests/testing/empty-test';

afterAll(closeDatabase);

const PASSWORD = 'a long enough one';
const execute = promisify(execFile);

const CLI = bundleOf('cli');

/** @returns what it printed @throws Error with `code` and `stderr` when it fails */
async function cli(...args: string[]): Promise<string> {
  const { stdout } = await execute(process.execPath, [CLI, ...args]);
  return stdout;
}

async function bootstrap(email: string, ...more: string[]) {
  const options = ['--email', email, '--password', PASSWORD, '--workspace', 'Mill', '--json', ...more];
  return JSON.parse(await cli('bootstrap', ...options)) as Record<
    'userId' | 'workspaceId' | 'apiKey',
    string
  >;
}

test('test runs the tests of a folder by Node alone: no database, no settings', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-test-'));
  const start = { id: 's', type: 'start', name: 'start', position: { x: 0, y: 0 } };
  const document = WorkflowDocument.parse({ blocks: { s: start }, edges: [] });
  fs.writeFileSync(path.join(folder, 'w.json'), printWorkflowFile({ name: 'W', document }));
  fs.mkdirSync(path.join(folder, 'w.tests'));
  const written = (code: string) => {
    const { kept, expected } = EMPTY_TEST;
    const outcome = { status: 'error' as const, error: { code, message: 'It failed.', blockId: null } };
    const expecting = code === '' ? expected : { ...expected, outcome };
    const rules = [{ of: 'output' as const, path: '', allow: 'any' as const }];
    return printTestFile({ name: 'It runs', tags: [], rules, kept, expected: expecting });
  };
  const file = path.join(folder, 'w.tests/a.json');
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV };
  fs.writeFileSync(file, written(''));
  const passed = await execute(process.execPath, [CLI, 'test', folder], { env });
  expect(passed.stdout).toBe('passed  w.tests/a.json  It runs\n1 test: 1 passed, 0 failed\n');
  fs.writeFileSync(file, written('HTTP_STATUS'));
  const failing = execute(process.execPath, [CLI, 'test', folder], { env });
  await expect(failing).rejects.toMatchObject({ code: 1, stdout: expect.stringMatching(/1 failed\n$/) });
  fs.rmSync(file);
  const empty = execute(process.execPath, [CLI, 'test', folder], { env });
  await expect(empty).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('has no tests.') });
  fs.rmSync(folder, { recursive: true });
});

test('doctor says in lines what is wrong, or in JSON all that it saw', async () => {
  const json = await execute(process.execPath, [CLI, 'doctor', '--json']).catch(
    (error: { stdout: string }) => error,
  );
  const seen = JSON.parse(json.stdout) as { findings: unknown[]; database: { tables: unknown[] } };
  expect(seen.database.tables.length).toBeGreaterThan(5);
  const lines = await execute(process.execPath, [CLI, 'doctor']).catch((error: { stdout: string }) => error);
  expect(lines.stdout).toMatch(/Millrace \d+\.\d+\.\d+, PostgreSQL \d+/);
});

test('bootstrap makes account, workspace with example and working key; again it finds them', async () => {
  const email = `ops-${newId()}@example.com`;
  const made = await bootstrap(email);
  expect(Object.keys(made)).toEqual(['userId', 'workspaceId', 'apiKey']);
  expect(await signIn({ email, password: PASSWORD, address: '' })).toMatchObject({ id: made.userId });
  const key = await principals().keys.get(hashApiKey(made.apiKey).toString('hex'));
  expect([...(key?.actor.roles ?? [])]).toEqual([[made.workspaceId, 'admin']]);
  expect([...(key?.actor.scopes ?? [])]).toEqual([
    'workflows:read',
    'workflows:write',
    'workflows:propose',
    'workflows:publish',
    'workflows:run',
    'logs:read',
    'webhooks:read',
    'webhooks:write',
    'connections:use',
    'connections:write',
    'members:write',
    'keys:write',
    'audit:read',
  ]);
  expect(await prisma().workflow.count({ where: { workspaceId: made.workspaceId } })).toBe(1);

  expect(await bootstrap(email.toUpperCase())).toEqual({ ...made, apiKey: null });
  const again = await bootstrap(email, '--new-key');
  expect(again.apiKey).toMatch(/^millrace_live_/);
  expect(again).toEqual({ ...made, apiKey: again.apiKey });
  expect(again.apiKey).not.toBe(made.apiKey);
});

/** The command with a password on standard input or in the environment; both of its outputs. */
async function cliWith(given: { stdin?: string; env?: Record<string, string> }, ...args: string[]) {
  const env = { ...process.env, ...given.env };
  const running = execute(process.execPath, [CLI, ...args], { env });
  running.child.stdin?.end(given.stdin ?? '');
  return running;
}

const opens = async (email: string, password: string) =>
  (await signIn({ email, password, address: `10.3.0.${Math.ceil(password.length)}` })) !== null;

test(
  'a password comes from standard input or environment; on the command line it is warned of',
  async () => {
    const options = (email: string) => ['bootstrap', '--email', email, '--workspace', 'Mill', '--json'];
    const byStdin = `ops-${newId()}@example.com`;
    const quiet = await cliWith({ stdin: `${PASSWORD}\n` }, ...options(byStdin), '--password-stdin');
    expect([quiet.stderr, await opens(byStdin, PASSWORD)]).toEqual(['', true]);
    const byEnv = `ops-${newId()}@example.com`;
    await cliWith({ env: { MILLRACE_PASSWORD: PASSWORD } }, ...options(byEnv));
    expect(await opens(byEnv, PASSWORD)).toBe(true);
    const loud = await cliWith({}, ...options(byStdin), '--password', PASSWORD);
    expect(loud.stderr).toMatch(/^Warning: --password can be read in the list of processes.*\n$/);
    expect(JSON.parse(loud.stdout)).toMatchObject({ apiKey: null });
    await expect(
      cliWith({ stdin: ' '.repeat(10) }, ...options(byEnv), '--password-stdin'),
    ).rejects.toMatchObject({
      stderr: expect.stringMatching(/^--password-stdin: Use at least 10 characters/),
    });
  },
  patient(120_000),
);

test(
  'reset-password: a link that works once, or a password at once; every session ends',
  async () => {
    const email = `ops-${newId()}@example.com`;
    const { userId } = await bootstrap(email);
    const epoch = async () => (await prisma().user.findUniqueOrThrow({ where: { id: userId } })).sessionEpoch;
    const before = await epoch();
    const link = async () => {
      const { stdout } = await cliWith({}, 'reset-password', '--email', email);
      return /\/reset-password\/([\w-]{43})$/m.exec(stdout)?.[1] ?? '';
    };
    const [replaced, token] = [await link(), await link()];
    const choose = (given: string) =>
      refusalOf(resetPassword({ token: given, password: 'chosen by the link' }));
    expect(await getPasswordReset({ token })).toEqual({ email });
    expect(await choose(replaced)).toBe('not_found');
    expect((await Promise.all([choose(token), choose(token)])).toSorted()).toEqual(['done', 'not_found']);
    expect([await opens(email, PASSWORD), await opens(email, 'chosen by the link')]).toEqual([false, true]);
    expect(await epoch()).toBe(before + 1);

    const expired = await link();
    await prisma().passwordReset.update({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await choose(expired)).toBe('not_found');

    await cliWith({ stdin: 'given on the terminal' }, 'reset-password', '--email', email, '--password-stdin');
    expect(await opens(email, 'given on the terminal')).toBe(true);
    expect(await epoch()).toBe(before + 2);
  },
  patient(120_000),
);

test(
  'bootstrap: a new account is on the free plan, that of DEFAULT_PLAN, or that of --plan',
  async () => {
    const env = { MILLRACE_PASSWORD: PASSWORD };
    const planOf = async (email: string, more: Record<string, string>, ...args: string[]) => {
      await cliWith({ env: { ...env, ...more } }, 'bootstrap', '--email', email, '--workspace', 'M', ...args);
      return (await prisma().user.findUniqueOrThrow({ where: { email } })).plan;
    };
    const newEmail = () => `ops-${newId()}@example.com`;
    const known = newEmail();
    expect(await planOf(known, {})).toBe('free');
    expect(await planOf(newEmail(), { DEFAULT_PLAN: 'pro' })).toBe('pro');
    expect(await planOf(newEmail(), { DEFAULT_PLAN: 'pro' }, '--plan', 'team')).toBe('team');
    expect(await planOf(known, { DEFAULT_PLAN: 'pro' }, '--plan', 'team')).toBe('free');
  },
  patient(120_000),
);

test('plan set changes the plan', async () => {
  const email = `ops-${newId()}@example.com`;
  const { userId } = await bootstrap(email);
  expect(await cli('plan', 'set', '--email', email, '--plan', 'team')).toContain('team');
  expect((await prisma().user.findUniqueOrThrow({ where: { id: userId } })).plan).toBe('team');
  const agreed = ['--sync-per-minute', '1', '--async-per-minute', '2', '--logs-per-minute', '3'];
  await cli('plan', 'set', '--email', email, '--plan', 'enterprise', ...agreed, '--monthly-usage-usd', '4.5');
  expect(await prisma().user.findUniqueOrThrow({ where: { id: userId } })).toMatchObject({
    plan: 'enterprise',
    customLimits: { syncPerMinute: 1, asyncPerMinute: 2, logsApiPerMinute: 3, monthlyUsageUsd: 4.5 },
  });
  await cli('plan', 'set', '--email', email, '--plan', 'enterprise');
  expect((await prisma().user.findUniqueOrThrow({ where: { id: userId } })).customLimits).toBeNull();
});

test('logs: what the months hold, what is due to go, and letting it go', async () => {
  const mill = await mintLoggedWorkspace();
  const startedAtMs = Date.now() - 45 * 86_400_000; // the free plan keeps 30 days
  const old = mill.run({ startedAtMs, endedAtMs: startedAtMs + 7 });
  await pool().query('SELECT runtime.ensure_partitions(to_timestamp($1::float8 / 1000), 1)', [startedAtMs]);
  await mill.record([old, mill.run()]);
  const isKept = async ({ execution }: typeof old): Promise<boolean> => {
    const { rowCount } = await pool().query('SELECT FROM runtime.log WHERE id = $1', [execution.logId]);
    return rowCount === 1;
  };

  const table = await cli('logs', 'partitions');
  expect(table).toMatch(/^month +rows +size +workspaces +dropped on\n/);
  const month = new Date(startedAtMs).toISOString().slice(0, 7).replace('-', '_');
  expect(table).toMatch(
    new RegExp(`^${month} +[1-9]\\d* +\\d+\\.\\d MB +[1-9]\\d* +\\d{4}-\\d\\d-\\d\\d$`, 'm'),
  );

  const due = await cli('logs', 'retention');
  expect(due).toContain('free        30 days\n');
  expect(due).toMatch(new RegExp(`${mill.workspaceId}: 1 that started before|${month}  the whole month`));
  expect(await isKept(old)).toBe(true);
  expect(await cli('logs', 'retention', '--apply')).toMatch(/^rows deleted: [1-9]|^months dropped: \d/m);
  expect(await isKept(old)).toBe(false);
  expect(await cli('logs', 'retention')).not.toContain(mill.workspaceId);
});

test('logs expire-cursors: who follows the logs of a restored database begins again', async () => {
  const { reader, workspaceId } = await mintLoggedWorkspace();
  const query = { workspaceId, order: 'asc' };
  const { resumeCursor: cursor } = await listLogs(reader, LogsQuery.parse(query));
  expect((await listLogs(reader, LogsQuery.parse({ ...query, cursor }))).data).toEqual([]);
  await cli('logs', 'expire-cursors');
  await expect(listLogs(reader, LogsQuery.parse({ ...query, cursor }))).rejects.toMatchObject({
    code: 'cursor_expired',
  });
});

test('an unknown command is answered with the one that was meant, and exit code 2', async () => {
  const refusal = (...args: string[]) =>
    cli(...args).then(
      () => null,
      (error) => error,
    );
  const help = '"npm run -s cli -- help" lists the commands.\n';
  expect(await refusal('brew')).toMatchObject({ code: 2, stderr: `Unknown command "brew". ${help}` });
  const words = `Unknown command "logs retentoin". Did you mean "logs retention"? ${help}`;
  expect(await refusal('logs', 'retentoin')).toMatchObject({ code: 2, stdout: '', stderr: words });
  expect((await refusal('pulll', 'DIR')).stderr).toContain('Did you mean "pull"?');
});

test(
  'mistakes are answered in one sentence and exit code 1',
  async () => {
    const mistakes: Array<[string[], RegExp]> = [
      [['bootstrap', '--email', 'x'], /^--email: Enter an e-mail.*--workspace: is needed/],
      [
        ['bootstrap', '--email', 'a@example.com', '--workspace', 'W', '--plan', 'gold'],
        /^--plan: must be one of free, pro, team, enterprise/,
      ],
      [['bootstrap', '--email', 'a@example.com', '--workspace', 'W'], /^A password is needed/],
      [['reset-password', '--email', 'nobody@example.com'], /^There is no account/],
      [['plan', 'set', '--email', 'nobody@example.com', '--plan', 'pro'], /^There is no account/],
      [['plan', 'set', '--email', 'a@example.com', '--plan', 'gold'], /^--plan: must be one of/],
      [
        ['plan', 'set', '--email', 'a@example.com', '--plan', 'pro', '--sync-per-minute', '9'],
        /^Only the enterprise/,
      ],
      [
        ['plan', 'set', '--email', 'a@example.com', '--plan', 'enterprise', '--sync-per-minute', 'x'],
        /^--sync-per-minute: Give/,
      ],
    ];
    for (const [args, words] of mistakes) {
      const failure = await cli(...args).then(
        () => null,
        (error) => error,
      );
      expect(failure).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
      expect(failure.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(await cli('help')).toContain('bootstrap --email');
  },
  patient(180_000),
);
