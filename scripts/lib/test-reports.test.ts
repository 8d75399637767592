import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { patient } from './machine-speed.mjs';
import { readPlaywright } from './playwright-report.mjs';
import { inProject } from './project.mjs';
import { readVitest } from './vitest-check.mjs';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

/** Creates a folder from which this project's packages are found. */
function project(files: Record<string, string>): string {
  fs.mkdirSync(inProject('.cache'), { recursive: true });
  const folder = fs.mkdtempSync(inProject('.cache', 'report-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

/** Runs a tool without the environment of the outer runner, which both tools would take for their own. */
function node(cwd: string, tool: string, args: string[], env: Record<string, string>) {
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test' as const, ...env };
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    const command = [inProject('node_modules', tool), ...args];
    execFile(process.execPath, command, { cwd, env: environment }, (error, out, err) =>
      resolve({ exitCode: error ? Number(error.code) : 0, output: out + err }),
    );
  });
}

async function vitest(files: Record<string, string>, settings: Record<string, string> = {}) {
  const folder = project({ ...files, 'vitest.config.mjs': 'export default { test: { globals: true } };' });
  const report = path.join(folder, 'report.json');
  const end = await node(
    folder,
    'vitest/vitest.mjs',
    ['run', '--reporter=default', `--reporter=${inProject('scripts/testing/vitest-report.mjs')}`],
    { VITEST_REPORT: report, ...settings },
  );
  return readVitest(JSON.parse(fs.readFileSync(report, 'utf8')), { ...end, stage: 'unit' });
}

const told = ({
  tests,
}: {
  tests: Array<{ file: string; title: string; outcome: string; error?: string }>;
}) =>
  tests
    .map(({ file, title, outcome, error }) => [file, title, outcome, error?.split('\n')[0]].join(' | '))
    .sort();

test('Vitest: tests, hooks that fail, files that don’t load, and what nobody caught', async () => {
  const run = await vitest({
    'a.test.js': `
      test('passes', () => {});
      describe('in a group', () => { test('fails (1 + 1)', () => expect(1 + 1).toBe(3)); });
      test.skip('is skipped', () => {});
      describe('behind a hook', () => {
        beforeAll(() => { throw new Error('no hook'); });
        test('waits', () => {});
      });`,
    'b.test.js': 'import "./nowhere.js";',
    'c.test.js': `test('leaves something behind', async () => {
      await new Promise((resolve) => setTimeout(() => {
        setTimeout(resolve);
        throw new Error('left behind');
      }));
    });`,
  });
  expect(told(run)).toEqual([
    'a.test.js | behind a hook › waits | skipped | ',
    expect.stringMatching(/^a\.test\.js \| in a group › fails \(1 \+ 1\) \| failed \| .*2 to be 3/),
    'a.test.js | is skipped | skipped | ',
    'a.test.js | passes | passed | ',
    'a.test.js | the file itself | failed | Error: no hook',
    expect.stringMatching(/^b\.test\.js \| the file itself \| failed \| Error: .*nowhere\.js/),
    'c.test.js | leaves something behind | passed | ',
    'c.test.js | the file itself | failed | nobody caught: Error: left behind',
  ]);
  expect(run.problem).toBe('');
  const timed = expect.objectContaining({ file: 'a.test.js', ms: expect.any(Number) });
  expect(run.files).toContainEqual(timed);
  const ms = expect.any(Number);
  expect(run.projects).toEqual([{ project: '', importingMs: ms, testsMs: ms }]);
});

test('Vitest: a test that never yields ends the run, which names its file', async () => {
  const run = await vitest(
    { 'b.test.js': "test('passes', () => {}); test('hangs', () => { for (;;); });" },
    { VITEST_STANDS_STILL_MS: '3000' },
  );
  expect(run.problem).toBe('Nothing has happened for 3 s: a test of b.test.js hangs.');
});

test('Vitest: a run in which nothing ran, or that ended for another reason, is a problem', async () => {
  const end = { exitCode: 0, output: '', stage: 'unit' };
  expect(readVitest({ tests: [] }, end).problem).toMatch('after 0 tests');
  const tests = [{ key: 'a', file: 'a', title: 'a', outcome: 'passed' as const, ms: 1 }];
  expect(readVitest({ tests }, end).problem).toBe('');
  expect(readVitest({ tests }, { ...end, exitCode: 7 }).problem).toMatch('exit code 7');
});

const PLAYWRIGHT = {
  'playwright.config.mjs': `export default {
    retries: 0, workers: 1, reporter: 'json',
    projects: [
      { name: 'first', testMatch: 'first.spec.mjs' },
      { name: 'then', testIgnore: 'first.spec.mjs', dependencies: ['first'] },
    ],
  };`,
  'first.spec.mjs': `import { expect, test } from '@playwright/test';
    import fs from 'node:fs';
    test('opens', () => expect(fs.existsSync('closed')).toBe(false));`,
  'second.spec.mjs': `import { expect, test } from '@playwright/test';
    import fs from 'node:fs';
    test.describe('in a group', () => { test('fails', () => expect(fs.existsSync('mended')).toBe(true)); });
    test('passes', () => {});
    test.skip('is skipped', () => {});`,
};

/** It starts Playwright several times, beside the other stages. */
const SLOW = { timeout: patient(240_000) };

test('Playwright: only what failed runs again, after what it depends on', SLOW, async () => {
  const folder = project(PLAYWRIGHT);
  const playwright = async (...args: string[]) => {
    const report = path.join(folder, 'report.json');
    const tool = '@playwright/test/cli.js';
    const end = await node(folder, tool, ['test', ...args], { PLAYWRIGHT_JSON_OUTPUT_NAME: report });
    return readPlaywright(JSON.parse(fs.readFileSync(report, 'utf8')), end);
  };
  const first = await playwright();
  expect(told(first)).toEqual([
    'e2e/first.spec.mjs | opens | passed | ',
    expect.stringMatching(/^e2e\/second\.spec\.mjs \| in a group › fails \| failed \| .*toBe\(expected\)/),
    'e2e/second.spec.mjs | is skipped | skipped | ',
    'e2e/second.spec.mjs | passes | passed | ',
  ]);
  fs.writeFileSync(path.join(folder, 'mended'), '');
  const again = await playwright('--last-failed');
  expect(told(again)).toEqual([
    'e2e/first.spec.mjs | opens | passed | ',
    'e2e/second.spec.mjs | in a group › fails | passed | ',
  ]);
  const failed = first.tests.find(({ outcome }) => outcome === 'failed');
  expect(again.tests.map(({ key }) => key)).toContain(failed?.key);

  fs.writeFileSync(path.join(folder, 'closed'), '');
  const closed = await playwright();
  expect(told(closed)).toContain('e2e/second.spec.mjs | passes | not run | ');
  fs.rmSync(path.join(folder, 'closed'));
  expect((await playwright('--last-failed')).tests.map(({ outcome }) => outcome).sort()).toEqual([
    'passed',
    'passed',
    'passed',
    'skipped',
  ]);
});

test('Playwright: a failure names its files and what the product said meanwhile', () => {
  const said = (time: string) => `{"time":"2026-01-01T10:00:${time}Z","message":"at ${time}"}`;
  const result = {
    startTime: '2026-01-01T10:00:10.000Z',
    duration: 2_000,
    error: { message: 'Too late' },
    attachments: [{ name: 'screenshot', path: inProject('test-results/opens.png') }, { name: 'text' }],
  };
  const tests = [{ projectName: 'chromium', status: 'unexpected', results: [result] }];
  const spec = { id: 'x', title: 'opens', file: 'a.spec.ts', line: 3, tests };
  const { tests: found } = readPlaywright(
    { suites: [{ title: 'a.spec.ts', file: 'a.spec.ts', specs: [spec] }] },
    {
      exitCode: 1,
      output: ['Ready', said('09.000'), `[product] ${said('11.000')}`, said('12.500'), said('14.000')].join(
        '\n',
      ),
    },
  );
  expect(found[0]).toMatchObject({
    error: 'Too late',
    command: 'npm test -- e2e e2e/a.spec.ts -t "opens"',
    notes: [
      'screenshot: test-results/opens.png',
      'the product said meanwhile:',
      said('11.000'),
      said('12.500'),
    ],
  });
});

test('Playwright: a file that does not load is a problem', async () => {
  const run = readPlaywright({ errors: [{ message: 'No such file' }] }, { exitCode: 1, output: '' });
  expect(run).toMatchObject({ tests: [], problem: 'No such file' });
  expect(readPlaywright({}, { exitCode: 0, output: '' }).problem).toMatch('after 0 tests');
});
