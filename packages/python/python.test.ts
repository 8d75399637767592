import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { patient } from '../../scripts/lib/machine-speed.mjs';

vi.setConfig({ testTimeout: patient(120_000) });

const FOLDER = path.resolve('packages/python');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const env = { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1', NO_PROXY: '127.0.0.1' };

test.skipIf(!hasPython)('the tests of the package pass (skipped without python3)', async () => {
  const args = ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'];
  const ran = promisify(execFile)('python3', args, { cwd: FOLDER, env });
  const report = await ran.then(
    ({ stderr }) => stderr,
    ({ stderr }: { stderr: string }) => stderr,
  );
  expect(report).toMatch(/Ran \d\d+ tests[\s\S]*\nOK\n$/);
});

test.skipIf(!hasPython)('the package says its version once (skipped without python3)', () => {
  const program =
    'import pathlib, re, millrace; ' +
    'found = re.search(r\'^version = "(.+)"$\', pathlib.Path("pyproject.toml").read_text(), re.M); ' +
    'print(found[1] == millrace.__version__)';
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { cwd: FOLDER, env, encoding: 'utf8' });
  expect(stdout.trim(), stderr).toBe('True');
});
