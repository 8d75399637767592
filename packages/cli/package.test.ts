import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import { answering, documentOf, recordDocument } from '@/lib/core/rehearsal/testing/rehearse-document';
import { replayRun } from '@/lib/core/replay/replay-run';
import { reduceRecord } from '@/lib/core/run-tests/reduce-record';
import { resultOf } from '@/lib/core/run-tests/result-of';
import { printTestFile } from '@/lib/core/run-tests/test-file';
import { printWorkflowFile } from '@/lib/core/workflow/workflow-file';
import { createSandbox } from '@/lib/platform/sandbox/sandbox';
import { FILTER_PARAMETER_NAMES } from '@/lib/services/logs/log-filters';
import { patient } from '../../scripts/lib/machine-speed.mjs';
import { COMMAND_NAMES, type CommandName } from './src/command-names';
import { loadCommand } from './src/commands';
import { HELP } from './src/help';
import { LOG_FILTERS } from './src/log-flags';
import type { Place } from './src/place';
import { type InstalledPackage, installPackage } from './testing/installed-package';

vi.setConfig({ hookTimeout: patient(120_000), testTimeout: patient(120_000) });

let millrace: InstalledPackage;
let folder: string;
beforeAll(async () => {
  millrace = await installPackage();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-folder-'));
});
afterAll(() => {
  millrace.remove();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('it needs no other package, and holds what its manifest names', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(millrace.folder, 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ files: ['dist'], bin: { millrace: 'dist/millrace.mjs' } });
  expect(manifest.dependencies).toBeUndefined();
  expect(fs.statSync(millrace.main).mode & 0o111).not.toBe(0);
  expect(fs.readFileSync(millrace.main, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

describe('help', () => {
  const MOST_BYTES = 60_000;

  /** Returns the files that a module loads before it begins, itself included. */
  function loadedBy(file: string, found = new Set<string>()): Set<string> {
    if (found.has(file)) return found;
    found.add(file);
    const source = fs.readFileSync(file, 'utf8');
    for (const [, from = ''] of source.matchAll(/(?:\bfrom|\bimport) ?"(\.[^"]+)"/g))
      loadedBy(path.resolve(path.dirname(file), from), found);
    return found;
  }

  test('comes at once: it loads the code of no command', async () => {
    const files = [...loadedBy(millrace.main)];
    const bytes = files.reduce((sum, file) => sum + fs.statSync(file).size, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    const { code, stdout } = await millrace.run(['--help']);
    expect(code).toBe(0);
    for (const name of COMMAND_NAMES) expect(stdout).toContain(`  ${name} `);
  });

  test('explains each command', async () => {
    const { stdout, code } = await millrace.run(['run', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('millrace run WORKFLOW [--data JSON');
    expect((await millrace.run(['help', 'logs'])).stdout).toContain('logs --follow [--place FILE]');
    expect((await millrace.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  /** Each flag of the usage, with a value if it takes one. */
  const flagsOf = (name: CommandName): string[][] =>
    [...HELP[name].usage.join(' ').matchAll(/(--[a-z-]+)(?: ([^\s\][|-][^\s\]]*))?/g)].map(
      ([, flag = '', value]) => (value === undefined ? [flag] : [flag, 'x']),
    );
  /** The words that stand before flags. */
  const WORDS: Partial<Record<CommandName, readonly string[]>> = {
    run: ['w'],
    publish: ['w'],
    bulk: ['start'],
    pull: ['DIR'],
    push: ['DIR'],
    diff: ['DIR'],
    test: ['DIR'],
    accounts: ['create', 'a'],
    keys: ['edit', 'k'],
    webhooks: ['listen', '--forward', '4000'],
  };
  const OF_ALL = new Set(['--profile', '--api-key']);
  const NOT_READ = /There is no --|Unknown option|argument missing|Unexpected argument|too many/;

  const nowhere = { print: () => undefined, note: () => undefined, folder: '/nowhere', flags: {} };
  const place: Place = {
    ...nowhere,
    environment: {
      url: undefined,
      apiKey: undefined,
      profile: undefined,
      workspace: undefined,
      configFile: '/nowhere/config.json',
    },
    serverAt: () => {
      throw new Error('No server is called.');
    },
    namedVariable: () => undefined,
    workspaceAt: () => undefined,
  };
  const explained = COMMAND_NAMES.filter((name) => name !== 'login').flatMap((name) =>
    flagsOf(name)
      .filter(([flag = '']) => !OF_ALL.has(flag))
      .map((flags) => ({ name, flags })),
  );

  test('names flags that commands take', async () => {
    expect(explained.length).toBeGreaterThan(60);
    for (const { name, flags } of explained) {
      const command = await loadCommand(name);
      const failure = await command([...(WORDS[name] ?? []), ...flags], place).then(
        () => '',
        (error: Error) => error.message,
      );
      expect([name, ...flags, failure]).toEqual([name, ...flags, expect.not.stringMatching(NOT_READ)]);
    }
  });

  test('logs has every filter of the API', () => {
    const parameters = Object.values(LOG_FILTERS).map(([parameter]) => parameter);
    expect([...parameters].sort()).toEqual([...FILTER_PARAMETER_NAMES].sort());
  });
});

describe('what can’t be', () => {
  test.each([
    [['rum'], 'Unknown command "rum". Did you mean "run"? "millrace help" lists the commands.\n'],
    [['bootstrap'], 'run "npm run -s cli -- bootstrap" in the server’s folder.\n'],
    [['logs', 'partitions'], 'run "npm run -s cli -- logs partitions" there.\n'],
    [['run', 'w', '--imput', 'f'], 'There is no --imput. Did you mean --input?\n'],
    [['run'], 'WORKFLOW is missing.\n'],
    [['run', 'w', '--data', '[1]'], 'the input of a run is an object, such as {"n": 1}.\n'],
    [['run', 'w', '--data', '{'], '--data is not JSON.\n'],
    [['run', 'w', '--async', '--stream'], 'Give --async or --stream, not both.\n'],
    [['logs', '--min-duration', 'soon'], 'You are not logged in'],
    [['webhooks', 'listen', '--forward', 'ftp://x'], '--forward: give an address'],
    [['whoami', '--profile'], '--profile needs a value.\n'],
    [['whoami', '--profile', 'work'], 'There is no profile "work"'],
    [['completion', 'tcsh'], 'completion has bash, zsh and fish.\n'],
  ])('%j is refused in words, with exit code 2', async (args, words) => {
    const { code, stdout, stderr } = await millrace.run(args);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(words)]);
    expect(fs.existsSync(path.join(millrace.folder, 'home'))).toBe(false);
  });

  test('a server that is down is named', async () => {
    const env = { MILLRACE_API_KEY: 'k', MILLRACE_URL: 'http://127.0.0.1:9' };
    const { code, stderr } = await millrace.run(['hold', '--workflow', 'x'], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('No server answers at http://127.0.0.1:9')]);
  });
});

test('a stored key is for its owner alone, and sent to no other server', async () => {
  const home = fs.mkdtempSync(path.join(folder, 'home-'));
  const file = path.join(home, 'millrace/config.json');
  fs.mkdirSync(path.dirname(file));
  const stored = { url: 'http://127.0.0.1:9', apiKey: 'millrace_live_stored' };
  fs.writeFileSync(file, JSON.stringify({ profiles: { default: stored } }));
  const env = { XDG_CONFIG_HOME: home };
  const { code, stderr } = await millrace.run(['whoami', '--url', 'http://127.0.0.1:1'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('The stored key is for http://127.0.0.1:9.')]);
  expect((await millrace.run(['profiles'], { env })).stdout).toBe('default  http://127.0.0.1:9\n');
  expect((await millrace.run(['logout'], { env })).code).toBe(0);
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(file, 'utf8')).not.toContain('stored');
});

test('completions know the commands and their flags', async () => {
  const bash = (await millrace.run(['completion', 'bash'])).stdout;
  expect(bash).toMatch(/ {4}logs\) words='show --level .*--follow.*'/);
  expect((await millrace.run(['completion', 'zsh'])).stdout).toContain('compadd -- login logout');
  expect((await millrace.run(['completion', 'fish'])).stdout).toContain(
    "complete -c millrace -n '__fish_seen_subcommand_from webhooks' -l forward",
  );
});

test('tests of a folder are run by Node alone, with the code of authors in its sandbox', async () => {
  const code = 'const all = []; for (const n of [3, 1, 2]) all.push(n); return { all: all.sort().join("") };';
  const document = documentOf(
    { sorted: ['function', { code }], answer: ['response', { body: '{"all": "<sorted.result.all>"}' }] },
    ['start>sorted', 'sorted>answer'],
  );
  const sandbox = createSandbox({ threads: 1 });
  const record = await recordDocument(document, { http: answering({}), code: sandbox.forOwner('tests') });
  const recorded = reduceRecord(record.recorded, blockDefinitions);
  const expected = resultOf(await replayRun(record.compiled, recorded, record.ports), blockDefinitions);
  sandbox.close();
  const { executionId, spans, error } = recorded;
  const kept = { executionId, spans: [...spans], error, draws: {}, variables: [] };
  const bare = fs.mkdtempSync(path.join(folder, 'bare-'));
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(bare, file)), { recursive: true });
    fs.writeFileSync(path.join(bare, file), text);
  };
  const workflow = (written: typeof document) => printWorkflowFile({ name: 'Sort', document: written });
  write('sort.json', workflow(document));
  write('sort.tests/a.json', printTestFile({ name: 'It sorts', tags: [], rules: [], kept, expected }));
  const passed = await millrace.run(['test', '.'], { cwd: bare });
  expect(passed).toEqual({
    code: 0,
    stdout: 'passed  sort.tests/a.json  It sorts\n1 test: 1 passed, 0 failed\n',
    stderr: '',
  });
  const changed = structuredClone(document);
  changed.blocks.sorted = {
    ...changed.blocks.sorted!,
    config: { ...changed.blocks.sorted!.config, code: code.replace('.sort()', '.reverse()') },
  };
  write('sort.json', workflow(changed));
  const failed = await millrace.run(['test', bare, '--junit', 'junit.xml'], { cwd: bare });
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('1 failed') });
  expect(fs.existsSync(path.join(bare, 'junit.xml'))).toBe(true);
});
