/**
 * Takes back mends one by one, their own tests with them, and tells which other test finds the fault:
 * `npm test -- changed` in a copy of the project. Mends that later commits have built on are left out.
 * Run: npx tsx bench/planted-faults.ts [--count 20] [--of 200] [--commits abc,def]
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Lifetime, runCommand } from '../scripts/lib/lifetime.mjs';
import { inProject } from '../scripts/lib/project.mjs';
import { makeTestFolder } from '../scripts/lib/test-folder.mjs';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20' },
    of: { type: 'string', default: '200' },
    commits: { type: 'string' },
  },
});
const MOST_OUTPUT_BYTES = 64_000_000;
/** Lines of a run that name a failed test, by its file. */
const FAILED = /^(?:· |.*✗ )((?:lib|components|app|scripts|e2e)\/\S+.*)$/;

runCommand(async (lifetime: Lifetime) => {
  const copy = path.join(makeTestFolder(lifetime), 'project');
  git(inProject('.'), 'worktree', 'add', '--detach', copy, 'HEAD');
  lifetime.onEnd(() => void git(inProject('.'), 'worktree', 'remove', '--force', copy));
  for (const folder of ['node_modules', 'lib/generated'])
    cpSync(inProject(folder), path.join(copy, folder), { recursive: true, verbatimSymlinks: true });
  let found = 0;
  let planted = 0;
  for (const commit of candidates()) {
    if (planted === Number(values.count)) break;
    if (!takeBack(copy, commit)) continue;
    planted += 1;
    const by = await findsIt(copy);
    if (by.length > 0) found += 1;
    console.log(
      `${by.length > 0 ? 'found' : 'MISSED'}  ${title(commit)}${by.length > 0 ? `\n        by ${by[0]}` : ''}`,
    );
  }
  console.log(`${found} of ${planted} faults found`);
  return found === planted ? 0 : 1;
});

/** The mends among the latest ones, evenly spread, that touch what runs. */
function candidates(): string[] {
  if (values.commits !== undefined) return values.commits.split(',');
  const log = git(
    inProject('.'),
    'log',
    '--format=%h',
    '--grep=^fix',
    '-n',
    values.of,
    '--',
    'lib',
    'components',
  );
  const all = log.split('\n').filter(Boolean);
  const step = Math.max(1, Math.floor(all.length / Number(values.count) / 2));
  return all.filter((_, index) => index % step === 0);
}

/** Returns false if the commit can't be taken back any more. */
function takeBack(copy: string, commit: string): boolean {
  git(copy, 'reset', '--hard', '-q', 'HEAD');
  git(copy, 'clean', '-fdq', '-e', 'node_modules', '-e', 'lib/generated');
  const { status } = spawnSync('git', ['revert', '--no-commit', commit], { cwd: copy });
  if (status === 0) return true;
  spawnSync('git', ['revert', '--abort'], { cwd: copy });
  return false;
}

/** Returns the failed tests. */
async function findsIt(copy: string): Promise<string[]> {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['scripts/test.mjs', 'changed', '--since', 'HEAD'],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: MOST_OUTPUT_BYTES,
    },
  );
  if (status === 0) return [];
  const lines = `${stdout}\n${stderr}`.split('\n').flatMap((line) => FAILED.exec(line)?.[1] ?? []);
  return lines.length > 0 ? lines : ['a check of the static stage'];
}

const title = (commit: string): string => git(inProject('.'), 'log', '-1', '--format=%h %s', commit).trim();

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: MOST_OUTPUT_BYTES });
}
